import { type TemplateResult, html, nothing } from 'lit-html';
import { answersPanel } from './answers-panel.ts';
import { sandboxAddress, sandboxName } from './control-client.ts';
import { controlsPanel } from './controls-panel.ts';
import { documentPanel } from './document-panel.ts';
import { requestsPanel } from './requests-panel.ts';
import { type PanelName, state } from './state.ts';
import { storedPanel } from './stored-panel.ts';

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
export function shell(): TemplateResult {
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
export function applyTheme(): void {
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
