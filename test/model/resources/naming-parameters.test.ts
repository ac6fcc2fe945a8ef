import { expect, it } from 'vitest';
import { operations } from '../../../src/model/operation.ts';
import { createdIdentity } from '../../../src/model/resources/identity.ts';
import {
  namingParameters,
  wordParameters,
} from '../../../src/model/resources/naming-parameters.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';

const named = (schema: JsonObject): JsonObject[] => [
  { name: 'run_id', in: 'path', required: true, schema },
];
const run = { type: 'object', properties: { run_id: { type: 'string' } } };
const content = { 'application/json': { schema: run } };
const answers = { responses: { 200: { description: 'it', content } } };

/** @param one How the path to one run names it. */
function documentOf(one: JsonObject) {
  const document = documentFromValue({
    openapi: '3.1.0',
    paths: {
      '/runs': { post: { operationId: 'add', requestBody: { content }, ...answers } },
      '/runs/{run_id}': { parameters: named(one), get: { operationId: 'get', ...answers } },
      '/runs/{run_id}/notes': {
        parameters: named({ type: 'string', const: '~' }),
        post: { operationId: 'find', ...answers },
      },
    },
  });
  const [add, , find] = operations(document);
  return { document, add: add!, find: find! };
}

it('a word for several in a path says nothing of names, and names nothing', () => {
  const { document, add, find } = documentOf({ type: 'string' });
  const inPaths = createdIdentity(document, add)?.inPaths ?? [];
  expect(inPaths.map(({ values }) => values)).toEqual([undefined]);
  expect([...wordParameters(document, find)]).toEqual(['run_id']);
  expect(namingParameters(document, find)).toEqual([]);
});

it('where all paths have few names, those are names', () => {
  const { document, add, find } = documentOf({ type: 'string', enum: ['a', '~'] });
  expect(createdIdentity(document, add)?.inPaths).toHaveLength(2);
  expect([...wordParameters(document, find)]).toEqual([]);
  expect(namingParameters(document, find).map(({ name }) => name)).toEqual(['run_id']);
});
