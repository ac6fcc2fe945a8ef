import { homedir } from 'node:os';
import { join } from 'node:path';
import type { JsonValue } from '../../../../src/openapi/json/json-value.ts';
import { parseJson } from '../../../../src/openapi/json/parse-json.ts';
import type { WireResponse } from '../raw-connection.ts';
import { type FuzzRequest, TOKEN } from './fuzz-request.ts';

/** What belongs to the machine, or to the inside of the server. */
const INSIDES = [
  join(import.meta.dirname, '../../../..'),
  homedir(),
  'node_modules',
  'file://',
  'node:internal',
].filter((text) => text.length > 1);
const STACK = /(?:\n|\\n)\s*at \S+.*:\d+:\d+/;

/** @throws {Error} always. */
export function fail(what: string, { status, head, body }: WireResponse): never {
  throw new Error(`${what}: ${status}\n${head}\n${body.slice(0, 1000)}`);
}

/** A header's value in the answer. */
export function headerOf({ head }: WireResponse, name: string): string | undefined {
  const line = head.split('\r\n').find((part) => part.startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim();
}

/** What holds of every answer, whatever was asked. */
export function expectClean(answer: WireResponse): void {
  const text = `${answer.head}\n${answer.body}`;
  if (text.includes(TOKEN)) fail('It shows the token', answer);
  const inside = INSIDES.find((marker) => text.includes(marker));
  if (inside !== undefined) fail(`It shows ${inside}`, answer);
  if (answer.status >= 400 && STACK.test(answer.body)) fail('It shows a stack trace', answer);
}

/** The answer to a well-formed request. */
export function expectAnswer(request: FuzzRequest, answer: WireResponse): void {
  expectClean(answer);
  if (!request.statuses.includes(answer.status))
    fail(`Not ${request.statuses.join(' or ')}`, answer);
  request.inspect(answer);
}

/** The answer's body as JSON, with exact integers. */
export function jsonOf(answer: WireResponse): JsonValue {
  if (headerOf(answer, 'content-type') !== 'application/json') fail('No JSON type', answer);
  const parsed = parseJson(Buffer.from(answer.body, 'latin1').toString());
  return parsed.ok ? parsed.value : fail('Not JSON', answer);
}

/** The service's own refusal. */
export function expectError(answer: WireResponse): void {
  const { error, message } = jsonOf(answer) as { error?: unknown; message?: unknown };
  const isInt32 = Number.isInteger(error) && Math.abs(error as number) < 2 ** 31;
  if (!isInt32 || typeof message !== 'string' || message === '')
    fail('Not in the error shape', answer);
}
