import type { OpenApiDocument } from '../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
  setProperty,
} from '../openapi/json/json-value.ts';
import { stringifyJson } from '../openapi/json/stringify-json.ts';
import { objectShape } from '../model/resources/object-shape.ts';
import type { MediaType, Operation, ResponseObject } from '../model/operation.ts';
import { valueAt } from '../openapi/pointer.ts';
import { compileSchema } from '../openapi/schema/compile-schema.ts';
import { effectiveSchema } from '../openapi/schema/effective-schema.ts';
import type { MergedEnactment } from './enactment.ts';
import { contentTypeFor, jsonMediaType } from '../model/media-type.ts';
import { requiredHeaders } from './required-headers.ts';
import { sampleValue } from './sample-value.ts';

/** How an operation's success is answered. */
export interface Success {
  readonly status: number;
  readonly mediaType: string;
  /** Whether the document has a header Location beside it. */
  readonly hasLocation: boolean;
  /** What the document requires beside the media type. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body's text for what the request said, or for the resource that it is about. */
  readonly write: (body: JsonObject) => string;
  /** The body's text for a list of resources. */
  readonly writeList: (resources: readonly JsonObject[]) => string;
}

/**
 * The success that a document promises: the response's properties that the request has; for the
 * required ones that it hasn't, those of the document's example, else samples; and what the
 * enactment repeats beyond them.
 *
 * @param isResource Whether it is about a stored resource, and not the request's body.
 */
export function successOf(
  document: OpenApiDocument,
  operation: Operation,
  enactment: MergedEnactment,
  isResource = false,
): Success {
  const response = operation.responses.find(({ status }) => /^2|^default$/i.test(status));
  const status = /^2\d\d$/.test(response?.status ?? '') ? Number(response?.status) : 200;
  const hasLocation = response?.headers.some(({ name }) => /^location$/i.test(name)) === true;
  const media = jsonMediaType(response?.content);
  const headers = requiredHeaders(document, response);
  const base = {
    status,
    hasLocation,
    headers,
    mediaType: '',
    write: () => '',
    writeList: () => '',
  };
  if (media === undefined) return { ...base, ...textSuccess(document, response) };
  const standIn = standInFor(document, media);
  const mediaType = contentTypeFor(media);
  const text = stringifyJson(standIn);
  // Nothing of a request can be in it: the document's own words.
  const fixed = { ...base, mediaType, write: () => text, writeList: () => text };
  if (operation.requestBody === undefined && !isResource) return fixed;
  const { schemaPointer = '' } = media;
  const known = requestProperties(document, operation);
  const shape = shaper(document, schemaPointer, standIn, { enactment, known });
  return {
    ...fixed,
    write: (body) => stringifyJson(shape(body)),
    writeList: listWriter(document, schemaPointer, standIn, { enactment, known }),
  };
}

/** What is said in a type that isn't JSON: the document's words, or a text that its schema allows. */
function textSuccess(
  document: OpenApiDocument,
  response: ResponseObject | undefined,
): Pick<Success, 'mediaType' | 'write' | 'writeList'> | undefined {
  const media = response?.content[0];
  const text = media && textFor(document, media);
  if (text === undefined) return undefined;
  return { mediaType: contentTypeFor(media), write: () => text, writeList: () => text };
}

function textFor(document: OpenApiDocument, media: MediaType): string | undefined {
  const examples = Object.values(media.examples);
  const example = examples.find((one) => typeof one === 'string');
  if (example !== undefined || media.schemaPointer === undefined) return example ?? '';
  const standIn = standInFor(document, media);
  if (typeof standIn === 'string') return standIn;
  return typeof standIn === 'object' ? undefined : stringifyJson(standIn);
}

type Shape = (body: JsonObject) => JsonValue;

interface Shaping {
  readonly enactment: MergedEnactment;
  readonly known: ReadonlySet<string>;
}

/** Makes what a schema has of a body; the stand-in where it has nothing of it. */
function shaper(
  document: OpenApiDocument,
  schemaPointer: string,
  standIn: JsonValue,
  { enactment, known }: Shaping,
): Shape {
  const shape = objectShape(document, schemaPointer);
  // A union names no properties of its own: what is valid by it can be given back.
  if (shape.properties.size === 0) return unionShaper(document, schemaPointer, standIn);
  const samples = isJsonObject(standIn) ? standIn : {};
  const required = [...shape.properties].filter(([, property]) => property.required);
  const defaults = new Map(required.map(([name]) => [name, samples[name]]));
  const names = [...new Set([...enactment.returned, ...shape.properties.keys()])].filter(
    (name) => shape.properties.get(name)?.schema['writeOnly'] !== true,
  );
  return (body) => {
    const answer: JsonObject = {};
    for (const name of names) {
      const value = Object.hasOwn(body, name) ? body[name] : defaults.get(name);
      if (value !== undefined) answer[name] = value;
    }
    if (enactment.returnsUnknown) copyUnknown(body, known, answer);
    return answer;
  };
}

function unionShaper(document: OpenApiDocument, pointer: string, standIn: JsonValue): Shape {
  const validate = pointer === '' ? undefined : compileSchema(document.root, pointer, 'response');
  return (body) => {
    const isOwn = Object.keys(body).length > 0 && validate?.(body).length === 0;
    return isOwn ? body : standIn;
  };
}

/** A list as the response's schema has it: an array, or an object around one. */
function listWriter(
  document: OpenApiDocument,
  schemaPointer: string,
  standIn: JsonValue,
  shaping: Shaping,
): Success['writeList'] {
  const schema = effectiveSchema(document.root, schemaPointer === '' ? [] : [schemaPointer]);
  const around = [...schema.properties].find(
    ([, pointers]) => effectiveSchema(document.root, pointers).items.length > 0,
  );
  const list = around === undefined ? schema : effectiveSchema(document.root, around[1]);
  const [items] = list.items;
  if (items === undefined) return () => stringifyJson(standIn);
  const sample = sampleValue(document.root, valueAt(document.root, items));
  const shape = shaper(document, items, sample, shaping);
  return (resources) => {
    const all = resources.slice(0, list.maxItems).map((resource) => shape(resource));
    if (around === undefined) return stringifyJson(all);
    return stringifyJson({ ...(isJsonObject(standIn) ? standIn : {}), [around[0]]: all });
  };
}

/** The document's first valid example, else a sample made from the schema. */
function standInFor(document: OpenApiDocument, media: MediaType): JsonValue {
  const examples = Object.values(media.examples);
  const { schemaPointer } = media;
  if (schemaPointer === undefined) return examples[0] ?? {};
  const validate = compileSchema(document.root, schemaPointer, 'response');
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
