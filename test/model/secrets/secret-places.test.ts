import { describe, expect, it, test } from 'vitest';
import type { SecurityScheme } from '../../../src/model/operation.ts';
import { REDACTED, SecretPlaces, isMasked } from '../../../src/model/secrets/secret-places.ts';

const scheme = (place: string, parameterName: string): SecurityScheme => {
  return { name: 'k', type: 'apiKey', pointer: '', in: place, parameterName };
};
const likely = new SecretPlaces([]);
const certain = new SecretPlaces([], { isCertain: true });

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
  expect(likely.isHeader(name)).toBe(true);
  expect(certain.isHeader(name)).toBe(true);
});

it.each(['Accept', 'X-Request-Id', 'Authorization-Info', 'Access-Control-Allow-Credentials', ''])(
  'the header %s carries none',
  (name) => {
    expect(likely.isHeader(name)).toBe(false);
  },
);

test('a form may carry any number of secrets', () => {
  const form = 'token=a-token&'.repeat(150_000);
  expect(new Set(likely.secretsIn({ headers: [], form }))).toEqual(new Set(['a-token']));
});

test('what is true or false is no secret, whatever carries it', () => {
  const headers = [
    ['x-session', 'true'],
    ['x-auth', 'false'],
  ] as const;
  expect(likely.secretsIn({ headers, address: '/?token=null' })).toEqual([]);
});

describe('a parameter', () => {
  const names = ['access_token', 'apiKey', 'client_secret', 'PASSWORD', 'auth', 'X-Signature'];

  it('may look as if it carried one', () => {
    const all = [...names, 'authorization', 'passwd', 'pass', 'user_pass', 'credential'];
    expect(all.filter((name) => !likely.isParameter(name))).toEqual([]);
    const none = [
      'limit',
      'name',
      'page',
      'author',
      'authors_id',
      'keyword',
      'passenger',
      'bypass',
      '',
    ];
    expect(none.filter((name) => likely.isParameter(name))).toEqual([]);
  });

  it('that is to be judged must be one for certain', () => {
    expect(names.filter((name) => certain.isParameter(name))).toEqual([
      'access_token',
      'apiKey',
      'client_secret',
    ]);
  });
});

it("the document's API keys are secret in their place", () => {
  const places = new SecretPlaces(
    [scheme('header', 'X-Shop'), scheme('query', 'Code'), scheme('cookie', 'Jar')],
    { isCertain: true },
  );
  expect(places.maskHeaders([['x-shop', 'secret']], REDACTED)).toEqual([['x-shop', 'REDACTED']]);
  expect(places.maskAddress('http://h/a?code=s', REDACTED)).toBe('http://h/a?code=REDACTED');
  const headers = [
    ['x-shop', 'a-long-secret'],
    ['cookie', 'jar=jar-value; lang=language'],
  ] as const;
  expect(places.secretsIn({ headers, address: '/?code=in-query' })).toEqual([
    'a-long-secret',
    'jar-value',
    'in-query',
    'in-query',
    'in-query',
  ]);
  expect(places.doubtfulSecretsIn(headers)).toEqual(['jar-value', 'language']);
});

describe('a header', () => {
  const secret = [
    'X-Session-Id',
    'X-JWT',
    'X-Amz-Signature',
    'My-Client-Secret',
    'X_Auth',
    'Passphrase',
    'X-CSRF',
  ];
  const none = [
    'WWW-Authenticate',
    'Proxy-Authenticate',
    'Authentication-Info',
    'Keep-Alive',
    'X-Author',
    'X-Sidebar',
  ];

  it('is a secret by its name where nothing is judged', () => {
    expect(secret.filter((name) => !likely.isHeader(name))).toEqual([]);
    expect(none.filter((name) => likely.isHeader(name))).toEqual([]);
    expect(secret.filter((name) => certain.isHeader(name))).toEqual([]);
  });

  it.each([true, false])(
    'is one where its name is given, and so are others (for certain: %s)',
    (isCertain) => {
      const places = new SecretPlaces([], { isCertain, names: ['X-Shop', 'pin'] });
      const headers = [
        ['x-shop', 'shop-value'],
        ['cookie', 'PIN=cookie-value'],
      ] as const;
      expect(places.maskHeaders(headers, '***')[0]).toEqual(['x-shop', '***']);
      expect(places.maskAddress('/?Pin=1', '***')).toBe('/?Pin=***');
      const found = places.secretsIn({
        headers,
        address: '/?pin=query-value',
        form: 'pin=form-value',
      });
      expect(new Set(found)).toEqual(
        new Set(['shop-value', 'cookie-value', 'query-value', 'form-value']),
      );
    },
  );

  it('with an address in it has that masked, however short what it carries is', () => {
    const headers = [['Referer', 'https://ann:pw@h/?token=abc&x=1']] as const;
    expect(likely.maskHeaders(headers, '***')).toEqual([['Referer', 'https://h/?token=***&x=1']]);
  });
});

