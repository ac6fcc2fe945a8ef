import { writeSequence } from '../model/sequence.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
  setProperty,
} from '../openapi/json/json-value.ts';
import { type LongText, jsonText } from '../openapi/json/long-text.ts';
import { stringifyJson } from '../openapi/json/stringify-json.ts';
import {
  type MediaType,
  type Operation,
  type ResponseObject,
  successResponse,
} from '../model/operation.ts';
import { isValidFor } from '../openapi/schema/compile-schema.ts';
import {
  ANYTHING,
  type EffectiveSchema,
  effectiveSchema,
} from '../openapi/schema/effective-schema.ts';
import { otherSideRemover } from '../openapi/schema/other-side.ts';
import { completedByAnswer, answerMayDiffer } from './one-sided.ts';
import type { MergedEnactment } from './enactment.ts';
import { contentTypeFor, jsonMediaType } from '../model/media-type.ts';
import { type ListPage, enclosed, withFact } from './list-pages.ts';
import { bulkCreationOf } from '../model/resources/bulk.ts';
import { listOf } from '../model/lists/lists.ts';
import { requiredHeaders } from './required-headers.ts';
import { fitter } from '../openapi/schema/fit-value.ts';
import { sampleValue } from '../openapi/schema/sample-value.ts';
import { believableValues } from './believable/believable-values.ts';
import { believer } from './believable/believer.ts';
import { presentOf } from './believable/moments.ts';
import { requestSchemas } from './one-sided.ts';
import type { ResourceAction, ResourceCall } from './resource-action.ts';
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
  readonly complete: (resource: JsonObject) => JsonObject;
  /**
   * The body's text for what the request said, or for the resource that it is about.
   *
   * @param around What the request said around that. Default: what a stand-in has there.
   */
  readonly write: (body: JsonObject, around?: JsonObject) => string;
  /** The body's text where nothing is known but the path: what the document shows. */
  readonly standIn: (parameters: ResourceCall['parameters']) => string;
  /** An item of a list as the list tells it. */
  readonly tellItem: (item: JsonValue) => JsonValue;
  /** The body's text for a part of a list of resources. */
  readonly writeList: (page: ListPage) => string | LongText;
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
  about?: Pick<ResourceAction, 'envelopes' | 'identity'>,
): Success {
  const redirect = operation.responses.find(({ status }) => status.startsWith('3'));
  const response = successResponse(operation) ?? redirect;
  const status = /^[23]\d\d$/.test(response?.status ?? '') ? Number(response?.status) : 200;
  const media = jsonMediaType(response?.content);
  const headers = requiredHeaders(document, response);
  const base = {
    status,
    location: locationIn(document, response),
    headers,
    mediaType: '',
    complete: (resource: JsonObject) => resource,
    tellItem: (item: JsonValue) => item,
    ...unchanging(''),
  };
  if (media === undefined) return { ...base, ...textSuccess(document, response) };
  const requests = requestSchemas(document, operation);
  const standIn = standInFor(document, media, requests, nounIn(operation));
  const mediaType = contentTypeFor(media);
  const text = stringifyJson(standIn);
  // Nothing of a request can be in it: the document's own words.
  const shown = standInAt(document, operation, media, standIn);
  const fixed = { ...base, ...unchanging(text, shown), mediaType };
  if (operation.requestBody === undefined && about === undefined) return fixed;
  const { taken: sentIn, told: toldIn } = about?.envelopes ?? { taken: [], told: [] };
  const whole = effectiveSchema(document.root, media.schemaPointer);
  const schema = schemaIn(whole, toldIn) ?? whole;
  const sent = requestShape(document, operation);
  const taken = schemaIn(sent, sentIn) ?? sent;
  const known = new Set(taken.properties.keys());
  const made = madeByServer(operation, schema, taken);
  const shape = shaper(schema, opened(standIn, toldIn) ?? standIn, {
    enactment,
    known,
    taken,
    made,
    identity: about?.identity,
    requests: requests.map((request) => schemaIn(request, toldIn) ?? request),
  });
  const shapeWhole = shaper(whole, standIn, { enactment, known, requests });
  const isOther = made.length > 0 || answerMayDiffer(schema, taken);
  return {
    ...fixed,
    complete: (resource) => {
      const told = isOther ? shape(resource) : resource;
      return isJsonObject(told) ? completedByAnswer(resource, told) : resource;
    },
    write: (body, around) => {
      const inside = shape(body);
      if (toldIn.length === 0 || !isJsonObject(inside)) return stringifyJson(inside);
      const others = around ?? (isJsonObject(standIn) ? standIn : {});
      return stringifyJson(shapeWhole(closed(inside, toldIn, others)));
    },
    ...listTeller(document, operation, standIn, { enactment, known, requests }),
  };
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
    const spellings = [base.replace(/^https?:\/\/[^/]*/, '') + path, base + path];
    return spellings.find((spelling) => isValidFor(spelling, schema, 'response'));
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

type Shape = (body: JsonObject) => JsonValue;

function believed(schema: EffectiveSchema, noun?: string): JsonObject {
  const value = sampleValue(schema, { side: 'response', believer: believer({ noun }) });
  return isJsonObject(value) ? value : {};
}

interface Shaping {
  readonly enactment: MergedEnactment;
  /** What the operation's request names. */
  readonly known: ReadonlySet<string>;
  /** What it takes, which says what it means where it says nothing of a property. Default: nothing. */
  readonly taken?: EffectiveSchema | undefined;
  /** Which properties there are though neither the request has nor the answer needs them. */
  readonly made?: readonly string[] | undefined;
  /** What is told beside what the answer has. Default: nothing. */
  readonly identity?: string | undefined;
  readonly requests: readonly EffectiveSchema[];
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
    const isLater = isLeftOpen || LATER.test(name);
    return isSet && !isLater ? [name] : [];
  });
}

