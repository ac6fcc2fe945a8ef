import type { HeaderList } from './exchange.ts';
import { decodeHarBody, isCutBody } from './har.ts';
import { type Diagnostic, DiagnosticError } from '../openapi/diagnostic.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { parseJson } from '../openapi/json/parse-json.ts';

/** A value within a HAR, with the way to it for messages: `log.entries[3].request.url`. */
export class HarNode {
  readonly #value: JsonValue | undefined;
  readonly #path: string;
  readonly #file: string;

  constructor(value: JsonValue | undefined, path: string, file: string) {
    this.#value = value;
    this.#path = path;
    this.#file = file;
  }

  get exists(): boolean {
    return this.#value !== undefined && this.#value !== null;
  }

  /** What is read of it; `undefined` where it is absent. */
  maybe<Read>(read: (node: HarNode) => Read): Read | undefined {
    return this.exists ? read(this) : undefined;
  }

  at(key: string): HarNode {
    const value = isJsonObject(this.#value) ? this.#value[key] : undefined;
    return new HarNode(value, this.#path === '' ? key : `${this.#path}.${key}`, this.#file);
  }

  object(): JsonObject {
    return isJsonObject(this.#value) ? this.#value : this.#fail('an object');
  }

  items(): HarNode[] {
    if (!Array.isArray(this.#value)) return this.#fail('a list');
    return this.#value.map((item, i) => new HarNode(item, `${this.#path}[${i}]`, this.#file));
  }

  text(): string {
    return typeof this.#value === 'string' ? this.#value : this.#fail('a text');
  }

  /** @param words What the text may be. */
  word<Word extends string>(words: readonly Word[]): Word {
    const text = this.text();
    return words.find((word) => word === text) ?? this.#fail(`one of ${words.join(', ')}`);
  }

  number(): number {
    return typeof this.#value === 'number' ? this.#value : this.#fail('a number');
  }

  /** The same, with a stand-in for what a tool may leave out. */
  textOr(other: string): string {
    return typeof this.#value === 'string' ? this.#value : other;
  }

  /** `undefined` where it is absent, or no boolean. */
  flag(): boolean | undefined {
    return typeof this.#value === 'boolean' ? this.#value : undefined;
  }

  numberOr(other: number): number {
    return typeof this.#value === 'number' ? this.#value : other;
  }

  /** @throws {DiagnosticError} that names the place. */
  fail(message: string): never {
    throw harError(this.#file, {
      code: 'not-har',
      message: `${this.#path} ${message}`,
      help: 'Record it again: with --har, or with the network panel of a browser ("Save all as HAR").',
    });
  }

  #fail(wanted: string): never {
    return this.fail(`must be ${wanted}${this.#value === undefined ? ', and is missing' : ''}`);
  }
}

/** The `log` of a HAR 1.2 text. */
export function readHarLog(text: string, file: string): HarNode {
  return new HarNode(parse(text, file), '', file).at('log');
}

function parse(text: string, file: string): JsonValue {
  // Some tools write a byte order mark, although JSON has none.
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    // Bodies are texts in here, so that no number needs more than JSON.parse gives.
    return JSON.parse(json) as JsonValue;
  } catch {
    const result = parseJson(json);
    throw harError(file, {
      code: 'not-json',
      message: result.ok ? 'it is not JSON' : `it is not JSON: ${result.message}`,
      help: json.trimStart().startsWith('{')
        ? 'The recording may have been cut off: record it again.'
        : 'Give the file that was recorded with --har, or that a browser saved.',
    });
  }
}

function harError(file: string, diagnostic: Diagnostic): DiagnosticError {
  return new DiagnosticError(`read the recording ${file}`, [diagnostic]);
}

/** Fields in order, without the pseudo-header fields of HTTP/2 (RFC 9113, 8.3). */
export function readHeaders(message: HarNode): HeaderList {
  const headers = message.at('headers');
  if (!headers.exists) return [];
  return headers
    .items()
    .map((field) => [field.at('name').text(), field.at('value').textOr('')] as const)
    .filter(([name]) => !name.startsWith(':'));
}

/** The body of a request, as a recording has it. */
interface RecordedRequestBody {
  readonly body: Uint8Array | undefined;
  /** A body was sent that the recording lacks, or holds with characters replaced. */
  readonly lacksBody: boolean;
}

/** The body of an entry's request. */
export function readRequestBody(request: HarNode): RecordedRequestBody {
  const postData = request.at('postData');
  const text = postData.at('text');
  const encoding = postData.at('_encoding');
  const body = text.maybe((node) => decodeHarBody(node.text(), encoding.textOr('')));
  const isMissing = !text.exists && request.at('bodySize').numberOr(0) > 0;
  const isCut = isCutBody(postData.at('comment').textOr(''));
  // Browsers put U+FFFD where bytes weren't UTF-8: what was sent is lost.
  const isReplaced = text.textOr('').includes('\u{FFFD}') && !encoding.exists;
  return { body, lacksBody: isMissing || isCut || isReplaced };
}

/** The body of an entry's response, content codings undone; `undefined` where the recording lacks it. */
export function readAnswerBody(response: HarNode, status: number): Uint8Array | undefined {
  const content = response.at('content');
  const text = content.at('text');
  const size = content.at('size').numberOr(0);
  const isMissing = !text.exists && (size > 0 || (size < 0 && status !== 204 && status !== 304));
  if (isMissing || isCutBody(content.at('comment').textOr(''))) return undefined;
  return decodeHarBody(text.textOr(''), content.at('encoding').textOr(''));
}

/** These describe bytes of which another tool's recording has only what they decode to. */
const WIRE_HEADERS: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
]);

/** Headers of a message whose content codings are undone. */
export function withoutWireHeaders(headers: HeaderList): HeaderList {
  return headers.filter(([name]) => !WIRE_HEADERS.has(name.toLowerCase()));
}
