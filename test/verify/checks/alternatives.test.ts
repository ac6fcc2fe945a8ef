import { expect, it } from 'vitest';
import { operations } from '../../../src/model/operation.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { echoedValues } from '../../../src/verify/checks/echoed-values.ts';
import { context, exchange } from './exchanges.ts';

it('has nothing to come back of what another alternative names', () => {
  const item = { required: ['item'], properties: { item: { type: 'integer' } } };
  const whole = {
    required: ['title'],
    properties: { title: { type: 'string' }, at: { type: 'integer', default: 0 } },
  };
  const schema = { type: 'object', oneOf: [item, whole] };
  const told = { properties: { title: { type: 'string' }, at: { type: 'integer' } } };
  const post = {
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 200: { content: { 'application/json': { schema: told } } } },
  };
  const document = documentFromValue({ paths: { '/a': { post } } });
  const returned = (sent: JsonObject): string[] => {
    const body = '{"title":"x","at":5}';
    const judged = exchange({ sent, body, operation: operations(document)[0]! });
    return [echoedValues.check(judged, { ...context, document })]
      .flat()
      .map(({ message }) => message);
  };
  expect(returned({ item: 1 })).toEqual([]);
  expect(returned({ title: 'x' })).toEqual(['at comes back though none was sent']);
});
