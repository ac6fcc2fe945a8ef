import type { MockRequest, Problem } from '../http/message.ts';
import { utf8Text } from '../http/body-text.ts';
import { readForm } from '../http/read-form.ts';
import type { Form } from '../model/form.ts';
import { type Sequence, readSequence } from '../model/sequence.ts';
import type { JsonValue } from '../openapi/json/json-value.ts';
import { parseJson } from '../openapi/json/parse-json.ts';
import type { MergedEnactment } from './enactment.ts';

/** A request body that is JSON, with what inspections of its text need. */
export interface ReadBody {
  readonly value: JsonValue;
  readonly numbers: readonly string[];
  readonly duplicateKeys: readonly string[];
}

const NONE: readonly string[] = [];

const NOT_UTF8: Problem = { kind: 'text-encoding', message: 'the body is not well-formed UTF-8' };

/** Reads a body as JSON. A byte order mark, and what is no UTF-8, are forgiven where a profile says so. */
export function readJsonBody(
  body: Uint8Array,
  enactment: MergedEnactment,
  readsText: boolean,
): ReadBody | Problem {
  const { problems } = enactment;
  const isMarked = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  const variant = isMarked ? 'byte-order-mark' : undefined;
  const isForgiven = isMarked && problems.get(`json-malformed/${variant}`) === 'accepted';
  const bytes = isForgiven ? body.subarray(3) : body;
  // A byte that is not UTF-8 must not become U+FFFD and then be stored.
  const isLossy = problems.get('text-encoding') === 'accepted';
  const text = isLossy ? LOSSY.decode(bytes) : utf8Text(bytes);
  if (text === undefined) return NOT_UTF8;
  const read = parseBody(text, enactment, readsText);
  return 'kind' in read && variant !== undefined ? { ...read, variant } : read;
}

const LOSSY = new TextDecoder('utf-8', { ignoreBOM: true });

function parseBody(
  text: string,
  enactment: MergedEnactment,
  readsText: boolean,
): ReadBody | Problem {
  const needsScan = readsText || enactment.duplicateKey === 'first';
  if (needsScan) return scanBody(text, enactment);
  const parsed = parseJson(text);
  return parsed.ok
    ? { value: parsed.value, numbers: NONE, duplicateKeys: NONE }
    : malformed(parsed.message);
}

/** Reads a body as values in a row. */
export function readSequenceBody(sequence: Sequence, bytes: Uint8Array): ReadBody | Problem {
  const text = utf8Text(bytes);
  if (text === undefined) return NOT_UTF8;
  const read = readSequence(sequence, text);
  return read.ok
    ? { value: read.value, numbers: NONE, duplicateKeys: NONE }
    : malformed(read.message);
}

/** Reads a body as a form. */
export function readFormBody(form: Form, request: MockRequest): ReadBody | Problem {
  const read = readForm(form, request.body, request.header('content-type'));
  if (!read.ok) {
    const { pointer } = form;
    return { kind: 'form-malformed', message: `the body ${read.message}`, pointer };
  }
  const [first] = read.faults;
  if (first === undefined) return { value: read.value, numbers: NONE, duplicateKeys: NONE };
  const message = joinMessages(read.faults.map(({ reason }) => reason));
  return { kind: 'schema', message, pointer: first.pointer };
}

function scanBody(text: string, { duplicateKey }: MergedEnactment): ReadBody | Problem {
  const numbers: string[] = [];
  const duplicateKeys: string[] = [];
  const parsed = parseJson(text, {
    duplicateKey,
    onNumber: (source) => void numbers.push(source),
    onDuplicateKey: (key) => void duplicateKeys.push(key),
  });
  return parsed.ok ? { value: parsed.value, numbers, duplicateKeys } : malformed(parsed.message);
}

function malformed(cause: string): Problem {
  return { kind: 'json-malformed', message: `the body is not well-formed JSON: ${cause}` };
}

/** Messages beyond these are left out. */
const MAX_MESSAGES = 5;

/** Several messages in one. */
export function joinMessages(all: readonly string[]): string {
  // Of a wrong type, every branch of an allOf complains in the same words.
  const messages = [...new Set(all)];
  const more = messages.length - MAX_MESSAGES;
  return messages.slice(0, MAX_MESSAGES).join('; ') + (more > 0 ? `; and ${more} more` : '');
}
