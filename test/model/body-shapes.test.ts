import { expect, it } from 'vitest';
import { requestShape, successShape } from '../../src/model/body-shapes.ts';
import { operationAt } from '../../src/model/operation.ts';
import { documentFromValue } from '../../src/openapi/document.ts';

const body = (
  name: string,
): { content: { 'application/json': { schema: { required: string[] } } } } => ({
  content: { 'application/json': { schema: { required: [name] } } },
});

const document = documentFromValue({
  paths: {
    '/a': {
      get: { responses: { 204: {} } },
      post: { requestBody: body('sent'), responses: { 400: body('error'), 201: body('made') } },
    },
  },
});

it('of what is sent and of the success alone', () => {
  const create = operationAt(document, 'POST', '/a')!;
  expect([...requestShape(document, create).required]).toEqual(['sent']);
  expect([...successShape(document, create).required]).toEqual(['made']);
});

it('say nothing where there is no body', () => {
  const read = operationAt(document, 'GET', '/a')!;
  expect(requestShape(document, read).required.size).toBe(0);
  expect(successShape(document, read).required.size).toBe(0);
});
