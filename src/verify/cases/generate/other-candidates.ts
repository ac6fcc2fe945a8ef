import * as fc from 'fast-check';
import {
  type Operation,
  type SecurityScheme,
  documentedResponse,
  isBearer,
  isCarried,
} from '../../../model/operation.ts';
import { parseMediaType } from '../../../model/media-type.ts';
import type { FreshValues } from '../../../model/requests/fresh-values.ts';
import type { Validity } from '../../../model/validity.ts';
import { notPromised } from '../case.ts';
import { type Candidate, type MakeBase, bodyCandidate } from './candidate.ts';
import { type BodyBase, baseWith, withValue } from '../../../model/requests/body-base.ts';
import { freshBody } from '../../../model/requests/fresh-body.ts';
import { isJsonObject, type JsonValue, propertyAt } from '../../../openapi/json/json-value.ts';
import { withMadeUpFiles } from '../../../model/requests/made-up-files.ts';
import { textOf } from '../../../openapi/json/stringify-json.ts';
import { once } from '../../../openapi/once.ts';
import { schemaArbitrary } from './schema-arbitrary.ts';

/** A request without a credential, and those with a made-up one: of its scheme, and of one that it doesn't have. */
export function credentialCandidates(operation: Operation, base: MakeBase): Candidate[] {
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
  const credential = undeclaredCredential(security.flat());
  if (credential === undefined) return [without, madeUp];
  const undeclared: Candidate = {
    ...without,
    title: 'a made-up credential of another scheme',
    validity: unauthorised(operation, 'the document has no such scheme'),
    parts: (fresh) => ({
      ...base(fresh),
      withCredential: false,
      headers: { Authorization: credential },
    }),
  };
  return [without, madeUp, undeclared];
}

/** A credential of a scheme that is none of those; `undefined` where any text may be a key in that header. */
function undeclaredCredential(schemes: readonly SecurityScheme[]): string | undefined {
  const isKey = schemes.some(
    ({ parameterName }) => parameterName?.toLowerCase() === 'authorization',
  );
  if (isKey) return undefined;
  if (!schemes.some(({ scheme }) => scheme === 'basic')) return 'Basic bm9ib2R5Om5vdGhpbmc=';
  return schemes.some(isBearer) ? undefined : 'Bearer nobody';
}

/** A read that leaves open what it takes, and ranges that what there is lies in (RFC 9110, 12.5.1). */
export function acceptCandidates(
  { method, parameters, responses }: Operation,
  base: MakeBase,
): Candidate[] {
  const isAsked = parameters.some(
    (parameter) => parameter.in === 'header' && /^accept$/i.test(parameter.name),
  );
  const isTold = responses.some(({ content }) => content.length > 0);
  if (method !== 'GET' || isAsked || !isTold) return [];
  const parts: Candidate['parts'] = (fresh) => ({ ...base(fresh), withAccept: false });
  const open: Candidate = { group: 'boundary', title: 'no Accept header', parts };
  const content = responses.find(({ status }) => status.startsWith('2'))?.content ?? [];
  const types = content.flatMap(({ name }) => parseMediaType(name)?.essence ?? []);
  const [type] = types;
  if (type === undefined || type.includes('*')) return [open];
  const ranges: Readonly<Record<string, string>> = {
    'an Accept header of anything': '*/*',
    'an Accept header with a range': type.replace(/[^/]+$/, '*'),
    'an Accept header with weights': `${type};q=0.9, */*;q=0.1`,
  };
  const named = Object.entries(ranges).map(([title, accept]): Candidate => ({
    ...open,
    title,
    parts: (fresh) => ({ ...base(fresh), headers: { Accept: accept } }),
  }));
  const apart = types.length < 2 ? [] : types.filter((name) => !name.includes('*'));
  const alone = apart.map((name): Candidate => ({
    ...open,
    title: `an Accept header of ${name}`,
    parts: (fresh) => ({ ...base(fresh), headers: { Accept: name } }),
  }));
  return [open, ...named, ...alone];
}

function unauthorised(operation: Operation, reason: string): Validity {
  const response =
    operation.responses.find(({ status }) => status === '401' || status === '403') ??
    documentedResponse(operation, 401);
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
  const json = (title: string, type: string | null): Candidate => ({
    group: 'broken',
    title,
    aim: 'any',
    parts: (fresh) => ({ value: freshBody(base, fresh), headers: { 'Content-Type': type } }),
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
  type: string,
  write: (fields: [string, string][]) => string,
): Candidate {
  return {
    group: 'broken',
    title,
    parts: (fresh) => ({ body: write(fields(base, fresh)), headers: { 'Content-Type': type } }),
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

/** Bodies drawn from the schema; the same ones for the same seed. Each is drawn when it is asked for. */
export function randomCandidates(base: BodyBase, seed: number, count: number): Candidate[] {
  const arbitrary = once(() => schemaArbitrary(base.schema));
  let drawn: JsonValue[] = [];
  const draw = (i: number): JsonValue => {
    // A run of few cases needs but the first of each operation.
    if (i >= drawn.length) drawn = fc.sample(arbitrary(), { seed, numRuns: i === 0 ? 1 : count });
    return withMadeUpFiles(drawn[i]!, base.mediaType);
  };
  return Array.from({ length: Math.max(0, count) }, (_, i): Candidate => {
    const timed = once(() => baseWith(base, withTimesOf(base, draw(i))));
    const title = `seed ${seed} number ${i + 1}`;
    return { group: 'random', title, parts: (fresh) => ({ value: freshBody(timed(), fresh) }) };
  });
}

/** A body drawn at random, with dates and times as the base has them. */
function withTimesOf({ slots, value: usual }: BodyBase, value: JsonValue): JsonValue {
  return slots.reduce<JsonValue>((body, { path, schema: { format } }) => {
    const isTime = format === 'date' || format === 'date-time';
    if (!isTime || typeof propertyAt(body, path) !== 'string') return body;
    return withValue(body, path, propertyAt(usual, path));
  }, value);
}
