import { expect, it } from 'vitest';
import { loadDocument } from '../../src/openapi/load-document.ts';
import { valueAt } from '../../src/openapi/pointer.ts';

const schemas = {
  A: { type: 'string', nullable: true, example: { nullable: true } },
  B: { type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
  C: { $ref: '#/components/schemas/A', description: 'ignored' },
  D: {
    type: 'object',
    properties: { nullable: { type: 'array', items: { type: 'number', nullable: true } } },
  },
};

it('reads a 3.0 document as a 3.1 one, every node at its pointer', () => {
  const text = JSON.stringify({ openapi: '3.0.3', paths: {}, components: { schemas } }, null, 1);
  const document = loadDocument(text, 'old.json');
  const { root } = document;
  expect(root['openapi']).toBe('3.1.0');
  expect(valueAt(root, '/components/schemas')).toEqual({
    A: { type: ['string', 'null'], example: { nullable: true } },
    B: { type: 'integer', exclusiveMinimum: 1, maximum: 9 },
    C: { $ref: '#/components/schemas/A' },
    D: {
      type: 'object',
      properties: { nullable: { type: 'array', items: { type: ['number', 'null'] } } },
    },
  });
  expect(document.locate('/components/schemas/B/minimum')?.line).toBeGreaterThan(1);
});
