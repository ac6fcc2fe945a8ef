import { expect, it } from 'vitest';
import { type Case, buildCase } from '../../../../src/verify/cases/case.ts';
import { generateCases } from '../../../../src/verify/cases/generate/generate-cases.ts';
import { bodyText, documentWith, operationOf } from '../things.ts';

/** The cases of a body with one property besides its name, by title. */
function casesOf(property: string, rest = ''): Map<string, Case> {
  const document = documentWith(
    `{ type: object, required: [name], properties: { name: { type: string }, own: ${property} }${rest} }`,
  );
  const templates = [...generateCases({ document, operation: operationOf(document), seed: 1 })];
  const built = templates.map((template) =>
    buildCase(template, { integer: () => 1_234_567_890, text: (base) => `${base} mark` }),
  );
  return new Map(built.map((builtCase) => [builtCase.title, builtCase]));
}

it.each([
  ['{ type: integer, minimum: 10, multipleOf: 5 }', 'own between its steps', 'multipleOf'],
  ['{ type: integer, multipleOf: 7 }', 'own between its steps', 'multipleOf'],
  ['{ type: number, minimum: 3, multipleOf: 0.5 }', 'own between its steps', 'multipleOf'],
  [
    '{ type: array, uniqueItems: true, items: { enum: [red, blue] } }',
    'own with an item twice',
    'uniqueItems',
  ],
  [
    '{ type: array, uniqueItems: true, minItems: 3, items: { type: integer } }',
    'own with an item twice',
    'uniqueItems',
  ],
  [
    '{ type: array, maxItems: 2, uniqueItems: true, items: { type: integer } }',
    'own with too many items',
    'maxItems',
  ],
  [
    '{ type: array, maxItems: 1, items: { type: object, required: [a], properties: { a: { type: string } } } }',
    'own with too many items',
    'maxItems',
  ],
  [
    '{ type: object, maxProperties: 2, additionalProperties: { type: integer } }',
    'own with too many properties',
    'maxProperties',
  ],
  [
    '{ type: object, minProperties: 2, properties: { a: { type: integer }, b: { type: integer } } }',
    'own with too few properties',
    'minProperties',
  ],
  [
    '{ type: object, properties: { a: { type: string } }, additionalProperties: false }',
    'own with a property that the document does not have',
    'additionalProperties',
  ],
])('breaks %s in one thing only', (property, title, keyword) => {
  expect(casesOf(property).get(title)?.validity).toMatchObject({ kind: 'invalid', keyword });
});

it('breaks how many properties the body may have', () => {
  const cases = casesOf('{ type: string }', ', minProperties: 2, maxProperties: 2');
  for (const [title, keyword] of [
    ['the body with too many properties', 'maxProperties'],
    ['the body with too few properties', 'minProperties'],
  ]) {
    expect(cases.get(title!)?.validity).toMatchObject({ kind: 'invalid', keyword });
  }
});

it('asks what becomes of an unknown property in an object that lets any in', () => {
  const title = 'own with a property that the document does not have';
  const open = casesOf('{ type: object, properties: { a: { type: string } } }').get(title);
  expect(open?.validity.kind).toBe('open');
  expect(open?.request.value).toMatchObject({ own: { extraProperty: 'unknown' } });
});

