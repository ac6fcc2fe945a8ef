import type { Exchange, HeaderList, TransportFailure } from '../../checks/exchange.ts';
import { showBody } from '../show-body.ts';
import { duration } from '../words.ts';
import { type Markup, html } from './markup.ts';

/** A request beside its response, as they went over the wire. */
export function exchangeBlock(exchange: Exchange): Markup {
  return html`<div class="exchange">${requestSide(exchange)}${responseSide(exchange)}</div>`;
}

function requestSide({ request }: Exchange): Markup {
  const url = URL.parse(request.url);
  const target = url ? url.pathname + url.search : request.url;
  return html`<figure>
    <figcaption>Request</figcaption>
    <pre><b>${request.method} ${target}</b>
${headerLines(request.headers)}${bodyText(request.body)}</pre>
  </figure>`;
}

function responseSide({ outcome, durationMs }: Exchange): Markup {
  const caption = html`<figcaption>
    Response <span class="faint">${duration(durationMs)}</span>
  </figcaption>`;
  if (outcome.kind === 'failure') {
    return html`<figure>
      ${caption}
      <pre><b>${outcome.failure.kind}</b>
${failureText(outcome.failure)}</pre>
    </figure>`;
  }
  const { status, statusText, headers, body } = outcome.response;
  return html`<figure>
    ${caption}
    <pre><b>${status} ${statusText}</b>
${headerLines(headers)}${bodyText(body)}</pre>
  </figure>`;
}

function failureText({ message, partial }: TransportFailure): string {
  const arrived = partial
    ? `\nstatus ${partial.status} and ${partial.bodyBytes} bytes of the body had arrived`
    : '';
  return message + arrived;
}

function headerLines(headers: HeaderList): Markup[] {
  return headers.map(([name, value]) => html`<span class="faint">${name}:</span> ${value} `);
}

function bodyText(body: Uint8Array | undefined): Markup {
  if (body === undefined || body.length === 0) return html` <i class="faint">(no body)</i>`;
  return html` ${showBody(body)}`;
}
