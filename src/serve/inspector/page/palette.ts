import { type TemplateResult, html } from 'lit-html';
import { act } from './act.ts';
import {
  type Action,
  emptyStore,
  forgetRequests,
  replayRequests,
  resetAll,
  restoreState,
  saveRequests,
  saveState,
} from './actions.ts';
import { compose } from './compose.ts';
import { sandboxAddress } from './control-client.ts';
import { closeDialog, openDialog } from './dialog.ts';
import { fieldValue } from './form.ts';
import { state } from './state.ts';

/** How many are shown; words lead to the others. */
const MAX_SHOWN = 12;

const IN_PROXY: readonly Action[] = [
  ...['Requests', 'Document'].map(panel),
  { name: 'Write a request', run: () => compose('Write a request', blank()) },
  saveRequests,
  forgetRequests,
];

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
