import { expect, it } from 'vitest';
import { operations } from '../../../../src/model/operation.ts';
import { documentFromValue } from '../../../../src/openapi/document.ts';
import type { JsonObject } from '../../../../src/openapi/json/json-value.ts';
import { generateCases } from '../../../../src/verify/cases/generate/generate-cases.ts';

const json = (properties: JsonObject): JsonObject => ({
  content: { 'application/json': { schema: { type: 'object', properties } } },
});

it('a file is uploaded before it is asked for, though nothing tells which files are taken', () => {
  const schema = {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary' } },
  };
  const id: JsonObject = {
    name: 'file_id',
    in: 'path',
    required: true,
    schema: { type: 'integer' },
  };
  const document = documentFromValue({
    paths: {
      '/files': {
        post: {
          operationId: 'upload',
          requestBody: { required: true, content: { 'multipart/form-data': { schema } } },
          responses: { 201: json({ id: { type: 'integer' } }) },
        },
      },
      '/files/{file_id}/content': {
        get: { operationId: 'download', parameters: [id], responses: { 200: {}, 404: {} } },
      },
    },
  });
  const operation = operations(document).find((candidate) => candidate.id === 'download')!;
  const [first] = generateCases({ document, operation, seed: 1 });
  const [attempt] = first!.needs!.trial!.attempts;
  expect(attempt!.steps.map(({ template }) => template.operation.id)).toEqual(['upload']);
});
