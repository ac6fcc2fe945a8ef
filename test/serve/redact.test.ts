import { expect, test } from 'vitest';
import { documentFromValue } from '../../src/openapi/document.ts';
import type { ExchangeRecord } from '../../src/serve/exchange-record.ts';
import { Redactor } from '../../src/serve/redact.ts';

const scheme = (place: string, name: string) => ({ type: 'apiKey', in: place, name });
const redactor = new Redactor(
  documentFromValue({
    components: { securitySchemes: { q: scheme('query', 'code'), h: scheme('header', 'X-Shop') } },
  }),
);

/** What is kept of an exchange whose server repeats the request's address, and a text. */
function recorded(target: string, headers: [string, string][] = [], answer = ''): string {
  const body = Buffer.from(`{"url":${JSON.stringify(target)},"text":${JSON.stringify(answer)}}`);
  const record: ExchangeRecord = {
    startedAt: new Date(0),
    durationMs: 1,
    request: { method: 'GET', target, url: `http://h${target}`, headers, body, bodySize: 1 },
    response: {
      status: 302,
      statusText: answer,
      headers: [
        ['x-url', target],
        ['location', `http://h/login?next=${encodeURIComponent(target)}`],
        ['x-text', answer],
      ],
      body,
      bodySize: 1,
    },
    operation: undefined,
    findings: { request: [], response: [] },
  };
  const { request, response, ...rest } = redactor.record(record);
  const text = ({ body }: typeof request | typeof response) => Buffer.from(body!).toString();
  return JSON.stringify({
    ...rest,
    request: { ...request, body: text(request) },
    response: { ...response, body: text(response) },
  });
}

test.each([
  'slash%2Fkey222',
  'slash%2fkey222',
  'blank%20key222',
  'blank+key222',
  'plus%2Bkey222',
  'and%26key222',
  '%C3%A4-key222',
  'tilde%7Ekey222',
  '%FFkey222',
])('a key in a query is masked where the server repeats it: %s', (key) => {
  const decoded = new URLSearchParams(`k=${key}`).get('k')!;
  for (const name of ['code', 'c%6Fde', 'access_token']) {
    const text = recorded(`/notes?${name}=${key}&a=1`, [], `got ${decoded} and ${key}`);
    expect(text).not.toContain('key222');
    expect(text).toContain(`/notes?${name}=***&a=1`);
    expect(text).toContain('got *** and ***');
  }
});

test.each([
  ['Authorization', `Basic ${Buffer.from('ann:pass/word9').toString('base64')}`, 'pass%2Fword9'],
  ['Authorization', `Basic ${Buffer.from('ann:pass/word9').toString('base64')}`, 'ann:pass/word9'],
  ['Authorization', 'bearer  pass/word9', 'pass/word9'],
  ['X-Shop', 'pass/word9', 'pass%2fword9'],
  ['Cookie', 'a=1; s="pass%2Fword9"', 'pass/word9'],
  ['Authorization', 'Bearer\tpass/word9', 'pass/word9'],
  ['Authorization', 'Token token="pass/word9"', 'pass%2Fword9'],
  ['Authorization', 'Token id=a, secret=pass/word9', 'pass/word9'],
])('what is in %s: %s is masked as %s', (name, value, echo) => {
  const text = recorded('/notes', [[name, value]], `got ${echo}.`);
  expect(text).toContain('got ***.');
  expect(text).not.toMatch(/pass.{1,3}word9/);
});

test("a cookie's attributes are no secrets", () => {
  expect(recorded('/notes', [['Set-Cookie', 's=pass; SameSite=Strict']], 'Strict')).toContain(
    'Strict',
  );
});

test("what Digest says of the request is no secret, the request's own path least of all", () => {
  const digest = 'Digest username="ann", uri="/notes", nonce="abcdef"';
  expect(recorded('/notes', [['Authorization', digest]])).toContain('"target":"/notes"');
});

test.each(['a"b-token', 'a\\b-token', 'a\\\\"b-token', '\\\\\\token'])(
  'a token is masked in JSON within JSON: %s',
  (token) => {
    let echo = token;
    for (let depth = 0; depth < 3; depth += 1) {
      const text = recorded('/notes', [['Authorization', `Bearer ${token}`]], `got ${echo}.`);
      // Both bodies, the status text and a header.
      expect(text.match(/got \*\*\*\./g)).toHaveLength(4);
      const address = encodeURIComponent(echo);
      expect(recorded(`/a?x=${address}`, [['Authorization', `Bearer ${token}`]])).toContain(
        '/a?x=***"',
      );
      echo = JSON.stringify(echo).slice(1, -1);
    }
  },
);

test('a long row of backslashes in a token takes no time', () => {
  const token = `${'\\'.repeat(50)}token`;
  const text = recorded(
    '/notes',
    [['Authorization', `Bearer ${token}`]],
    `${'\\'.repeat(80)}_token`,
  );
  expect(text).toContain('_token');
});

test('the place of a finding is masked as its message is', () => {
  const finding = { severity: 'Error', message: 'no token-222' } as const;
  const headers: [string, string][] = [['authorization', 'Bearer token-222']];
  const side = { headers, body: undefined, bodySize: 0 };
  const { findings } = redactor.record({
    startedAt: new Date(0),
    durationMs: 1,
    request: { ...side, method: 'GET', target: '/', url: 'http://h/' },
    response: { ...side, status: 200, statusText: '' },
    operation: undefined,
    findings: { request: [{ ...finding, location: ['request', 'token-222'] }], response: [] },
  });
  expect(findings.request).toEqual([
    { ...finding, message: 'no ***', location: ['request', '***'] },
  ]);
});
