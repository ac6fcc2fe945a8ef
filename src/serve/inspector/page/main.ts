/** The inspector's page: draws the state, and keeps it as the server has it. */
import { render, type TemplateResult, html, nothing } from 'lit-html';
import { listen, sandboxAddress, sandboxName } from './control-client.ts';
import { type Topic, load, loadAll, loadProfile, operationOf } from './load.ts';
import { ROW, choose } from './request-list.ts';
import { type PanelName, state } from './state.ts';
import { violationsOf } from './violations.ts';
import type { ExchangeView } from '../../sandbox/exchange-view.ts';
import { count } from './words.ts';
import { answersPanel } from './answers-panel.ts';
import { controlsPanel } from './controls-panel.ts';
import { dialogView, showDialog } from './dialog.ts';
import { LINE, cardOf, documentPanel, openOperation } from './document-panel.ts';
import { options, fieldValue } from './form.ts';
import { openPalette } from './palette.ts';
import { percentDecoded } from '../../../openapi/percent.ts';
import { signInView } from './session.ts';
import { requestsPanel } from './requests-panel.ts';
import { storedPanel } from './stored-panel.ts';

/** What the server tells besides exchanges, and what is to be read again then. */
const TOPICS: Readonly<Record<string, readonly Topic[]>> = {
  resources: ['resources'],
  faults: ['faults'],
  settings: ['settings'],
  scenario: ['scenario'],
  sandboxes: ['sandboxes'],
  reload: ['health', 'page', 'document'],
};

/** Between two words to screen readers: one for each request would drown everything else. */
const ANNOUNCE_MS = 4000;

const PANEL = /^#\/(requests|stored|answers|controls|document)(?:\/(.+))?$/;

let isDue = false;
let fresh: ExchangeView[] = [];
let told = 0;
let instance = '';
/** Of the document, still to be scrolled to: a line of the source, or an operation. */
let wanted: number | string | undefined;

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
  render(
    state.signIn === undefined ? shell() : signInView(),
    document.querySelector<HTMLElement>('#app')!,
  );
  const box = document.querySelector('#requests');
  if (box && isScrolled && box.scrollTop !== state.scroll) box.scrollTop = state.scroll;
  showWanted();
  showDialog();
}

function readRoute(): void {
  const [, panel = 'requests', rest = ''] = PANEL.exec(location.hash) ?? [];
  const item = /^\d+$/.test(rest) ? Number(rest) : undefined;
  state.route = { panel: panel as PanelName, item };
  if (panel === 'answers' && state.health?.mode === 'mock') loadProfile();
  wanted = undefined;
  if (panel === 'document' && rest !== '') wanted = item ?? percentDecoded(rest);
  if (typeof wanted === 'string') openOperation(wanted);
  update();
}

/** Shows the line or the operation that was asked for, once it is there. */
function showWanted(): void {
  if (wanted === undefined) return;
  const isLine = typeof wanted === 'number';
  const element = document.getElementById(isLine ? 'source' : cardOf(String(wanted)));
  if (element === null) return;
  if (isLine) {
    element.scrollTop = (Number(wanted) - 1) * LINE - element.clientHeight / 2;
    if (element.getBoundingClientRect().bottom > innerHeight) element.scrollIntoView();
  } else {
    element.scrollIntoView({ block: 'start' });
    // What is told of it comes later, and may move it.
    if (operationOf(String(wanted)) === undefined) return;
  }
  wanted = undefined;
}

function onKey(event: KeyboardEvent): void {
  const isTyping = (event.target as HTMLElement).matches('input, textarea, select');
  if (event.key === 'k' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    openPalette();
  }
  // The browser closes it, and what is below keeps its state.
  if (state.dialog !== undefined) return;
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
    const exchange = JSON.parse(data) as ExchangeView;
    fresh.push(exchange);
    const { awaited } = state;
    if (awaited?.method === exchange.method && awaited.target === exchange.target) {
      state.awaited = undefined;
      choose(exchange.seq);
    }
    update();
  } else if (name === 'hello') {
    const { instance: run } = JSON.parse(data) as { readonly instance: string };
    if (run !== instance) forget();
    instance = run;
    // Whatever has changed while nobody listened; after a restart, everything.
    loadAll();
  } else if (name === 'requests') {
    forget();
  } else if (name === 'profile') {
    loadProfile();
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
      <button class="theme" aria-label="Do (Ctrl K)" title="Do (Ctrl K)" @click=${openPalette}>
        ⌘
      </button>
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
      ${state.notice?.undo ? html`<button class="quiet" @click=${undo}>Undo</button>` : nothing}
    </div>
    ${dialogView()}
    <div class="unseen" aria-live="polite">${state.announcement}</div>`;
}

function undo(): void {
  const { notice } = state;
  state.notice = undefined;
  void notice?.undo?.();
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
  const sandbox = sandboxName();
  if (names.length < 2 && sandbox === 'default') return nothing;
  const all = [...new Set([...names, sandbox])];
  return html`<label class="field sandbox">
    <span>Sandbox</span>
    <select @change=${(event: Event) => location.assign(sandboxAddress(fieldValue(event)))}>
      ${options(all, sandbox)}
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
  const preference = stored();
  return preference === 'dark' || preference === 'light' ? preference : 'auto';
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
state.draw = draw;
applyTheme();
readRoute();
addEventListener('hashchange', readRoute);
addEventListener('keydown', onKey);
setInterval(announce, ANNOUNCE_MS);
// What takes longest, before there is anything to listen to.
load('page');
listen(onEvent, (isOpen) => {
  if (isOpen) state.connection = 'open';
  else if (state.connection === 'open') state.connection = 'reconnecting';
  update();
});
