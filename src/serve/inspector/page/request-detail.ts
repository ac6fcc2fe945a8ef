import { type TemplateResult, html, nothing } from 'lit-html';
import { copy } from './act.ts';
import { serviceAddress } from './control-client.ts';
import { statusClass } from './exchange-log.ts';
import { jsonView } from './json-view.ts';
import { choose } from './request-list.ts';
import { operationOf, state } from './state.ts';
import { asCase, asCurl } from './copy-as.ts';
import { type Violation, violationsOf } from './violations.ts';
import type { ExchangeView, MessageView } from '../../sandbox/exchange-view.ts';
import { bytes, clock, count, duration } from './words.ts';

/** One request with its answer, and what was wrong with them. */
export function requestDetail(exchange: ExchangeView): TemplateResult {
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
