/** Documents that are legal, or nearly, and that nobody wrote to be read with ease. */
import * as fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';

/** Names of the shared schemas that others refer to, also in circles. */
const NAMES = ['A', 'B', 'C', 'D'] as const;

/** Each names the next one twice: thirty of them make a billion. */
const LEVELS = 30;

function levelsOf(keyword: string, last: JsonValue): JsonObject {
  const levels = Array.from({ length: LEVELS }, (_, i) => {
    const $ref = `#/components/schemas/L${i + 1}`;
    return [`L${i}`, { [keyword]: [{ $ref }, { $ref }] }] as const;
  });
  return { ...Object.fromEntries(levels), [`L${LEVELS}`]: last };
}

const PATTERNS = [
  '^(a+)+$',
  '^(a|a)*b$',
  '^(.*)*$',
  '^a{100000000}$',
  '^(?:a?){40}a{40}$',
  '^(\\w+\\s?)+$',
  '^[\\s\\S]{0,99999}$',
  '(?i)^abc$',
  '^(?<year>\\d{4})$',
  '^a++$',
  '\\p{Lu}',
  '[',
  '(?=x)x',
  '^$',
  '\u0000',
];

const FORMATS = [
  'int64',
  'date-time',
  'date',
  'uuid',
  'email',
  'uri',
  'ipv4',
  'byte',
  'binary',
  'x',
];

const HUGE = [1e9, 2 ** 31, 2 ** 53 - 1, 1e21];

const anyHuge: fc.Arbitrary<number> = fc.constantFrom(...HUGE);

/** Schemas without others in them. */
const leaves: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('string', 'integer', 'number', 'boolean').map(ofType) },
  fc.constantFrom(...PATTERNS).map((pattern) => ({ type: 'string', pattern })),
  fc.constantFrom(...FORMATS).map((format) => ({ type: 'string', format })),
  fc.constantFrom(...FORMATS).map((format) => ({ type: 'integer', format })),
  anyHuge.map((minLength) => ({ type: 'string', minLength })),
  fc.nat(3).map((minLength) => ({ type: 'string', minLength, maxLength: 1 })),
  fc
    .tuple(fc.constantFrom(-1e30, 0, 2 ** 53, 1e30), fc.constantFrom(1e-30, 0.1, 3, 7e20))
    .map(([minimum, multipleOf]) => ({ type: 'number', minimum, multipleOf })),
  fc.nat(2).map((n) => ({ enum: Array.from({ length: 10 ** (n + 2) }, (_, i) => `v${i}`) })),
  fc.constantFrom<JsonValue>(true, false, {}, { not: {} }, { type: 'null' }, { type: [] }),
  fc.constantFrom<JsonValue>({ const: { a: [1, null] } }, { enum: [] }, { type: 'text' }, 7, null),
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...NAMES, ...NAMES, 'L0', `L${LEVELS - 2}`, 'Missing')
      .map((name) => ({ $ref: `#/components/schemas/${name}` })),
  },
);

function ofType(type: string): JsonObject {
  return { type };
}

/** Schemas with others in them. */
const { schemas } = fc.letrec<{ schemas: JsonValue }>((tie) => {
  const inside = tie('schemas');
  const named = fc.dictionary(fc.constantFrom('id', 'name', 'a', 'at', '__proto__', ''), inside, {
    maxKeys: 4,
  });
  const several = fc.array(inside, { minLength: 1, maxLength: 3 });
  return {
    schemas: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 3, arbitrary: leaves },
      {
        weight: 4,
        arbitrary: fc
          .tuple(named, fc.subarray(['id', 'name', 'a', 'gone']))
          .map(([properties, required]) => ({ type: 'object', properties, required })),
      },
      inside.map((items) => ({ type: 'array', items })),
      fc.tuple(leaves, anyHuge).map(([items, minItems]) => ({ type: 'array', items, minItems })),
      fc
        .tuple(inside, fc.nat(40))
        .map(([items, minItems]) => ({ type: 'array', items, minItems, uniqueItems: true })),
      fc
        .tuple(fc.constantFrom('allOf', 'oneOf', 'anyOf'), several)
        .map(([keyword, list]) => ({ [keyword]: list })),
      inside.map((not) => ({ type: 'object', not })),
      fc.tuple(inside, anyHuge).map(([additionalProperties, minProperties]) => ({
        type: 'object',
        additionalProperties,
        minProperties,
      })),
      fc
        .tuple(fc.constantFrom(...PATTERNS), inside)
        .map(([pattern, schema]) => ({ patternProperties: { [pattern]: schema } })),
      fc
        .tuple(inside, inside)
        .map((both) => Object.fromEntries(['if', 'then'].map((key, i) => [key, both[i]!]))),
      inside.map((schema) => ({ allOf: [schema], unevaluatedProperties: false })),
      fc.tuple(inside, fc.json({ maxDepth: 2 })).map(([schema, text]) => {
        const shown: JsonValue = JSON.parse(text) as JsonValue;
        return { allOf: [schema], example: shown, default: shown };
      }),
    ),
  };
});

const paths: fc.Arbitrary<string> = fc.constantFrom(
  '/things',
  '/things/{id}',
  '/things/{id}/parts',
  '/things/{id}:go',
  '/{a}{b}',
  '/ä/{ö}.pdf',
  '/',
  '//',
  '/{}',
);

const methods = fc.constantFrom('get', 'post', 'put', 'patch', 'delete', 'query');

const mediaTypes = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  '*/*',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/x-ndjson',
  'x',
);

const content: fc.Arbitrary<JsonObject> = fc
  .tuple(mediaTypes, schemas)
  .map(([name, schema]) => ({ [name]: { schema } }));

const parameters: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.constantFrom('id', 'a', 'b', 'ö', 'limit', 'X-A', ''),
    fc.constantFrom('path', 'query', 'header', 'cookie'),
    fc.constantFrom('simple', 'form', 'matrix', 'deepObject', 'spaceDelimited', 'none'),
    schemas,
  )
  .map(([name, place, style, schema]) => ({
    name,
    in: place,
    style,
    schema,
    ...(place === 'path' ? { required: true } : {}),
  }));

const statuses = fc.constantFrom('200', '201', '204', '404', '4XX', 'default', '599', 'OK');

const operations: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.array(parameters, { maxLength: 3 }),
    fc.option(content),
    fc.dictionary(statuses, fc.option(content), { minKeys: 1, maxKeys: 3 }),
  )
  .map(([bodies, body, answers]) => ({
    parameters: bodies,
    ...(body === null ? {} : { requestBody: { content: body } }),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [
        status,
        { description: 'x', ...(answer === null ? {} : { content: answer }) },
      ]),
    ),
  }));

/** A whole document, as a text in JSON. */
export const nastyDocuments: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('3.0.3', '3.1.0', '3.2.0'),
    fc.dictionary(paths, fc.dictionary(methods, operations, { minKeys: 1, maxKeys: 3 }), {
      minKeys: 1,
      maxKeys: 3,
    }),
    fc.array(schemas, { minLength: NAMES.length, maxLength: NAMES.length }),
    fc.tuple(fc.constantFrom('allOf', 'oneOf', 'anyOf'), leaves),
  )
  .map(([openapi, items, shared, [keyword, last]]) =>
    JSON.stringify({
      openapi,
      info: { title: 'Nasty', version: '1' },
      paths: items,
      components: {
        schemas: {
          ...Object.fromEntries(NAMES.map((name, i) => [name, shared[i]])),
          ...levelsOf(keyword, last),
        },
      },
    }),
  );
