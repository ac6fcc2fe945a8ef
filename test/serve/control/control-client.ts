import { expect } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { parseJson } from '../../../src/openapi/json/parse-json.ts';
import { stringifyJson } from '../../../src/openapi/json/stringify-json.ts';
import { send } from '../http-helpers.ts';
import { undocumented } from './control-document.ts';

export interface ControlAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** With exact integers. */
  readonly body: JsonObject;
  readonly text: string;
}

/**
 * Calls the control API and holds every answer against its document.
 *
 * @param base The server, or a sandbox of it.
 * @param body A value to send as JSON, or a text to send as it is.
 */
export async function control(
  base: string,
  method: string,
  path: string,
  body?: JsonValue,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<ControlAnswer> {
  const { origin, pathname } = new URL(base);
  const answer = await send(origin, {
    method,
    path: `${pathname.replace(/\/$/, '')}/_kit${path}`,
    headers: { host: new URL(base).host, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : stringifyJson(body) }),
  });
  const text = answer.body.toString();
  const parsed = text === '' ? { ok: true as const, value: {} } : parseJson(text);
  if (!parsed.ok) throw new Error(`The control API answered ${text}`);
  const value = text === '' ? undefined : parsed.value;
  expect(undocumented(method, path.split('?')[0]!, answer.status, value)).toBeUndefined();
  return { ...answer, body: parsed.value as JsonObject, text };
}

/** The code of a refusal. */
export function errorCode({ body }: ControlAnswer): string {
  return (body['error'] as { code: string }).code;
}

/** The message of a refusal. */
export function errorMessage({ body }: ControlAnswer): string {
  return (body['error'] as { message: string }).message;
}

/** Creates a thing over HTTP. */
export async function createThing(
  base: string,
  id: number | bigint,
  name = 'Lamp',
  headers: Record<string, string> = {},
): Promise<Response> {
  return await fetch(`${base}/things`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer secret-token',
      'content-type': 'application/json',
      ...headers,
    },
    body: `{"id":${id},"name":${JSON.stringify(name)}}`,
  });
}
