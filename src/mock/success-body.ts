import type { OpenApiDocument } from '../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
  setProperty,
} from '../openapi/json/json-value.ts';
import { stringifyJson } from '../openapi/json/stringify-json.ts';
import { objectShape } from '../openapi/object-shape.ts';
import type { MediaType, Operation } from '../openapi/operation.ts';
import { valueAt } from '../openapi/pointer.ts';
import { compileSchema } from '../openapi/schema/compile-schema.ts';
import type { MergedEnactment } from './enactment.ts';
import { isJsonType } from './media-type.ts';
import { sampleValue } from './sample-value.ts';

/** How an operation's success is answered. */
export interface Success {
  readonly status: number;
  readonly mediaType: string;
  /** The body's text for what the request said. */
  write(body: JsonObject): string;
}

/**
 * The success that a document promises: the response's properties that the request has; for the
 * required ones that it hasn't, those of the document's example, else samples; and what the
 * enactment repeats beyond them.
 */
export function successOf(
  document: OpenApiDocument,
  operation: Operation,
  enactment: MergedEnactment,
): Success {
  const response = operation.responses.find(({ status }) => /^2|^default$/i.test(status));
  const status = /^2\d\d$/.test(response?.status ?? '') ? Number(response?.status) : 200;
  const media = response?.content.find(({ name }) => isJsonType(name));
  if (media === undefined) return { status, mediaType: '', write: () => '' };
  const standIn = standInFor(document, media);
  const mediaType = media.name.includes('*') ? 'application/json' : media.name;
  const shape = objectShape(document, media.schemaPointer ?? '');
  // Nothing of a request can be in it, or there is no request body: the document's own words.
  if (shape.properties.size === 0 || operation.requestBody === undefined) {
    const text = stringifyJson(standIn);
    return { status, mediaType, write: () => text };
  }
  const samples = isJsonObject(standIn) ? standIn : {};
  const required = [...shape.properties].filter(([, property]) => property.required);
  const defaults = new Map(required.map(([name]) => [name, samples[name]]));
  const known = requestProperties(document, operation);
  const names = [...new Set([...enactment.returned, ...shape.properties.keys()])];
  const write = (body: JsonObject): string => {
    const answer: JsonObject = {};
    for (const name of names) {
      const value = Object.hasOwn(body, name) ? body[name] : defaults.get(name);
      if (value !== undefined) answer[name] = value;
    }
    if (enactment.returnsUnknown) copyUnknown(body, known, answer);
    return stringifyJson(answer);
  };
  return { status, mediaType, write };
}

/** The document's first valid example, else a sample made from the schema. */
function standInFor(document: OpenApiDocument, media: MediaType): JsonValue {
  const examples = Object.values(media.examples);
  const { schemaPointer } = media;
  if (schemaPointer === undefined) return examples[0] ?? {};
  const validate = compileSchema(document.root, schemaPointer);
  const valid = examples.find((example) => validate(example).length === 0);
  return valid ?? sampleValue(document.root, valueAt(document.root, schemaPointer));
}

function requestProperties(document: OpenApiDocument, operation: Operation): Set<string> {
  const pointer = operation.requestBody?.content[0]?.schemaPointer;
  return new Set(pointer === undefined ? [] : objectShape(document, pointer).properties.keys());
}

function copyUnknown(body: JsonObject, known: ReadonlySet<string>, answer: JsonObject): void {
  for (const [name, value] of Object.entries(body)) {
    if (!known.has(name)) setProperty(answer, name, value);
  }
}
