/** Numbers that name something, and times, have no fraction, though a schema says only that they are numbers. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from './support.ts';

const PAGE = `type: object, properties: { name: { type: string }, parentPid: { type: number, example: 0 }, postedAt: { type: number, example: 1789417680 }, price: { type: number, example: 4 } }`;
const answer = (status: number, schema: string): string =>
  `'${status}': { description: it, content: { application/json: { schema: ${schema} } } }`;
const REF = `{ $ref: '#/components/schemas/Page' }`;
const DOCUMENT = `
openapi: 3.1.0
info: { title: Pages, version: '1' }
paths:
  /pages:
    get: { operationId: listPages, responses: { ${answer(200, `{ type: array, items: ${REF} }`)} } }
    post: { operationId: addPage, requestBody: { content: { application/json: { schema: { ${PAGE} } } } }, responses: { ${answer(201, REF)} } }
  /pages/{pid}:
    parameters: [{ name: pid, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getPage, responses: { ${answer(200, REF)}, '404': { description: none } } }
components:
  schemas:
    Page: { ${PAGE.replace('properties: {', 'required: [pid], properties: { pid: { type: integer, readOnly: true },')} }
`;

/** Answers as of a server that cuts the fractions of some properties off. */
const cutting =
  (...names: readonly string[]): Change =>
  async (request, next) => {
    const response = await next(request);
    if (!response.ok) return response;
    const cut = JSON.parse(await response.text(), (name, value: unknown) =>
      names.includes(name) && typeof value === 'number' ? Math.trunc(value) : value,
    ) as unknown;
    return Response.json(cut, { status: response.status });
  };

async function told(change: Change): Promise<string[]> {
  const { findings } = await runOnMock(DOCUMENT, change, {
    only: ['oracle/stored/', 'oracle/lists/'],
  });
  return findings.map(({ message }) => message);
}

it('nothing is told of a server that cuts off what has no fraction', async () => {
  expect(await told(cutting('parentPid', 'postedAt'))).toEqual([]);
  expect(await told(cutting('price'))).not.toEqual([]);
});
