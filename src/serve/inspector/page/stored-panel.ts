import { type TemplateResult, html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { type JsonObject, type JsonValue, isJsonObject } from '../../../openapi/json/json-value.ts';
import { parseJson } from '../../../openapi/json/parse-json.ts';
import { stringifyJson, textOf } from '../../../openapi/json/stringify-json.ts';
import { act, notify } from './act.ts';
import { actionButton, emptyStore, restoreState, saveState, searchField } from './palette.ts';
import { ask, closeDialog, menu, openDialog } from './dialog.ts';
import { options, submittedFields, fieldValue } from './form.ts';
import { PAGE, load } from './load.ts';
import { type ResourcePart, WHOLE, state, type CollectionSize } from './state.ts';
import { count } from './words.ts';

/** What the mock has stored. */
export function storedPanel(): TemplateResult {
  const { resources = [], total = 0, stored = total, collections } = state.resources ?? {};
  return html`<div class="panel">
    <div class="panel-head">
      <h2>Stored</h2>
      <span class="faint">${count(stored, 'resource')}${where()}</span>
      ${actionButton(emptyStore, stored === 0)}
      ${menu('Snapshot', [actionButton(saveState), actionButton(restoreState)])}
    </div>
    ${collections === undefined ? nothing : collectionBar(collections, total)}
    ${total > 1 || state.part.q !== '' ? searchField({ label: 'Search what is stored here', text: state.part.q, search: (q) => show({ q }) }) : nothing}
    ${resources.length === 0 ? noneHere(collections !== undefined) : table(resources)}
    ${total > PAGE ? pages(resources.length, total) : nothing} ${seedForm(collections)}
  </div>`;
}

function where(): string {
  const { collectionCount } = state.resources ?? {};
  return collectionCount === undefined ? '' : ` in ${count(collectionCount, 'collection')}`;
}

function noneHere(isOneOfSeveral: boolean): TemplateResult {
  if (state.part.q !== '')
    return html`<div class="empty"><p>Nothing here has these words.</p></div>`;
  return html`<div class="empty">
    <p>
      Nothing is stored${isOneOfSeveral ? ' here' : ''}. Send a valid request, or put something in
      below.
    </p>
  </div>`;
}

/** In the control API: of a collection, or of one resource in the one that is shown. */
function resourcesPath(collection: string, identity?: JsonValue): string {
  const suffix = identity === undefined ? '' : `/${encodeURIComponent(textOf(identity))}`;
  const query = collection === '' ? '' : `?collection=${encodeURIComponent(collection)}`;
  return `resources${suffix}${query}`;
}

/** How many are in no collection: left behind by another document, or by an older version. */
function ownTotal(collections: readonly CollectionSize[]): number {
  const { stored = 0, collectionCount } = state.resources ?? {};
  if (collectionCount !== collections.length) return 0;
  return collections.reduce((rest, { total }) => rest - total, stored);
}

function show(part: Partial<ResourcePart>): void {
  state.part = { ...state.part, offset: 0, ...part };
  load('resources');
}

function collectionBar(collections: readonly CollectionSize[], total: number): TemplateResult {
  const { collection: chosen = '' } = state;
  const ownCount = ownTotal(collections);
  const sizes = new Map(collections.map((entry) => [entry.collection, entry.total]));
  const choose = (event: Event): void => {
    state.collection = fieldValue(event);
    show(WHOLE);
  };
  const empty = (): Promise<boolean> =>
    act('DELETE', resourcesPath(chosen), undefined, `${chosen} is empty.`, 'resources');
  return html`<div class="panel-head collections">
    <label class="field">
      <span>Collection</span>
      <select @change=${choose}>
        ${
          ownCount > 0 || chosen === ''
            ? html`<option value="" ?selected=${chosen === ''}>none (${ownCount})</option>`
            : nothing
        }
        ${options([...sizes.keys()], chosen, (name) => `${name} (${sizes.get(name)})`)}
      </select>
    </label>
    <button
      class="quiet"
      ?disabled=${total === 0 || chosen === ''}
      @click=${() => ask(`Forget all that ${chosen} holds?`, 'Empty it', empty)}
    >
      Empty this collection
    </button>
  </div>`;
}

function pages(shown: number, total: number): TemplateResult {
  const { offset } = state.part;
  const step = (word: string, to: number, isThere: boolean): TemplateResult =>
    html`<button ?disabled=${!isThere} @click=${() => show({ offset: to })}>${word}</button>`;
  return html`<div class="line pages" role="navigation" aria-label="Pages">
    ${step('Previous', Math.max(0, offset - PAGE), offset > 0)}
    ${step('Next', offset + PAGE, offset + shown < total)}
    <span class="faint">${offset + 1} to ${offset + shown} of ${total.toLocaleString('en')}</span>
  </div>`;
}

function table(resources: readonly JsonObject[]): TemplateResult {
  const { identity } = state.resources ?? {};
  const names = new Set(resources.flatMap((resource) => Object.keys(resource)));
  // What tells one from another comes first, wherever it was created.
  const columns = [...names].toSorted((a, b) => Number(b === identity) - Number(a === identity));
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Stored resources">
    <table>
      <thead>
        <tr>
          ${columns.map(columnHead)}
          ${identity === undefined ? nothing : html`<th scope="col">change</th>`}
        </tr>
      </thead>
      <tbody>
        ${resources.map(
          (resource) =>
            html`<tr>
              ${columns.map((name) => html`<td>${cell(resource[name])}</td>`)}
              ${identity === undefined ? nothing : html`<td class="row-actions">${rowButtons(resource, identity)}</td>`}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function columnHead(name: string): TemplateResult {
  const { sort } = state.part;
  const order = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none';
  const next = { none: name, ascending: `-${name}`, descending: '' }[order];
  return html`<th scope="col" aria-sort=${order}>
    <button class="quiet" @click=${() => show({ sort: next })}>
      ${name}${{ none: '', ascending: ' ↑', descending: ' ↓' }[order]}
    </button>
  </th>`;
}

/** So many characters stand in one line. */
const SHORT = 24;

function cell(value: JsonValue | undefined): TemplateResult {
  if (value === undefined) return html`<span class="faint" title="absent">–</span>`;
  const text = typeof value === 'string' ? value : stringifyJson(value);
  return html`<div class="cell ${text.length <= SHORT ? 'short' : ''}">
    ${text === value ? text : html`<code>${text}</code>`}
  </div>`;
}

function rowButtons(resource: JsonObject, identity: string): TemplateResult {
  const { collection = '' } = state;
  const value = resource[identity] ?? null;
  const path = resourcesPath(collection, value);
  const name = `${identity} ${textOf(value)}`;
  const undo = (): Promise<boolean> => act('PUT', path, resource, 'It is back.', 'resources');
  const change = async (method: 'PUT' | 'DELETE', body?: JsonValue): Promise<boolean> => {
    const done = `${name} is ${method === 'PUT' ? 'changed' : 'deleted'}.`;
    const isDone = await act(method, path, body, done, 'resources');
    if (isDone) notify(done, false, undo);
    return isDone;
  };
  return html`<span class="row-buttons">
    <button
      class="quiet"
      aria-label="Edit ${name}"
      @click=${() => edit(name, resource, (body) => change('PUT', body))}
    >
      Edit
    </button>
    <button class="quiet" aria-label="Delete ${name}" @click=${() => void change('DELETE')}>
      Delete
    </button>
  </span>`;
}

function edit(
  name: string,
  resource: JsonObject,
  save: (body: JsonValue) => Promise<boolean>,
): void {
  const text = stringifyJson(resource, 2);
  const onSubmit = async (event: SubmitEvent): Promise<void> => {
    const value = readJson(submittedFields(event)('resource'));
    if (value !== undefined && (await save(value))) closeDialog();
  };
  openDialog({
    title: `Edit ${name}`,
    content: () =>
      html`<form @submit=${onSubmit}>
        <textarea
          name="resource"
          aria-label="The resource as JSON"
          rows="14"
          spellcheck="false"
          autofocus
        >
${text}</textarea>
        <p class="buttons">
          <button type="submit" class="main">Save</button>
          <button type="button" @click=${closeDialog}>Cancel</button>
        </p>
      </form>`,
  });
}

/** `undefined`, and a word to the user, where it is none. */
function readJson(text: string): JsonValue | undefined {
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.value;
  notify(`That is not JSON: ${parsed.message}.`, true);
  return undefined;
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
      .value=${live(state.seed)}
      @input=${(event: Event) => (state.seed = fieldValue(event))}
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
  const collection = submittedFields(event)('collection');
  const value = readJson(state.seed);
  if (value === undefined) return;
  const resources = isJsonObject(value) ? [value] : value;
  if (await act('POST', resourcesPath(collection), { resources }, 'Stored.')) {
    state.seed = '';
    state.collection = collection;
  }
  load('resources');
}
