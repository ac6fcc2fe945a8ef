import { expect, it } from 'vitest';
import { operations } from '../../../src/model/operation.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { stringifyJson } from '../../../src/openapi/json/stringify-json.ts';
import { echoedValues } from '../../../src/verify/checks/echoed-values.ts';
import { returnedIntegers } from '../../../src/verify/checks/returned-resource.ts';
import { context, exchange } from './exchanges.ts';

function media(properties: JsonObject): JsonObject {
  return { content: { 'application/json': { schema: { properties } } } };
}

it('an action may answer with a text of the resource that it has another of, and with no other text', () => {
  const says = (is: string, schema: JsonObject = { type: 'string' }): string[] => {
    const create = {
      requestBody: media({ reason: schema }),
      responses: { 201: media({ id: {} }) },
    };
    const cancel = {
      requestBody: media({ reason: schema }),
      responses: { 200: media({ reason: schema }) },
    };
    const document = documentFromValue({
      paths: { '/a': { post: create }, '/a/{id}': { get: {} }, '/a/{id}/cancel': { post: cancel } },
      components: { schemas: { Reason: { type: 'string' } } },
    });
    const operation = operations(document).find(({ path }) => path.endsWith('cancel'))!;
    const given = { parameters: {}, resource: {}, around: { reason: 'a cough' } };
    const body = stringifyJson({ reason: is });
    const made = exchange({ sent: { reason: 'ill' }, body, operation });
    const acted = { ...made, case: { ...made.case, given } };
    return [echoedValues.check(acted, { ...context, document })]
      .flat()
      .map(({ message }) => message);
  };
  expect(says('a cough')).toEqual([]);
  expect(says('a cold')).toHaveLength(1);
  expect(says('a cough', { $ref: '#/components/schemas/Reason' })).toHaveLength(1);
});

it('an action may answer with a property of the resource that its answer does not describe', () => {
  const says = (is: string): string[] => {
    const upload = { requestBody: media({ name: {} }), responses: { 200: media({ id: {} }) } };
    const document = documentFromValue({
      paths: { '/a': { post: upload }, '/a/{id}': { get: {}, post: upload } },
    });
    const operation = operations(document).find(({ id }) => id === 'POST /a/{id}')!;
    const given = { parameters: {}, resource: { name: 'old.txt' } };
    const made = exchange({
      sent: { name: 'a.txt' },
      body: stringifyJson({ name: is }),
      operation,
    });
    const acted = { ...made, case: { ...made.case, given } };
    return [returnedIntegers.check(acted, { ...context, document })]
      .flat()
      .map(({ message }) => message);
  };
  expect(says('old.txt')).toEqual([]);
  expect(says('another.txt')).toEqual(['name comes back, but not as it was sent']);
});

it('a PUT below a resource may answer with what that has, though none was sent', () => {
  const list = { version: { type: 'string' }, title: { type: 'string' } };
  const whole = media({ id: { type: 'string' }, ...list });
  const version = media({ version: list.version });
  const document = documentFromValue({
    paths: {
      '/lists': { post: { requestBody: media(list), responses: { 201: whole } } },
      '/lists/{id}': { get: { responses: { 200: whole } } },
      '/lists/{id}/order': { put: { requestBody: version, responses: { 200: version } } },
    },
  });
  const operation = operations(document).find(({ method }) => method === 'PUT')!;
  const says = (sent: JsonObject): string[] =>
    [
      echoedValues.check(exchange({ sent, body: '{"version":"2"}', operation }), {
        ...context,
        document,
      }),
    ]
      .flat()
      .map(({ message }) => message);
  expect(says({})).toEqual([]);
  expect(says({ version: '1' })).toHaveLength(1);
});

it('what is accepted may be answered with the task that does it, which has properties of the same names', () => {
  const says = (answer: JsonObject, status = 202): string[] => {
    const create = {
      requestBody: media({ name: {}, type: {} }),
      responses: { [status]: media(answer) },
    };
    const read = { responses: { 200: media({ name: {}, type: {} }) } };
    const document = documentFromValue({
      paths: { '/machines': { post: create }, '/machines/{name}': { get: read } },
    });
    const operation = operations(document)[0]!;
    const body = stringifyJson({ type: 'task', name: 'a' });
    const made = exchange({ sent: { name: 'a', type: 'big' }, body, operation, status });
    return [echoedValues.check(made, { ...context, document })]
      .flat()
      .map(({ message }) => message);
  };
  expect(says({ type: {} })).toEqual([]);
  expect(says({ type: {}, name: {} })).toHaveLength(1);
  expect(says({ type: {} }, 201)).toHaveLength(1);
});
