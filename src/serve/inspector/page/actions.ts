/** What more than one place of the page does. */
import { type TemplateResult, html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { parseJson } from '../../../openapi/json/parse-json.ts';
import { act, notify } from './act.ts';
import { readText } from './control-client.ts';
import { ask } from './dialog.ts';
import { type Topic, loadAll } from './load.ts';
import { fieldValue } from './form.ts';
import { state } from './state.ts';
import { count } from './words.ts';
import { errorMessage } from '../../../openapi/error-message.ts';

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
