import * as fc from 'fast-check';
import { type Operation, isCarried } from '../../../model/operation.ts';
import type { FreshValues } from '../../../model/requests/fresh-values.ts';
import type { Validity } from '../../../model/validity.ts';
import type { RequestParts } from '../../../http/compose-request.ts';
import { notPromised } from '../case.ts';
import { type Candidate, bodyCandidate } from './candidate.ts';
import {
  type BodyBase,
  baseWith,
  valueOf,
  withValue,
  freshBody,
} from '../../../model/requests/body-base.ts';
import { isJsonObject, type JsonValue, isJsonNumber } from '../../../openapi/json/json-value.ts';
import { withMadeUpFiles } from '../../../model/requests/made-up-files.ts';
import { textOf } from '../../../openapi/json/stringify-json.ts';
import { toJsonNumber } from '../../../openapi/json/exact-number.ts';
import {
  type EffectiveSchema,
  type JsonType,
  impliedType,
} from '../../../openapi/schema/effective-schema.ts';
import { isTextFormat } from '../../../openapi/schema/formats.ts';
import { isVast } from '../../../openapi/schema/least-size.ts';
import { MAX_LENGTH } from '../../../openapi/schema/pattern-texts.ts';
import { MAX_ITEMS, sampleValue } from '../../../openapi/schema/sample-value.ts';

/** A request without a credential, and one with a made-up one. */
export function credentialCandidates(
  operation: Operation,
  base: (fresh: FreshValues) => RequestParts,
): Candidate[] {
  const { security } = operation;
  // An empty alternative makes the credential optional (OpenAPI 3.1.0, 4.8.30).
  const asksNothing = security.some((schemes) => !schemes.some(isCarried));
  if (security.length === 0 || asksNothing) return [];
  const without: Candidate = {
    group: 'broken',
    title: 'no credential',
    validity: unauthorised(operation, 'a credential is required'),
    parts: (fresh) => ({ ...base(fresh), withCredential: false }),
  };
  // Where no answer to it is documented, it proves nothing.
  if (without.validity?.kind !== 'invalid') return [without];
  const madeUp: Candidate = {
    ...without,
    title: 'a made-up credential',
    validity: unauthorised(operation, 'the credential is made up'),
    parts: (fresh) => ({ ...base(fresh), madeUpCredential: true }),
  };
  return [without, madeUp];
}

/** A read that leaves open what it takes: whatever there is, then (RFC 9110, 12.5.1). */
export function acceptCandidates(
  { method, parameters, responses }: Operation,
  base: (fresh: FreshValues) => RequestParts,
): Candidate[] {
  const isAsked = parameters.some((one) => one.in === 'header' && /^accept$/i.test(one.name));
  const isTold = responses.some(({ content }) => content.length > 0);
  if (method !== 'GET' || isAsked || !isTold) return [];
  const parts: Candidate['parts'] = (fresh) => ({ ...base(fresh), withAccept: false });
  return [{ group: 'boundary', title: 'no Accept header', parts }];
}

function unauthorised(operation: Operation, reason: string): Validity {
  const response = operation.responses.find(({ status }) => status === '401' || status === '403');
  if (response !== undefined) {
    return { kind: 'invalid', pointer: response.pointer, keyword: 'security', reason };
  }
  return notPromised(
    'the document asks for a credential, and shows no answer to a request without one',
  );
}

/** The document's named examples, each with an identity and a marker of its own. */
export function exampleCandidates(base: BodyBase): Candidate[] {
  const isText = typeof base.value === 'string';
  // A property that the example leaves out stays out.
  return Object.entries(base.mediaType.examples)
    .filter(([, value]) => !isText || typeof value === 'string')
    .map(([name, value]) => bodyCandidate(baseWith(base, value), 'examples', name));
}

/** The base under other media types, and bodies of other media types. */
export function mediaTypeCandidates(base: BodyBase, contentType: string): Candidate[] {
  const json = (title: string, said: string | null): Candidate => ({
    group: 'broken',
    title,
    aim: 'any',
    parts: (fresh) => ({ value: freshBody(base, fresh), headers: { 'Content-Type': said } }),
  });
  return [
    { ...json('charset in capitals', withCharset(contentType, 'UTF-8')), group: 'boundary' },
    json('JSON without a media type', null),
    json('JSON as text/plain', 'text/plain'),
    json('JSON as application/octet-stream', 'application/octet-stream'),
    json('JSON as a form', 'application/x-www-form-urlencoded'),
    json('JSON under a malformed media type', 'json'),
    {
      ...json('JSON under a malformed parameter', `${contentType}; charset`),
      // The type is the documented one, only its parameter is broken.
      validity: notPromised('the media type has a malformed parameter'),
    },
    instead(base, 'a form', 'application/x-www-form-urlencoded', form),
    instead(base, 'a multipart form', 'multipart/form-data; boundary=part', multipart),
    ...textsInstead(base),
    instead(base, 'a form that says it is JSON', contentType, form),
    instead(base, 'XML that says it is JSON', contentType, xml),
  ];
}

