/** The inspector's page: draws the state, and keeps it as the server has it. */
import { render } from 'lit-html';
import { listen } from './control-client.ts';
import { type Topic, load, loadAll } from './load.ts';
import { ROW, choose } from './request-list.ts';
import { applyTheme, shell } from './shell.ts';
import { type PanelName, type Route, state } from './state.ts';
import { violationsOf } from './violations.ts';
import type { ExchangeView } from '../../sandbox/exchange-view.ts';
import { count } from './words.ts';

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
