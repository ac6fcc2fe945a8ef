import { beforeAll, expect, it } from 'vitest';
import { type LoadedDocument, loadDocument, verify } from '../../src/index.ts';

let document: LoadedDocument;

beforeAll(async () => {
  const text = `openapi: 3.1.0
info: { title: Gates, version: '1' }
paths:
  /gates: { get: { operationId: gates/list-all, responses: { '200': { description: All } } } }
  /doors: { get: { operationId: doors/list-all, responses: { '200': { description: All } } } }
`;
  document = await loadDocument({ text, file: 'gates.yaml' });
});

/** The operations that a run with these patterns sends, as the ids of its cases have them. */
async function chosen(...only: readonly string[]): Promise<ReadonlySet<string>> {
  const { cases } = await verify({ document, baseUrl: 'http://127.0.0.1:9', only }).plan();
  return new Set(cases.map(({ id }) => id.split('/')[1] ?? ''));
}

it.each([
  ['/gates', ['gates-list-all']],
  ['get /doors', ['doors-list-all']],
  ['/list-all', ['gates-list-all', 'doors-list-all']],
])('a pattern with a path means operations, by path or by id: %s', async (pattern, ids) => {
  expect(await chosen(pattern)).toEqual(new Set(ids));
});