/** A body as it is, though its headers name a content coding (RFC 9110, 8.4). */
export function codingCandidate(base: BodyBase): Candidate {
  return {
    group: 'broken',
    title: 'a body that says it is gzip',
    validity: notPromised('the body is not in the content coding that it names'),
    parts: (fresh) => ({
      value: freshBody(base, fresh),
      headers: { 'Content-Encoding': 'gzip' },
    }),
  };
}

/** Texts of the base's members under their own media types. */
export function textsInstead(base: BodyBase): Candidate[] {
  const lines = (list: [string, string][]): string =>
    list.map((pair) => pair.join(': ')).join('\n');
  return [
    instead(base, 'XML', 'application/xml', xml),
    instead(base, 'plain text', 'text/plain', lines),
  ];
}

function instead(
  base: BodyBase,
  title: string,
  said: string,
  write: (fields: [string, string][]) => string,
): Candidate {
  return {
    group: 'broken',
    title,
    parts: (fresh) => ({ body: write(fields(base, fresh)), headers: { 'Content-Type': said } }),
  };
}

function withCharset(contentType: string, charset: string): string {
  return `${contentType.replace(/;\s*charset\s*=[^;]*/i, '')};charset=${charset}`;
}

/** The base's members as text, as other media types have them. */
function fields(base: BodyBase, fresh: FreshValues): [string, string][] {
  const body = freshBody(base, fresh);
  const members = isJsonObject(body) ? Object.entries(body) : [['value', body] as const];
  return members.map(([name, value]) => [name, textOf(value)]);
}

function form(list: [string, string][]): string {
  return new URLSearchParams(list).toString();
}

