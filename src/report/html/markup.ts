import { showHidden } from '../../http/body-text.ts';
import { escapeMarkup } from '../../openapi/escape-markup.ts';

/** HTML that is safe to put in a page as it is. Only {@link html} and {@link raw} make it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes: text is escaped, markup isn't, `undefined` and `false` leave nothing. */
export type Content = string | number | Markup | undefined | false | readonly Content[];

/** A template whose every text is escaped; there is no way around it but {@link raw}. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  let text = strings[0] ?? '';
  for (const [i, value] of values.entries()) text += render(value) + (strings[i + 1] ?? '');
  return new Markup(text);
}

/** Constant text of the kit's own, such as the style sheet. */
export function raw(text: string): Markup {
  return new Markup(text);
}

function render(value: Content): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(render).join('');
  return escapeMarkup(showHidden(String(value)));
}

/** A table that scrolls where it is too wide. Columns of figures have their label in a list. */
export function table(
  columns: readonly (string | readonly [figures: string])[],
  rows: Content,
  kind = '',
): Markup {
  const heads = columns.map((label) =>
    typeof label === 'string'
      ? html`<th scope="col">${label}</th>`
      : html`<th scope="col" class="number">${label}</th>`,
  );
  return html`<div class="scroll">
    <table class="${kind}">
      <thead>
        <tr>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}
