import { type TemplateResult, html } from 'lit-html';
import { isOfBrowser } from '../../../http/client-headers.ts';
import { notify } from './act.ts';
import { serviceAddress } from './control-client.ts';
import { closeDialog, openDialog } from './dialog.ts';
import { options, submittedFields } from './form.ts';
import { MASK, sentBytes } from './copy-as.ts';
import { state } from './state.ts';
import type { OutlineRequest } from '../outline.ts';
import type { ExchangeView } from '../../sandbox/exchange-view.ts';
import { errorMessage } from '../../../openapi/error-message.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY'];

/** What the user has written in place of secrets that nobody has recorded, by name of the header; never stored. */
const credentials = new Map<string, string>();

/** A recorded request, as it can be sent again. */
export function requestOf({ method, target, request }: ExchangeView): OutlineRequest {
  const headers = request.headers
    .filter(({ name }) => !isOfBrowser(name))
    .map(({ name, value }) => [name, unmasked(name, value)] as const);
  return { method, target, headers, body: request.body ?? '' };
}

function unmasked(name: string, value: string): string {
  if (!value.includes(MASK)) return value;
  return credentials.get(name.toLowerCase()) ?? value.replaceAll(MASK, 'anything');
}

/** Sends a recorded request again, byte by byte. */
export function sendAgain(exchange: ExchangeView): void {
  void send(requestOf(exchange), sentBytes(exchange.request));
}

/** Lets the user write a request, and sends it. */
export function compose(title: string, { method, target, headers, body }: OutlineRequest): void {
  const onSubmit = (event: SubmitEvent): void => {
    const written = readForm(submittedFields(event));
    for (const [name, value] of written.headers) credentials.set(name.toLowerCase(), value);
    closeDialog();
    void send(written, new TextEncoder().encode(written.body));
  };
  const lines = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  const methods = [...new Set([...METHODS, method])];
  openDialog({
    title,
    content: () =>
      html`<form class="compose" @submit=${onSubmit}>
        <div class="line">
          <select name="method" aria-label="Method">
            ${options(methods, method)}
          </select>
          <input name="target" aria-label="Path and query" autofocus required .value=${target} />
        </div>
        ${field('headers', 'Headers, one a line', lines, 4)}
        ${field('body', 'Body', laidOut(body), 8)}
        <p class="buttons">
          <button type="submit" class="main">Send</button>
          <button type="button" @click=${closeDialog}>Cancel</button>
        </p>
      </form>`,
  });
}

function field(name: string, label: string, text: string, rows: number): TemplateResult {
  return html`<label class="field">
    ${label}
    <textarea name=${name} rows=${rows} spellcheck="false" .value=${text}></textarea>
  </label>`;
}

/** JSON that says the same on several lines, where JavaScript's numbers can hold it. */
function laidOut(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    return JSON.stringify(value) === body ? JSON.stringify(value, null, 2) : body;
  } catch {
    return body;
  }
}

function readForm(text: (name: string) => string): OutlineRequest {
  const headers = text('headers')
    .split('\n')
    .filter((line) => line.includes(':'))
    .map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const;
    });
  return { method: text('method'), target: text('target'), headers, body: text('body') };
}

async function send(
  { method, target, headers }: OutlineRequest,
  body: Uint8Array<ArrayBuffer>,
): Promise<void> {
  state.awaited = { method, target };
  const hasBody = body.length > 0 && method !== 'GET' && method !== 'HEAD';
  const request = {
    method,
    headers: headers.map(([name, value]) => [name, value] satisfies [string, string]),
    // An answer of 401 must not open the browser's own window.
    credentials: 'omit',
    redirect: 'manual',
    ...(hasBody && { body }),
  } as const;
  try {
    const response = await fetch(serviceAddress() + target, request);
    notify(`Sent; the answer is ${response.status || 'a redirect'}.`);
  } catch (error) {
    notify(`The request failed: ${errorMessage(error)}.`, true);
  }
}
