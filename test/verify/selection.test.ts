import { beforeAll, expect, it } from 'vitest';
import { collectCases } from '../../src/verify/cases/read-case-file.ts';
import { type LoadedDocument, loadDocument, verify } from '../../src/index.ts';

let document: LoadedDocument;

const KEY = `content: { application/json: { schema: { type: object, required: [name], properties: { id: { type: string, readOnly: true }, name: { type: string } } } } }`;

beforeAll(async () => {
  const text = `openapi: 3.1.0
info: { title: Gates, version: '1' }
paths:
  /gates: { get: { operationId: gates/list-all, responses: { '200': { description: All } } } }
  /doors: { get: { operationId: doors/list-all, responses: { '200': { description: All } } } }
  /keys:
    get: { operationId: broken-keys, responses: { '200': { $ref: '#/components/responses/Missing' } } }
    post: { operationId: addKey, requestBody: { ${KEY} }, responses: { '201': { description: Added, ${KEY} } } }
  /keys/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getKey, responses: { '200': { description: It, ${KEY} }, '404': { description: None } } }
`;
  document = await loadDocument({ text, file: 'gates.yaml' });
});

const baseUrl = 'http://127.0.0.1:9';

/** The operations that a run with these patterns sends, as the ids of its cases have them. */
async function chosen(...only: readonly string[]): Promise<ReadonlySet<string>> {
  const { cases } = await verify({ document, baseUrl, only }).plan();
  return new Set(cases.map(({ id }) => id.split('/')[1] ?? ''));
}

it.each([
  ['/gates', ['gates-list-all']],
  ['get /doors', ['doors-list-all']],
  ['/list-all', ['gates-list-all', 'doors-list-all']],
])('a pattern with a path means operations, by path or by id: %s', async (pattern, ids) => {
  expect(await chosen(pattern)).toEqual(new Set(ids));
});

it('makes up no case that is not wanted', () => {
  const all = [...collectCases({ document, caseFiles: [], seed: 1 })];
  const first = all.find(({ operation }) => operation.id === 'addKey');
  const isWanted = ([id]: readonly string[]): boolean => id === first!.id;
  const wanted = collectCases({ document, caseFiles: [], seed: 1, isWanted });
  expect(Array.from(wanted, ({ id }) => id)).toEqual([first!.id]);
});

it.each([
  ['a case beyond the sample', 'boundary/add-key/name-with-10-000-characters'],
  ['a question', 'question/add-key/large-body'],
  ['a scene', 'oracle/stored/add-key/is-read-as-it-was-answered'],
  ['a scene of replicas', 'oracle/replicas/add-key/is-the-same-from-every-replica'],
  ['a group with capitals, of which there is none', 'Curated/'],
  ['an operation that is broken', 'broken-keys'],
  ['the path of one', 'GET /keys'],
])('what a run leaves out may be skipped all the same: %s', async (_, pattern) => {
  const options = { document, baseUrl, maxCases: 4, large: false, questions: false };
  const skip = [pattern];
  const { cases } = await verify({ ...options, skip }).plan();
  expect(cases.length).toBeGreaterThan(0);
  await expect(verify({ ...options, skip: [`${pattern}x`] }).plan()).rejects.toThrow(
    `no case has "${pattern}x" in its id, name or operation`,
  );
});
