import { type TemplateResult, html, nothing } from 'lit-html';
import type {
  OutlineEntry,
  OutlineField,
  OutlineOperation,
  OutlinePart,
  OutlineSchema,
} from '../outline.ts';
import { searchField } from './palette.ts';
import { card, openCard } from './card.ts';
import { compose } from './compose.ts';
import { operationOf, schemaOf } from './load.ts';
import { seenRows } from './rows.ts';
import { state } from './state.ts';

/** The document as a reference, beside its source. */
export function documentPanel(): TemplateResult {
  const { document, outline } = state;
  const words = search.toLowerCase().split(/\s+/);
  const has = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const operations = outline.operations.filter(({ id, method, path, summary, tag }) =>
    has(`${id} ${method} ${path} ${summary} ${tag}`),
  );
  const schemas = outline.schemas.filter(({ name }) => has(name));
  return html`<div class="document">
    <div class="panel reference">
      <div class="panel-head"><h2>${document?.title ?? 'Document'}</h2></div>
      ${searchField({ label: 'Search operations and schemas', text: search, search: lookFor })}
      ${[...Map.groupBy(operations, ({ tag }) => tag)].map(tagGroup)}
      ${schemas.length === 0 ? nothing : html`<h3 class="group">Schemas</h3>`}
      ${schemas.map(schemaCard)}
    </div>
    ${document === undefined ? nothing : source(document.text, document.file)}
  </div>`;
}

/** Words that the operations and schemas are looked for by. */
let search = '';

function lookFor(words: string): void {
  search = words;
  state.update();
}

function tagGroup([tag, operations]: readonly [string, readonly OutlineEntry[]]): TemplateResult {
  return html`${tag === '' ? nothing : html`<h3 class="group">${tag}</h3>`}
  ${operations.map(operationCard)}`;
}

/** Opens what an address names. */
export function openOperation(id: string): void {
  search = '';
  openCard(cardOf(id));
}

/** The id of an operation's card. */
export function cardOf(id: string): string {
  return `operation-${id}`;
}

function operationCard({ id, method, path, summary }: OutlineEntry): TemplateResult {
  const head = html`<b class="method">${method}</b> <code>${path}</code>
    <span class="faint">${summary}</span>`;
  return card(cardOf(id), head, () => {
    const operation = operationOf(id);
    return operation === undefined ? html`<p class="faint">…</p>` : operationView(operation);
  });
}

function operationView(operation: OutlineOperation): TemplateResult {
  const { id, description, line, security, securityLine, sample } = operation;
  return html`<p class="faint">
      <code>${id}</code> ${lineLink(line)}${
        security.length === 0
          ? ' · open to all'
          : html` · needs ${security.join(' or ')} ${lineLink(securityLine)}`
      }
    </p>
    ${description === '' ? nothing : html`<p class="told">${description}</p>`}
    <p class="buttons">
      <button @click=${() => compose(id, sample)}>Try it</button>
    </p>
    ${
      operation.parameters.length === 0
        ? nothing
        : html`<h4>Parameters</h4>
            ${fieldList(operation.parameters)}`
    }
    ${operation.request ? partView('Request body', operation.request) : nothing}
    ${operation.responses.map((response) => partView(response.name, response))}`;
}

function partView(title: string, { description, line, content }: OutlinePart): TemplateResult {
  return html`<h4>${title} <span class="faint">${description}</span> ${lineLink(line)}</h4>
    ${content.map(
      ({ mediaType, schema }) =>
        html`<p class="faint">
            ${mediaType}${schema === undefined || schema.name === '' ? '' : ` · ${schema.name}`}
          </p>
          ${schema === undefined ? nothing : fieldList(schema.fields)}`,
    )}`;
}

function schemaCard({ name, line }: Pick<OutlineSchema, 'name' | 'line'>): TemplateResult {
  return card(`schema-${name}`, html`<code>${name}</code>`, () => {
    const { description = '', fields = [] } = schemaOf(name) ?? {};
    return html`<p class="faint">${description} ${lineLink(line)}</p>
      ${fieldList(fields)}`;
  });
}

function fieldList(fields: readonly OutlineField[]): TemplateResult {
  return html`<ul class="fields">
    ${fields.map(
      ({ path, type, required, description, line }) =>
        html`<li>
          <span class="field-name"
            ><code>${path}</code>${required ? ' required' : ' optional'}</span
          >
          <span class="type">${type}</span>
          <span class="faint">${description}</span>
          ${lineLink(line)}
        </li>`,
    )}
  </ul>`;
}

function lineLink(line: number | undefined): TemplateResult | typeof nothing {
  if (line === undefined) return nothing;
  return html`<a class="line-link" href="#/document/${line}" aria-label="Line ${line} of the source"
    >:${line}</a
  >`;
}

/** Height of a line in pixels; as in the style sheet. */
export const LINE = 20;

/** The source is the same until the server reloads. */
let split: { readonly text: string; readonly lines: readonly string[] } | undefined;

/** Pixels that the source is scrolled by. */
let scroll = 0;

function source(text: string, file: string | undefined): TemplateResult {
  if (split?.text !== text) split = { text, lines: text.replace(/\n$/, '').split(/\r?\n/) };
  const onScroll = (event: Event): void => {
    scroll = (event.currentTarget as HTMLElement).scrollTop;
    state.update();
  };
  return html`<section class="source" aria-label="Source of the document">
    <h3>${file?.split(/[/\\]/).at(-1) ?? 'Source'}</h3>
    <div
      class="code lines"
      id="source"
      tabindex="0"
      role="region"
      aria-label="Lines"
      @scroll=${onScroll}
    >
      ${seenRows(split.lines, LINE, scroll, sourceLine)}
    </div>
  </section>`;
}

function sourceLine(text: string, index: number): TemplateResult {
  const number = index + 1;
  return html`<div class="source-line ${number === state.route.item ? 'chosen' : ''}">
    <span class="line-number" aria-hidden="true">${number}</span><span>${text}</span>
  </div>`;
}
