import type { HeaderList, TransportFailure } from '../../http/exchange.ts';
import type { JudgedExchange } from '../../verify/judged-exchange.ts';
import { showBody } from '../../http/body-text.ts';
import { duration } from '../words.ts';
import { type Content, type Markup, html } from './markup.ts';

/** A request beside its response, as they went over the wire. */
export function exchangeBlock(exchange: JudgedExchange): Markup {
  return html`<div class="exchange">${requestSide(exchange)}${responseSide(exchange)}</div>`;
}

// Line breaks are values, as a formatter of templates may change those that stand in one.
function requestSide({ request }: JudgedExchange): Markup {
  const url = URL.parse(request.url);
  const target = url ? url.pathname + url.search : request.url;
  const start = html`<b>${request.method} ${target}</b>`;
  return html`<figure>
    <figcaption>Request</figcaption>
    <pre>${[start, headerLines(request.headers), bodyText(request.body)]}</pre>
  </figure>`;
}

function responseSide({ outcome, durationMs }: JudgedExchange): Markup {
  return html`<figure>
    <figcaption>Response <span class="faint">${duration(durationMs)}</span></figcaption>
    <pre>${outcomeText(outcome)}</pre>
  </figure>`;
}

function outcomeText(outcome: JudgedExchange['outcome']): Content {
  if (outcome.kind === 'failure') {
    return [html`<b>${outcome.failure.kind}</b>`, '\n', failureText(outcome.failure)];
  }
  const { status, statusText, headers, body } = outcome.response;
  return [html`<b>${status} ${statusText}</b>`, headerLines(headers), bodyText(body)];
}

function failureText({ message, partial }: TransportFailure): string {
  const arrived = partial
    ? `\nstatus ${partial.status} and ${partial.bodyBytes} bytes of the body had arrived`
    : '';
  return message + arrived;
}

function headerLines(headers: HeaderList): Content {
  return headers.map(([name, value]) => [
    '\n',
    html`<span class="faint">${name}:</span>`,
    ` ${value}`,
  ]);
}

function bodyText(body: Uint8Array | undefined): Content {
  const isEmpty = body === undefined || body.length === 0;
  return ['\n\n', isEmpty ? html`<i class="faint">(no body)</i>` : showBody(body)];
}
