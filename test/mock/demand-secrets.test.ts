import { describe, expect, it } from 'vitest';
import { demandSecrets } from '../../src/mock/demand-secrets.ts';
import { loadDocument } from '../../src/model/load-document.ts';

const DOCUMENT = `openapi: 3.1.0
info: {title: t, version: '1'}
paths:
  /notes:
    get:
      operationId: list
      security: [{login: []}, {key: []}, {query: []}]
      responses: {'200': {description: done}, '401': {description: no}}
components:
  securitySchemes:
    login: {type: http, scheme: basic}
    key: {type: apiKey, in: header, name: X-Key}
    query: {type: apiKey, in: query, name: code}
`;

describe('a secret', () => {
  const document = loadDocument(DOCUMENT, 'basic.yaml');
  const demand = (scheme: string, secret: string) => () =>
    demandSecrets(document, { schemes: new Map([[scheme, { secret, variable: 'SECRET' }]]) });

  it.each([
    ['login', 'user:päss'],
    ['query', 'kä y'],
    ['key', 'k y'],
  ])('of %s may be %j', (scheme, secret) => {
    expect(demand(scheme, secret)).not.toThrow();
  });

  it.each([
    ['login', 'user:pa\nss'],
    ['query', 'k\0y'],
    ['key', 'käy'],
  ])('of %s may not be %j', (scheme, secret) => {
    expect(demand(scheme, secret)).toThrow(
      `Failed to use the credential ${scheme}: its value has characters that this scheme cannot carry`,
    );
  });

  it('that is to be a bearer token has no blanks', () => {
    const bearer = loadDocument(
      DOCUMENT.replace('scheme: basic', 'scheme: bearer').replace(/\[\{l.*/, '[{login: []}]'),
      'b.yaml',
    );
    expect(() => demandSecrets(bearer, { token: 'user:pa ss' })).toThrow(
      /^Failed to use the token: .* Give it without/,
    );
    expect(() => demandSecrets(document, { token: 'user:pa\tss' })).toThrow(/cannot carry/);
    expect(() => demandSecrets(document, { token: 'user:pa ss' })).not.toThrow();
  });

  it('is for a scheme that some operation asks for', () => {
    expect(demand('none', 's3cret')).toThrow(
      'Failed to use the credential none: no operation asks for a security scheme of this name. ' +
        'It asks for login, key, query.',
    );
  });
});
