import type { JsonValue } from '../openapi/json/json-value.ts';
import { parseJson } from '../openapi/json/parse-json.ts';
import type { MergedEnactment } from './enactment.ts';
import type { Problem } from './message.ts';

/** A request body that is JSON, with what inspections of its text need. */
export interface ReadBody {
  readonly value: JsonValue;
  readonly numbers: string[];
  readonly duplicateKeys: string[];
}

/** Fatal: a byte that is not UTF-8 must not become U+FFFD and then be stored. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads a body as JSON. */
export function readJsonBody(
  bytes: Uint8Array,
  enactment: MergedEnactment,
  readsText: boolean,
): ReadBody | Problem {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { kind: 'text-encoding', message: 'the body is not well-formed UTF-8' };
  }
  const numbers: string[] = [];
  const duplicateKeys: string[] = [];
  const options = {
    duplicateKey: enactment.duplicateKey,
    onNumber: (source: string) => void numbers.push(source),
    onDuplicateKey: (key: string) => void duplicateKeys.push(key),
  };
  const needsScan = readsText || enactment.duplicateKey === 'first';
  const parsed = parseJson(text, needsScan ? options : undefined);
  if (!parsed.ok) {
    return {
      kind: 'json-malformed',
      message: `the body is not well-formed JSON: ${parsed.message}`,
    };
  }
  return { value: parsed.value, numbers, duplicateKeys };
}
