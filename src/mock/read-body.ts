import type { JsonValue } from '../openapi/json/json-value.ts';
import { parseJson } from '../openapi/json/parse-json.ts';
import type { RequestBody } from '../openapi/operation.ts';
import type { MergedEnactment } from './enactment.ts';
import type { MockRequest, Problem } from './message.ts';

/** A request body that is JSON, with what inspections of its text need. */
export interface ReadBody {
  readonly value: JsonValue;
  readonly numbers: readonly string[];
  readonly duplicateKeys: readonly string[];
}

const NONE: readonly string[] = [];

/** Fatal: a byte that is not UTF-8 must not become U+FFFD and then be stored. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What is wrong with a body's media type; `undefined` where nothing is (RFC 9110, 8.3). */
export function mediaTypeProblem(
  request: MockRequest,
  requestBody: RequestBody,
): Problem | undefined {
  const header = request.header('content-type');
  if (header === requestBody.content[0]?.name) return undefined;
  const wanted = requestBody.content.map(({ name }) => name).join(' or ');
  const pointer = `${requestBody.pointer}/content`;
  if (header === undefined || header === '') {
    return {
      kind: 'media-type',
      message: `the header Content-Type is missing, send ${wanted}`,
      pointer,
    };
  }
  const [name = '', ...parameters] = header.split(';');
  if (!requestBody.content.some((type) => type.name === name.trim().toLowerCase())) {
    const got = JSON.stringify(header.slice(0, 100));
    return { kind: 'media-type', message: `the media type must be ${wanted}, got ${got}`, pointer };
  }
  const charset = parameters.map((text) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/i.exec(text)?.[1]);
  const other = charset.find((value) => value !== undefined && !/^(utf-?8|us-ascii)$/i.test(value));
  if (other === undefined) return undefined;
  const got = JSON.stringify(other.slice(0, 100));
  return { kind: 'media-type', message: `the charset must be utf-8, got ${got}`, pointer };
}

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
