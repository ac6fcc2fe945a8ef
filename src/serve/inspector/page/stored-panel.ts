import { type TemplateResult, html, nothing } from 'lit-html';
import { type JsonObject, type JsonValue, isJsonObject } from '../../../openapi/json/json-value.ts';
import { parseJson } from '../../../openapi/json/parse-json.ts';
import { stringifyJson } from '../../../openapi/json/stringify-json.ts';
import { act, notify } from './act.ts';
import { load } from './load.ts';
import { state } from './state.ts';
import type { CollectionSize } from './wire.ts';
import { count } from './words.ts';

/** What the mock has stored. */
export function storedPanel(): TemplateResult {
  const { resources = [], total = 0, stored = total, collections } = state.resources ?? {};
  return html`<div class="panel">
    <div class="panel-head">
      <h2>Stored</h2>
      <span class="faint">${count(stored, 'resource')}${part(resources.length, total)}</span>
      <button
        class="quiet"
        ?disabled=${stored === 0}
        @click=${() => void act('DELETE', 'resources', undefined, 'The store is empty.', 'resources')}
      >
        Empty the store
      </button>
    </div>
    ${collections === undefined ? nothing : collectionBar(collections, total)}
    ${
      resources.length === 0
        ? html`<div class="empty">
            <p>
              Nothing is stored${collections === undefined ? '' : ' here'}. Send a valid request, or
              put something in below.
            </p>
          </div>`
        : table(resources)
    }
    ${seedForm(collections)}
  </div>`;
}

/** What of it is on the page. */
function part(shown: number, total: number): string {
  const { collectionCount } = state.resources ?? {};
  const where = collectionCount === undefined ? '' : ` in ${count(collectionCount, 'collection')}`;
  return shown < total ? `${where}, the first ${shown} shown` : where;
}

function query(collection: string): string {
  return collection === '' ? 'resources' : `resources?collection=${encodeURIComponent(collection)}`;
}

/** How many are in no collection: left behind by another document, or by an older version. */
function ownTotal(collections: readonly CollectionSize[]): number {
  const { stored = 0, collectionCount } = state.resources ?? {};
  if (collectionCount !== collections.length) return 0;
  return collections.reduce((rest, { total }) => rest - total, stored);
}

function collectionBar(collections: readonly CollectionSize[], total: number): TemplateResult {
  const { collection: chosen = '' } = state;
  const own = ownTotal(collections);
  const choose = (event: Event): void => {
    state.collection = (event.target as HTMLSelectElement).value;
    load('resources');
  };
  return html`<div class="panel-head collections">
    <label class="field">
      <span>Collection</span>
      <select @change=${choose}>
        ${
          own > 0 || chosen === ''
            ? html`<option value="" ?selected=${chosen === ''}>none (${own})</option>`
            : nothing
        }
        ${collections.map(
          ({ collection, total: size }) =>
            html`<option value=${collection} ?selected=${collection === chosen}>
              ${collection} (${size})
            </option>`,
        )}
      </select>
    </label>
    <button
      class="quiet"
      ?disabled=${total === 0 || chosen === ''}
      @click=${() => void act('DELETE', query(chosen), undefined, `${chosen} is empty.`, 'resources')}
    >
      Empty this collection
    </button>
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

function seedForm(collections: readonly CollectionSize[] | undefined): TemplateResult {
  return html`<form class="card" @submit=${onSeed}>
    <h3><label for="seed">Put resources in</label></h3>
    ${collections === undefined ? nothing : collectionField(collections)}
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

/** Also for one that holds nothing yet, whose path only a person can complete. */
function collectionField(collections: readonly CollectionSize[]): TemplateResult {
  const open = state.outline.operations
    .filter(({ method, path }) => method === 'POST' && path.includes('{'))
    .map(({ path }) => path);
  return html`<label class="field seed-collection">
      <span>Collection</span>
      <input
        name="collection"
        list="collections"
        required
        autocomplete="off"
        spellcheck="false"
        .value=${state.collection ?? ''}
      />
    </label>
    <datalist id="collections">
      ${collections.map(({ collection }) => html`<option value=${collection}></option>`)}
    </datalist>
    ${
      open.length === 0
        ? nothing
        : html`<p class="faint">
            Or, with a value in place of braces:
            ${open.map((path, i) => html`${i === 0 ? '' : ', '}<code>${path}</code>`)}
          </p>`
    }`;
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
  const collection = form.querySelector('input')?.value ?? '';
  if (await act('POST', query(collection), { resources }, 'Stored.')) {
    form.querySelector('textarea')!.value = '';
    state.collection = collection;
  }
  load('resources');
}
