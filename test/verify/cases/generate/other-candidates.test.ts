import { answering } from '../../../rich/changes.ts';
import { rights } from '../../../rich/faults/rights.ts';
import { shopping } from '../../../rich/faults/shopping.ts';
import { shop } from '../../../rich/shop.ts';
import { runOnMock, toldBy } from '../../oracles/support.ts';
import { expect, it } from 'vitest';

it.each(rights.filter(({ id }) => id.startsWith('basic-is-enough')))(
  'a made-up credential of a scheme that the document does not have: $id',
  async ({ service, change, at: [operation] }) => {
    const only = ['-credential'];
    const reason = 'the document has no such scheme';
    expect(await toldBy('', service, change, { only })).toEqual([
      `violation ${operation}: an invalid request is accepted: ${reason}`,
    ]);
    expect(await toldBy('', service, undefined, { only })).toEqual([]);
  },
);

it.each([406, 500])('read without an Accept header, where that is %i', async (status) => {
  const change = answering((reply, { operation, headers }) =>
    operation === 'listProducts' && headers.accept === undefined
      ? shop.error(status, 'no Accept', 'shape')
      : reply,
  );
  const told = await toldBy('', shop, change, { only: ['no-accept-header'] });
  expect(told.filter((line) => line.startsWith('violation listProducts'))).not.toEqual([]);
  expect(await toldBy('', shop, undefined, { only: ['no-accept-header'] })).toEqual([]);
});

it.each(shopping.filter(({ id }) => id.startsWith('accept-with-')))(
  'read with an Accept header that has a documented type in it: $title',
  async ({ change }) => {
    const only = ['an-accept-header'];
    expect(await toldBy('', shop, change, { only })).toContain(
      'violation listProducts: a valid request is refused with 406',
    );
    expect(await toldBy('', shop, undefined, { only })).toEqual([]);
  },
);

it.each([
  ['a key in the header Authorization', '[{ key: [] }]'],
  ['a name and a password, or a token', '[{ basic: [] }, { token: [] }]'],
  ['a name and a password', '[{ basic: [] }]'],
  ['a key elsewhere', '[{ other: [] }]'],
])('no made-up credential is one that the document lets in: %s', async (_, security) => {
  const text = `
openapi: 3.1.0
info: { title: Things, version: '1' }
security: ${security}
paths:
  /things:
    get: { operationId: listThings, responses: { '200': { description: it, content: { application/json: { schema: { type: array, items: { type: string } } } } }, '401': { description: who } } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: Authorization }
    other: { type: apiKey, in: header, name: X-Key }
    basic: { type: http, scheme: basic }
    token: { type: http, scheme: bearer }
`;
  const { findings } = await runOnMock(text, undefined, { only: ['credential'] });
  expect(findings.map(({ message }) => message)).toEqual([]);
});
