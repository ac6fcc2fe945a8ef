import { writeSequence } from '../model/sequence.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { type LongText, jsonText } from '../openapi/json/long-text.ts';
import { stringifyJson } from '../openapi/json/stringify-json.ts';
import {
  type MediaType,
  type Operation,
  type ResponseObject,
  successResponse,
} from '../model/operation.ts';
import { isValidFor } from '../openapi/schema/compile-schema.ts';
import { type EffectiveSchema, effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { completedByAnswer, answerMayDiffer } from './one-sided.ts';
import type { MergedEnactment } from './enactment.ts';
import { contentTypeFor, jsonMediaType } from '../model/media-type.ts';
import { type ListPage, enclosed, withFact } from './list-pages.ts';
import { plainName } from '../model/resources/names.ts';
import { bulkCreationOf } from '../model/resources/bulk.ts';
import { listToldBy } from '../model/lists/lists.ts';
import { envelopeOfItems } from '../model/lists/nameless.ts';
import { requiredHeaders } from './required-headers.ts';
import { fitter } from '../openapi/schema/fit-value.ts';
import { sampleValue } from '../openapi/schema/sample-value.ts';
import { believableValues } from '../model/believable/believable-values.ts';
import { requestSchemas } from './one-sided.ts';
import type { ResourceAction, ResourceCall } from './resource-action.ts';
import { type RequestPlace, spellingsOf } from './self-addresses.ts';
import { type Shape, type Shaping, believed, shaper } from './shaper.ts';
import { nounIn, standInAt, standInFor } from './stand-in.ts';
import { closed, opened, schemaIn } from '../model/resources/envelope.ts';
import { requestShape } from '../model/body-shapes.ts';

/** How an operation's success is answered. */
export interface Success {
  readonly status: number;
  readonly mediaType: string;
  /**
   * The header Location that the document has beside it, for what is at a path below an address; `undefined` where
   * its schema allows none that leads there.
   */
  readonly location?: ((base: string, path: string) => string | undefined) | undefined;
  /** What the document requires beside the media type. */
  readonly headers: Readonly<Record<string, string>>;
  /** A resource with what an answer about it makes up, so that the next one says the same. */
  readonly complete: (resource: JsonObject, at: RequestPlace) => JsonObject;
  /**
   * The body's text for what the request said, or for the resource that it is about.
   *
   * @param beside What the request said around that (default: what a stand-in has there), and where it went.
   */
  readonly write: (
    body: JsonObject,
    beside: { readonly around: JsonObject | undefined; readonly at: RequestPlace },
  ) => string;
  /** The body's text where nothing is known but the path: what the document shows. */
  readonly standIn: (parameters: ResourceCall['parameters']) => string;
  /** An item of a list as the list tells it. */
  readonly tellItem: (item: JsonValue) => JsonValue;
  /** The body's text for a part of a list of resources. */
  readonly writeList: (page: ListPage, at: RequestPlace) => string | LongText;
}

/**
 * The success that a document promises: the response's properties that the request has; for the
 * required ones that it hasn't, those of the document's example, else samples; and what the
 * enactment repeats beyond them.
 *
 * @param about The stored resource that it is about. Default: it is about the request's body.
 */
export function successOf(
  document: OpenApiDocument,
  operation: Operation,
  enactment: MergedEnactment,
  about?: Pick<ResourceAction, 'envelopes' | 'identity' | 'whereabouts'>,
): Success {
  const redirect = operation.responses.find(({ status }) => status.startsWith('3'));
  const response = successResponse(operation) ?? redirect;
  const status = /^[23]\d\d$/.test(response?.status ?? '') ? Number(response?.status) : 200;
  const media = jsonMediaType(response?.content);
  const base = {
    status,
    location: locationIn(document, response),
    headers: requiredHeaders(document, response),
    mediaType: '',
    complete: (resource: JsonObject) => resource,
    tellItem: (item: JsonValue) => item,
    ...unchanging(''),
  };
  if (media === undefined) return { ...base, ...textSuccess(document, response) };
  const requests = requestSchemas(document, operation);
  const standIn = standInFor(document, media, requests, nounIn(operation));
  // Nothing of a request can be in it: the document's own words.
  const showAt = standInAt(document, operation, media, standIn);
  const unchanged = unchanging(stringifyJson(standIn), showAt);
  const fixed = { ...base, ...unchanged, mediaType: contentTypeFor(media) };
  if (operation.requestBody === undefined && about === undefined) return fixed;
  const { envelopes = NO_ENVELOPES, identity, whereabouts } = about ?? {};
  const { taken: sentIn, told: toldIn } = envelopes;
  const whole = effectiveSchema(document.root, media.schemaPointer);
  const schema = schemaIn(whole, toldIn) ?? whole;
  const taken = takenBy(document, operation, sentIn);
  const known = new Set(taken.properties.keys());
  const made = madeByServer(operation, schema, taken);
  const shown = opened(standIn, toldIn) ?? standIn;
  const shape = shaper(schema, shown, {
    enactment,
    known,
    taken,
    made,
    identity,
    whereabouts,
    requests: requests.map((request) => schemaIn(request, toldIn) ?? request),
  });
  const shapeWhole = shaper(whole, standIn, { enactment, known, requests });
  const isOther = made.length > 0 || answerMayDiffer(schema, taken);
  return {
    ...fixed,
    complete: (resource, at) => {
      const told = isOther ? shape(resource, at) : resource;
      return isJsonObject(told) ? completedByAnswer(resource, told) : resource;
    },
    write: (body, { around, at }) => {
      const inside = shape(body, at);
      if (toldIn.length === 0 || !isJsonObject(inside)) return stringifyJson(inside);
      const others = around ?? (isJsonObject(standIn) ? standIn : {});
      return stringifyJson(shapeWhole(closed(inside, toldIn, others)));
    },
    ...listTeller(document, operation, standIn, { enactment, known, requests, whereabouts }),
  };
}

const NO_ENVELOPES: ResourceAction['envelopes'] = { taken: [], told: [] };

/** What an operation takes of a resource, which is in an envelope. */
function takenBy(
  document: OpenApiDocument,
  operation: Operation,
  envelope: readonly string[],
): EffectiveSchema {
  const sent = requestShape(document, operation);
  return schemaIn(sent, envelope) ?? sent;
}

/** As short as the schema of the header lets it be. */
function locationIn(
  { root }: OpenApiDocument,
  response: ResponseObject | undefined,
): Success['location'] {
  const header = response?.headers.find(({ name }) => /^location$/i.test(name));
  if (header === undefined) return undefined;
  const schema = effectiveSchema(root, header.schemaPointer);
  return (base, path) => {
    const shortest = spellingsOf(base, path).toReversed();
    return shortest.find((spelling) => isValidFor(spelling, schema, 'response'));
  };
}

/** What is said in a type that isn't JSON: the document's words, or a text that its schema allows. */
function textSuccess(
  document: OpenApiDocument,
  response: ResponseObject | undefined,
): Pick<Success, 'mediaType' | 'write' | 'standIn' | 'writeList'> | undefined {
  const media = response?.content[0];
  const text = media && textFor(document, media);
  if (text === undefined) return undefined;
  return { ...unchanging(text), mediaType: contentTypeFor(media) };
}

function unchanging(
  text: string,
  standIn: Success['standIn'] = () => text,
): Pick<Success, 'write' | 'standIn' | 'writeList'> {
  return { write: () => text, standIn, writeList: () => text };
}

/** What a document shows in a media type. */
export interface Shown {
  /** The name of an example. Default: the first that is valid. */
  readonly example?: string | undefined;
  /** The how manieth of what is made up, from 0. Default: what the document shows comes first. */
  readonly n?: number | undefined;
}

/** The text of what a document has in a media type; `undefined` where it has no such example, or none can be made. */
export function shownText(
  document: OpenApiDocument,
  operation: Operation,
  media: MediaType,
  { example, n }: Shown,
): string | undefined {
  const isText = jsonMediaType([media]) === undefined;
  if (example !== undefined) {
    const value = Object.hasOwn(media.examples, example) ? media.examples[example] : undefined;
    if (isText && typeof value === 'string') return value;
    return value === undefined ? undefined : stringifyJson(value);
  }
  if (isText) return textFor(document, media);
  const noun = nounIn(operation);
  if (n === undefined || media.schemaPointer === undefined) {
    return stringifyJson(standInFor(document, media, requestSchemas(document, operation), noun));
  }
  const schema = effectiveSchema(document.root, media.schemaPointer);
  return stringifyJson(believableValues(schema, 'response', { noun })(n));
}

function textFor(document: OpenApiDocument, media: MediaType): string | undefined {
  const examples = Object.values(media.examples);
  const example = examples.find((candidate) => typeof candidate === 'string');
  if (example !== undefined || media.schemaPointer === undefined) return example ?? '';
  const standIn = standInFor(document, media, []);
  if (typeof standIn === 'string') return standIn;
  if (media.sequence !== undefined && Array.isArray(standIn)) {
    return writeSequence(media.sequence, standIn);
  }
  return typeof standIn === 'object' ? undefined : stringifyJson(standIn);
}

/** Of what is deleted, cancelled or the like, not of what is new. */
const LATER =
  /delet|remov|archiv|cancel|error|fail|expired|suspend|revok|closed|complet|finish|resolv/i;

/** What an answer may tell of a new resource that no client can set: its state, when it was made. */
function madeByServer(
  { method }: Operation,
  told: EffectiveSchema,
  taken: EffectiveSchema,
): string[] {
  const { properties } = taken.inBranch('every');
  if (method !== 'POST' || properties.size === 0) return [];
  return [...told.properties].flatMap(([name, { types, readOnly, values }]) => {
    const isSet = readOnly || !properties.has(name);
    // What is new has nothing below it yet.
    const isLeftOpen = values?.includes(null) ?? /array|null/.test(types.join());
    // What another property names is told in full where that is asked for.
    const isNamed = told.properties
      .keys()
      .some((other) => plainName(other) === `${plainName(name)}id`);
    const isLater = isLeftOpen || LATER.test(name) || (isNamed && !told.required.has(name));
    return isSet && !isLater ? [name] : [];
  });
}

/** A list as the response's schema has it: an array, or what is around one, which tells of the page. */
function listTeller(
  document: OpenApiDocument,
  operation: Operation,
  standIn: JsonValue,
  shaping: Shaping,
): Partial<Pick<Success, 'tellItem' | 'writeList'>> {
  const collection = listToldBy(document, operation);
  const list = collection ?? bulkCreationOf(document, operation)?.told;
  if (list === undefined) return {};
  const { answer, path, item } = list;
  const isOfNames = item.types.length > 0 && !item.types.includes('object');
  const { identity = '' } = collection?.family ?? {};
  const envelope = collection ? envelopeOfItems(document, collection) : [];
  const shapeWhole = isOfNames
    ? namer(item, identity)
    : shaper(item, believed(item, nounIn(operation)), shaping);
  // Each can be in the envelope that it is in where it is read alone.
  const alone = schemaIn(item, envelope) ?? item;
  const shapeAlone = alone === item ? shapeWhole : shaper(alone, believed(alone), shaping);
  // A list can call the identity otherwise than the answer that gave it.
  const isCalledId = !alone.properties.has(identity) && alone.properties.has('id');
  const shape = (body: JsonValue, at?: RequestPlace): JsonValue => {
    if (!isJsonObject(body)) return body;
    const name = isCalledId ? body[identity] : undefined;
    const inside = shapeAlone(name === undefined ? body : { id: name, ...body }, at);
    return alone === item || !isJsonObject(inside) ? inside : shapeWhole(closed(inside, envelope));
  };
  const { maxItems, minItems } = schemaIn(answer, path) ?? answer;
  const fit = fitter(answer, 'response', standIn);
  const writeList: Success['writeList'] = ({ items, facts }, at) => {
    const told = items.slice(0, maxItems);
    const shapeHere = (body: JsonValue): JsonValue => shape(body, at);
    const around = facts.reduce(withFact, standIn);
    if (told.length < minItems) {
      return stringifyJson(fit(enclosed(told.map(shapeHere), path, around)));
    }
    const [name, ...inside] = path;
    if (name === undefined) return jsonText(shaped(told, shapeHere));
    const outside = fit(enclosed([], path, around));
    // A list that is further inside is rarely long.
    if (inside.length > 0) return jsonText(enclosed(told.map(shapeHere), path, outside));
    return jsonText({ ...(isJsonObject(outside) ? outside : {}), [name]: shaped(told, shapeHere) });
  };
  return { tellItem: (item) => shape(item), writeList };
}

/** Tells no more of a resource than what tells it from the others. */
function namer(item: EffectiveSchema, identity: string): Shape {
  const fit = fitter(item, 'response', sampleValue(item, { side: 'response' }) ?? null);
  return (body) => fit(body[identity] ?? null);
}

function* shaped(
  resources: readonly JsonValue[],
  shape: (body: JsonValue) => JsonValue,
): Generator<JsonValue> {
  for (const resource of resources) yield shape(resource);
}
