import { type TemplateResult, html, nothing } from 'lit-html';
import type { OutlineField, OutlineOperation, OutlinePart, OutlineSchema } from '../outline.ts';
import { state } from './state.ts';

/** The document as a reference, beside its source. */
export function documentPanel(): TemplateResult {
  const { document, outline, route } = state;
  return html`<div class="document">
    <div class="panel reference">
      <div class="panel-head"><h2>${document?.title ?? 'Document'}</h2></div>
      ${outline.operations.map(operationCard)}
      ${outline.schemas.length === 0 ? nothing : html`<h3 class="group">Schemas</h3>`}
      ${outline.schemas.map(schemaCard)}
    </div>
    ${document === undefined ? nothing : source(document.text, document.file, route.item)}
  </div>`;
}

function operationCard(operation: OutlineOperation): TemplateResult {
  const { id, method, path, summary, description, line, security, securityLine } = operation;
  return html`<section class="card operation" aria-label=${id}>
    <h3><b class="method">${method}</b> ${path} ${lineLink(line)}</h3>
    <p>
      ${summary}${description === '' ? nothing : html`<br /><span class="faint">${description}</span>`}
    </p>
    <p class="faint">
      <code>${id}</code>${
        security.length === 0
          ? ' · open to all'
          : html` · needs ${security.join(' or ')} ${lineLink(securityLine)}`
      }
    </p>
    ${
      operation.parameters.length === 0
        ? nothing
        : html`<h4>Parameters</h4>
            ${fieldList(operation.parameters)}`
    }
    ${operation.request ? partView('Request body', operation.request) : nothing}
    ${operation.responses.map((response) => partView(response.name, response))}
  </section>`;
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

function schemaCard({ name, description, line, fields }: OutlineSchema): TemplateResult {
  return html`<section class="card" aria-label="Schema ${name}">
    <h3>${name} ${lineLink(line)}</h3>
    ${description === '' ? nothing : html`<p class="faint">${description}</p>`} ${fieldList(fields)}
  </section>`;
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

/** The source is the same until the server reloads: drawn again, it is compared by reference. */
let drawn: { readonly text: string; readonly lines: readonly string[] } | undefined;

function source(
  text: string,
  file: string | undefined,
  chosen: number | undefined,
): TemplateResult {
  if (drawn?.text !== text) drawn = { text, lines: text.replace(/\n$/, '').split(/\r?\n/) };
  return html`<section class="source" aria-label="Source of the document">
    <h3>${file?.split(/[/\\]/).at(-1) ?? 'Source'}</h3>
    <div class="code lines" tabindex="0" role="region" aria-label="Lines">
      <ol>
        ${drawn.lines.map(
          (line, i) =>
            html`<li id="line-${i + 1}" class=${i + 1 === chosen ? 'chosen' : ''}>
              <span class="line-number" aria-hidden="true">${i + 1}</span><span>${line}</span>
            </li>`,
        )}
      </ol>
    </div>
  </section>`;
}
