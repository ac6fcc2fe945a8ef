import { expect, test } from 'vitest';
import { scrubBytes, scrubResponse } from '../../src/http/scrub.ts';

const secret = 'a/b+"c&d=';
const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  ['plain', secret],
  ['in JSON', JSON.stringify(secret).slice(1, -1)],
  [
    'in JSON with escaped slashes',
    JSON.stringify(secret)
      .slice(1, -1)
      .replace('/', String.raw`\/`),
  ],
  ['in HTML', 'a/b+&quot;c&amp;d='],
  ['in an address', encodeURIComponent(secret)],
  ['in an address, in lowercase', encodeURIComponent(secret).toLowerCase()],
  ['in an address within another', encodeURIComponent(encodeURIComponent(secret))],
  ['in JSON within JSON', JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
  ['in HTML, by numbers', 'a&#x2F;b&#43;&#34;c&#038;d&#x3d;'],
  ['in JSON, by numbers', String.raw`a\u002fb\u002B\u0022c\u0026d\u003d`],
  ['in base64', Buffer.from(secret).toString('base64')],
  ['in base64 of addresses', Buffer.from(secret).toString('base64url')],
])('a secret %s is replaced', (_, spelled) => {
  const scrubbed = scrubBytes(bytes(`ä ${spelled} 桜`), [secret], '$TOKEN');
  expect(new TextDecoder().decode(scrubbed)).toBe('ä $TOKEN 桜');
});

test('bytes without a secret stay the very same', () => {
  const body = Uint8Array.of(0xff, 0, 0x80);
  expect(scrubBytes(body, [secret, ''], '$TOKEN')).toBe(body);
});

test('a compressed body goes where the decoded one shows the secret', () => {
  const response = {
    status: 200,
    statusText: `OK ${secret}`,
    headers: [['x-echo', `Bearer ${secret}`]] as const,
    rawBody: Uint8Array.of(1, 2, 3),
    body: bytes(`"${secret}"`),
  };
  const scrubbed = scrubResponse(response, [secret], '$TOKEN');
  expect(scrubbed.statusText).toBe('OK $TOKEN');
  expect(scrubbed.headers).toEqual([['x-echo', 'Bearer $TOKEN']]);
  expect(scrubbed.body).toEqual(bytes('"$TOKEN"'));
  expect(scrubbed.rawBody).toEqual(scrubbed.body);
});

test('a text or number that the request sent stays, however it is escaped', () => {
  const own = {
    method: 'POST',
    url: 'http://h/tenants/my%20abc/plants',
    headers: [],
    body: bytes('{"id":71234,"name":"xabcz ä","tag":" abc "}'),
  };
  const clean = (text: string): string => {
    const scrubbed = scrubBytes(bytes(text), ['abc', '123'], '$TOKEN', own);
    return new TextDecoder().decode(scrubbed);
  };
  for (const same of [
    '{"id":71234,"name":"xabcz ä","tag":"abc"}',
    String.raw`{"name":"xabcz \u00e4", "tenant":"my abc"}`,
  ]) {
    expect(clean(same)).toBe(same);
  }
  expect(clean('{"message":"got Bearer abc with abc","id":9123}')).toBe(
    '{"message":"got Bearer $TOKEN with $TOKEN","id":9$TOKEN}',
  );
  expect(clean('abc <b>xabcz ä</b>')).toBe('$TOKEN <b>x$TOKENz ä</b>');
});

test('an answer that returns a text very often is gone through once', () => {
  const own = { method: 'POST', url: 'http://h/', headers: [], body: bytes('"xabc"') };
  const answer = `${'"xabc" '.repeat(300_000)}abc`;
  const scrubbed = scrubBytes(bytes(answer), ['abc'], '$TOKEN', own);
  expect(new TextDecoder().decode(scrubbed)).toBe(`${'"xabc" '.repeat(300_000)}$TOKEN`);
});

test('a secret that begins with another is replaced whole', () => {
  const scrubbed = scrubBytes(bytes('abcdef abc'), ['abc', 'abcdef'], '$TOKEN');
  expect(new TextDecoder().decode(scrubbed)).toBe('$TOKEN $TOKEN');
});

test.each([
  ['slash/key222', 'slash%2fkey222'],
  ['blank key222', 'blank+key222'],
  ['blank key222', 'blank%20key222'],
  ['kä222', 'k%C3%A4222'],
  ['kä222', 'kä222'],
  ['~key222', '%7Ekey222'],
  ['😀222', String.raw`\ud83d\uDE00222`],
])('%s is found as %s', (own, spelled) => {
  expect(new TextDecoder().decode(scrubBytes(bytes(`-${spelled}-`), [own], '$K'))).toBe('-$K-');
});
