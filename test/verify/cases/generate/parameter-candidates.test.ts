import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/openapi/json/json-value.ts';
import { documentFromValue } from '../../../../src/openapi/document.ts';
import { operations } from '../../../../src/model/operation.ts';
import { createFreshValues } from '../../../../src/model/requests/fresh-values.ts';
import { generateCases } from '../../../../src/verify/cases/generate/generate-cases.ts';
import { parameterCandidates } from '../../../../src/verify/cases/generate/parameter-candidates.ts';

/** For requests that are only looked at. */
const PROBE = createFreshValues({ seed: 0, runId: 'probe' });

/** Why it is open whether a request with a parameter of this schema is taken. */
function openness(parameter: JsonObject): string | undefined {
  const document = documentFromValue({
    paths: { '/a': { get: { parameters: [{ name: 'a', in: 'query', ...parameter }] } } },
  });
  const candidates = parameterCandidates(document, operations(document)[0]!, () => ({}));
  return candidates.find(({ title }) => title === 'query parameter a given')?.open;
}

it.each<[what: string, parameter: JsonObject, isOpen: boolean]>([
  ['a text', { schema: { type: 'string' } }, true],
  ['a text of a format', { schema: { type: 'string', format: 'date' } }, false],
  ['one of some texts', { schema: { enum: ['a', 'b'] } }, false],
  ['a text with an example', { schema: { type: 'string' }, example: 'b' }, false],
  [
    'texts, such as names of properties',
    { schema: { items: { type: 'string' }, type: 'array' } },
    true,
  ],
  ['some of some texts', { schema: { items: { enum: ['a', 'b'] }, type: 'array' } }, false],
  ['bytes that a text stands for', { schema: { type: 'string', format: 'byte' } }, true],
  ['a day', { schema: { type: 'string', format: 'date' } }, false],
  ['numbers', { schema: { items: { type: 'integer' }, type: 'array' } }, false],
  [
    'an object of any kind',
    { content: { 'application/json': { schema: { type: 'object' } } } },
    true,
  ],
  [
    'an object with a text',
    { schema: { type: 'object', properties: { name: { type: 'string' } } }, style: 'deepObject' },
    true,
  ],
  [
    'an object of numbers',
    { schema: { type: 'object', properties: { size: { type: 'integer' } } }, style: 'deepObject' },
    false,
  ],
])(
  'whether a parameter is taken is open where its value is made up: %s',
  (_, parameter, isOpen) => {
    expect(openness(parameter)).toBe(isOpen ? 'nothing says what a is to be' : undefined);
  },
);

it('a header that every client writes by itself is never left out', () => {
  const parameters = ['User-Agent', 'X-Trace'].map((name) => {
    return { name, in: 'header', required: true, schema: { type: 'string' } };
  });
  const document = documentFromValue({ paths: { '/a': { get: { parameters } } } });
  const titles = parameterCandidates(document, operations(document)[0]!, () => ({})).map(
    ({ title }) => title,
  );
  expect(titles).toContain('header parameter X-Trace missing');
  expect(titles).not.toContain('header parameter User-Agent missing');
});

it('promises no refusal where a parameter that is required has a default', () => {
  const integer = { type: 'integer' };
  const parameters = [
    { name: 'limit', in: 'query', required: true, schema: { ...integer, default: 20 } },
    { name: 'offset', in: 'query', required: true, schema: integer },
  ];
  const document = documentFromValue({ paths: { '/a': { get: { parameters } } } });
  const [operation] = operations(document);
  const kinds = [...generateCases({ document, operation: operation!, seed: 1 })]
    .filter(({ title }) => title.endsWith(' missing'))
    .map(({ title, validity }) => `${title}: ${validity.kind}`);
  expect(kinds).toEqual([
    'query parameter limit missing: open',
    'query parameter offset missing: invalid',
  ]);
});

it('a list has its first page, and may have no other', () => {
  const parameters = [
    { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 9 } },
    { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 9 } },
  ];
  const items = {
    type: 'array',
    items: { type: 'object', properties: { id: { type: 'integer' } } },
  };
  const responses = {
    200: { description: 'a', content: { 'application/json': { schema: items } } },
  };
  const document = documentFromValue({ paths: { '/a': { get: { parameters, responses } } } });
  const candidates = parameterCandidates(document, operations(document)[0]!, () => ({}));
  const sent = candidates
    .filter(({ group }) => group === 'boundary')
    .map((candidate) => [candidate.title, candidate.parts(PROBE).parameters, candidate.open]);
  const none = 'there may be no such page';
  expect(sent).toContainEqual(['query parameter page given', { page: 1 }, undefined]);
  expect(sent).toContainEqual(['query parameter page 9', { page: 9 }, none]);
  expect(sent).toContainEqual(['query parameter size 9', { size: 9 }, undefined]);
});

it('nothing tells that there is what a parameter of a query refers to', () => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const book = { type: 'object', properties: { id: { type: 'integer' } } };
  const content = { 'application/json': { schema: book } };
  const responses = { 200: { description: 'it', content } };
  const parameters = ['book', 'size'].map((name) => {
    return { name, in: 'query', schema: { type: 'integer' } };
  });
  const document = documentFromValue({
    paths: {
      '/books': { post: { requestBody: { content }, responses } },
      '/books/{id}': { parameters: [id], get: { responses } },
      '/loans': { get: { parameters, responses: { 200: { description: 'all' } } } },
    },
  });
  const loans = operations(document).find(({ path }) => path === '/loans')!;
  const candidates = parameterCandidates(document, loans, () => ({}));
  const opennessOf = (name: string): string | undefined =>
    candidates.find(({ title }) => title === `query parameter ${name} given`)?.open;
  expect(opennessOf('book')).toBe('nothing tells that there is what book refers to');
  expect(opennessOf('size')).toBeUndefined();
});
