import { utf8Text } from '../http/body-text.ts';
import type { MockRequest, Problem } from '../http/message.ts';
import { readForm } from '../http/read-form.ts';
import type { Form } from '../model/form.ts';
import { type ContentTypeReading, bodySchema, contentTypeReader } from '../model/media-type.ts';
import type { Operation } from '../model/operation.ts';
import { type Sequence, readSequence } from '../model/sequence.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { parseJson } from '../openapi/json/parse-json.ts';
import { type SchemaValidator, compileSchema } from '../openapi/schema/compile-schema.ts';
import type { MergedEnactment } from './enactment.ts';
import type { ResourceStore } from './resource-store.ts';

/** What a body says, with what inspections of its text need. */
interface ReadBody {
  readonly value: JsonValue;
  readonly numbers: readonly string[];
  readonly duplicateKeys: readonly string[];
}

const NONE: readonly string[] = [];
const NOTHING: ReadBody = { value: {}, numbers: NONE, duplicateKeys: NONE };

/** What bodies are read by, besides the document. */
interface Given {
  readonly enactment: MergedEnactment;
  /** Whether a request goes on in spite of a problem. */
  readonly isAccepted: (problem: Problem) => boolean;
  readonly storeAt: (path: string) => ResourceStore;
}

/** Reads the bodies of one operation's requests. */
export class BodyReader {
  readonly #operation: Operation;
  readonly #given: Given;
  readonly #enactment: MergedEnactment;
  readonly #schemaPointer: string;
  readonly #readType: ((header: string | undefined) => ContentTypeReading) | undefined;
  /** By JSON Pointer to the schema. */
  readonly #validators: ReadonlyMap<string, SchemaValidator>;
  readonly #readsText: boolean;

  constructor(document: OpenApiDocument, operation: Operation, given: Given) {
    const { requestBody } = operation;
    this.#operation = operation;
    this.#given = given;
    this.#enactment = given.enactment;
    this.#schemaPointer = bodySchema(requestBody) ?? '';
    this.#readType = requestBody && contentTypeReader(requestBody);
    this.#validators = new Map(
      (requestBody?.content ?? [])
        .flatMap(({ schemaPointer }) => schemaPointer ?? [])
        .map((pointer) => [pointer, compileSchema(document.root, pointer, 'request')]),
    );
    this.#readsText = given.enactment.inspections.some(({ readsText }) => readsText === true);
  }

  /** The body, found well in every way, or the first problem with it that is not accepted. */
  read(request: MockRequest): ReadBody | Problem {
    const { requestBody } = this.#operation;
    if (requestBody === undefined || this.#readType === undefined) return NOTHING;
    if (request.body.length > this.#enactment.bodyLimit) {
      return {
        kind: 'body-too-large',
        message: `the body must have at most ${this.#enactment.bodyLimit} bytes, got ${request.body.length}`,
      };
    }
    if (request.body.length === 0) {
      if (!requestBody.required) return NOTHING;
      const pointer = `${requestBody.pointer}/required`;
      const isTyped = (request.header('content-type') ?? '') !== '';
      const variant = isTyped ? 'typed' : undefined;
      return { kind: 'body-missing', variant, message: 'the request body is missing', pointer };
    }
    const type = this.#readType(request.header('content-type'));
    const problem = type.fault && { kind: 'media-type', ...type.fault };
    if (problem && !this.#given.isAccepted(problem)) return problem;
    const read = this.#readAs(request, type);
    if ('kind' in read || read === NOTHING) return read;
    return (
      this.#schemaProblem(read.value, type.mediaType?.schemaPointer ?? '') ??
      this.#inspect(read, request.path) ??
      read
    );
  }

  #readAs(request: MockRequest, { as, mediaType }: ContentTypeReading): ReadBody | Problem {
    if (as === 'json') return readJsonBody(request.body, this.#enactment, this.#readsText);
    if (as === 'form' && mediaType?.form !== undefined) {
      return readFormBody(mediaType.form, request);
    }
    if (as === 'sequence' && mediaType?.sequence !== undefined) {
      return readSequenceBody(mediaType.sequence, request.body);
    }
    // Of another body nothing is known but that it is there.
    return NOTHING;
  }

  #schemaProblem(value: JsonValue, schemaPointer: string): Problem | undefined {
    const issues = this.#validators.get(schemaPointer)?.(value) ?? [];
    if (issues.length === 0) return undefined;
    const message = joinMessages(issues.map((issue) => issue.message));
    return { kind: 'schema', message, pointer: issues[0]!.schemaPointer };
  }

  #inspect(read: ReadBody, path: string): Problem | undefined {
    const { value, numbers, duplicateKeys } = read;
    if (!isJsonObject(value)) return undefined;
    const { storeAt } = this.#given;
    const { limits } = this.#enactment;
    const body = { value, numbers, duplicateKeys, path, store: storeAt(path), storeAt, limits };
    for (const inspection of this.#enactment.inspections) {
      const { kind } = inspection;
      const message = inspection.find(body);
      if (message === undefined) continue;
      const problem = { kind, message, pointer: this.#schemaPointer };
      if (!this.#given.isAccepted(problem)) return problem;
    }
    return undefined;
  }
}

const NOT_UTF8: Problem = { kind: 'text-encoding', message: 'the body is not well-formed UTF-8' };

const LOSSY = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads a body as JSON. A byte order mark, and what is no UTF-8, are forgiven where a profile says so. */
function readJsonBody(
  body: Uint8Array,
  { problems, duplicateKey }: MergedEnactment,
  readsText: boolean,
): ReadBody | Problem {
  const isMarked = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  const variant = isMarked ? 'byte-order-mark' : undefined;
  const isForgiven = isMarked && problems.get(`json-malformed/${variant}`) === 'accepted';
  const bytes = isForgiven ? body.subarray(3) : body;
  // A byte that is not UTF-8 must not become U+FFFD and then be stored.
  const isLossy = problems.get('text-encoding') === 'accepted';
  const text = isLossy ? LOSSY.decode(bytes) : utf8Text(bytes);
  if (text === undefined) return NOT_UTF8;
  const numbers: string[] = [];
  const duplicateKeys: string[] = [];
  const scan = {
    duplicateKey,
    onNumber: (source: string) => void numbers.push(source),
    onDuplicateKey: (key: string) => void duplicateKeys.push(key),
  };
  // It costs more than all else.
  const needsScan = readsText || duplicateKey === 'first';
  const parsed = parseJson(text, needsScan ? scan : undefined);
  return parsed.ok
    ? { value: parsed.value, numbers, duplicateKeys }
    : { ...malformed(parsed.message), ...(variant !== undefined && { variant }) };
}

/** Reads a body as values in a row. */
function readSequenceBody(sequence: Sequence, bytes: Uint8Array): ReadBody | Problem {
  const text = utf8Text(bytes);
  if (text === undefined) return NOT_UTF8;
  const read = readSequence(sequence, text);
  return read.ok ? { ...NOTHING, value: read.value } : malformed(read.message);
}

/** Reads a body as a form. */
function readFormBody(form: Form, request: MockRequest): ReadBody | Problem {
  const read = readForm(form, request.body, request.header('content-type'));
  if (!read.ok) {
    const { pointer } = form;
    return { kind: 'form-malformed', message: `the body ${read.message}`, pointer };
  }
  const [first] = read.faults;
  if (first === undefined) return { ...NOTHING, value: read.value };
  const message = joinMessages(read.faults.map(({ reason }) => reason));
  return { kind: 'schema', message, pointer: first.pointer };
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
