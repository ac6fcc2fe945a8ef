import type { OpenApiDocument } from '../../../openapi/document.ts';
import { percentEncoded } from '../../../openapi/percent.ts';
import { showJson, textOf } from '../../../openapi/json/stringify-json.ts';
import { type Operation, operations } from '../../../model/operation.ts';
import {
  ordinaryValue,
  requiredParameters,
  schemaOf,
} from '../../../model/requests/required-parameters.ts';
import { bodyReferences } from '../../../model/resources/body-references.ts';
import { listOf } from '../../../model/lists/lists.ts';
import { effectOf } from '../../../model/resources/resources.ts';
import { notPromised } from '../case.ts';
import type { Candidate, MakeBase } from './candidate.ts';
import { writeParameter } from '../../../model/parameters/write-parameter.ts';
import { type JsonValue, objectOf } from '../../../openapi/json/json-value.ts';
import { sampleValue } from '../../../openapi/schema/sample-value.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import type { EffectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import { integersOf } from '../../../openapi/schema/fitting-numbers.ts';
import { toJsonNumber } from '../../../openapi/json/exact-number.ts';
import { isValidFor } from '../../../openapi/schema/compile-schema.ts';
import { mayBeTaken } from '../../../model/requests/fresh-identity.ts';
import { isOfClient } from '../../../http/client-headers.ts';
import { brokenValues, leavingOut } from './broken-candidates.ts';
import { edgeNumbers } from './edge-values.ts';
import { withOffset } from '../../../model/believable/timely-texts.ts';

type Wrong = readonly [what: string, value: JsonValue];

/**
 * What a parameter of the path is to a case: `spared`: its value names what is changed, so that no other is
 * sent that something may have; `leading`: it leads to what was created, so that each other valid value
 * leads past it; `naming`: its value is that of what was created; else `free`.
 */
export type PathRole = 'spared' | 'leading' | 'naming' | 'free';

/** Every parameter with and without values that its schema allows and forbids. */
export function parameterCandidates(
  document: OpenApiDocument,
  operation: Operation,
  base: MakeBase,
  roleOf: (parameter: Parameter) => PathRole = () => 'free',
): Candidate[] {
  const pages = pagesOf(document, operation);
  const usualValues = requiredParameters(document, operation);
  return operation.parameters.flatMap((parameter) => {
    const { name, in: place, required } = parameter;
    const usualValue = usualValues[name] ?? ordinaryValue(document, parameter);
    const schema = schemaOf(document, parameter);
    const first = pages?.parameter === parameter ? pages.first : undefined;
    const mayLack = whatMayLack(document, operation, parameter, first);
    const candidate = (group: Candidate['group'], what: string, value?: JsonValue): Candidate => ({
      group,
      title: `${place} parameter ${name} ${what}`,
      parts: (fresh) => ({ ...base(fresh), parameters: { [name]: value } }),
      ...(group === 'boundary' && { open: mayLack(value) }),
    });
    const wrong = wrongFor(parameter, schema);
    const role = roleOf(parameter);
    if (role === 'spared') {
      // A PUT may create what its path names, whatever that is.
      const far = operation.method === 'PUT' ? [] : farBeyond(schema);
      return [...wrong, ...far]
        .filter(([, value]) => !mayBeTaken(schema, value))
        .map(([what, value]) => ({ ...candidate('broken', what, value), absent: [name] }));
    }
    const given = (): Candidate => {
      const usual = candidate('boundary', 'given', first ?? usualValue);
      return isMadeUp(parameter, schema)
        ? { ...usual, open: `nothing says what ${name} is to be` }
        : usual;
    };
    // A path without its parameter is another path, and some headers no client leaves out.
    const isThere = place === 'path' || (place === 'header' && isOfClient(name));
    const missing = isThere ? [] : [leavingOut({ schema }, candidate('broken', 'missing'))];
    return [
      ...(required ? missing : [given()]),
      ...offsets(parameter, schema, usualValue).map((value) =>
        candidate('boundary', 'with an offset', value),
      ),
      ...(role === 'free' ? edges(parameter, schema) : []).map((value) =>
        candidate('boundary', showJson(value), value),
      ),
      ...(role === 'free' ? longest(parameter, schema) : []).map((value) =>
        candidate('boundary', `of ${value.length} characters`, value),
      ),
      ...(role === 'leading' ? [] : unbounded(parameter, schema)).map(([what, value]) => {
        const vast = {
          ...candidate('boundary', what, value),
          open: 'the document has no bound for it',
        };
        return place === 'path' ? { ...vast, absent: [name] } : vast;
      }),
      ...wrong.map(([what, value]) => candidate('broken', what, value)),
    ];
  });
}

