import type { JsonValue } from '../../../openapi/json/json-value.ts';
import { parseJson } from '../../../openapi/json/parse-json.ts';
import { stringifyJson } from '../../../openapi/json/stringify-json.ts';

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
  const response = await fetch(address(path), {
    method,
    ...(body === undefined
      ? {}
      : { body: stringifyJson(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  const value = text === '' ? undefined : decode(text, exact);
  if (response.ok) return value;
  const error = (value as { error?: { message?: unknown } } | undefined)?.error;
  throw new RefusedError(
    typeof error?.message === 'string' ? error.message : `The server answered ${response.status}.`,
  );
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

/** Where a route of the control API is. */
export function address(path: string): string {
  return new URL(path, base).href;
}

/** Where requests of this sandbox go, without a slash at the end. */
export function serviceAddress(): string {
  return new URL('..', base).href.replace(/\/$/, '');
}

/** Listens to the server's events, and goes on listening when the server comes back. */
export function listen(
  events: readonly string[],
  onEvent: (name: string, data: string) => void,
  onState: (isOpen: boolean) => void,
): void {
  const source = new EventSource(address('events'));
  source.addEventListener('open', () => onState(true));
  source.addEventListener('error', () => {
    onState(false);
    // Refused with a status, a browser gives up by itself.
    if (source.readyState !== EventSource.CLOSED) return;
    source.close();
    setTimeout(() => listen(events, onEvent, onState), 1000);
  });
  for (const name of events) {
    source.addEventListener(name, (event) => {
      onEvent(name, String((event as MessageEvent<unknown>).data));
    });
  }
}
