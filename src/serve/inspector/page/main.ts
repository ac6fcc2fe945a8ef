/** The inspector's page: draws the state, and keeps it as the server has it. */
import { render, type TemplateResult, html, nothing } from 'lit-html';
import { listen, sandboxAddress, sandboxName } from './control-client.ts';
import { type Topic, load, loadAll } from './load.ts';
import { ROW, choose } from './request-list.ts';
import { type PanelName, type Route, state } from './state.ts';
import { violationsOf } from './violations.ts';
import type { ExchangeView } from '../../sandbox/exchange-view.ts';
import { count } from './words.ts';
import { answersPanel } from './answers-panel.ts';
import { controlsPanel } from './controls-panel.ts';
import { documentPanel } from './document-panel.ts';
import { requestsPanel } from './requests-panel.ts';
import { storedPanel } from './stored-panel.ts';

/** What the server tells besides exchanges, and what is to be read again then. */
const TOPICS: Readonly<Record<string, readonly Topic[]>> = {
  resources: ['resources'],
  profile: ['profile'],
  faults: ['faults'],
  settings: ['settings'],
  scenario: ['scenario'],
  sandboxes: ['sandboxes'],
  reload: ['health', 'page', 'document'],
};

/** Between two words to screen readers: one for each request would drown everything else. */
const ANNOUNCE_MS = 4000;

const PANEL = /^#\/(requests|stored|answers|controls|document)(?:\/(\d+))?$/;

let isDue = false;
let fresh: ExchangeView[] = [];
let told = 0;
let instance = '';
/** Of the document's source, still to be scrolled to. */
let line: number | undefined;

function update(): void {
  if (isDue) return;
  isDue = true;
  // A page in the background has no frames, and nobody looks at it.
  if (document.hidden) setTimeout(draw, 500);
  else requestAnimationFrame(draw);
}

function draw(): void {
  isDue = false;
  const before = state.log.filtered(state.filter).length;
  state.log.add(fresh);
  fresh = [];
  const isScrolled = state.scroll >= ROW;
  // Whoever has scrolled down goes on seeing the same rows while new ones come in above.
  if (isScrolled) {
    const more = state.log.filtered(state.filter).length - before;
    state.scroll += Math.max(0, more) * ROW;
  }
  render(shell(), document.querySelector<HTMLElement>('#app')!);
  const box = document.querySelector('#requests');
  if (box && isScrolled && box.scrollTop !== state.scroll) box.scrollTop = state.scroll;
  showLine();
}

function readRoute(): void {
  const [, panel = 'requests', item] = PANEL.exec(location.hash) ?? [];
  const route: Route = {
    panel: panel as PanelName,
    item: item === undefined ? undefined : Number(item),
  };
  state.route = route;
  update();
  line = route.panel === 'document' ? route.item : undefined;
}

/** Shows the line that was asked for, once the source is there. */
function showLine(): void {
  const element = line === undefined ? null : document.querySelector(`#line-${line}`);
  if (element === null) return;
  element.scrollIntoView({ block: 'center' });
  line = undefined;
}

function onKey(event: KeyboardEvent): void {
  const isTyping = (event.target as HTMLElement).matches('input, textarea, select');
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    if (state.route.panel === 'requests') focusOn('#filter');
    else {
      choose(undefined);
      requestAnimationFrame(() => requestAnimationFrame(() => focusOn('#filter')));
    }
  }
  if (event.key !== 'Escape') return;
  if (isTyping) (event.target as HTMLElement).blur();
  else if (state.notice) state.notice = undefined;
  else if (state.route.panel === 'requests') choose(undefined);
  focusOn('#requests');
  update();
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}

function onEvent(name: string, data: string): void {
  if (name === 'exchange') {
    fresh.push(JSON.parse(data) as ExchangeView);
    update();
  } else if (name === 'hello') {
    const { instance: run } = JSON.parse(data) as { readonly instance: string };
    if (run !== instance) forget();
    instance = run;
    // Whatever has changed while nobody listened; after a restart, everything.
    loadAll();
  } else if (name === 'requests') {
    forget();
  } else {
    load(...(TOPICS[name] ?? []));
  }
}

function forget(): void {
  state.log.clear();
  fresh = [];
  told = 0;
  update();
}

function announce(): void {
  const { last } = state.log;
  const added = state.log.filtered(state.filter).filter(({ seq }) => seq > told);
  if (last < told || added.length === 0) {
    told = last;
    return;
  }
  told = last;
  const wrong = added.filter((exchange) => violationsOf(exchange).length > 0).length;
  state.announcement = `${count(added.length, 'new request')}, ${wrong} with violations`;
  update();
}

interface Panel {
  readonly name: PanelName;
  readonly title: string;
  readonly view: () => TemplateResult;
  /** A number behind the title. */
  readonly badge?: () => number | undefined;
  /** Whether a proxy has it. */
  readonly inProxy: boolean;
}

