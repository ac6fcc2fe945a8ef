/** Several that one request deletes. */
import { describe, expect, it } from 'vitest';
import { shopping } from '../../rich/faults/shopping.ts';
import { shop } from '../../rich/shop.ts';
import { type Change, runOnMock, toldBy } from './support.ts';
import { ADDING, PLAIN_NOTE, READING } from './notes.ts';

const only = ['oracle/bulk/delete-products'];

describe('a deletion of several', () => {
  it('deletes each of them, and nothing else', async () => {
    expect(await toldBy('bulk', shop, undefined, { only })).toEqual([]);
  });

  it.each([
    ['several-are-not-deleted', 'one of several that were deleted is there as before'],
    ['the-last-of-several-stays', 'one of several that were deleted is there as before'],
    ['what-comes-after-several-goes-too', 'what was not named is deleted, too'],
  ])('is judged: %s', async (id, message) => {
    const { service, change } = shopping.find((member) => member.id === id)!;
    expect(await toldBy('bulk', service, change, { only })).toEqual([
      `violation deleteProducts: ${message}`,
    ]);
  });
});

const DOCUMENT = `
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    ${ADDING}
    delete:
      operationId: removeNotes
      parameters: [{ name: ids, in: query, required: true, schema: { type: array, items: { type: string } }, explode: false }]
      responses: { '200': { description: gone }, '204': { description: gone }, '202': { description: later }, '409': { description: in use } }${READING}${PLAIN_NOTE}
`;

/** What is told of a server that answers so, and deletes nothing. */
async function toldOf(answer: Response | undefined): Promise<string[]> {
  const change: Change = async (request, next) =>
    request.method === 'DELETE' && answer ? answer.clone() : await next(request);
  const { findings } = await runOnMock(DOCUMENT, change, { only: ['oracle/bulk/remove-notes'] });
  return findings.map(({ message }) => message);
}

describe('a deletion of several that its query names', () => {
  it.each([
    ['deleted', undefined],
    ['deleted later', new Response(null, { status: 202 })],
    ['that could not be deleted', Response.json({ deleted: 0, failed: ['a', 'b'] })],
    ['refused', new Response(null, { status: 409 })],
  ])('is no fault of those %s', async (_, answer) => {
    expect(await toldOf(answer)).toEqual([]);
  });

  it('is done where it says so', async () => {
    expect(await toldOf(Response.json({ deleted: 2, failed: [] }))).toEqual([
      'one of several that were deleted is there as before',
    ]);
  });
});