/**
 * Says what may not be there that a value of a query names: another page than the first, or what is elsewhere.
 *
 * @param first Where it names pages.
 */
function whatMayLack(
  document: OpenApiDocument,
  operation: Operation,
  parameter: Parameter,
  first: JsonValue | undefined,
): (value?: JsonValue) => string | undefined {
  const { name, in: place, example, required } = parameter;
  const slot = { path: [name], schema: schemaOf(document, parameter), required };
  const isMadeUpOfQuery = place === 'query' && example === undefined;
  const refers = isMadeUpOfQuery && bodyReferences(document, operation, [slot]).length > 0;
  return (value) => {
    if (value === undefined || value === first) return undefined;
    if (first !== undefined) return 'there may be no such page';
    return refers ? `nothing tells that there is what ${name} refers to` : undefined;
  };
}

/** By which parameter a list is read page by page, and its value for the first, which is always there. */
function pagesOf(
  document: OpenApiDocument,
  operation: Operation,
): { readonly parameter: Parameter; readonly first: JsonValue } | undefined {
  const { page, firstPage = 1 } = listOf(document, operation)?.paging ?? {};
  if (page?.parameter === undefined || page.keys.length > 0) return undefined;
  const first = [firstPage, String(firstPage)].find((value) => isValidFor(value, page.schema));
  return first === undefined ? undefined : { parameter: page.parameter, first };
}

/** Past the range, and far from what an overflow would make of it. */
function farBeyond(schema: EffectiveSchema): Wrong[] {
  const range = integersOf(schema);
  if (range === undefined || !schema.types.includes('integer')) return [];
  return [['far beyond its range', toJsonNumber(range.maximum + 2n ** 30n + 1n)]];
}

/** What no bound forbids, and naive code has no room, or no character, for. */
function unbounded({ in: place }: Parameter, schema: EffectiveSchema): Wrong[] {
  const { types, values, format, pattern, maxLength = Infinity, minLength } = schema;
  if (values !== undefined) return [];
  if (types.includes('integer') || types.includes('number')) {
    if (integersOf(schema) !== undefined) return [];
    const vast = [-1, 2 ** 31, 2n ** 63n].map((value) => [showJson(value), value] as const);
    return vast.filter(([, value]) => isValidFor(value, schema));
  }
  const isFree = types.includes('string') && format === undefined && pattern === undefined;
  if (!isFree || place !== 'query' || maxLength < ODD.length) return [];
  return [...(minLength === 0 ? [['empty', ''] as const] : []), ['with odd characters', ODD]];
}

const ODD = 'O\'x "y" \\ % _ ; -- ([{*+? é 漢 🌿';

/** The longest text that the document allows, where it allows no very long one. */
function longest({ in: place }: Parameter, schema: EffectiveSchema): string[] {
  const { types, values, format, pattern, maxLength = Infinity } = schema;
  const isFree = types.includes('string') && [values, format, pattern].every((said) => !said);
  return isFree && place === 'query' && maxLength <= MOST_CHARACTERS ? ['x'.repeat(maxLength)] : [];
}

const MOST_CHARACTERS = 1000;

