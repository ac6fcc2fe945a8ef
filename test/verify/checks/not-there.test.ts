import { expect, it } from 'vitest';
import { type Operation, operations } from '../../../src/model/operation.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import type { JudgedExchange } from '../../../src/verify/cases/case.ts';
import { refusedValid } from '../../../src/verify/checks/refused-valid.ts';
import { unstableAnswers } from '../../../src/verify/checks/unstable-answers.ts';
import { exchange, invalid } from './exchanges.ts';

const properties = { id: { type: 'integer' }, name: { type: 'string' } };
const content = { 'application/json': { schema: { type: 'object', properties } } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
const responses = { 200: { description: 'ok', content } };
const document = documentFromValue({
  paths: {
    '/a': { post: { requestBody: { content }, responses } },
    '/a/{id}': { parameters, patch: { requestBody: { content }, responses } },
  },
});
const patch: Operation = operations(document).find(({ method }) => method === 'PATCH')!;

/** A change of 7, of which a server tells such things, and then a change that is refused. */
function told(answer: JsonObject): string[] {
  const at = { operation: patch, method: 'PATCH', path: '/a/7' } as const;
  const exchanges: JudgedExchange[] = [
    exchange({ ...at, body: '{"id":7}', sequence: 0 }),
    exchange({ ...at, validity: invalid, body: JSON.stringify(answer), sequence: 1 }),
    exchange({ ...at, status: 404, body: '{"detail":"No such thing"}', sequence: 2 }),
  ];
  const context = { document, strict: false };
  return [refusedValid, unstableAnswers].flatMap((check) =>
    [check.checkRun(exchanges, context)].flat().map(({ severity }) => severity),
  );
}

it('what a change has brought under another identity is no longer where it was', () => {
  expect(told({ id: 42 })).not.toContain('violation');
  expect(told({ id: 42 })).not.toContain('warning');
  expect(told({ id: 7 })).toContain('violation');
  expect(told({ id: 7 })).toContain('warning');
});

it('what a change has archived may be found no more', () => {
  expect(told({ id: 7, archived: true })).not.toContain('violation');
  expect(told({ id: 7, archived: true })).not.toContain('warning');
  expect(told({ id: 7, archived: false })).toContain('violation');
});

it('a documented 404 is the answer to a query that finds nothing', () => {
  const get = (status: string): JsonObject => ({
    parameters: [{ name: 'group', in: 'query', schema: { enum: ['x', 'y'] } }],
    responses: { ...responses, [status]: { description: 'none' } },
  });
  const severities = (path: string, status: string, query = '?group=x'): string[] => {
    const asked = documentFromValue({
      paths: {
        '/weights': { get: get(status) },
      },
    });
    const operation = operations(asked).find((each) => each.path === path)!;
    const at = { operation, method: 'GET', path: path + query, sent: null } as const;
    const all = [
      exchange({ ...at, path, body: '{}', sequence: 0 }),
      exchange({ ...at, status: 404, body: '{"error":"no results"}', sequence: 1 }),
    ];
    return [refusedValid.checkRun(all, { document: asked, strict: false })]
      .flat()
      .map(({ severity }) => severity);
  };
  expect(severities('/weights', '404')).toEqual(['note']);
  expect(severities('/weights', '400')).toEqual(['violation']);
  expect(severities('/weights', '404', '')).toEqual(['violation']);
});
