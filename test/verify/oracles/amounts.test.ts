/** Amounts of money that are texts. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from './support.ts';

const PRODUCT =
  "{ type: object, required: [name, price], properties: { id: { type: integer, readOnly: true }, name: { type: string, minLength: 1 }, price: { type: string, pattern: '^[0-9]+[.][0-9]{2}$' } } }";
const DOCUMENT = `
openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /products:
    get:
      operationId: listProducts
      parameters: [{ name: sort, in: query, schema: { type: string, enum: [price, '-price'] } }]
      responses: { '200': { description: it, content: { application/json: { schema: { type: array, items: ${PRODUCT} } } } } }
    post: { operationId: addProduct, requestBody: { required: true, content: { application/json: { schema: ${PRODUCT} } } }, responses: { '201': { description: it, content: { application/json: { schema: ${PRODUCT} } } }, '400': { description: bad } } }
  /products/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getProduct, responses: { '200': { description: it, content: { application/json: { schema: ${PRODUCT} } } }, '404': { description: none } } }
`;

async function told(descending: 1 | -1): Promise<string[]> {
  const change: Change = async (request, next) => {
    const sort = new URL(request.url).searchParams.get('sort');
    const response = await next(request);
    if (sort === null || !response.ok) return response;
    const products = (await response.json()) as { price: string }[];
    const way = sort === 'price' ? 1 : descending;
    return Response.json(products.toSorted((a, b) => way * (Number(a.price) - Number(b.price))));
  };
  const { findings } = await runOnMock(DOCUMENT, change, {
    only: ['oracle/queries/list-products/*'],
  });
  return findings.map(({ severity, message }) => `${severity} ${message}`);
}

it('are put in order as numbers, or wrongly', async () => {
  expect(await told(-1)).toEqual([]);
  expect(await told(1)).toEqual(['violation the list is not in the order of price, descending']);
});
