import { type TemplateResult, html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { shortCurl } from '../../../http/curl.ts';
import { act, copy } from './act.ts';
import {
  actionButton,
  forgetRequests,
  replayRequests,
  saveRequests,
  searchField,
} from './palette.ts';
import { compose, requestOf, sendAgain } from './compose.ts';
import { menu } from './dialog.ts';
import { load, operationOf } from './load.ts';
import { serviceAddress } from './control-client.ts';
import { type Filter, NO_FILTER, statusClass } from './exchange-log.ts';
import { operationOptions, fieldValue } from './form.ts';
import { messageView } from './message-view.ts';
import { requestList, choose } from './request-list.ts';
import { WHOLE, state } from './state.ts';
import { type SeedText, asFault, asHandler, asSeed, asTest } from './turn-into.ts';
import { duration } from '../../../openapi/count.ts';
import { clock, count } from './words.ts';
import { asCase, asCurl } from './copy-as.ts';
import { type Violation, violationsOf } from './violations.ts';
import type { ExchangeView } from '../../sandbox/exchange-view.ts';
import type { OutlineRequest } from '../outline.ts';

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
              <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>/</kbd> filters, <kbd>Esc</kbd> closes,
              <kbd>Ctrl K</kbd> does everything else.
            </p>`
    }
  </div>`;
}

function filterBar(shown: number): TemplateResult {
  const { filter, log } = state;
  return html`<div class="filters" role="search">
    ${searchField({
      id: 'filter',
      label: 'Filter requests by path, status, operation or violation',
      placeholder: 'Filter  ( / )',
      text: filter.text,
      search: (text) => narrow({ text }),
    })}
    <select
      aria-label="Status"
      .value=${live(filter.status)}
      @change=${(event: Event) => narrow({ status: fieldValue(event) as Filter['status'] })}
    >
      <option value="all">Any status</option>
      <option value="success">Success</option>
      <option value="refused">4xx</option>
      <option value="failed">5xx, dropped</option>
    </select>
    <select
      aria-label="Operation"
      .value=${live(filter.operation)}
      @change=${(event: Event) => narrow({ operation: fieldValue(event) })}
    >
      ${operationOptions('Any operation')}
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
    ${menu('More', [
      actionButton(forgetRequests, log.count === 0),
      actionButton(saveRequests, log.count === 0),
      state.health?.mode === 'mock' ? actionButton(replayRequests) : nothing,
    ])}
  </div>`;
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
    <button @click=${() => narrow(NO_FILTER)}>Show all</button>
  </div>`;
}

function noneYet(): TemplateResult {
  const { first } = state.outline;
  return html`<div class="empty">
    <h2>No request yet</h2>
    ${first ? firstRequest(first) : nothing}
  </div>`;
}

/** A line that sends a request, and a button that does. */
function firstRequest(request: OutlineRequest): TemplateResult {
  const { method, target, headers, body } = request;
  const sent = { method, url: serviceAddress() + target, headers };
  const line = shortCurl({
    ...sent,
    body: body === '' ? undefined : new TextEncoder().encode(body),
  });
  return html`<p>Send one, and it appears here with its answer and what was wrong with it:</p>
    <pre class="code" tabindex="0">${line}</pre>
    <button @click=${() => void copy(line, 'Copied.')}>Copy</button>
    <button @click=${() => compose('Send a request', request)}>Send one from here</button>`;
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
      ${messageView('Request', exchange.request)} ${messageView('Response', exchange.response)}
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
  const { request, callback } = exchange;
  const isKept = request.body !== null && callback === undefined;
  const isText = isKept && request.encoding !== 'base64';
  const curl = asCurl(exchange, serviceAddress(), state.tokenVariable);
  return html`<p class="buttons">
    <button ?disabled=${!isKept} @click=${() => sendAgain(exchange)}>Send again</button>
    <button ?disabled=${!isText} @click=${() => compose('Edit and send', requestOf(exchange))}>
      Edit and send
    </button>
    ${copyButton('Copy as curl', curl, `Copied. The token is $${state.tokenVariable}.`, 'The body was too large to be kept')}
    ${menu('Turn into', turnInto(exchange))}
  </p>`;
}

function copyButton(
  name: string,
  text: string | undefined,
  done: string,
  why: string,
): TemplateResult {
  return html`<button
    ?disabled=${text === undefined}
    title=${text === undefined ? why : nothing}
    @click=${() => void copy(text ?? '', done)}
  >
    ${name}
  </button>`;
}

function turnInto(exchange: ExchangeView): (TemplateResult | typeof nothing)[] {
  const operation = operationOf(exchange.operation);
  const [path = ''] = exchange.target.split('?', 1);
  const contractCase = asCase(exchange, operation);
  const test = asTest(exchange, serviceAddress(), state.tokenVariable);
  const handler = asHandler(exchange, operation?.path ?? path);
  const mockButtons = state.health?.mode === 'mock' ? ownButtons(exchange) : [];
  const why = 'It can’t say this: no text, or no answer';
  return [
    ...mockButtons,
    copyButton('A handler for msw', handler, 'Copied as a handler for msw.', why),
    copyButton('A test', test, 'Copied as a test for Vitest.', why),
    copyButton(
      'A contract case',
      contractCase,
      'Copied as a case file.',
      'No case says this: no operation, no text, or a refused credential',
    ),
  ];
}

/** What the mock itself takes. */
function ownButtons(exchange: ExchangeView): TemplateResult[] {
  const fault = asFault(exchange);
  const seed = asSeed(exchange);
  const done = 'The next request of this kind gets this answer.';
  const take = ({ text, collection }: SeedText): void => {
    state.seed = text;
    state.collection = collection;
    state.part = WHOLE;
    location.hash = '#/stored';
    load('resources');
  };
  return [
    html`<button
      ?disabled=${fault === undefined}
      @click=${() => fault && act('POST', 'faults', fault, done, 'faults')}
    >
      A fault
    </button>`,
    html`<button ?disabled=${seed === undefined} @click=${() => seed && take(seed)}>
      A seed
    </button>`,
  ];
}
