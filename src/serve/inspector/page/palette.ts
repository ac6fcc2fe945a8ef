import { type TemplateResult, html, nothing } from 'lit-html';
import { act, notify } from './act.ts';
import { compose } from './compose.ts';
import { sandboxAddress, readText } from './control-client.ts';
import { closeDialog, openDialog, ask } from './dialog.ts';
import { fieldValue } from './form.ts';
import { state } from './state.ts';
import { live } from 'lit-html/directives/live.js';
import { parseJson } from '../../../openapi/json/parse-json.ts';
import { type Topic, loadAll } from './load.ts';
import { count } from './words.ts';
import { errorMessage } from '../../../openapi/error-message.ts';

/** How many are shown; words lead to the others. */
const MAX_SHOWN = 12;

/** Everything that can be done by its name. */
function actions(): readonly Action[] {
  const documented = state.outline.operations.map(({ id, method, path }) => {
    return {
      name: `${id}: ${method} ${path}`,
      run: () => (location.hash = `#/document/${encodeURIComponent(id)}`),
    };
  });
  if (state.health?.mode !== 'mock') return [...IN_PROXY, ...documented];
  const { scenarios = [] } = state.scenarios ?? {};
  const panelActions = [...['Stored', 'Answers', 'Controls'].map(panel), saveState, restoreState];
  const chosen = [
    ...scenarios.map(({ name }) => change(`Scenario ${name}`, 'scenario', { scenario: name })),
    ...(state.profile?.profiles ?? []).map((profile) => {
      return change(`Answers of the profile ${profile}`, 'profile', { profile });
    }),
    ...(state.sandboxes?.sandboxes ?? []).map(({ name }) => {
      return { name: `Sandbox ${name}`, run: () => location.assign(sandboxAddress(name)) };
    }),
  ];
  return [
    ...IN_PROXY,
    ...panelActions,
    replayRequests,
    emptyStore,
    resetAll,
    ...chosen,
    ...documented,
  ];
}

function panel(name: string): Action {
  return { name, run: () => (location.hash = `#/${name.toLowerCase()}`) };
}

function change(name: string, path: string, body: Readonly<Record<string, string>>): Action {
  const topics = ['resources', 'profile', 'faults', 'settings', 'scenario'] as const;
  return { name, run: () => act('PUT', path, body, `${name} is on.`, ...topics) };
}

function blank(): Parameters<typeof compose>[1] {
  return { method: 'GET', target: '/', headers: [], body: '', ...state.outline.first };
}

let words = '';
let place = 0;

/** Shows the actions whose names have the words that are written. */
export function openPalette(): void {
  words = '';
  place = 0;
  openDialog({ title: 'Do', content: view });
}

function found(): readonly Action[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return actions()
    .filter(({ name }) => wanted.every((word) => name.toLowerCase().includes(word)))
    .slice(0, MAX_SHOWN);
}

function run(action: Action | undefined): void {
  if (action === undefined) return;
  closeDialog();
  action.run();
}

function view(): TemplateResult {
  const list = found();
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') run(list[place]);
    else if (step === undefined) return;
    else place = Math.max(0, Math.min(place + step, list.length - 1));
    event.preventDefault();
    state.update();
  };
  const onInput = (event: Event): void => {
    words = fieldValue(event);
    place = 0;
    state.update();
  };
  return html`<input
      class="search"
      role="combobox"
      aria-label="What to do"
      aria-expanded="true"
      aria-controls="actions"
      aria-activedescendant="action-${place}"
      autocomplete="off"
      autofocus
      .value=${words}
      @input=${onInput}
      @keydown=${onKey}
    />
    <div class="actions" id="actions" role="listbox" aria-label="Actions">
      ${list.map(
        (action, i) =>
          html`<div
            role="option"
            id="action-${i}"
            aria-selected=${i === place}
            @click=${() => run(action)}
          >
            ${action.name}
          </div>`,
      )}
    </div>
    ${list.length === 0 ? html`<p class="faint">Nothing has these words.</p>` : ''}`;
}