function multipart(list: [string, string][]): string {
  const parts = list.map(
    ([name, value]) =>
      `--part\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--part--\r\n`;
}

function xml(list: [string, string][]): string {
  const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<body>${list.map(([name, value]) => `<${name}>${escape(value)}</${name}>`).join('')}</body>`;
}

/** Bodies drawn from the schema; the same ones for the same seed. */
export function randomCandidates(base: BodyBase, seed: number, count: number): Candidate[] {
  if (count <= 0) return [];
  const arbitrary = schemaArbitrary(base.schema);
  const withFiles = (value: JsonValue): JsonValue =>
    withMadeUpFiles(value, base.mediaType, base.schema);
  return fc
    .sample(arbitrary, { seed, numRuns: count })
    .map((value, i) =>
      bodyCandidate(
        baseWith(base, withTimesOf(base, withFiles(value))),
        'random',
        `seed ${seed} number ${i + 1}`,
      ),
    );
}

/** A body drawn at random, with dates and times as the base has them. */
function withTimesOf({ slots, value: usual }: BodyBase, value: JsonValue): JsonValue {
  return slots.reduce<JsonValue>((body, { path, schema: { format } }) => {
    const isTime = format === 'date' || format === 'date-time';
    if (!isTime || typeof valueOf(body, path) !== 'string') return body;
    return withValue(body, path, valueOf(usual, path));
  }, value);
}

/** Deeper than this, nothing is there that needn't be. */
const FLAT_DEPTH = 4;

const MAX_DEPTH = 8;

/** Of more values, only so many are drawn from. */
const MAX_DRAWN = 1000;

/** Values of a schema, plain ones more often than odd ones. Keys come in any order. */
export function schemaArbitrary(schema: EffectiveSchema, depth = 0): fc.Arbitrary<JsonValue> {
  if (schema.values !== undefined && schema.values.length > 0) {
    return fc.constantFrom(...schema.values.slice(0, MAX_DRAWN));
  }
  const { types, minItems, maxItems = minItems, minLength, maxLength = minLength } = schema;
  const isOver = minItems > MAX_ITEMS || minLength > MAX_LENGTH || isVast(schema);
  const isEmpty = types.length === 0 || minItems > maxItems || minLength > maxLength;
  // Nothing is of a schema that contradicts itself; and what contains itself has to end.
  if (isEmpty || isOver || depth > MAX_DEPTH) return fc.constant(null);
  const implied = types.length > 4 ? impliedType(schema) : undefined;
  // Where nothing tells the type, a scalar is as good as anything.
  const any = implied === undefined ? (['string', 'integer', 'boolean'] as const) : [implied];
  const chosen = types.length > 4 ? any : types;
  return fc.oneof(...chosen.map((type) => typeArbitrary(schema, type, depth)));
}

function typeArbitrary(
  schema: EffectiveSchema,
  type: JsonType,
  depth: number,
): fc.Arbitrary<JsonValue> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return integers(schema);
    case 'number':
      return numbers(schema);
    case 'string':
      return texts(schema);
    case 'array': {
      const { minItems: minLength, items } = schema;
      const maxLength = depth > FLAT_DEPTH ? minLength : (schema.maxItems ?? minLength + 3);
      const item = items === undefined ? fc.boolean() : schemaArbitrary(items, depth + 1);
      return fc.array(item, { minLength, maxLength });
    }
    default:
      return objects(schema, depth);
  }
}

function integers({ minimum, maximum }: EffectiveSchema): fc.Arbitrary<JsonValue> {
  const whole = (edge: JsonValue | undefined, fallback: bigint): bigint => {
    if (typeof edge === 'bigint') return edge;
    return typeof edge === 'number' ? BigInt(Math.ceil(edge)) : fallback;
  };
  const min = whole(minimum, -(2n ** 31n));
  const max = whole(maximum, min + 2n ** 32n);
  return fc.bigInt({ min, max: max < min ? min : max }).map((value) => toJsonNumber(value));
}

function numbers({ minimum, maximum }: EffectiveSchema): fc.Arbitrary<JsonValue> {
  const min = isJsonNumber(minimum) ? Number(minimum) : -1e6;
  const max = isJsonNumber(maximum) ? Number(maximum) : Math.max(1e6, min);
  return fc
    .double({ min, max: Math.max(min, max), noNaN: true })
    .map((value) => (value === 0 ? 0 : value));
}

// Built from code points: the ready-made units of fast-check take half a second to set up.
const codePoint = (min: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map((point) => String.fromCodePoint(point));
/** What nobody has a reason to refuse. */
const plain = fc.oneof(
  { weight: 8, arbitrary: codePoint(0x61, 0x7a) },
  { weight: 4, arbitrary: codePoint(0x41, 0x5a) },
  { weight: 2, arbitrary: codePoint(0x30, 0x39) },
  fc.constantFrom(' ', '-'),
);
const anyCharacter = fc.oneof(
  codePoint(0, 0x2ff),
  // Surrogates, which lie between these two, are no characters.
  codePoint(0x300, 0xd7ff),
  codePoint(0xe000, 0xfffd),
  codePoint(0x1f300, 0x1faff),
);

function plainOnly(text: string): string {
  return text.replaceAll(/[^A-Za-z\d]/g, '-');
}

function texts(schema: EffectiveSchema): fc.Arbitrary<string> {
  const { minLength, maxLength = minLength + 40, pattern, format } = schema;
  if (pattern !== undefined || (format !== undefined && isTextFormat(format))) {
    const sample = sampleValue(schema);
    return fc.constant(typeof sample === 'string' ? sample : '');
  }
  const ofUnit = (unit: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc.string({ unit, minLength, maxLength, size: 'medium' });
  return fc.oneof(
    { weight: 6, arbitrary: ofUnit(plain).map((text) => text.replaceAll(/^ | $/g, '-')) },
    // Other symbols only beside what is open already.
    {
      weight: 1,
      arbitrary: ofUnit(anyCharacter).map((text) => text.replace(/^[ -~]*$/, plainOnly)),
    },
  );
}

function objects(schema: EffectiveSchema, depth: number): fc.Arbitrary<JsonValue> {
  const sent = [...schema.properties].filter(
    ([name, { readOnly }]) => (depth < FLAT_DEPTH || schema.required.has(name)) && !readOnly,
  );
  const names = sent.map(([name]) => name);
  const members = Object.fromEntries(
    sent.map(([name, property]) => {
      return [name, schemaArbitrary(property, depth + 1)];
    }),
  );
  const requiredKeys = names.filter((name) => schema.required.has(name));
  return fc
    .tuple(
      fc.record(members, { requiredKeys }),
      fc.shuffledSubarray(names, { minLength: names.length }),
    )
    .map(([value, order]) =>
      Object.fromEntries(
        order.filter((name) => Object.hasOwn(value, name)).map((name) => [name, value[name]!]),
      ),
    );
}
