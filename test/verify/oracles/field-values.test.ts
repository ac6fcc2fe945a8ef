import { expect, it } from 'vitest';
import { createMock, loadDocument, verify } from '../../../src/index.ts';
import { together } from '../../../src/verify/oracles/field-values.ts';

it('fields of one parameter are sent in one, and the last value counts', () => {
  expect(together({ page: { size: 2 }, sort: 'name' }, undefined, { page: { number: 3 } })).toEqual(
    {
      page: { size: 2, number: 3 },
      sort: 'name',
    },
  );
  expect(together({ limit: 1 }, { limit: 2 })).toEqual({ limit: 2 });
});

it.each(['style: form, explode: true', 'style: deepObject'])(
  'pages by the fields of an object are gone through as the mock has them: %s',
  async (style) => {
    const gate = '{ type: object, required: [id], properties: { id: { type: string } } }';
    const page = `{ name: page, in: query, ${style}, schema: { type: object, properties: { limit: { type: integer, minimum: 1, maximum: 100 }, offset: { type: integer, minimum: 0 } } } }`;
    const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
    const text = `openapi: 3.1.0
info: { title: Gates, version: '1' }
paths:
  /gates:
    get:
      operationId: listGates
      parameters: [${page}]
      responses: { '200': { description: All, ${json(`{ type: array, items: ${gate} }`)} } }
    post:
      operationId: addGate
      requestBody: { ${json('{ type: object, properties: { name: { type: string } } }')} }
      responses: { '201': { description: Added, ${json(gate)} } }
`;
    const document = await loadDocument({ text, file: 'gates.yaml' });
    await using server = await createMock({ document }).listen({ port: 0 });
    const only = ['oracle/lists'];
    const { findings } = await verify({ document, baseUrl: server.url, only }).result;
    expect(findings.filter(({ severity }) => severity === 'violation')).toEqual([]);
  },
);