/** Something that can be done with what the page shows now. */
export interface Action {
  readonly name: string;
  readonly run: () => unknown;
}

/** A button that does it. */
export function actionButton({ name, run }: Action, isDisabled = false): TemplateResult {
  return html`<button class="quiet" ?disabled=${isDisabled} @click=${run}>${name}</button>`;
}

/** A field for the words that something is looked for by. */
export interface SearchField {
  readonly label: string;
  readonly text: string;
  /** Looks for other words. */
  readonly search: (text: string) => void;
  readonly placeholder?: string;
  readonly id?: string;
}

/**
 * Not every browser clears a search field by itself, and those that do tell nobody of it once the
 * field has lost its focus: the next drawing would bring the text back.
 */
export function searchField(field: SearchField): TemplateResult {
  const { label, text, search, placeholder = 'Search', id } = field;
  return html`<input
    class="search"
    id=${id ?? nothing}
    type="search"
    placeholder=${placeholder}
    aria-label=${label}
    .value=${live(text)}
    @input=${(event: Event) => search(fieldValue(event))}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== 'Escape' || text === '') return;
      event.preventDefault();
      event.stopPropagation();
      search('');
    }}
  />`;
}

export const forgetRequests: Action = {
  name: 'Forget all requests',
  run: () => {
    const forget = (): Promise<boolean> => act('DELETE', 'requests', undefined, 'Forgotten.');
    ask(`Forget ${count(state.log.count, 'request')}?`, 'Forget', forget);
  },
};

export const emptyStore: Action = {
  name: 'Empty the store',
  run: () => {
    const { total = 0, stored = total } = state.resources ?? {};
    const done = 'The store is empty.';
    const empty = (): Promise<boolean> => act('DELETE', 'resources', undefined, done, 'resources');
    ask(`Forget ${count(stored, 'stored resource')}?`, 'Empty the store', empty);
  },
};

export const resetAll: Action = {
  name: 'Reset everything',
  run: () => {
    const reset = async (): Promise<void> => {
      await act('POST', 'reset', undefined, 'Back to the start.');
      loadAll();
    };
    ask('Go back to the start state, and forget all requests?', 'Reset', reset);
  },
};

export const saveRequests: Action = {
  name: 'Download requests as HAR',
  run: () => download('har', 'requests.har'),
};

export const replayRequests: Action = {
  name: 'Answer from a HAR file',
  run: () => upload('har', 'The mock gives the recorded answers until the next reset.'),
};

export const saveState: Action = {
  name: 'Download a snapshot',
  run: () => download('snapshot', 'snapshot.json'),
};

export const restoreState: Action = {
  name: 'Restore a snapshot',
  run: () => {
    const topics = ['resources', 'profile', 'faults', 'settings', 'scenario'] as const;
    upload('snapshot', 'The snapshot is back.', ...topics);
  },
};

/** Saves what the control API has at a path. */
async function download(path: string, name: string): Promise<void> {
  try {
    // A link could not carry what lets the page in.
    const url = URL.createObjectURL(new Blob([await readText(path)], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    // Once the browser has begun to save it.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    notify(errorMessage(error), true);
  }
}

/** Lets the user choose a file of JSON, and puts it where the control API has a path for it. */
function upload(path: string, done: string, ...topics: readonly Topic[]): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,.har,application/json';
  input.addEventListener('change', () => void put(input.files?.[0], path, done, topics));
  input.click();
}

async function put(
  file: File | undefined,
  path: string,
  done: string,
  topics: readonly Topic[],
): Promise<void> {
  if (file === undefined) return;
  const parsed = parseJson(await file.text());
  if (parsed.ok) await act('PUT', path, parsed.value, done, ...topics);
  else notify(`${file.name} is not JSON: ${parsed.message}.`, true);
}

const IN_PROXY: readonly Action[] = [
  ...['Requests', 'Document'].map(panel),
  { name: 'Write a request', run: () => compose('Write a request', blank()) },
  saveRequests,
  forgetRequests,
];
