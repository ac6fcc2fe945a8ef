import type { OpenApiDocument } from '../../../openapi/document.ts';
import { type JsonValue, isJsonObject } from '../../../openapi/json/json-value.ts';
import { sampleValue } from '../../../openapi/schema/sample-value.ts';
import { showJson } from '../../../openapi/json/stringify-json.ts';
import type { Operation } from '../../../model/operation.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import { childPointer } from '../../../openapi/pointer.ts';
import type { EffectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import { mayBeTaken } from '../../../model/requests/fresh-identity.ts';
import { type FreshValues, createFreshValues } from '../../../model/requests/fresh-values.ts';
import type { RequestParts } from '../../../http/compose-request.ts';
import { brokenValues } from './broken-candidates.ts';
import type { Candidate } from './candidate.ts';
import { edgeNumbers } from './edge-numbers.ts';
import { ordinaryValue, schemaOf } from '../../../model/requests/required-parameters.ts';

const PROBE = createFreshValues({ seed: 0, runId: 'probe' });

type Base = (fresh: FreshValues) => RequestParts;

/**
 * Every parameter with and without values that its schema allows and forbids.
 *
 * @param spared Parameters whose values name what is changed: none that something may have.
 */
export function parameterCandidates(
  document: OpenApiDocument,
  operation: Operation,
  base: Base,
  spared: (parameter: Parameter) => boolean = () => false,
): Candidate[] {
  return operation.parameters.flatMap((parameter) => {
    if (spared(parameter)) return absentOnes(document, parameter, base);
    return [
      ...(parameter.required ? missing(parameter, base) : [given(document, parameter, base)]),
      ...edges(document, parameter, base),
      ...broken(document, parameter, base),
    ];
  });
}

function absentOnes(document: OpenApiDocument, parameter: Parameter, base: Base): Candidate[] {
  const schema = schemaOf(document, parameter);
  return broken(document, parameter, base).flatMap((candidate) => {
    const { parameters } = candidate.parts(PROBE);
    const value = parameters?.[parameter.name];
    const isAbsent = value !== undefined && !mayBeTaken(schema, value);
    return isAbsent ? [{ ...candidate, namesNothing: true }] : [];
  });
}

function withParameter(
  group: Candidate['group'],
  base: Base,
  { name, in: place }: Parameter,
  what: string,
  value: JsonValue | undefined,
): Candidate {
  return {
    group,
    title: `${place} parameter ${name} ${what}`,
    parts: (fresh) => ({ ...base(fresh), parameters: { [name]: value } }),
  };
}

/** A path without its parameter is another path. */
function missing(parameter: Parameter, base: Base): Candidate[] {
  const { name, in: place, pointer } = parameter;
  if (place === 'path') return [];
  const reason = `the ${place} parameter ${name} is required`;
  const at = childPointer(pointer, 'required');
  return [
    {
      ...withParameter('broken', base, parameter, 'missing', undefined),
      validity: { kind: 'invalid', pointer: at, keyword: 'required', reason },
    },
  ];
}

function given(document: OpenApiDocument, parameter: Parameter, base: Base): Candidate {
  const { types, values, format } = schemaOf(document, parameter);
  const isFree = types.includes('string') && values === undefined && format === undefined;
  const isMadeUp = isFree && parameter.example === undefined;
  return {
    ...withParameter('boundary', base, parameter, 'given', ordinaryValue(document, parameter)),
    open: isMadeUp ? `nothing says what ${parameter.name} is to be` : undefined,
  };
}

/** Of a path, other values than those that are there name other resources. */
function edges(document: OpenApiDocument, parameter: Parameter, base: Base): Candidate[] {
  const schema = schemaOf(document, parameter);
  if (parameter.in === 'path' && schema.values === undefined) return [];
  const { values, types } = schema;
  const isFlag = types.length === 1 && types[0] === 'boolean';
  const listed = values ?? (isFlag ? [true, false] : []);
  const numbers = types.includes('integer') && values === undefined ? edgeNumbers(schema) : [];
  return [...listed.slice(0, 20), ...numbers].map((value) =>
    withParameter('boundary', base, parameter, showJson(value), value),
  );
}

/** In place of a value: its text must not be one that the parameter's own style gives a meaning. */
function broken(document: OpenApiDocument, parameter: Parameter, base: Base): Candidate[] {
  const schema = schemaOf(document, parameter);
  const wrong: (readonly [string, JsonValue])[] = [
    ['as a word', 'seven'],
    ['as a fraction', 1.5],
    ['empty', ''],
    ...brokenValues(schema),
  ];
  if (schema.items !== undefined) wrong.push(...brokenItems(schema.items));
  wrong.push(...brokenMembers(schema));
  return wrong
    .filter(([, value]) => canBeSent(parameter, value))
    .map(([what, value]) => withParameter('broken', base, parameter, what, value));
}

function brokenItems(items: EffectiveSchema): [string, JsonValue][] {
  return wrongIn(items).map(([what, value]) => [`with an item ${what}`, [value]]);
}

function wrongIn(schema: EffectiveSchema): (readonly [what: string, value: JsonValue])[] {
  return [['as a word', 'seven'], ...brokenValues(schema)];
}

/** Of an object, one property at a time. */
function brokenMembers(schema: EffectiveSchema): [string, JsonValue][] {
  if (!schema.types.includes('object') || schema.types.includes('string')) return [];
  const usual = sampleValue(schema);
  const around = isJsonObject(usual) ? usual : {};
  const wrong = [...schema.properties].flatMap(([name, property]) =>
    wrongIn(property).map(([what, value]): [string, JsonValue] => {
      return [`${name} ${what}`, { ...around, [name]: value }];
    }),
  );
  return [...wrong, ['with an unknown property', { ...around, unknownProperty: 'x' }]];
}

/** An empty part of a path makes another path, and headers take no control characters. */
function canBeSent({ in: place }: Parameter, value: JsonValue): boolean {
  if (place === 'path') return value !== '' && value !== '.' && value !== '..';
  return place !== 'header' || typeof value !== 'string' || /^[\x21-\x7e]+$/.test(value);
}
