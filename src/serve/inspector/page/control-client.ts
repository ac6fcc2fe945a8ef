import type { JsonValue } from '../../../openapi/json/json-value.ts';
import { parseJson } from '../../../openapi/json/parse-json.ts';
import { stringifyJson } from '../../../openapi/json/stringify-json.ts';
import { credential, entered, refuse } from './session.ts';

/** The control API has refused something; the message says what and why. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** Where the page stands, and with it the control API of its sandbox. */
const base = new URL('.', location.href);

/** Reads a route. Numbers are exact with `exact`, which a list of requests has no need of. */
export async function read<Answer>(path: string, exact = false): Promise<Answer> {
  return (await request('GET', path, undefined, exact)) as Answer;
}

/** Reads what is to be saved as it is. */
export async function readText(path: string): Promise<string> {
  const response = await ask(path);
  const text = await response.text();
  if (!response.ok) throw refusal(response, text);
  return text;
}

/**
 * Changes something.
 *
 * @returns What was answered; `undefined` for 204.
 * @throws {RefusedError} with the API's own words.
 */
export async function send(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: JsonValue,
): Promise<JsonValue | undefined> {
  return await request(method, path, body, true);
}

async function request(
  method: string,
  path: string,
  body: JsonValue | undefined,
  exact: boolean,
): Promise<JsonValue | undefined> {
  const response = await ask(path, {
    method,
    ...(body === undefined
      ? {}
      : { body: stringifyJson(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  if (!response.ok) throw refusal(response, text);
  return text === '' ? undefined : decode(text, exact);
}

/** Whatever is asked of the control API goes through here. */
async function ask(
  path: string,
  init: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const sent = credential();
  const headers = { ...init.headers, ...sent };
  const response = await fetch(new URL(path, base), { cache: 'no-store', ...init, headers });
  if (response.status === 401) refuse(sent);
  return response;
}

function refusal({ status }: Response, text: string): RefusedError {
  const value = decode(text, false) as { error?: { message?: unknown } } | undefined;
  const message = value?.error?.message;
  return new RefusedError(typeof message === 'string' ? message : `The server answered ${status}.`);
}

function decode(text: string, exact: boolean): JsonValue | undefined {
  if (!exact) return JSON.parse(text) as JsonValue;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}

/** The page's address in a sandbox; `default` is the one without a name. */
export function sandboxAddress(name: string): string {
  return name === 'default' ? '/_kit/' : `/@${name}/_kit/`;
}

/** The sandbox that the page looks into. */
export function sandboxName(): string {
  return /^\/@([^/]+)\//.exec(base.pathname)?.[1] ?? 'default';
}

/** Where requests of this sandbox go, without a slash at the end. */
export function serviceAddress(): string {
  return new URL('..', base).href.replace(/\/$/, '');
}

/** Milliseconds between two tries to listen. */
const AGAIN_MS = 1000;

/** Listens to the server's events, and goes on listening when the server comes back or lets the page in. */
export function listen(
  onEvent: (name: string, data: string) => void,
  onState: (isOpen: boolean) => void,
): void {
  let last: string | undefined;
  const follow = async (): Promise<void> => {
    const response = await ask('events', {
      headers: last === undefined ? {} : { 'last-event-id': last },
    });
    if (!response.ok || response.body === null) return;
    onState(true);
    for await (const { id, name, data } of readEvents(response.body)) {
      last = id ?? last;
      onEvent(name, data);
    }
  };
  const again = (): void => {
    onState(false);
    setTimeout(begin, AGAIN_MS);
  };
  const begin = (): void => void entered().then(follow).then(again, again);
  begin();
}

/** One event of a stream. */
interface StreamEvent {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: string;
}

/**
 * Reads server-sent events (HTML Living Standard, 9.2.6). A browser's own `EventSource` can't send the header
 * that lets the page in.
 */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    // What is not ended by an empty line has not come whole.
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = readBlock(block);
      if (event !== undefined) yield event;
    }
  }
}

function readBlock(block: string): StreamEvent | undefined {
  let id: string | undefined;
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === 'id') id = value;
    else if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
  }
  return data.length === 0 ? undefined : { id, name, data: data.join('\n') };
}
