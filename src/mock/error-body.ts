import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { type MediaType, type Operation, documentedResponse } from '../model/operation.ts';
import { isValidFor } from '../openapi/schema/compile-schema.ts';
import { contentTypeFor, jsonMediaType } from '../model/media-type.ts';
import { type EffectiveSchema, effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { fitter } from '../openapi/schema/fit-value.ts';
import { type LeafChooser, likelySample, sampleValue } from '../openapi/schema/sample-value.ts';
import { stringifyJson } from '../openapi/json/stringify-json.ts';

/** Makes the text of an error response's body. */
type Writer = (facts: ErrorFacts) => string;

/** How an error response's body is made. */
export interface ErrorBody {
  readonly mediaType: string;
  readonly write: Writer;
}

/** Where the document has no error schema at all. */
const makePlain = ({ code, message }: ErrorFacts): JsonValue => ({ error: code, message });

/**
 * Makes error bodies in the shape that the document gives an operation's errors: the schema of the
 * status, else of its first documented error that has one; in words, where the document has no JSON
 * for the status, or for any error.
 */
export function errorBodyFor(
  document: OpenApiDocument,
  operation: Operation,
  status: number,
): ErrorBody {
  const documented = documentedResponse(operation, status);
  const errors = operation.responses.filter(({ status: key }) => /^[45]|^default$/i.test(key));
  for (const response of [documented, ...errors]) {
    const media = jsonMediaType(response?.content);
    const isPromised = response !== undefined && response === documented;
    const [promised] = media === undefined && isPromised ? response.content : [];
    if (promised !== undefined) return wordsIn(promised);
    if (media?.schemaPointer === undefined) continue;
    const examples = Object.values(media.examples);
    const isExact = response?.status === String(status);
    const make = filler(document, media.schemaPointer, { values: examples, isExact });
    return { mediaType: contentTypeFor(media), write: (facts) => stringifyJson(make(facts)) };
  }
  const others = errors.map(({ content }) => (jsonMediaType(content) ? undefined : content[0]));
  if (others[0] !== undefined && !others.includes(undefined)) return wordsIn(others[0]);
  return { mediaType: 'application/json', write: (facts) => stringifyJson(makePlain(facts)) };
}

/** The message, marked up where the media type is. */
function wordsIn(media: MediaType): ErrorBody {
  const mediaType = contentTypeFor(media);
  const isMarkup = /\b(?:html|xml)\b/.test(mediaType);
  const write: Writer = ({ message }) =>
    isMarkup ? `<p>${message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>` : message;
  return { mediaType, write };
}

function filler(
  { root }: OpenApiDocument,
  pointer: string,
  examples: ErrorExamples,
): (facts: ErrorFacts) => JsonValue {
  const schema = effectiveSchema(root, pointer);
  // No message meets a pattern, say: the document's own example is at least valid.
  const example = examples.values.find((value) => isValidFor(value, schema, 'response'));
  const fit = fitter(schema, 'response', example ?? sampleValue(schema, { side: 'response' }));
  return (facts) => {
    const value = fill(schema, facts, examples);
    const isEmpty = isJsonObject(value) && Object.keys(value).length === 0;
    return fit(isEmpty ? makePlain(facts) : value);
  };
}

/** Optional properties, and lists, that say something of an error; Rails lists what is wrong with all of it as `base`. */
const TELLING =
  /^(?:messages?|details?|title|description|reasons?|errors?|problems?|issues?|code|status|body|base)$/i;

function fill(schema: EffectiveSchema, facts: ErrorFacts, examples: ErrorExamples): JsonValue {
  const choose: LeafChooser = (type, name) => {
    if (type === 'boolean') return false;
    // RFC 9457 and many before it repeat the HTTP status in the body, JSON:API as a text.
    const isStatus = /^(?:status|status_?code|http_?status)$/i.test(name);
    if (type !== 'string') return isStatus ? facts.status : facts.code;
    if (isStatus) return String(facts.status);
    return /^(?:code|kind|type)$/i.test(name) ? facts.kind : facts.message;
  };
  return likelySample(schema, {
    side: 'response',
    choose,
    pick: (values, name) => chooseErrorCode(values, name, facts, examples),
    includes: (name) => TELLING.test(name),
  });
}

/** What an error body is filled with. */
interface ErrorFacts {
  readonly status: number;
  readonly code: number;
  /** The problem's kind. */
  readonly kind: string;
  readonly message: string;
}

/** What the document says of an error that it has a list of codes for. */
interface ErrorExamples {
  /** Of the response, in the document's order. */
  readonly values: readonly JsonValue[];
  /** Whether the response is for this one status, not for a range or all errors. */
  readonly isExact: boolean;
}

/**
 * The code that says best what was wrong, out of an `enum`: one of the response's own examples, else
 * the one that names the problem or the status, else the first.
 *
 * @param name The property that it stands in.
 */
function chooseErrorCode(
  codes: readonly JsonValue[],
  name: string,
  facts: ErrorFacts,
  { values, isExact }: ErrorExamples,
): JsonValue | undefined {
  const shown = values
    .flatMap((value) => valuesAt(name, value))
    .filter((code) => codes.includes(code));
  const told = isExact ? (matching(shown, facts) ?? shown[0]) : undefined;
  return told ?? matching(codes, facts) ?? shown[0] ?? codes[0];
}

/** What a property holds, wherever in an example it stands. */
function valuesAt(name: string, value: JsonValue): JsonValue[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(name, item));
  if (!isJsonObject(value)) return [];
  const below = Object.values(value).flatMap((item) => valuesAt(name, item));
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  return member === undefined ? below : [member, ...below];
}

