import { type TemplateResult, html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { shortCurl } from '../../../http/curl.ts';
import { act, copy } from './act.ts';
import { serviceAddress } from './control-client.ts';
import { type Filter, NO_FILTER } from './exchange-log.ts';
import { requestDetail } from './request-detail.ts';
import { requestList } from './request-list.ts';
import { state } from './state.ts';
import { count } from './words.ts';

/** Requests as they come, and the one that is chosen. */
export function requestsPanel(): TemplateResult {
  const list = state.log.filtered(state.filter);
  const chosen = state.route.item === undefined ? undefined : state.log.find(state.route.item);
  return html`<div class="requests ${chosen ? 'has-detail' : list.length === 0 ? 'none' : ''}">
    <section class="list" aria-label="List of requests">
      ${filterBar(list.length)}
      ${list.length > 0 ? requestList(list) : state.log.count > 0 ? noneMatches() : noneYet()}
    </section>
    ${
      chosen
        ? requestDetail(chosen)
        : list.length === 0
          ? nothing
          : html`<p class="hint">
              Choose a request to see what was sent, what came back and why.<br />
              <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>/</kbd> filters, <kbd>Esc</kbd> closes.
            </p>`
    }
  </div>`;
}

function filterBar(shown: number): TemplateResult {
  const { filter, log } = state;
  return html`<div class="filters" role="search">
    <input
      id="filter"
      type="search"
      placeholder="Filter  ( / )"
      aria-label="Filter requests by path, status, operation or violation"
      .value=${live(filter.text)}
      @input=${(event: Event) => narrow({ text: (event.target as HTMLInputElement).value })}
      @keydown=${clearOnEscape}
    />
    <select
      aria-label="Status"
      .value=${live(filter.status)}
      @change=${(event: Event) => {
        narrow({ status: (event.target as HTMLSelectElement).value as Filter['status'] });
      }}
    >
      <option value="all">Any status</option>
      <option value="success">Success</option>
      <option value="refused">4xx</option>
      <option value="failed">5xx, dropped</option>
    </select>
    <select
      aria-label="Operation"
      .value=${live(filter.operation)}
      @change=${(event: Event) => narrow({ operation: (event.target as HTMLSelectElement).value })}
    >
      <option value="">Any operation</option>
      ${state.outline.operations.map(({ id }) => html`<option value=${id}>${id}</option>`)}
    </select>
    <label class="check">
      <input
        type="checkbox"
        .checked=${live(filter.violationsOnly)}
        @change=${(event: Event) => {
          narrow({ violationsOnly: (event.target as HTMLInputElement).checked });
        }}
      />
      Violations
    </label>
    <span class="shown faint">
      ${shown === log.count ? count(shown, 'request') : `${shown} of ${count(log.count, 'request')}`}
    </span>
    ${
      log.count > 0
        ? html`<button
            class="quiet"
            @click=${() => void act('DELETE', 'requests', undefined, 'Forgotten.')}
          >
            Clear
          </button>`
        : nothing
    }
  </div>`;
}

/**
 * Not every browser clears a search field by itself, and those that do tell nobody of it once the
 * field has lost its focus: the next drawing would bring the text back.
 */
function clearOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || state.filter.text === '') return;
  event.preventDefault();
  event.stopPropagation();
  narrow({ text: '' });
}

function narrow(change: Partial<Filter>): void {
  state.filter = { ...state.filter, ...change };
  state.scroll = 0;
  document.querySelector('#requests')?.scrollTo(0, 0);
  state.update();
}

function noneMatches(): TemplateResult {
  return html`<div class="empty">
    <p>No request matches the filter.</p>
    <button
      @click=${() => {
        narrow(NO_FILTER);
      }}
    >
      Show all
    </button>
  </div>`;
}

function noneYet(): TemplateResult {
  const operation = state.outline.operations[0];
  const method = operation?.method ?? 'GET';
  const [content] = operation?.request?.content ?? [];
  const url = serviceAddress() + (operation?.path ?? '/');
  const headers = [['Authorization', 'Bearer anything'] as const];
  const body = content && new TextEncoder().encode(content.example);
  const line = shortCurl({
    method,
    url,
    headers: content ? [...headers, ['Content-Type', content.mediaType]] : headers,
    body,
  });
  return html`<div class="empty">
    <h2>No request yet</h2>
    <p>Send one, and it appears here with its answer and what was wrong with it:</p>
    <pre class="code" tabindex="0">${line}</pre>
    <button @click=${() => void copy(line, 'Copied.')}>Copy</button>
  </div>`;
}
