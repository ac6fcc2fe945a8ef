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
