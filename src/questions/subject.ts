import type { CaseRequest, FreshValues } from '../cases/case.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import { stringifyJson } from '../openapi/json/stringify-json.ts';
import type { Operation } from '../openapi/operation.ts';
import { identityOf, objectShape } from '../openapi/object-shape.ts';

/** What questions ask about: an operation that takes a JSON object. */
export interface Subject {
  readonly document: OpenApiDocument;
  readonly operation: Operation;
  /** The JSON media type of its request body. */
  readonly mediaType: string;
  /** JSON Pointer to the request body's schema. */
  readonly schemaPointer: string;
  /** The integer that identifies what is created, such as `id`. */
  readonly identity: string | undefined;
  /** Names of all properties that the schema has. */
  readonly properties: readonly string[];
  /** Properties that take any text, required ones first. */
  readonly texts: readonly string[];
  /** Names of the required properties. */
  readonly required: readonly string[];
}

/** The subject of an operation; `undefined` where it takes no JSON object that can be made up. */
export function subjectOf(document: OpenApiDocument, operation: Operation): Subject | undefined {
  const json = operation.requestBody?.content.find(({ name }) => name === 'application/json');
  if (json?.schemaPointer === undefined) return undefined;
  const shape = objectShape(document, json.schemaPointer);
  const names = [...shape.properties.keys()];
  const required = names.filter((name) => shape.properties.get(name)?.required);
  const identity = identityOf(shape);
  const texts = names.filter((name) => isFreeText(shape.properties.get(name)?.schema));
  const canBeMadeUp = required.every((name) => name === identity || texts.includes(name));
  if (!canBeMadeUp || names.length === 0) return undefined;
  return {
    document,
    operation,
    mediaType: json.name,
    schemaPointer: json.schemaPointer,
    identity,
    properties: names,
    texts: texts.toSorted((a, b) => Number(required.includes(b)) - Number(required.includes(a))),
    required,
  };
}

const TEXT_LIMITS = ['enum', 'const', 'pattern', 'format', 'minLength', 'maxLength', '$ref'];

function isFreeText(schema: JsonObject | undefined): boolean {
  return schema?.['type'] === 'string' && TEXT_LIMITS.every((keyword) => !(keyword in schema));
}

/** A valid body with fresh values: the required properties and `changes`. */
export function freshBody(
  subject: Subject,
  fresh: FreshValues,
  changes: JsonObject = {},
): JsonObject {
  const body: JsonObject = {};
  for (const name of subject.required) {
    body[name] = name === subject.identity ? fresh.integer() : fresh.text(sampleText(name));
  }
  return { ...body, ...changes };
}

/** An ordinary text for a property. */
export function sampleText(property: string): string {
  return `Sample ${property}`;
}

/** A request with a body; `undefined` sends none. */
export function requestWith(
  subject: Subject,
  body: JsonValue | Uint8Array | undefined,
  headers: CaseRequest['headers'] = [['Content-Type', subject.mediaType]],
): CaseRequest {
  const { method, path } = subject.operation;
  if (body === undefined) return { method, target: path, headers: [] };
  if (body instanceof Uint8Array) return { method, target: path, headers, body };
  const bytes = new TextEncoder().encode(stringifyJson(body));
  return { method, target: path, headers, body: bytes, value: body };
}
