import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { type Operation, documentedResponse } from '../model/operation.ts';
import { compileSchema } from '../openapi/schema/compile-schema.ts';
import { type ErrorExamples, type ErrorFacts, chooseErrorCode } from './choose-error-code.ts';
import { contentTypeFor, jsonMediaType } from '../model/media-type.ts';
import { type EffectiveSchema, effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { type LeafChooser, sampleValue } from '../openapi/schema/sample-value.ts';

/** Makes the body of an error response. */
type Filler = (facts: ErrorFacts) => JsonValue;

/** How an error response's body is made. */
export interface ErrorBody {
  readonly mediaType: string;
  readonly make: Filler;
}

/** Where the document has no error schema at all. */
const makePlain: Filler = ({ code, message }) => ({ error: code, message });

/**
 * Makes error bodies in the shape that the document gives an operation's errors: the schema of the
 * status, else of its first documented error that has one.
 */
export function errorBodyFor(
  document: OpenApiDocument,
  operation: Operation,
  status: number,
): ErrorBody {
  const errors = operation.responses.filter(({ status: key }) => /^[45]|^default$/i.test(key));
  for (const response of [documentedResponse(operation, status), ...errors]) {
    const media = jsonMediaType(response?.content);
    if (media?.schemaPointer === undefined) continue;
    const mediaType = contentTypeFor(media);
    const examples = Object.values(media.examples);
    const isExact = response?.status === String(status);
    return {
      mediaType,
      make: filler(document, media.schemaPointer, { values: examples, isExact }),
    };
  }
  return { mediaType: 'application/json', make: makePlain };
}

function filler(document: OpenApiDocument, pointer: string, examples: ErrorExamples): Filler {
  const { root } = document;
  const schema = effectiveSchema(root, pointer);
  const validate = compileSchema(root, pointer, 'response');
  return (facts) => {
    const value = fill(schema, facts, examples);
    if (isJsonObject(value) && Object.keys(value).length === 0) return makePlain(facts);
    if (validate(value).length === 0) return value;
    // No message meets a pattern, say: the document's own example is at least valid.
    return examples.values.find((example) => validate(example).length === 0) ?? value;
  };
}

/** Optional properties that say something of an error. */
const TELLING = /^(?:message|detail|details|title|description|reason|error|code|status)$/i;

function fill(schema: EffectiveSchema, facts: ErrorFacts, examples: ErrorExamples): JsonValue {
  const choose: LeafChooser = (type, name) => {
    if (type === 'boolean') return false;
    if (type === 'string') return /^(?:code|kind|type)$/i.test(name) ? facts.kind : facts.message;
    // RFC 9457 and many before it repeat the HTTP status in the body.
    return /^(?:status|statusCode|http_?status)$/i.test(name) ? facts.status : facts.code;
  };
  return sampleValue(schema, {
    side: 'response',
    choose,
    pick: (values, name) => chooseErrorCode(values, name, facts, examples),
    includes: (name) => TELLING.test(name),
  });
}
