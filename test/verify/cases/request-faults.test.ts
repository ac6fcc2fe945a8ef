import { describe, expect, it } from 'vitest';
import { composeRequest, type RequestParts } from '../../../src/http/compose-request.ts';
import { createFaultFinder, distinctFaults } from '../../../src/verify/cases/request-faults.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import { operations } from '../../../src/model/operation.ts';
import { operationOf, thingDocument } from './things.ts';

const operation = operationOf(thingDocument);
const find = createFaultFinder(thingDocument, operation);
const faults = (parts: RequestParts) => distinctFaults(find(composeRequest(operation, parts)));
const good = '{"id":1,"name":"Box"}';
const as = (type: string | null) => ({ 'Content-Type': type });

describe('a request that fits', () => {
  it.each<[string, RequestParts]>([
    ['a value', { value: { id: 1, name: 'Box' } }],
    ['text', { body: ` ${good}\n` }],
    ['a charset', { body: good, headers: as('application/json; charset=utf-8') }],
    ['capitals', { body: good, headers: as('Application/JSON') }],
  ])('has no fault: %s', (_what, parts) => {
    expect(faults(parts)).toEqual([]);
  });
});

describe('a request that the document rules out', () => {
  it.each<[string, RequestParts, keyword: string]>([
    ['no body', {}, 'required'],
    ['an empty body', { body: '' }, 'required'],
    ['a blank body', { body: ' ' }, 'syntax'],
    ['half a body', { body: '{"id":1' }, 'syntax'],
    ['a missing property', { value: { id: 1 } }, 'required'],
    ['a wrong type', { value: { id: '1', name: 'Box' } }, 'type'],
    ['a form', { body: 'id=1', headers: as('application/x-www-form-urlencoded') }, 'media-type'],
  ])('has one fault, and it is certain: %s', (_what, parts, keyword) => {
    expect(faults(parts)).toMatchObject([{ keyword, isOpen: false }]);
  });
});

describe('a request that a lenient reader may take', () => {
  it.each<[string, RequestParts, keyword: string]>([
    ['JSON as text', { body: good, headers: as('text/plain') }, 'media-type'],
    ['JSON as nothing', { body: good, headers: as(null) }, 'media-type'],
    ['JSON as nonsense', { body: good, headers: as('json') }, 'media-type'],
    ['a byte order mark', { body: `\uFEFF${good}` }, 'syntax'],
    [
      'broken UTF-8',
      { body: Uint8Array.from(Buffer.from('{"id":1,"name":"\xff"}', 'latin1')) },
      'syntax',
    ],
  ])('has a fault that is open: %s', (_what, parts, keyword) => {
    expect(faults(parts)).toMatchObject([{ keyword, isOpen: true }]);
  });

  it('has a certain fault beside it where the schema is broken too', () => {
    const found = faults({ value: { id: 1 }, headers: as('text/plain') });
    expect(found.map(({ isOpen }) => isOpen)).toEqual([true, false]);
  });
});

describe('a body in a documented type with a parameter, or in a range', () => {
  const faultsIn = (documented: string, type: string | null, body: string): unknown => {
    const content = { [documented]: { schema: { type: 'object', required: ['a'] } } };
    const post = { requestBody: { required: true, content }, responses: {} };
    const document = documentFromValue({ openapi: '3.1.0', paths: { '/a': { post } } });
    const [first] = operations(document);
    const request = composeRequest(first!, { body, headers: as(type) });
    return createFaultFinder(
      document,
      first!,
    )(request).map((fault) => [fault.keyword, fault.isOpen]);
  };

  it.each<[documented: string, type: string | null, body: string, faults: unknown[]]>([
    ['application/json; charset=utf-8', 'application/json', '{"a":1}', []],
    ['application/json; charset=utf-8', 'application/json', '{}', [['required', false]]],
    ['*/*', 'application/a+json', '{}', [['required', false]]],
    ['*/*', 'text/plain', 'x', []],
    ['application/json', 'application/json', '', [['required', false]]],
    ['application/octet-stream', 'application/octet-stream', '', [['required', true]]],
    ['image/svg+xml', 'image/svg+xml', '', [['required', false]]],
    ['*/*', null, '{"a":1}', [['media-type', true]]],
    ['*/*', 'json', '{"a":1}', [['media-type', true]]],
    ['application/json', 'application/json; charset=latin1', '{"a":1}', [['media-type', true]]],
  ])('%s as %s: %s', (documented, type, body, faults) => {
    expect(faultsIn(documented, type, body)).toEqual(faults);
  });

  it('is sent as JSON in a range', () => {
    const content = { '*/*': {} };
    const document = documentFromValue({ paths: { '/a': { post: { requestBody: { content } } } } });
    const { headers } = composeRequest(operations(document)[0]!, { value: {} });
    expect(headers).toEqual([['Content-Type', 'application/json']]);
  });
});

it('a request of two forms that the document does not tell apart need not be refused', () => {
  const forms = ['a', 'b'].map((name) => ({ required: [name] }));
  const content = { 'application/json': { schema: { oneOf: forms } } };
  const document = documentFromValue({ paths: { '/a': { post: { requestBody: { content } } } } });
  const [post] = operations(document);
  const open = (value: JsonObject): boolean[] =>
    createFaultFinder(
      document,
      post!,
    )(composeRequest(post!, { value })).map(({ isOpen }) => isOpen);
  expect(open({ a: 1, b: 1 })).toEqual([true]);
  expect(open({})).toEqual([false]);
});
