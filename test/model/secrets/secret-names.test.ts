import { expect, it } from 'vitest';
import { isSecretHeader, isSecretParameter } from '../../../src/model/secrets/secret-names.ts';

it.each([
  'Authorization',
  'Proxy-Authorization',
  'Cookie',
  'SET-COOKIE',
  'X-API-Key',
  'Api-Key',
  'X-Auth-Token',
  'X-CSRF-Token',
  'X-Amz-Security-Token',
])('the header %s carries a credential', (name) => {
  expect(isSecretHeader(name)).toBe(true);
});

it.each(['Accept', 'X-Request-Id', 'Authorization-Info', ''])(
  'the header %s carries none',
  (name) => {
    expect(isSecretHeader(name)).toBe(false);
  },
);

it('a query parameter may look as if it carried one', () => {
  const names = ['access_token', 'apiKey', 'client_secret', 'PASSWORD', 'auth', 'X-Signature'];
  expect(names.filter((name) => !isSecretParameter(name))).toEqual([]);
  expect(['limit', 'name', 'page', ''].filter(isSecretParameter)).toEqual([]);
});
