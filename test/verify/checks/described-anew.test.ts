import { expect, it } from 'vitest';
import { operations } from '../../../src/model/operation.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import { echoedValues } from '../../../src/verify/checks/echoed-values.ts';
import { context, exchange } from './exchanges.ts';

it('may be set by the server where the answer is described in other words', () => {
  const body = (description?: string) => ({
    content: {
      'application/json': {
        schema: { properties: { a: { type: 'string', ...(description && { description }) } } },
      },
    },
  });
  const said = (asked: string, answered?: string): number => {
    const post = { requestBody: body(asked), responses: { 200: body(answered) } };
    const document = documentFromValue({ paths: { '/a': { post } } });
    const judged = exchange({ sent: {}, body: '{"a":"x"}', operation: operations(document)[0]! });
    return [echoedValues.check(judged, { ...context, document })].flat().length;
  };
  const wish = 'The time to live that is wished for.';
  expect(said(wish, 'The time to live that the server chose.')).toBe(0);
  expect(said(wish)).toBe(1);
  expect(said(wish, wish)).toBe(1);
});
