import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { tryDocuments } from './try-documents.ts';

it('takes documents that are hard to take, or refuses them with a reason', async () => {
  // Always the same ones: `npm run fuzz -- documents` tries others.
  const { broken, seconds } = await tryDocuments({ count: 12, seed: 3 });
  expect(broken).toEqual([]);
  expect(seconds.length).toBe(12);
}, 180_000);

it('takes lists of lists of vast texts, and sets of numbers that are hard to tell apart', async () => {
  const lists = { items: { items: { minLength: 2 ** 31 }, minItems: 2 ** 31 }, minItems: 38 };
  const long = { items: { items: { minLength: 99_000 }, minItems: 1000 }, minItems: 1000 };
  const tiny = { items: { type: 'number', multipleOf: 1e-300 }, minItems: 1000, uniqueItems: true };
  const huge = { items: { type: 'number', minimum: 1e300 }, minItems: 1000, uniqueItems: true };
  const large = { items: { enum: Array.from({ length: 20_000 }, (_, i) => `v${i}`) } };
  const texts = [lists, long, tiny, huge, large].map((schema) => documentWith(schema));
  const { broken, seconds } = await tryDocuments({ texts });
  expect(broken).toEqual([]);
  expect(seconds.filter((each) => each > 5)).toEqual([]);
  expect(seconds.length).toBe(texts.length);
}, 180_000);

it('takes identities that are vast texts, and parameters that contain themselves', async () => {
  const vast = { type: 'string', minLength: 2 ** 31 };
  const identified = { type: 'object', required: ['id'], properties: { id: vast } };
  const content = { 'application/json': { schema: identified } };
  const answer = { responses: { 200: { description: 'x', content } } };
  const id = { name: 'id', in: 'path', required: true, schema: vast };
  const paths = {
    '/a': { get: answer, post: { requestBody: { content }, ...answer } },
    '/a/{id}': { parameters: [id], get: answer, delete: answer },
  };
  const info = { title: 't', version: '1' };
  const itself = { type: 'array', items: { $ref: '#/paths/~1a/post/parameters/0/schema' } };
  const code = { type: 'string', pattern: '^\u0000$' };
  const controls = { type: 'object', required: ['a'], properties: { a: code } };
  const { broken } = await tryDocuments({
    texts: [
      JSON.stringify({ openapi: '3.1.0', info, paths }),
      documentWith(itself),
      documentWith(controls, 'header'),
    ],
  });
  expect(broken).toEqual([]);
}, 60_000);

/** A schema as a parameter and as a body. */
function documentWith(schema: JsonObject, place = 'query'): string {
  const content = { 'application/json': { schema } };
  const post = {
    parameters: [{ name: 'a', in: place, schema }],
    requestBody: { content },
    responses: { 200: { description: 'x', content } },
  };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    paths: { '/a': { post } },
  });
}