function isMadeUp({ name, in: place, example }: Parameter, schema: EffectiveSchema): boolean {
  // A version, or a time, in an example is that of another resource (RFC 9110, 13.1).
  const isCondition = place === 'header' && /^if-/i.test(name);
  return (example === undefined || isCondition) && hasFreeText(schema);
}

/** Formats that say how a text is written, and nothing of what it means. */
const WRITTEN = /^(?:byte|binary|base64(?:url)?|password)$/;

/** Such as the names of properties, which only the service knows. */
function hasFreeText(schema: EffectiveSchema, around = new Set<EffectiveSchema>()): boolean {
  const { types, values, format, items, properties } = schema;
  // A schema may contain itself.
  if (values !== undefined || around.has(schema)) return false;
  around.add(schema);
  if (types.includes('string')) return format === undefined || WRITTEN.test(format);
  if (types.includes('array')) return items === undefined || hasFreeText(items, around);
  if (!types.includes('object')) return false;
  return (
    properties.size === 0 || properties.values().some((property) => hasFreeText(property, around))
  );
}

/** Of a time in a query, another spelling: its plus stands there for itself only if it is encoded. */
function offsets(
  parameter: Parameter,
  { format, values }: EffectiveSchema,
  usual: JsonValue,
): readonly string[] {
  if (parameter.in !== 'query' || format !== 'date-time' || values !== undefined) return [];
  const spelled = typeof usual === 'string' ? withOffset(usual) : undefined;
  return spelled === undefined ? [] : [spelled];
}

/** Of a path, other values than those that are there name other resources. */
function edges({ in: place }: Parameter, schema: EffectiveSchema): readonly JsonValue[] {
  const { values, types } = schema;
  if (values !== undefined) return values.slice(0, 20);
  if (place === 'path') return [];
  const isFlag = types.length === 1 && types[0] === 'boolean';
  const numbers = types.includes('integer') ? edgeNumbers(schema) : [];
  return [...(isFlag ? [true, false] : []), ...numbers];
}

/** In place of a value: its text must not be one that the parameter's own style gives a meaning. */
function wrongFor(parameter: Parameter, schema: EffectiveSchema): Wrong[] {
  const { items } = schema;
  const ofItems = items === undefined ? [] : wrongIn(items);
  const wrong: Wrong[] = [
    ['as a word', 'seven'],
    ['as a fraction', 1.5],
    ['empty', ''],
    ...brokenValues(schema),
    ...ofItems.map(([what, value]): Wrong => [`with an item ${what}`, [value]]),
    ...brokenMembers(schema),
  ];
  return wrong.filter(([, value]) => canBeSent(parameter, value));
}

function wrongIn(schema: EffectiveSchema): Wrong[] {
  return [['as a word', 'seven'], ...brokenValues(schema)];
}

/** Of an object, one property at a time. */
function brokenMembers(schema: EffectiveSchema): Wrong[] {
  if (!schema.types.includes('object') || schema.types.includes('string')) return [];
  const usual = sampleValue(schema);
  const around = objectOf(usual);
  const wrong = [...schema.properties].flatMap(([name, property]) =>
    wrongIn(property).map(([what, value]): Wrong => {
      return [`${name} ${what}`, { ...around, [name]: value }];
    }),
  );
  return [...wrong, ['with an unknown property', { ...around, unknownProperty: 'x' }]];
}

/** An empty part of a path makes another path, and headers take no control characters. */
function canBeSent(parameter: Parameter, value: JsonValue): boolean {
  const { in: place } = parameter;
  if (place === 'path') return value !== '' && value !== '.' && value !== '..';
  if (place !== 'header') return true;
  const isText = typeof value === 'string';
  return isText ? /^[\x21-\x7e]+$/.test(value) : !/\p{Cc}/u.test(writeParameter(parameter, value));
}

/** Bytes of a query that is longer than most, and shorter than what servers take. */
const LONG = 8192;

