import { expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/openapi/json/json-value.ts';
import { type Case, buildCase } from '../../../../src/verify/cases/case.ts';
import { generateCases } from '../../../../src/verify/cases/generate/generate-cases.ts';
import { createFreshValues } from '../../../../src/model/requests/fresh-values.ts';
import { documentWith, operationOf } from '../things.ts';

/** The cases of a body with these properties, by title. */
function casesOf(properties: string): Map<string, Case> {
  const document = documentWith(`{ type: object, properties: ${properties} }`);
  const templates = [...generateCases({ document, operation: operationOf(document), seed: 1 })];
  const fresh = createFreshValues({ seed: 1, runId: 'run' });
  return new Map(templates.map((template) => [template.title, buildCase(template, fresh)]));
}

function sent(cases: Map<string, Case>, title: string): JsonValue {
  return (cases.get(title)!.request.value as Record<string, JsonValue>)['own']!;
}

it('null is sent where the schema says so, and is no matter of a schema without a type', () => {
  expect(sent(casesOf("{ own: { type: [string, 'null'] } }"), 'own null')).toBe(null);
  expect(casesOf('{ own: {} }').has('own null')).toBe(false);
});

it.each([
  ['{ type: string }', 'own of 20 different items', ['x19', 'x0']],
  ['{ type: string, format: email }', 'own of 20 different items', undefined],
  ['{ enum: [a, b, c] }', 'own of 3 different items', ['c', 'a']],
  ['{ type: integer }', 'own of 20 different items', undefined],
  [
    '{ type: object, properties: { a: { type: string } } }',
    'own of 20 different items',
    [{ a: 'x19' }, { a: 'sample' }],
  ],
])('lists have many items that differ: of %s', (items, title, ends) => {
  const list = sent(casesOf(`{ own: { type: array, items: ${items} } }`), title) as JsonValue[];
  expect(new Set(list.map((candidate) => JSON.stringify(candidate))).size).toBe(list.length);
  if (ends) expect([list[0], list.at(-1)]).toEqual(ends);
});

it('texts that a service may take but once are others in each run, however odd they are', () => {
  const cases = casesOf(
    '{ name: { type: string }, slug: { type: string }, own: { type: string } }',
  );
  const texts = (of: string): string[] =>
    ['digits and leading zeros', 'CJK characters', 'white space at its edges'].map((kind) => {
      const { value } = cases.get(`${of} with ${kind}`)!.request;
      return (value as Record<string, string>)[of]!;
    });
  const all = [/^00\d{2,}10$/, /漢字.*run-\d+/, /^ edges-verify-run-\d+ $/];
  expect(texts('slug')).toEqual(all.map((text) => expect.stringMatching(text) as string));
  expect(texts('own')).toEqual(['0010', '漢字 かな 한글 ，。', ' edges ']);
});

it.each([4, 6, 20])('a text is no longer than %i characters, whatever its mark', (maxLength) => {
  const document = documentWith(
    `{ type: object, properties: { slug: { type: string, maxLength: ${maxLength} } } }`,
  );
  const fresh = createFreshValues({ seed: 1, runId: '12345678' });
  const templates = [...generateCases({ document, operation: operationOf(document), seed: 1 })];
  const lengths = templates
    .filter(({ title, validity }) => validity.kind === 'valid' && title.startsWith('slug with '))
    .map((template) => (buildCase(template, fresh).request.value as { slug: string }).slug.length);
  expect(lengths.length).toBeGreaterThan(0);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(maxLength);
});

it('a list has no more items than it may', () => {
  const cases = casesOf('{ own: { type: array, maxItems: 4, items: { type: string } } }');
  expect(sent(cases, 'own of 4 different items')).toHaveLength(4);
});

it.each([
  ['{ type: array, items: { type: string } }', 'own of 0 items', 'open'],
  ['{ type: array, items: { type: string }, minItems: 0 }', 'own of 0 items', 'valid'],
  ['{ type: array, items: { type: string }, examples: [[a], []] }', 'own of 0 items', 'valid'],
  ['{ type: array }', 'own of 0 items', 'valid'],
  ['{ example: { a: x }, additionalProperties: { type: string } }', 'own without a', 'open'],
  [
    '{ example: { a: x }, additionalProperties: { type: string }, minProperties: 0 }',
    'own without a',
    'valid',
  ],
  ['{ example: { a: x }, properties: { a: { type: string } } }', 'own without a', 'valid'],
])('nothing says whether a list or a map may be empty: %s', (schema, title, kind) => {
  expect(casesOf(`{ own: ${schema} }`).get(title)?.validity.kind).toBe(kind);
});

it.each([
  ["{ example: 'a' }", 'open'],
  ['{ example: 7 }', 'valid'],
  ['{}', 'valid'],
])(
  'nothing says what else may stand where a schema without a type shows one: %s',
  (schema, kind) => {
    expect(casesOf(`{ own: ${schema} }`).get('own 0')?.validity.kind).toBe(kind);
  },
);

it('a map has names of several spellings', () => {
  const map = '{ type: object, maxProperties: 3, additionalProperties: { type: string } }';
  const value = sent(casesOf(`{ own: ${map} }`), 'own with several names');
  expect(Object.keys(value as object)).toHaveLength(3);
  expect(casesOf(`{ own: ${map} }`).get('own with several names')?.validity.kind).toBe('open');
});

it('a date has a day that could be a month, and others stay as far from it', () => {
  const cases = casesOf(
    "{ own: { type: string, format: date, example: '2027-03-25' }, until: { type: string, format: date-time, example: '2027-03-27T12:00:00Z' } }",
  );
  const { value } = cases.get('own on a day that could be a month')!.request;
  expect(value).toEqual({ own: '2027-04-01', until: '2027-04-03T12:00:00Z' });
});

it('another alternative is tried to its edges', () => {
  const cases = casesOf(
    '{ own: { oneOf: [{ type: string }, { type: object, required: [days], properties: { days: { type: integer, minimum: 1, maximum: 9 } } }] } }',
  );
  expect(sent(cases, 'own as its second alternative')).toEqual({ days: 1 });
  expect(sent(cases, 'own.days 9, in own as its second alternative')).toEqual({ days: 9 });
});

it('each object within a body gets a property that nothing names', () => {
  const titles = [
    ...casesOf(
      '{ own: { type: object, properties: { a: { type: object, properties: { b: {} } } } } }',
    ).keys(),
  ];
  const what = 'with a property that the document does not have';
  expect(titles).toEqual(expect.arrayContaining([`own ${what}`, `own.a ${what}`]));
});

it('an object within a body leaves out what it may', () => {
  const object = '{ type: object, required: [a], properties: { a: {}, b: {}, c: {} } }';
  const cases = casesOf(`{ own: ${object} }`);
  const names = (title: string): string[] => Object.keys(sent(cases, title) as object);
  expect(names('own without b')).toEqual(['a', 'c']);
  expect(names('own without b and c')).toEqual(['a']);
});

it('what is called an address of e-mail need not be digits', () => {
  const kind = (properties: string, title: string): string | undefined =>
    casesOf(properties).get(`${title} with digits and leading zeros`)?.validity.kind;
  expect(kind('{ email: { type: string } }', 'email')).toBe('open');
  expect(kind('{ town: { type: string } }', 'town')).toBe('valid');
});

it('a number is not so large that nobody can count its steps', () => {
  expect(casesOf('{ own: { type: number } }').has('own 1e+21')).toBe(true);
  expect(casesOf('{ own: { type: number, multipleOf: 0.5 } }').has('own 1e+21')).toBe(false);
});

it('numbers go beyond the ends of types as multiples, too', () => {
  const cases = casesOf('{ own: { type: integer, minimum: 0, multipleOf: 5 } }');
  expect(sent(cases, 'own 2147483650')).toBe(2147483650);
  expect(cases.get('own 2147483650')?.validity.kind).toBe('open');
});

it.each([
  ['{ type: integer }', 'own -1', 'open'],
  ['{ type: integer, minimum: -9 }', 'own -1', 'valid'],
  ['{ type: integer, format: int64 }', 'own -1', 'valid'],
  ['{ type: integer, example: -7 }', 'own -1', 'valid'],
  ['{ type: integer }', 'own 1', 'valid'],
  ['{ type: integer }', 'own 2147483648', 'open'],
])('a service may have bounds that its schema lacks: %s, %s', (schema, title, kind) => {
  expect(casesOf(`{ own: ${schema} }`).get(title)?.validity.kind).toBe(kind);
});

it('a name that tells a form says more than a bound of its length', () => {
  const lengths = casesOf(
    '{ phone: { type: string, maxLength: 20 }, motto: { type: string, maxLength: 20 } }',
  );
  expect(lengths.get('phone of 20 characters')?.validity.kind).toBe('open');
  expect(lengths.get('motto of 20 characters')?.validity.kind).toBe('valid');
});
