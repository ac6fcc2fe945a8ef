import { expect, it } from 'vitest';
import { operations } from '../../../src/model/operation.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import { Admission } from '../../../src/verify/run/admission.ts';
import { exchange } from '../checks/exchanges.ts';

it.each([
  [7, 'valid'],
  [11, 'open'],
  ['x', 'open'],
])(
  'a case about a resource with the identity %s, which its path may not take, is %s',
  (id, kind) => {
    const schema = { type: 'integer', maximum: 10 };
    const parameters = [{ name: 'id', in: 'path', required: true, schema }];
    const document = documentFromValue({
      paths: { '/a/{id}': { get: { parameters, responses: {} } } },
    });
    const { case: sent } = exchange({ operation: operations(document)[0]! });
    const request = { ...sent.request, method: 'GET', target: `/a/${id}` };
    const given = { parameters: { id }, resource: {} };
    const settled = new Admission({}, document).settled({ ...sent, request, given });
    expect(settled.validity.kind).toBe(kind);
  },
);

it('a case that is given a value for its query, which that may not take, is open', () => {
  const schema = { type: 'string', pattern: '^[a-z]+$' };
  const parameters = [{ name: 'account', in: 'query', schema }];
  const document = documentFromValue({ paths: { '/a': { get: { parameters, responses: {} } } } });
  const { case: sent } = exchange({ operation: operations(document)[0]! });
  const kinds = ['dev', 'dev:1'].map((account) => {
    const request = { ...sent.request, method: 'GET', target: `/a?account=${account}` };
    const given = { parameters: {}, found: { account }, resource: {} };
    return new Admission({}, document).settled({ ...sent, request, given }).validity.kind;
  });
  expect(kinds).toEqual(['valid', 'open']);
});

it.each([
  ['/a/{a}/b/{b}', '/a/7/b'],
  ['/a/{a}/b/{b}/', '/a/7/b/'],
])('%s is changed where the run has created it, below what others have created', (path, origin) => {
  const parameters = ['a', 'b'].map((name) => {
    return { name, in: 'path', required: true, schema: { type: 'integer' } };
  });
  const document = documentFromValue({
    paths: { [path]: { delete: { parameters, responses: {} } } },
  });
  const { case: sent } = exchange({ operation: operations(document)[0]! });
  const target = path.replace('{a}', '7').replace('{b}', '9');
  const request = { ...sent.request, method: 'DELETE', target };
  const given = { parameters: { b: 9 }, found: { a: 7 }, resource: {}, origin };
  expect(new Admission({}, document).whyNot({ ...sent, request, given })).toBeUndefined();
});
