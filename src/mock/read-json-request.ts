import type { JsonValue } from '../openapi/json/json-value.ts';
import { parseJson } from '../openapi/json/parse-json.ts';
import type { MergedEnactment } from './enactment.ts';
import { utf8Text } from '../http/body-text.ts';
import type { Problem } from '../http/message.ts';

/** A request body that is JSON, with what inspections of its text need. */
export interface ReadBody {
  readonly value: JsonValue;
  readonly numbers: readonly string[];
  readonly duplicateKeys: readonly string[];
}

const NONE: readonly string[] = [];

/** Reads a body as JSON. */
export function readJsonBody(
  bytes: Uint8Array,
  enactment: MergedEnactment,
  readsText: boolean,
): ReadBody | Problem {
  const text = utf8Text(bytes);
  // A byte that is not UTF-8 must not become U+FFFD and then be stored.
  if (text === undefined) {
    return { kind: 'text-encoding', message: 'the body is not well-formed UTF-8' };
  }
  const needsScan = readsText || enactment.duplicateKey === 'first';
  if (needsScan) return scanBody(text, enactment);
  const parsed = parseJson(text);
  return parsed.ok
    ? { value: parsed.value, numbers: NONE, duplicateKeys: NONE }
    : malformed(parsed.message);
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
