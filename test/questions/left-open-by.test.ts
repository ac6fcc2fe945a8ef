import { describe, expect, it } from 'vitest';
import { documentFromValue } from '../../src/openapi/document.ts';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';
import { questionsByOperation } from '../../src/questions/index.ts';

/** What leaves each question to `POST /members` open, by question. */
function answersTo(schema: JsonObject, responses: JsonObject = {}): Record<string, string> {
  const content = { 'application/json': { schema } };
  const requestBody = { required: true, content };
  const post = { operationId: 'join', security: [{ token: [] }], requestBody, responses };
  const document = documentFromValue({
    paths: { '/members': { post } },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  });
  const list = questionsByOperation(document).get('join') ?? [];
  return Object.fromEntries(list.map(({ id, leftOpenBy }) => [id, leftOpenBy]));
}

const member: JsonObject = {
  type: 'object',
  required: ['id', 'nick'],
  properties: { id: { type: 'integer' }, nick: { type: 'string' } },
};

function success(schema: JsonObject): JsonObject {
  return { '201': { description: 'Joined', content: { 'application/json': { schema } } } };
}

describe('what leaves a question open is said in terms of the document:', () => {
  it('of each question', () => {
    expect(answersTo(member)).toEqual({
      'used-id': 'No 409 is documented.',
      'id-in-response': 'The document gives no schema of the response.',
      'used-nick': 'No schema can say that nick is unique among all.',
      'missing-token': 'No 401 is documented.',
      'invalid-token': 'No 401 is documented.',
      'other-scheme': 'No 401 is documented.',
      'empty-token': 'No 401 is documented.',
      'lowercase-bearer': 'The document does not say in which case the scheme is to be written.',
      'broken-schema': 'No 422 is documented.',
      'malformed-json': 'No 400 is documented.',
      'missing-body': 'No 400 is documented.',
      'broken-schema-without-credential': 'The document does not say what is looked at first.',
      'malformed-json-without-credential': 'The document does not say what is looked at first.',
      'missing-body-without-credential': 'The document does not say what is looked at first.',
      'other-media-type-without-credential': 'The document does not say what is looked at first.',
      'other-method-without-credential': 'The document does not say what is looked at first.',
      'unknown-path-without-credential': 'The document does not say what is looked at first.',
      'empty-body': 'No 400 is documented.',
      'byte-order-mark': 'No schema can describe a byte order mark.',
      'broken-encoding': 'No schema can describe bytes that are no characters.',
      'other-media-type': 'No 415 is documented.',
      'json-media-type': 'No 415 is documented.',
      'form-media-type': 'No 415 is documented.',
      'no-media-type': 'No 415 is documented.',
      'other-charset': 'No 415 is documented.',
      'utf-16-charset': 'No 415 is documented.',
      'slash-at-the-end': 'The document has no path /members/.',
      'empty-nick': 'The schema of nick gives no minLength.',
      'blank-nick': 'The schema of nick gives no pattern.',
      'whitespace-nick': 'The schema of nick gives no pattern.',
      'long-nick': 'The schema of nick gives no maxLength.',
      'max-length-nick': 'The schema of nick gives no maxLength.',
      'non-ascii-nick': 'The schema of nick gives no pattern.',
      'astral-nick': 'The schema of nick gives no pattern.',
      'control-nick': 'The schema of nick gives no pattern.',
      'quotes-nick': 'The schema of nick gives no pattern.',
      'markup-nick': 'The schema of nick gives no pattern.',
      'symbols-nick': 'The schema of nick gives no pattern.',
      'nul-nick': 'The schema of nick gives no pattern.',
      'unknown-property': 'additionalProperties is not false in the schema of the body.',
      'duplicate-key': 'No schema can describe a repeated key.',
      'fraction-spelling': 'The schema of id says integer, but not how one is spelled.',
      'exponent-spelling': 'The schema of id says integer, but not how one is spelled.',
      'large-body': 'No 413 is documented.',
      'rate-limit-headers': 'No rate-limit headers are documented.',
      'other-method': 'The document has no operation GET /members.',
      'unknown-path': 'The document says nothing of other paths.',
    });
  });

  it('a status that is documented', () => {
    const words = 'A 409 is documented, but not what it is for.';
    expect(answersTo(member, { '409': { description: 'Conflict' } })['used-id']).toBe(words);
    expect(answersTo(member, { '4XX': { description: 'No' } })['used-id']).toBe(
      'No 409 is documented.',
    );
  });

  it('properties that are forbidden', () => {
    const closed = { ...member, additionalProperties: false };
    expect(answersTo(closed)['unknown-property']).toBe('No 422 is documented.');
    expect(answersTo({ allOf: [closed] })['unknown-property']).toBe('No 422 is documented.');
  });

  it.each<[JsonObject, string]>([
    [{ properties: {} }, 'The schema of the response does not name id.'],
    [{ properties: { id: {} } }, 'The schema of the response does not require id.'],
    [
      { properties: { id: {} }, required: ['id'] },
      'The schema of the response requires id: "absent" breaks it.',
    ],
  ])('the schema of the response, %j', (schema, words) => {
    expect(answersTo(member, success(schema))['id-in-response']).toBe(words);
  });

  it('rate-limit headers that are documented', () => {
    const headers = { 'X-RateLimit-Limit': { schema: { type: 'integer' } } };
    const words = 'Rate-limit headers are documented, but not that every response has them.';
    expect(answersTo(member, { '201': { headers } })['rate-limit-headers']).toBe(words);
  });
});
