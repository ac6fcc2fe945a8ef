import { describe, expect, it } from 'vitest';
import { documentedTransactions } from '../../../src/addons/dredd/proof.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';

const json = { 'application/json': { schema: { type: 'string' } } };

describe('documentedTransactions', () => {
  it('counts the pairs of media types of each exact status', () => {
    const post = {
      requestBody: { content: { 'application/json': {}, 'application/xml': {} } },
      responses: {
        200: { description: '', content: { ...json, 'text/plain': { schema: {} } } },
        204: { description: '' },
        '4XX': { description: '', content: json },
        default: { description: '', content: json },
      },
    };
    const root = { openapi: '3.1.0', info: {}, paths: { '/things': { post } } };
    expect(documentedTransactions(documentFromValue(root))).toEqual([
      {
        key: 'POST /things 200',
        times: 4,
        schemas: {
          'application/json': {
            $schema: 'http://json-schema.org/draft-07/schema#',
            type: 'string',
          },
        },
      },
      { key: 'POST /things 204', times: 2, schemas: {} },
    ]);
  });
});