const PANELS: readonly Panel[] = [
  {
    name: 'requests',
    title: 'Requests',
    view: requestsPanel,
    badge: () => state.log.count,
    inProxy: true,
  },
  {
    name: 'stored',
    title: 'Stored',
    view: storedPanel,
    badge: () => state.resources?.stored ?? state.resources?.total,
    inProxy: false,
  },
  { name: 'answers', title: 'Answers', view: answersPanel, inProxy: false },
  {
    name: 'controls',
    title: 'Controls',
    view: controlsPanel,
    badge: () => state.faults.length || undefined,
    inProxy: false,
  },
  { name: 'document', title: 'Document', view: documentPanel, inProxy: true },
];

/** The whole page. */
function shell(): TemplateResult {
  const { health, route } = state;
  const panels = PANELS.filter(({ inProxy }) => inProxy || health?.mode !== 'proxy');
  const shown = panels.find(({ name }) => name === route.panel) ?? PANELS[0]!;
  return html`<a class="skip" href="#main" @click=${skip}>Skip to the content</a>
    <header class="top">
      <h1>
        <span class="title">${health?.title ?? 'Inspector'}</span>
        <span class="mode">${health?.mode ?? ''}</span>
      </h1>
      ${
        health?.target === undefined
          ? nothing
          : html`<span class="faint to">→ ${health.target}</span>`
      }
      ${sandboxSelect()} ${connection()}
      <button
        class="theme"
        aria-label="Colours: ${theme()}. Switch"
        title="Colours: ${theme()}"
        @click=${() => {
          switchTheme();
          state.update();
        }}
      >
        ${{ auto: '◐', dark: '●', light: '○' }[theme()]}
      </button>
    </header>
    <nav aria-label="Panels">${panels.map((panel) => tab(panel, panel === shown))}</nav>
    <main id="main" tabindex="-1">${shown.view()}</main>
    <div
      class="notice ${state.notice?.isError ? 'error' : ''} ${state.notice ? '' : 'empty-notice'}"
      role="status"
    >
      ${state.notice?.text ?? ''}
    </div>
    <div class="unseen" aria-live="polite">${state.announcement}</div>`;
}

function skip(event: Event): void {
  // The address' fragment says which panel is shown.
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}

function tab({ name, title, badge }: Panel, isShown: boolean): TemplateResult {
  const number = badge?.();
  return html`<a href="#/${name}" aria-current=${isShown ? 'page' : nothing}
    >${title}${number === undefined ? nothing : html` <span class="badge">${number}</span>`}</a
  >`;
}

function sandboxSelect(): TemplateResult | typeof nothing {
  const names = state.sandboxes?.sandboxes.map(({ name }) => name) ?? [];
  const own = sandboxName();
  if (names.length < 2 && own === 'default') return nothing;
  const all = [...new Set([...names, own])];
  return html`<label class="field sandbox">
    <span>Sandbox</span>
    <select
      @change=${(event: Event) => {
        location.assign(sandboxAddress((event.target as HTMLSelectElement).value));
      }}
    >
      ${all.map((name) => html`<option value=${name} ?selected=${name === own}>${name}</option>`)}
    </select>
  </label>`;
}

const CONNECTION = {
  connecting: 'connecting',
  open: 'live',
  reconnecting: 'reconnecting',
} as const;

function connection(): TemplateResult {
  return html`<span class="connection ${state.connection}" role="status">
    ${CONNECTION[state.connection]}
  </span>`;
}

const KEY = 'inspector-theme';

/** The scheme that the user has chosen; `auto` is the system's. */
type Theme = 'auto' | 'dark' | 'light';

const NEXT: Readonly<Record<Theme, Theme>> = { auto: 'dark', dark: 'light', light: 'auto' };

/** What was chosen at some earlier time. */
function theme(): Theme {
  const kept = stored();
  return kept === 'dark' || kept === 'light' ? kept : 'auto';
}

/** Shows the page in the chosen scheme. */
function applyTheme(): void {
  document.documentElement.dataset['theme'] = theme();
}

/** Takes the next scheme. */
function switchTheme(): void {
  try {
    localStorage.setItem(KEY, NEXT[theme()]);
  } catch {
    // Without storage there is only the system's scheme.
  }
  applyTheme();
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

state.update = update;
applyTheme();
readRoute();
addEventListener('hashchange', readRoute);
addEventListener('keydown', onKey);
setInterval(announce, ANNOUNCE_MS);
listen(['hello', 'exchange', 'requests', ...Object.keys(TOPICS)], onEvent, (isOpen) => {
  if (isOpen) state.connection = 'open';
  else if (state.connection === 'open') state.connection = 'reconnecting';
  update();
});