function defaultsOf({ properties }: EffectiveSchema): JsonObject {
  const entries = [...properties].flatMap(([name, property]): [string, JsonValue][] => {
    const usual = property.keyword('default');
    return usual === undefined ? [] : [[name, usual]];
  });
  return Object.fromEntries(entries);
}

/** A value with what a request means where it says nothing of a member. */
function withDefaults(value: JsonValue, taken: EffectiveSchema): JsonValue {
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, JsonValue] => {
    const property = taken.properties.get(name) ?? ANYTHING;
    return [name, property.keyword('default') ?? withDefaults(member, property)];
  });
  return Object.fromEntries(members);
}

/** Makes what a schema has of a body; the stand-in where it has nothing of it. */
function shaper(schema: EffectiveSchema, standIn: JsonValue, shaping: Shaping): Shape {
  const { enactment, known, requests, identity, taken = ANYTHING } = shaping;
  const { properties, additional } = schema.inBranch('every');
  const hide = otherSideRemover([schema, ...requests], 'response');
  const usual = withDefaults(standIn, taken);
  const fit = fitter(schema, 'response', isValidFor(usual, schema, 'response') ? usual : standIn);
  const isOpen = properties.size === 0 || additional !== undefined;
  const isEither = schema.branches > 1;
  const shown: JsonObject = isJsonObject(standIn) && !isEither ? standIn : {};
  const made = isEither ? [] : (shaping.made ?? []);
  // Examples leave out what is optional.
  const isWhole = made.every((name) => Object.hasOwn(shown, name));
  const samples = { ...(isWhole ? {} : believed(schema)), ...shown, ...defaultsOf(taken) };
  const defaults = new Map([...schema.required, ...made].map((name) => [name, samples[name]]));
  const present = (name: string): JsonValue | undefined =>
    made.includes(name) ? presentOf(name, properties.get(name) ?? ANYTHING) : undefined;
  // What is required is told, also where nothing else is said of it.
  const names = new Set([...enactment.returned, ...properties.keys(), ...schema.required]);
  if (identity !== undefined) names.add(identity);
  return (body) => {
    // Of alternatives, nothing tells which one is meant.
    if (isEither && known.size === 0 && Object.keys(body).length === 0) return standIn;
    const answer: JsonObject = {};
    for (const name of isOpen ? new Set([...names, ...Object.keys(body)]) : names) {
      const value = Object.hasOwn(body, name) ? body[name] : (present(name) ?? defaults.get(name));
      if (value !== undefined) setProperty(answer, name, value);
    }
    if (enactment.returnsUnknown) copyUnknown(body, known, answer);
    return fit(hide(answer));
  };
}

/** A list as the response's schema has it: an array, or what is around one, which tells of the page. */
function listTeller(
  document: OpenApiDocument,
  operation: Operation,
  standIn: JsonValue,
  shaping: Shaping,
): Partial<Pick<Success, 'tellItem' | 'writeList'>> {
  const collection = listOf(document, operation);
  const list = collection ?? bulkCreationOf(document, operation)?.told;
  if (list === undefined) return {};
  const { answer, path, item } = list;
  const isOfNames = item.types.length > 0 && !item.types.includes('object');
  const { identity = '', envelope = [] } = collection?.family ?? {};
  const shapeWhole = isOfNames
    ? namer(item, identity)
    : shaper(item, believed(item, nounIn(operation)), shaping);
  // Each can be in the envelope that it is in where it is read alone.
  const alone =
    [item, schemaIn(item, envelope)].find((schema) => schema?.properties.has(identity)) ?? item;
  const shapeAlone = alone === item ? shapeWhole : shaper(alone, believed(alone), shaping);
  const shape = (body: JsonValue): JsonValue => {
    if (!isJsonObject(body)) return body;
    const inside = shapeAlone(body);
    return alone === item || !isJsonObject(inside) ? inside : shapeWhole(closed(inside, envelope));
  };
  const { maxItems, minItems } = schemaIn(answer, path) ?? answer;
  const fit = fitter(answer, 'response', standIn);
  const writeList: Success['writeList'] = ({ items, facts }) => {
    const told = items.slice(0, maxItems);
    const around = facts.reduce(withFact, standIn);
    if (told.length < minItems) {
      return stringifyJson(fit(enclosed(told.map(shape), path, around)));
    }
    const [name, ...inside] = path;
    if (name === undefined) return jsonText(shaped(told, shape));
    const outside = fit(enclosed([], path, around));
    // A list that is further inside is rarely long.
    if (inside.length > 0) return jsonText(enclosed(told.map(shape), path, outside));
    return jsonText({ ...(isJsonObject(outside) ? outside : {}), [name]: shaped(told, shape) });
  };
  return { tellItem: shape, writeList };
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

function copyUnknown(body: JsonObject, known: ReadonlySet<string>, answer: JsonObject): void {
  for (const [name, value] of Object.entries(body)) {
    if (!known.has(name)) setProperty(answer, name, value);
  }
}