function matching(
  codes: readonly JsonValue[],
  { code, status, kind }: ErrorFacts,
): JsonValue | undefined {
  const number = [code, status, String(status)].find((candidate) => codes.includes(candidate));
  if (number !== undefined) return number;
  const texts = codes
    .filter((candidate) => typeof candidate === 'string')
    .map((candidate) => [candidate, wordsOf(candidate)] as const);
  for (const phrase of [...phrasesOfKind(kind), ...(PHRASES_OF_STATUS[status] ?? [])]) {
    const found = texts.find(([, words]) => words.includes(` ${phrase} `));
    if (found !== undefined) return found[0];
  }
  return undefined;
}

/** `NOT_FOUND`, `notFound` and `not-found` are the same words. */
function wordsOf(code: string): string {
  const words = code.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').split(/[^A-Za-z\d]+/);
  return ` ${words.join(' ').toLowerCase()} `;
}

function phrasesOfKind(kind: string): readonly string[] {
  return PHRASES_OF_KIND.find(([pattern]) => pattern.test(kind))?.[1] ?? [];
}

const UNAUTHENTICATED = ['unauthorized', 'unauthorised', 'unauthenticated', 'not authenticated'];
const CREDENTIAL = ['authentication', 'auth', 'token', 'credential', 'credentials'];
const INVALID = ['invalid', 'not valid', 'validation', 'bad request', 'badrequest'];

/** The words that codes usually have for a kind of problem, the most telling first. */
const PHRASES_OF_KIND: readonly (readonly [kind: RegExp, phrases: readonly string[]])[] = [
  [/^credential-missing$/, ['missing token', 'token missing', ...UNAUTHENTICATED, ...CREDENTIAL]],
  [/^credential-/, ['invalid token', 'token invalid', ...UNAUTHENTICATED, ...CREDENTIAL]],
  [/^schema$/, ['invalid body', 'validation', ...INVALID]],
  [/^parameter$/, ['invalid parameter', 'parameter', ...INVALID]],
  [/^(?:json|form)-malformed$/, ['malformed', 'parse error', 'syntax', 'json', ...INVALID]],
  [/^body-missing$/, ['missing body', 'body missing', 'missing', ...INVALID]],
  [/^(?:request-malformed|text-encoding|content-coding)$/, ['malformed', ...INVALID]],
  [/^media-type$/, ['unsupported media type', 'media type', 'unsupported', ...INVALID]],
  [/^body-too-large$/, ['too large', 'large', 'too long', ...INVALID]],
  [/^used-/, ['already exists', 'exists', 'duplicate', 'conflict', 'already used', ...INVALID]],
  [/-unknown$/, ['not found', 'notfound', 'no such', 'unknown']],
];

/** The words for a status itself (RFC 9110, 15). */
const PHRASES_OF_STATUS: Readonly<Record<number, readonly string[]>> = {
  400: INVALID,
  401: UNAUTHENTICATED,
  403: ['forbidden', 'permission', 'denied', 'not allowed'],
  404: ['not found', 'notfound'],
  405: ['method not allowed'],
  408: ['timeout', 'timed out'],
  409: ['conflict', 'already exists', 'duplicate'],
  413: ['too large', 'large'],
  415: ['unsupported media type', 'unsupported'],
  422: ['unprocessable', 'validation', 'invalid'],
  429: ['too many requests', 'rate limit', 'rate limited', 'ratelimit'],
  500: ['internal', 'internal error', 'server error'],
  502: ['bad gateway', 'gateway', 'upstream'],
  503: ['unavailable', 'overloaded'],
  504: ['timeout', 'timed out'],
};
