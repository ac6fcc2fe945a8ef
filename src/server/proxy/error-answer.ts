import { STATUS_CODES } from 'node:http';
import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
  setProperty,
} from '../../openapi/json/json-value.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import {
  type Operation,
  type ResponseObject,
  documentedResponse,
  operations,
} from '../../openapi/operation.ts';
import { childPointer, valueAt } from '../../openapi/pointer.ts';
import { compileSchema, referencePointer } from '../../openapi/schema/compile-schema.ts';
import type { GatewayResponse } from '../prism/http-message.ts';

/** An error that the proxy answers itself. */
export interface ErrorAnswer {
  readonly status: number;
  readonly message: string;
  /** `METHOD /path` of the document, if the request is for one of its operations. */
  readonly operation?: string | undefined;
}

/** Makes errors in the shape that the document gives to errors, where it has one. */
export class ErrorAnswers {
  readonly #document: OpenApiDocument;
  readonly #operations: ReadonlyMap<string, Operation>;

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#operations = new Map(
      operations(document).map((operation) => [`${operation.method} ${operation.path}`, operation]),
    );
  }

  /** With the status as it is: for errors that the document can't know of, such as 502. */
  answer({ status, message, operation }: ErrorAnswer): GatewayResponse {
    const body = this.#body(status, message, operation);
    const type = body === undefined ? 'application/problem+json' : 'application/json';
    const text = stringifyJson(body ?? problem(status, message));
    return { status, headers: [['Content-Type', type]], body: new TextEncoder().encode(text) };
  }

  /** With the status that the document has for a wrong request: 422 becomes 400 where it says so. */
  refuse({ status, message, operation }: ErrorAnswer): GatewayResponse {
    const found = operation === undefined ? undefined : this.#operations.get(operation);
    const isOpen = found !== undefined && status >= 400 && status < 500;
    const documented = (code: number): boolean =>
      found !== undefined && documentedResponse(found, code) !== undefined;
    const chosen = isOpen && !documented(status) && documented(400) ? 400 : status;
    return this.answer({ status: chosen, message, operation });
  }

  #body(status: number, message: string, operation: string | undefined): JsonValue | undefined {
    const own = operation === undefined ? undefined : this.#operations.get(operation);
    const all = [...(own ? [own] : []), ...this.#operations.values()];
    for (const pointer of all.flatMap((candidate) => errorSchemas(candidate, status))) {
      const value = this.#fill(pointer, { status, message }, true, 0);
      if (isJsonObject(value) && compileSchema(this.#document.root, pointer)(value).length === 0) {
        return value;
      }
    }
    return undefined;
  }

  /** The smallest value of a schema that tells status and message. */
  #fill(pointer: string, error: ErrorAnswer, isMessage: boolean, depth: number): JsonValue {
    const schema = this.#merged(pointer, depth);
    if (schema.fixed !== undefined) return schema.fixed;
    switch (schema.type) {
      case 'object':
        return depth < MAX_DEPTH ? this.#fillObject(schema, error, depth) : {};
      case 'integer':
      case 'number':
        return error.status;
      case 'array':
        return [];
      case 'boolean':
        return false;
      default:
        return isMessage ? error.message : String(error.status);
    }
  }

  #fillObject(schema: MergedSchema, error: ErrorAnswer, depth: number): JsonObject {
    const names = [...schema.properties.keys()];
    const isText = (name: string): boolean =>
      this.#merged(schema.properties.get(name)!, depth).type === 'string';
    const teller =
      names.find((name) => MESSAGE_NAME.test(name) && isText(name)) ??
      names.find((name) => schema.required.has(name) && isText(name));
    const value: JsonObject = {};
    for (const [name, child] of schema.properties) {
      if (!schema.required.has(name) && name !== teller) continue;
      setProperty(value, name, this.#fill(child, error, name === teller, depth + 1));
    }
    return value;
  }

  #merged(pointer: string, depth: number): MergedSchema {
    const merged: MergedSchema = {
      type: undefined,
      fixed: undefined,
      required: new Set(),
      properties: new Map(),
    };
    this.#merge(pointer, merged, depth);
    if (merged.type === undefined && merged.properties.size > 0) merged.type = 'object';
    return merged;
  }

  #merge(pointer: string, into: MergedSchema, depth: number): void {
    const schema = valueAt(this.#document.root, pointer);
    if (!isJsonObject(schema) || depth > 16) return;
    const { $ref, allOf, type, required, properties, enum: choices } = schema;
    const target = typeof $ref === 'string' ? referencePointer($ref) : undefined;
    if (target !== undefined) this.#merge(target, into, depth + 1);
    const parts = Array.isArray(allOf) ? allOf : [];
    for (const index of parts.keys()) {
      this.#merge(childPointer(pointer, 'allOf', index), into, depth + 1);
    }
    const types = (Array.isArray(type) ? type : [type]).filter((item) => typeof item === 'string');
    into.type ??= types.find((item) => item !== 'null');
    into.fixed ??= schema['const'] ?? (Array.isArray(choices) ? choices[0] : undefined);
    for (const name of Array.isArray(required) ? required : []) {
      if (typeof name === 'string') into.required.add(name);
    }
    for (const name of isJsonObject(properties) ? Object.keys(properties) : []) {
      into.properties.set(name, childPointer(pointer, 'properties', name));
    }
  }
}

interface MergedSchema {
  type: string | undefined;
  /** The value of `const`, or the first of `enum`. */
  fixed: JsonValue | undefined;
  readonly required: Set<string>;
  readonly properties: Map<string, string>;
}

/** The property that says in words what went wrong. */
const MESSAGE_NAME = /message|detail|description|reason|^error$|^title$/i;

/** A schema that contains itself is filled so far. */
const MAX_DEPTH = 8;

/** Schemas of an operation's error bodies, the nearest to a status first. */
function errorSchemas(operation: Operation, status: number): string[] {
  const errors = operation.responses.filter(({ status }) => /^(?:[45]|default)/i.test(status));
  const nearest = [documentedResponse(operation, status), documentedResponse(operation, 400)];
  return [...nearest.filter((response) => response && errors.includes(response)), ...errors]
    .filter((response): response is ResponseObject => response !== undefined)
    .flatMap(({ content }) => content.filter(({ name }) => /^application\/(.+\+)?json$/.test(name)))
    .flatMap(({ schemaPointer }) => schemaPointer ?? []);
}

/** What Prism answers where the document has no error of its own (RFC 9457). */
function problem(status: number, detail: string): JsonValue {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail };
}
