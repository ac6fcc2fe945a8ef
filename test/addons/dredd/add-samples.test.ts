import { expect, it } from 'vitest';
import { createFreshValues } from '../../../src/model/requests/fresh-values.ts';
import { plainValues } from '../../../src/verify/cases/generate/generate-cases.ts';
import { addSamples, trimDocument } from '../../../src/addons/dredd/trim-document.ts';
import { downgradeDocument } from '../../../src/addons/dredd/downgrade-document.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { operations } from '../../../src/model/operation.ts';
import { valueAt } from '../../../src/openapi/pointer.ts';

const fresh = createFreshValues({ seed: 0, runId: 'run', marker: 'dredd' });

/** One operation of the copy that Dredd gets. */
function operation(parts: JsonObject, shared: JsonObject = {}): JsonObject {
  const post = { responses: { '201': { description: 'made' } }, ...parts };
  const document = documentFromValue({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: { '/things': { ...shared, post } },
  });
  const samples = operations(document).map(
    (one) => [`${one.method} ${one.path}`, plainValues(document, one, fresh)] as const,
  );
  const trimmed = trimDocument(downgradeDocument(document, { baseUrl: 'http://store.test' }));
  return valueAt(addSamples(trimmed, new Map(samples)), '/paths/~1things') as JsonObject;
}

function bodyExample(mediaType: JsonObject, name = 'application/json'): JsonValue | undefined {
  const item = operation({ requestBody: { content: { [name]: mediaType } } });
  const pointer = `/post/requestBody/content/${name.replace('/', '~1')}/example`;
  return valueAt(item, pointer);
}

const properties: JsonObject = {
  title: { type: 'string', minLength: 1 },
  when: { type: 'string', format: 'date' },
  id: { type: 'integer', format: 'int64', minimum: 1 },
  isbn: { type: 'string', pattern: '^97[89]-[0-9]{10}$' },
};
const schema: JsonObject = { type: 'object', required: ['title', 'when', 'id'], properties };

it('a body without an example gets a valid one, with a fresh identity', () => {
  const [first, second] = [bodyExample({ schema }), bodyExample({ schema })] as JsonObject[];
  expect(first).toEqual({
    title: expect.stringMatching(/^sample dredd-run-\d+$/),
    when: '2024-02-29',
    id: expect.any(Number),
    isbn: expect.stringMatching(/^97[89]-\d{10}$/),
  });
  expect(Number.isSafeInteger(first?.['id'])).toBe(true);
  expect(second?.['id']).not.toBe(first?.['id']);
});

it("the document's own example stays", () => {
  const example = { title: 'Own', when: '2020-01-01', id: 7 };
  expect(bodyExample({ schema, example })).toEqual(example);
});

it.each<[string, JsonObject, string]>([
  ['a number that a double would round', { schema: { const: 2n ** 53n + 1n } }, 'application/json'],
  ['anything that is not JSON', { schema: { type: 'string' } }, 'text/csv'],
  ['a schema that allows nothing', { schema: false }, 'application/json'],
])('nothing is made up for %s', (_what, mediaType, name) => {
  expect(bodyExample(mediaType, name)).toBeUndefined();
});

it('a header without a value gets one that its schema allows, the path’s own, too', () => {
  const header = (name: string, parts: JsonObject): JsonObject => ({
    name,
    in: 'header',
    ...parts,
  });
  const parameters = [
    header('X-Trace', { schema: { type: 'string', format: 'uuid' } }),
    header('X-Own', { schema: { type: 'string' }, example: 'own' }),
    header('X-List', { schema: { type: 'array', items: { type: 'string' } } }),
  ];
  const shared = { parameters: [header('X-Key', { schema: { type: 'string', minLength: 8 } })] };
  const item = operation({ parameters }, shared);
  expect(valueAt(item, '/parameters/0/example')).toBe('samplexx');
  expect(valueAt(item, '/post/parameters')).toMatchObject([
    { name: 'X-Trace', example: expect.stringMatching(/^[\da-f-]{36}$/) },
    { name: 'X-Own', example: 'own' },
    { name: 'X-List' },
  ]);
  expect(valueAt(item, '/post/parameters/2/example')).toBeUndefined();
});