it('sends half a character, as an escape and as bytes, and promises nothing for it', () => {
  const cases = casesOf('{ type: string, maxLength: 4 }');
  const escaped = cases.get('half a character as an escape');
  expect(bodyText(escaped!.request)).toMatch(/\\ud800"/);
  const bytes = cases.get('half a character as bytes');
  expect(Buffer.from(bytes!.request.body!).includes(Buffer.from([0xed, 0xa0, 0x80]))).toBe(true);
  expect([escaped?.validity.kind, bytes?.validity.kind]).toEqual(['open', 'open']);
});

it('sends a body that is not in the content coding that it names', () => {
  const plain = casesOf('{ type: string }').get('a body that says it is gzip');
  expect(plain?.request.headers).toContainEqual(['Content-Encoding', 'gzip']);
  expect(JSON.parse(bodyText(plain!.request))).toBeTypeOf('object');
  expect(plain?.validity.kind).toBe('open');
});

it.each([
  ['own against its pattern, readable', 'pattern'],
  ['own with more behind what its pattern has', 'pattern'],
  ['own with more before what its pattern has', 'pattern'],
  ['own in other letters than its pattern has', 'pattern'],
])('breaks a pattern and not the length beside it: %s', (title, keyword) => {
  const cases = casesOf("{ type: string, minLength: 4, maxLength: 8, pattern: '^[a-z]+$' }");
  expect(cases.get(title)?.validity).toMatchObject({ kind: 'invalid', keyword });
});

it('breaks each bound of each alternative', () => {
  const closed = 'additionalProperties: false';
  const from = `{ type: object, required: [from], properties: { from: { type: string } }, ${closed} }`;
  const days = `{ type: object, required: [days], properties: { days: { type: integer, maximum: 9 } }, ${closed} }`;
  const cases = casesOf(`{ oneOf: [${from}, ${days}] }`);
  const broken = cases.get('own.days above its maximum, in the second alternative of own');
  expect(broken?.validity.kind).toBe('invalid');
  expect(broken?.request.value).toMatchObject({ own: { days: 10 } });
});

it.each([
  ['{ type: string, not: { enum: [root] } }', 'own as "root"', 'not'],
  [
    '{ type: object, properties: { a: { type: string }, b: { type: string } }, dependentRequired: { a: [b] } }',
    'own with a and no b',
    'dependentRequired',
  ],
  [
    '{ type: object, properties: { a: { type: string }, b: { type: string } }, dependentSchemas: { a: { required: [b] } } }',
    'own with a and no b',
    'required',
  ],
  [
    "{ type: object, propertyNames: { pattern: '^[a-z]+$' }, additionalProperties: { type: integer } }",
    'own with a name that is none of its names',
    'pattern',
  ],
  [
    '{ type: object, additionalProperties: { type: integer, maximum: 7 } }',
    'own.other above its maximum',
    'maximum',
  ],
])('breaks what %s says of members, and of what is ruled out', (property, title, keyword) => {
  expect(casesOf(property).get(title)?.validity).toMatchObject({ kind: 'invalid', keyword });
});

it('breaks the bounds of an alternative that is no object', () => {
  const cases = casesOf(
    '{ anyOf: [{ type: string, maxLength: 3 }, { type: integer, maximum: 5 }] }',
  );
  const broken = cases.get('own above its maximum, in the second alternative of own');
  expect(broken?.validity.kind).toBe('invalid');
  expect(broken?.request.value).toMatchObject({ own: 6 });
});

it('promises no refusal where what is required has a default', () => {
  const document = documentWith(
    '{ type: object, required: [name, own], properties: { name: { type: string }, own: { type: string, default: x } } }',
  );
  const options = { document, operation: operationOf(document), seed: 1 };
  const kinds = [...generateCases(options)]
    .filter(({ title }) => /^(?:name|own) missing$/.test(title))
    .map(({ title, validity }) => `${title}: ${validity.kind}`);
  expect(kinds).toEqual(['name missing: invalid', 'own missing: open']);
});

it('breaks bodies of any size', () => {
  const schema = '{ type: object, required: [data], properties: { data: { type: string } } }';
  const document = documentWith(schema, `, example: { data: ${'a'.repeat(300_000)} }`);
  const templates = [...generateCases({ document, operation: operationOf(document), seed: 1 })];
  const sizes = templates
    .filter(({ title }) => title.includes('UTF-8'))
    .map((template) => buildCase(template, { integer: () => 1, text: (base) => base }))
    .map(({ request }) => request.body!.length);
  expect(Math.max(...sizes)).toBeGreaterThan(300_000);
});
