import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonObject } from '../openapi/json/json-value.ts';
import { type PropertyShape, objectShape } from '../openapi/object-shape.ts';
import { type Operation, documentedResponse } from '../openapi/operation.ts';
import { sampleValue } from './sample-value.ts';

/** What an error body is filled with. */
export interface ErrorFacts {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

/** Makes the body of an error response. */
export type ErrorBody = (facts: ErrorFacts) => JsonObject;

/** Where the document has no error schema at all. */
const plainErrorBody: ErrorBody = ({ code, message }) => ({ error: code, message });

/**
 * Makes error bodies in the shape that the document gives an operation's errors: the schema of the
 * status, else of its first documented error.
 */
export function errorBodyFor(
  document: OpenApiDocument,
  operation: Operation,
  status: number,
): ErrorBody {
  const documented =
    documentedResponse(operation, status) ??
    operation.responses.find(({ status: key }) => /^[45]|^default$/i.test(key));
  const json = documented?.content.find(({ name }) => name.includes('json'));
  if (json?.schemaPointer === undefined) return plainErrorBody;
  const shape = objectShape(document, json.schemaPointer);
  return shape.properties.size === 0 ? plainErrorBody : filler(document, shape.properties);
}

function filler(
  document: OpenApiDocument,
  properties: ReadonlyMap<string, PropertyShape>,
): ErrorBody {
  const message = preferred(properties, 'string', /message|detail|description|title|error/i);
  const code = preferred(properties, 'integer', /code|error|status/i);
  const rest = [...properties].filter(
    ([name, { required }]) => required && name !== message && name !== code,
  );
  return (facts) => {
    const body: JsonObject = {};
    if (code !== undefined) body[code] = /status/i.test(code) ? facts.status : facts.code;
    if (message !== undefined) body[message] = facts.message;
    for (const [name, property] of rest) body[name] = sampleValue(document, property);
    return body;
  };
}

/** The property that carries the message or the code: by name, required ones first. */
function preferred(
  properties: ReadonlyMap<string, PropertyShape>,
  type: string,
  names: RegExp,
): string | undefined {
  const candidates = [...properties]
    .filter(([, { schema }]) => schema['type'] === type && schema['enum'] === undefined)
    .toSorted(([, a], [, b]) => Number(b.required) - Number(a.required));
  return (candidates.find(([name]) => names.test(name)) ?? candidates[0])?.[0];
}
