import { type TemplateResult, html } from 'lit-html';
import { type JsonObject, type JsonValue, isJsonObject } from '../../../openapi/json/json-value.ts';
import { parseJson } from '../../../openapi/json/parse-json.ts';
import { stringifyJson } from '../../../openapi/json/stringify-json.ts';
import { act, notify } from './act.ts';
import { load } from './load.ts';
import { state } from './state.ts';
import { count } from './words.ts';

/** What the mock has stored. */
export function storedPanel(): TemplateResult {
  const { resources = [], total = 0 } = state.resources ?? {};
  return html`<div class="panel">
    <div class="panel-head">
      <h2>Stored</h2>
      <span class="faint">
        ${count(total, 'resource')}${
          resources.length < total ? `, the first ${resources.length} shown` : ''
        }
      </span>
      <button
        class="quiet"
        ?disabled=${total === 0}
        @click=${async () => {
          await act('DELETE', 'resources', undefined, 'The store is empty.');
          load('resources');
        }}
      >
        Empty the store
      </button>
    </div>
    ${
      resources.length === 0
        ? html`<div class="empty">
            <p>Nothing is stored. Send a valid request, or put something in below.</p>
          </div>`
        : table(resources)
    }
    ${seedForm()}
  </div>`;
}

function table(resources: readonly JsonObject[]): TemplateResult {
  const columns = [...new Set(resources.flatMap((one) => Object.keys(one)))];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Stored resources">
    <table>
      <thead>
        <tr>
          ${columns.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${resources.map(
          (resource) =>
            html`<tr>
              ${columns.map((name) => html`<td>${cell(resource[name])}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function cell(value: JsonValue | undefined): TemplateResult | string {
  if (value === undefined) return html`<span class="faint" title="absent">–</span>`;
  if (typeof value === 'string') return value;
  return html`<code>${stringifyJson(value)}</code>`;
}

function seedForm(): TemplateResult {
  return html`<form class="card" @submit=${onSeed}>
    <h3><label for="seed">Put resources in</label></h3>
    <textarea
      id="seed"
      name="seed"
      rows="4"
      spellcheck="false"
      required
      placeholder="One JSON object, or a list of them. Integers stay exact."
    ></textarea>
    <button type="submit" class="main">Store</button>
  </form>`;
}

async function onSeed(event: SubmitEvent): Promise<void> {
  event.preventDefault();
  const form = event.target as HTMLFormElement;
  const parsed = parseJson(form.querySelector('textarea')?.value ?? '');
  if (!parsed.ok) {
    notify(`That is not JSON: ${parsed.message}.`, true);
    return;
  }
  const resources = isJsonObject(parsed.value) ? [parsed.value] : parsed.value;
  if (await act('POST', 'resources', { resources }, 'Stored.')) form.reset();
  load('resources');
}
