/** Channels under names of clients: PUT creates them, and replaces them. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from './support.ts';

const of = (schema: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } }`;
const DOCUMENT = `
openapi: 3.1.0
info: { title: Channels, version: '1' }
paths:
  /channels/{slug}:
    parameters: [{ name: slug, in: path, required: true, schema: { type: string, pattern: '^[a-z]{4,20}$' } }]
    get: { operationId: read, responses: { '200': { description: it, ${of('Channel')} }, '404': { description: none } } }
    put:
      operationId: put
      requestBody: { required: true, ${of('NewChannel')} }
      responses:
        '200': { description: replaced, ${of('Channel')} }
        '201': { description: created, ${of('Channel')} }
    delete: { operationId: remove, responses: { '204': { description: gone }, '404': { description: none } } }
components:
  schemas:
    NewChannel: { type: object, required: [title], properties: { title: { type: string } } }
    Channel: { type: object, required: [slug, title], properties: { slug: { type: string }, title: { type: string } } }
`;

/** What is told where another status stands in answers. */
async function toldWhere(statuses: Readonly<Record<number, number>>): Promise<string[]> {
  const change: Change = async (request, next) => {
    const response = await next(request);
    if (request.method !== 'PUT' || !response.ok) return response;
    const { status, headers } = response;
    return new Response(await response.text(), { status: statuses[status] ?? status, headers });
  };
  const only = ['oracle/changes/put/tells-a-replacement'];
  const { findings } = await runOnMock(DOCUMENT, change, { only });
  return findings.map(({ severity, message }) => `${severity}: ${message}`);
}

it.each([
  ['nothing', {}, []],
  ['that each creates', { 200: 201 }, ['violation: what is replaced is told to be created']],
  ['that none creates', { 201: 200 }, ['violation: what is created is told to be replaced']],
])('finds %s', async (_, statuses, told) => {
  expect(await toldWhere(statuses)).toEqual(told);
});

it('leaves a PUT alone that answers in one way only', async () => {
  const [before, after] = DOCUMENT.split(/ {8}'200': \{ description: replaced.*\n/);
  const only = ['oracle/changes/put/tells-a-replacement'];
  await expect(runOnMock(`${before}${after}`, undefined, { only })).rejects.toThrow('no case');
});