test('headers are masked, stand-ins and names stay', () => {
  const headers = [
    ['Authorization', 'Bearer abc.def'],
    ['authorization', 'Bearer $TOKEN'],
    ['Authorization', ''],
    ['Authorization', 'my secret'],
    ['Cookie', 'a=1; b=2'],
    ['Set-Cookie', 'sid=xyz; Path=/'],
    ['X-Api-Key', 'k'],
    ['X-Other', 'v'],
  ] as const;
  expect(certain.maskHeaders(headers, REDACTED)).toEqual([
    ['Authorization', 'Bearer REDACTED'],
    ['authorization', 'Bearer $TOKEN'],
    ['Authorization', ''],
    ['Authorization', 'REDACTED'],
    ['Cookie', 'a=REDACTED; b=REDACTED'],
    ['Set-Cookie', 'sid=REDACTED; Path=/'],
    ['X-Api-Key', 'REDACTED'],
    ['X-Other', 'v'],
  ]);
  expect(certain.maskHeaders(headers, '$TOKEN', REDACTED).slice(4, 7)).toEqual([
    ['Cookie', 'a=REDACTED; b=REDACTED'],
    ['Set-Cookie', 'sid=REDACTED; Path=/'],
    ['X-Api-Key', '$TOKEN'],
  ]);
});

it('what only looks like a stand-in is masked where nothing is judged', () => {
  expect(likely.maskHeaders([['Authorization', 'Bearer $ecret']], '***')).toEqual([
    ['Authorization', 'Bearer ***'],
  ]);
});

test.each([
  ['http://u:p@h/a?x=1&access_token=s', 'http://h/a?x=1&access_token=REDACTED'],
  ['http://h/a?x=%7e+1', 'http://h/a?x=%7e+1'],
  ['/a?token=s#access_token=t&x=1', '/a?token=REDACTED#access_token=REDACTED&x=1'],
  ['/a?t%6Fken=a=b&x', '/a?t%6Fken=REDACTED&x'],
])('the address %s', (address, masked) => {
  expect(certain.maskAddress(address, REDACTED)).toBe(masked);
});

it('what is in a query, a fragment, a login or a form is to be looked for in every reading', () => {
  const carried = (address: string, form?: string): Set<string> =>
    new Set(likely.secretsIn({ headers: [], address, form }));
  expect(carried('/a?token=a%2Fb+cd')).toEqual(new Set(['a%2Fb+cd', 'a/b+cd', 'a/b cd']));
  expect(carried('/a#access_token=abcd')).toEqual(new Set(['abcd']));
  expect(carried('/a', 'name=Fern&password=pass%2Fword')).toEqual(
    new Set(['pass%2Fword', 'pass/word']),
  );
  expect(carried('http://ann:pass%2Fword@h/')).toContain('pass/word');
  const location = [['Location', 'https://h/?key=secret-key']] as const;
  expect(likely.secretsIn({ headers: location })).toContain('secret-key');
});

it('a value that something masked can be told', () => {
  expect(['$TOKEN', 'Bearer ${TOKEN}', '***', 'a REDACTED b', 'anonymous'].every(isMasked)).toBe(
    true,
  );
  expect(isMasked('Bearer token')).toBe(false);
});
