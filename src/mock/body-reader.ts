import type { MockRequest, Problem } from '../http/message.ts';
import { type ContentTypeReading, bodySchema, contentTypeReader } from '../model/media-type.ts';
import type { Operation } from '../model/operation.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { type SchemaValidator, compileSchema } from '../openapi/schema/compile-schema.ts';
import type { MergedEnactment } from './enactment.ts';
import {
  type ReadBody,
  joinMessages,
  readFormBody,
  readJsonBody,
  readSequenceBody,
} from './read-body.ts';
import type { ResourceStore } from './resource-store.ts';

const NOTHING: ReadBody = { value: {}, numbers: [], duplicateKeys: [] };

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
