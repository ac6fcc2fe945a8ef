import { expect, it } from 'vitest';
import { documentFromValue } from '../../../src/openapi/document.ts';
import { fieldChoiceOf } from '../../../src/model/lists/chosen-fields.ts';
import { operations } from '../../../src/model/operation.ts';

it('what a resource has to have in its attributes is no choice, though it need not have attributes', () => {
  const attributes = {
    required: ['title'],
    properties: { title: { type: 'string' }, year: { type: 'integer' } },
  };
  const data = { properties: { id: { type: 'string' }, type: { type: 'string' }, attributes } };
  const content = { 'application/json': { schema: { properties: { data } } } };
  const document = documentFromValue({
    paths: {
      '/works': { post: { requestBody: { content }, responses: { 201: { content } } } },
      '/works/{id}': {
        get: {
          parameters: [{ name: 'fields[works]', in: 'query', schema: { type: 'string' } }],
          responses: { 200: { content } },
        },
      },
    },
  });
  const choice = fieldChoiceOf(
    document,
    operations(document).find(({ method }) => method === 'GET')!,
  );
  expect([...(choice?.optional ?? [])]).toEqual(['year']);
});
