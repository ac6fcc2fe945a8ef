import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonObject, type JsonValue, setProperty } from '../openapi/json/json-value.ts';
import { stringifyJson } from '../openapi/json/stringify-json.ts';
import { objectShape } from '../openapi/object-shape.ts';
import type { Operation } from '../openapi/operation.ts';
import type { MergedEnactment } from './enactment.ts';
import { sampleValue } from './sample-value.ts';

/** How an operation's success is answered. */
export interface Success {
  readonly status: number;
  readonly mediaType: string;
  /** The body's text for what the request said. */
  write(body: JsonObject): string;
}

/**
 * The success that a document promises: the response's properties that the request has, samples
 * for the required ones that it hasn't, and what the enactment repeats beyond them.
 */
export function successOf(
  document: OpenApiDocument,
  operation: Operation,
  enactment: MergedEnactment,
): Success {
  const response = operation.responses.find(({ status }) => /^2|^default$/i.test(status));
  const status = /^2\d\d$/.test(response?.status ?? '') ? Number(response?.status) : 200;
  const media = response?.content.find(({ name }) => name.includes('json'));
  if (media === undefined) return { status, mediaType: '', write: () => '' };
  const shape = objectShape(document, media.schemaPointer ?? '');
  const samples: JsonObject = {};
  for (const [name, property] of shape.properties) {
    if (property.required) samples[name] = sampleValue(document, property);
  }
  const known = requestProperties(document, operation);
  const names = [...new Set([...enactment.returned, ...shape.properties.keys()])];
  const [example] = Object.values(media.examples);
  const write = (body: JsonObject): string => {
    if (names.length === 0) return stringifyJson(example ?? {});
    const answer: JsonObject = {};
    for (const name of names) {
      const value = Object.hasOwn(body, name) ? body[name] : samples[name];
      if (value !== undefined) answer[name] = value;
    }
    if (enactment.returnsUnknown) copyUnknown(body, known, answer);
    return writeObject(answer);
  };
  return { status, mediaType: media.name, write };
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

/** JSON.stringify without a replacer is twice as fast, and exact where nothing is nested or big. */
function writeObject(value: JsonObject): string {
  for (const name in value) if (!isPlain(value[name]!)) return stringifyJson(value);
  return JSON.stringify(value);
}

function isPlain(value: JsonValue): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
