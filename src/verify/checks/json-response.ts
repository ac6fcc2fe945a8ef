import { onceFor } from '../../openapi/once.ts';
import { utf8Text } from '../../http/body-text.ts';
import { type Sequence, readSequence } from '../../model/sequence.ts';
import { type JsonValue, objectOf } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import type { ReceivedResponse } from '../../http/exchange.ts';

/** A response's body, read as JSON text (RFC 8259). */
export type JsonBody =
  | {
      readonly ok: true;
      readonly value: JsonValue;
      /** Keys that their object has twice: readers differ in which value they take. */
      readonly duplicateKeys: readonly string[];
    }
  | {
      readonly ok: false;
      /** Completes "the body …": `is empty`, `is not JSON: …`. */
      readonly problem: string;
      /** Equal for bodies with the same fault. */
      readonly summary: string;
    };

/** Reads a body once, however many checks ask. */
export const readJsonBody: (response: ReceivedResponse) => JsonBody = onceFor(parseBody);

/** The JSON that a response has; `undefined` where it has none to be read. */
export function jsonIn(response: ReceivedResponse | undefined): JsonValue | undefined {
  const body = response && readJsonBody(response);
  return body?.ok === true ? body.value : undefined;
}

function parseBody(response: ReceivedResponse): JsonBody {
  if (response.decodingError !== undefined) {
    return broken('can not be decoded', response.decodingError);
  }
  if (response.body.length === 0) return broken('is empty');
  const text = utf8Text(response.body);
  if (text === undefined) return broken('is not UTF-8');
  // RFC 8259, 8.1: implementations must not add one, and common parsers stop at it.
  if (text.startsWith('\uFEFF')) return broken('begins with a byte order mark');
  return parseText(text);
}

/** Reads a body as values in a row; one without any is empty. */
export function readSequenceBody(response: ReceivedResponse, sequence: Sequence): JsonBody {
  if (response.decodingError !== undefined) {
    return broken('can not be decoded', response.decodingError);
  }
  const text = utf8Text(response.body);
  if (text === undefined) return broken('is not UTF-8');
  const read = readSequence(sequence, text);
  if (!read.ok) return broken('is no sequence of JSON', read.message);
  return { ok: true, value: read.value, duplicateKeys: [] };
}

function parseText(text: string): JsonBody {
  const duplicateKeys: string[] = [];
  const parsed = parseJson(text);
  if (!parsed.ok) return broken('is not JSON', parsed.message);
  if (repeatsKeys(text, parsed.value)) {
    parseJson(text, { onDuplicateKey: (key) => duplicateKeys.push(key) });
  }
  return { ok: true, value: parsed.value, duplicateKeys };
}

function broken(summary: string, detail?: string): JsonBody {
  const problem = detail === undefined ? summary : `${summary}: ${detail}`;
  return { ok: false, problem, summary };
}

/** Each text, with the colon that makes it a key. */
const TEXTS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/gs;

/** Whether a text has more keys than were read of it. Naming them takes a slower reader. */
function repeatsKeys(text: string, value: JsonValue): boolean {
  let written = 0;
  for (const [, colon] of text.matchAll(TEXTS)) if (colon !== undefined) written += 1;
  return written > keysIn(value);
}

/** Without recursion: what is deep takes heap, never the stack. */
function keysIn(value: JsonValue): number {
  const open = [value];
  let count = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const members = Array.isArray(next) ? next : Object.values(objectOf(next));
    if (!Array.isArray(next)) count += members.length;
    for (const member of members) open.push(member);
  }
  return count;
}
