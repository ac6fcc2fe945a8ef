/** What an answer says of the next page has the form that the document asks for, also where no parameter takes it. */
import { expect, it } from 'vitest';
import { createMock, loadDocument } from '../../src/index.ts';
import { runOnMock } from '../verify/oracles/support.ts';

const documentOf = (next: string, cursor?: string): string => `
openapi: 3.0.3
info: { title: Things, version: '1' }
paths:
  /things:
    get:
      operationId: list
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 200 } }
        ${cursor === undefined ? '' : `- { name: cursor, in: query, schema: ${cursor} }`}
      responses:
        '200':
          description: all
          content: { application/json: { schema: { type: object, required: [data], properties: {
            data: { type: array, items: { $ref: '#/components/schemas/Thing' } },
            nextCursor: ${next} } } } }
        '400': { description: bad }
    post:
      operationId: create
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string, maxLength: 60 } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }, '400': { description: bad } }
  /things/{id}:
    get:
      operationId: read
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }, '400': { description: bad }, '404': { description: none } }
components: { schemas: { Thing: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } } } }
`;

const time = '{ type: string, format: date-time, nullable: true }';
const short = '{ type: string, maxLength: 20, nullable: true }';

async function nextAfter(text: string, query: string): Promise<unknown> {
  const document = await loadDocument({ text, file: 'things.yaml' });
  const mock = createMock({ document });
  await using server = await mock.listen();
  mock.collection('/things').seed([1, 2, 3].map((id) => ({ id, name: `n${id}` })));
  return (await fetch(`${server.url}/things?${query}`)).json();
}

it('says that there is more where no parameter leads there', async () => {
  const items = [{ id: 1, name: 'n1' }];
  const [timed, brief, whole] = await Promise.all([
    nextAfter(documentOf(time), 'limit=1'),
    nextAfter(documentOf(short), 'limit=1'),
    nextAfter(documentOf(time), 'limit=3'),
  ]);
  expect(timed).toEqual({
    data: items,
    nextCursor: expect.stringMatching(/^\d{4}-.*T.*Z$/) as string,
  });
  expect(brief).toEqual({ data: items, nextCursor: expect.stringMatching(/^.{1,20}$/) as string });
  expect(whole).toMatchObject({ nextCursor: null });
});

it('leads on by a time, where a cursor is one', async () => {
  const text = documentOf(time, '{ type: string, format: date-time }');
  const first = (await nextAfter(text, 'limit=2')) as { readonly nextCursor: string };
  const cursor = encodeURIComponent(first.nextCursor);
  expect(await nextAfter(text, `limit=2&cursor=${cursor}`)).toEqual({
    data: [{ id: 3, name: 'n3' }],
    nextCursor: null,
  });
});

it.each([
  documentOf(time),
  documentOf(short),
  documentOf(time, '{ type: string, format: date-time }'),
  documentOf(short, '{ type: string, maxLength: 20 }'),
])('passes what the judge expects of lists: %#', async (text) => {
  const { findings, verdict } = await runOnMock(text);
  expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  expect(verdict).toBe('pass');
});
