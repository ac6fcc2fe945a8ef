import { type TemplateResult, html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { shortCurl } from '../../../http/curl.ts';
import { act, copy } from './act.ts';
import { serviceAddress } from './control-client.ts';
import { type Filter, NO_FILTER, statusClass } from './exchange-log.ts';
import { requestList, choose } from './request-list.ts';
import { state, operationOf } from './state.ts';
import { count, bytes, clock, duration } from './words.ts';
import { asCase, asCurl } from './copy-as.ts';
import { type Violation, violationsOf } from './violations.ts';
import type { ExchangeView, MessageView } from '../../sandbox/exchange-view.ts';
import type { OutlineOperation } from '../outline.ts';

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
  // None before the document is there.
  const [operation] = state.outline.operations;
  return html`<div class="empty">
    <h2>No request yet</h2>
    ${operation ? firstRequest(operation) : nothing}
  </div>`;
}

/** A line that sends a request of an operation. */
function firstRequest({ method, path, request }: OutlineOperation): TemplateResult {
  const [content] = request?.content ?? [];
  const headers = [['Authorization', 'Bearer anything'] as const];
  const line = shortCurl({
    method,
    url: serviceAddress() + path,
    headers: content ? [...headers, ['Content-Type', content.mediaType]] : headers,
    body: content && new TextEncoder().encode(content.example),
  });
  return html`<p>Send one, and it appears here with its answer and what was wrong with it:</p>
    <pre class="code" tabindex="0">${line}</pre>
    <button @click=${() => void copy(line, 'Copied.')}>Copy</button>`;
}

/** One request with its answer, and what was wrong with them. */
function requestDetail(exchange: ExchangeView): TemplateResult {
  const { method, target, status, operation, time } = exchange;
  const violations = violationsOf(exchange, operationOf(operation));
  return html`<article class="detail" aria-label="Request ${exchange.seq}">
    <header>
      <button class="back" @click=${() => choose(undefined)}>← All requests</button>
      <h2>
        <span class="status ${statusClass(status)}">${status === 0 ? 'dropped' : status}</span>
        ${method} <span class="target">${target}</span>
      </h2>
      <p class="faint">
        ${operation ?? 'no operation of the document'} · ${duration(exchange.duration)} ·
        ${clock(time)} · request ${exchange.seq}
      </p>
      ${buttons(exchange)}
    </header>
    ${
      exchange.fault === undefined
        ? nothing
        : html`<p class="remark">Fault ${exchange.fault} acted on this request.</p>`
    }
    ${exchange.note === undefined ? nothing : html`<p class="remark">${exchange.note}</p>`}
    ${violations.length === 0 ? nothing : explained(violations)}
    <div class="sides">
      ${message('Request', exchange.request)} ${message('Response', exchange.response)}
    </div>
  </article>`;
}

function explained(violations: readonly Violation[]): TemplateResult {
  return html`<section class="violations" aria-label="Violations">
    <h3>${count(violations.length, 'violation')}</h3>
    <ul>
      ${violations.map(
        ({ by, message, place, line }) =>
          html`<li>
            <p class="message">${message}</p>
            <p class="faint">
              found by
              ${by}${place === '' ? '' : ` · ${place}`}${
                line === undefined
                  ? nothing
                  : html` · <a href="#/document/${line}">${sourceName()} line ${line}</a>`
              }
            </p>
          </li>`,
      )}
    </ul>
  </section>`;
}

function sourceName(): string {
  return state.document?.file?.split(/[/\\]/).at(-1) ?? 'the document';
}

function buttons(exchange: ExchangeView): TemplateResult {
  const curl = asCurl(exchange, serviceAddress(), state.tokenVariable);
  const contractCase = asCase(exchange, operationOf(exchange.operation));
  return html`<p class="buttons">
    <button
      ?disabled=${curl === undefined}
      title=${curl === undefined ? 'The body was too large to be kept' : nothing}
      @click=${() => void copy(curl ?? '', `Copied. The token is $${state.tokenVariable}.`)}
    >
      Copy as curl
    </button>
    <button
      ?disabled=${contractCase === undefined}
      title=${contractCase === undefined ? 'No case says this: no operation, no text, or a refused credential' : nothing}
      @click=${() => void copy(contractCase ?? '', 'Copied as a case file.')}
    >
      Copy as contract case
    </button>
  </p>`;
}

function message(title: string, { headers, body, encoding, size }: MessageView): TemplateResult {
  return html`<section class="message-side" aria-label=${title}>
    <h3>${title} <span class="faint">${size === 0 ? 'no body' : bytes(size)}</span></h3>
    ${bodyView(body, encoding)}
    <details>
      <summary>${count(headers.length, 'header')}</summary>
      <dl class="headers">
        ${headers.map(
          ({ name, value }) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>
    </details>
  </section>`;
}

function bodyView(body: string | null, encoding: string): TemplateResult | typeof nothing {
  if (body === null) return html`<p class="remark">The body was too large to be kept.</p>`;
  if (body === '') return nothing;
  if (encoding !== 'base64') return jsonView(body);
  return html`<p class="remark">Not text; shown as base64.</p>
    ${jsonView(body)}`;
}

/** Longer texts are shown as they are: thousands of coloured words would make the page slow. */
const MAX_COLOURED = 50_000;

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** A body: JSON laid out and coloured, token by token so that nothing of it is changed. */
function jsonView(text: string): TemplateResult {
  const isPlain = text.length > MAX_COLOURED || !isJson(text);
  return html`<pre class="code" tabindex="0">${isPlain ? text : layOut(text)}</pre>`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

type Part = string | TemplateResult;

function layOut(text: string): Part[] {
  const tokens = text.match(TOKEN) ?? [];
  const parts: Part[] = [];
  let depth = 0;
  const newLine = (): void => void parts.push(`\n${'  '.repeat(depth)}`);
  for (const [i, token] of tokens.entries()) {
    const isClosing = token === '}' || token === ']';
    const isEmpty = isClosing && (tokens[i - 1] === '{' || tokens[i - 1] === '[');
    if (isClosing) depth -= 1;
    if (isClosing && !isEmpty) newLine();
    parts.push(colour(token, tokens[i + 1]));
    if (token === '{' || token === '[') depth += 1;
    const opens = (token === '{' || token === '[') && !/^[}\]]$/.test(tokens[i + 1] ?? '}');
    if (opens || token === ',') newLine();
    if (token === ':') parts.push(' ');
  }
  return parts;
}

function colour(token: string, next: string | undefined): Part {
  if (/^[{}[\],:]$/.test(token)) return token;
  if (token.startsWith('"')) {
    return html`<span class=${next === ':' ? 'key' : 'string'}>${token}</span>`;
  }
  return html`<span class="number">${token}</span>`;
}
