import { describe, expect, it } from 'vitest';
import { DocumentStore } from '../../src/mock/document-store.ts';
import { loadDocument } from '../../src/model/load-document.ts';
import type { ProfileAnswers } from '../../src/questions/answer.ts';
import { documentResponder } from '../../src/questions/local-mock.ts';

const document = loadDocument(
  `openapi: 3.1.0
info: { title: Orders, version: '1' }
security: [{ bearer: [] }]
paths:
  /orders:
    post:
      operationId: createOrder
      requestBody:
        required: true
        content:
          application/json:
            schema:
              { type: object, required: [item], properties: { item: { type: string } } }
      responses:
        '201': { description: Created }
        '401': { description: No credential }
        '415': { description: Not JSON }
        '422': { description: Not valid }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
`,
  'orders.yaml',
);

function statusOf(
  body: string,
  headers: Readonly<Record<string, string>> = {},
  profile?: ProfileAnswers,
): number {
  const sent: Record<string, string> = {
    authorization: 'Bearer t',
    'content-type': 'application/json',
    ...headers,
  };
  const bytes = new TextEncoder().encode(body);
  const store = new DocumentStore(document);
  const responder = documentResponder({ document, store, profile });
  const header = (name: string): string | undefined => sent[name];
  return responder.respond({ method: 'POST', path: '/orders', query: '', header, body: bytes })
    .status;
}

describe('a problem that the document has a status for gets it, also where questions are open', () => {
  it.each([
    ['a broken body', '{"note":1}', {}, 422],
    ['broken JSON', '{', {}, 422],
    ['no body', '', {}, 422],
    ['another media type', 'a=b', { 'content-type': 'text/plain' }, 415],
    ['no credential', '{"item":"x"}', { authorization: '' }, 401],
    ['a valid body', '{"item":"x"}', {}, 201],
  ])('%s', (_what, body, headers, status) => {
    expect(statusOf(body, headers)).toBe(status);
  });

  it('but for what a profile says', () => {
    const profile = { createOrder: { 'broken-schema': 'refused 400' } };
    expect(statusOf('{"note":1}', {}, profile)).toBe(400);
  });
});