/** Paths and queries as no client should write them, and methods that every path may get: what counts is an answer. */
export function targetCandidates(
  document: OpenApiDocument,
  operation: Operation,
  base: MakeBase,
): Candidate[] {
  return [
    ...otherMethods(document, operation),
    // Whoever takes it for a name creates nothing.
    ...(mayCreate(document, operation) ? [] : badPath(operation, base)),
    // What is spelled so is read: whoever takes it for something else changes nothing.
    ...(operation.method === 'GET' ? queries(document, operation, base) : []),
  ];
}

function mayCreate(document: OpenApiDocument, operation: Operation): boolean {
  return operation.method === 'PUT' || effectOf(document, operation) === 'creates';
}

function answered(title: string, reason: string, parts: MakeBase): Candidate {
  const validity = notPromised(reason);
  return { group: 'broken', title, validity, outsideOperation: true, parts };
}

/** Once each path: beside its GET, else OPTIONS beside its first operation. */
function otherMethods(document: OpenApiDocument, operation: Operation): Candidate[] {
  const here = operations(document).filter(({ path }) => path === operation.path);
  const first = here.find(({ method }) => method === 'GET') ?? here[0];
  if (first !== operation) return [];
  const methods = operation.method === 'GET' ? ['HEAD', 'OPTIONS'] : ['OPTIONS'];
  const broken = (document.quarantined ?? []).filter(({ path }) => path === operation.path);
  return methods
    .filter((method) => ![...here, ...broken].some((candidate) => candidate.method === method))
    .map((method) => answered(method, `${method} is no operation of the path`, () => ({ method })));
}

/** Stands for the last value in the path until it is written. */
const PLACE = 'oddly-written';

function badPath({ parameters, path }: Operation, base: MakeBase): Candidate[] {
  const inPath = parameters.filter(
    (parameter) => parameter.in === 'path' && path.includes(`{${parameter.name}}`),
  );
  const last = inPath.toSorted((a, b) => placeOf(path, a.name) - placeOf(path, b.name)).at(-1);
  if (last === undefined) return [];
  const written = (title: string, reason: string, value: string): Candidate => ({
    ...answered(title, reason, (fresh) => ({
      ...base(fresh),
      parameters: { [last.name]: PLACE },
      target: (whole) => whole.replace(PLACE, value),
    })),
    absent: [last.name],
  });
  return [
    written(
      'a bad percent-encoding in the path',
      'the path is encoded badly (RFC 3986, 2.1)',
      '%zz',
    ),
    written('a slash and NUL in the path', 'few names have a slash or NUL', 'x%2Fy%00z'),
  ];
}

function placeOf(path: string, name: string): number {
  return path.indexOf(`{${name}}`);
}

function queries(document: OpenApiDocument, operation: Operation, base: MakeBase): Candidate[] {
  const inQuery = operation.parameters.filter(({ in: place }) => place === 'query');
  const name = inQuery[0]?.name ?? 'q';
  const once = inQuery.find((parameter) => {
    const { types } = schemaOf(document, parameter);
    return !parameter.isJson && !types.includes('array') && !types.includes('object');
  });
  const added = (title: string, reason: string, query: string): Candidate =>
    answered(title, reason, (fresh) => ({
      ...base(fresh),
      target: (written) => `${written}${written.includes('?') ? '&' : '?'}${query}`,
    }));
  const badly = 'the query is encoded badly (RFC 3986, 2.1)';
  const candidates = [
    added('a bad percent-encoding in the query', badly, `${percentEncoded(name)}=%zz`),
    added(`a query of ${LONG} bytes`, 'the query is long', `padding=${'x'.repeat(LONG)}`),
  ];
  if (once === undefined) return candidates;
  const value = percentEncoded(textOf(ordinaryValue(document, once)));
  const pair = `${percentEncoded(once.name)}=${value}`;
  const reason = 'nothing tells which of two values counts';
  const title = `the query parameter ${once.name} twice`;
  return [...candidates, added(title, reason, `${pair}&${pair}`)];
}
