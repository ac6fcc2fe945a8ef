/** Fields of forms. */
import { type TemplateResult, html } from 'lit-html';
import { state } from './state.ts';

/** The value of the field that an event is about. */
export function fieldValue(event: Event): string {
  return (event.target as HTMLInputElement).value;
}

/** Keeps a form's page where it is, and gives a reader of its fields: empty for a name that isn't there. */
export function submittedFields(event: SubmitEvent): (name: string) => string {
  event.preventDefault();
  const data = new FormData(event.target as HTMLFormElement);
  return (name) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
}

/** What a `select` offers: `words` says how a value is called. */
export function options<T extends string | number>(
  values: readonly T[],
  chosen?: T,
  words: (value: T) => string = String,
): TemplateResult[] {
  return values.map(
    (value) => html`<option value=${value} ?selected=${value === chosen}>${words(value)}</option>`,
  );
}

/** One of the document's operations, or any. */
export function operationOptions(any: string): TemplateResult {
  const ids = state.outline.operations.map(({ id }) => id);
  return html`<option value="">${any}</option>
    ${options(ids)}`;
}
