import { expect, test } from 'vitest';
import type { SentRequest } from '../../src/http/exchange.ts';
import { SentTexts, scrubResponse } from '../../src/http/scrub.ts';
import { createMasker } from '../../src/model/secrets/masker.ts';

const secret = 'a/b+"c&d=';
const bytes = (text: string) => new TextEncoder().encode(text);

/** The body that is left of an answer. */
function scrubbed(
  answer: string,
  secrets: readonly string[],
  request: SentRequest,
  texts = new SentTexts(),
): string {
  const body = bytes(answer);
  const response = { status: 200, statusText: '', headers: [], rawBody: body, body };
  const masker = createMasker(secrets, { replacement: '$TOKEN' });
  return new TextDecoder().decode(
    scrubResponse(response, masker, texts.note(request, secrets)).body,
  );
}

test('a compressed body goes where the decoded one shows the secret', () => {
  const response = {
    status: 200,
    statusText: `OK ${secret}`,
    headers: [['x-echo', `Bearer ${secret}`]] as const,
    rawBody: Uint8Array.of(1, 2, 3),
    body: bytes(`"${secret}"`),
  };
  const scrubbed = scrubResponse(response, createMasker([secret], { replacement: '$TOKEN' }));
  expect(scrubbed.statusText).toBe('OK $TOKEN');
  expect(scrubbed.headers).toEqual([['x-echo', 'Bearer $TOKEN']]);
  expect(scrubbed.body).toEqual(bytes('"$TOKEN"'));
  expect(scrubbed.rawBody).toEqual(scrubbed.body);
});

test('a text or number that the request sent stays, however it is escaped', () => {
  const request = {
    method: 'POST',
    url: 'http://h/tenants/my%20abc/things',
    headers: [],
    body: bytes('{"id":71234,"name":"xabcz ä","tag":" abc "}'),
  };
  const clean = (text: string): string => scrubbed(text, ['abc', '123'], request);
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

test('a text of an earlier request stays, also one of a form, but not what is the secret itself', () => {
  const texts = new SentTexts();
  const sent = (body: string): void =>
    void texts.note({ method: 'POST', url: 'http://h/', headers: [], body: bytes(body) }, ['abc']);
  sent('{"name":"xabc ä","tag":"abc"}');
  sent('--b\r\nContent-Disposition: form-data; name="caption"\r\n\r\nä & abc=d\r\n--b--');
  sent('caption=one+abc%C3%A4&other=1');
  const list = { method: 'GET', url: 'http://h/', headers: [] };
  const answer = '["xabc ä","ä & abc=d","one abcä","abc","zabc"]';
  expect(scrubbed(answer, ['abc'], list, texts)).toBe(
    '["xabc ä","ä & abc=d","one abcä","$TOKEN","z$TOKEN"]',
  );
});

test('the secret itself stays where an earlier request sent it, by name, and nowhere else', () => {
  const texts = new SentTexts();
  const sent = (url: string, body: string): void =>
    void texts.note({ method: 'POST', url, headers: [], body: bytes(body) }, ['abc']);
  sent('http://h/?place=abc', String.raw`{"city" : "abc","sh\u00f6n":{"tags":[1, " abc "]}}`);
  sent('http://h/', 'caption=abc&x');
  const list = { method: 'GET', url: 'http://h/', headers: [] };
  const same = '[{"tags":["z",{},"abc"," abc "],"city":"abc"},{"caption":"abc","place":"abc"}]';
  expect(scrubbed(same, ['abc'], list, texts)).toBe(same);
  expect(scrubbed('{"token":"abc","city":{"of":"abc"},"abc":"abc"}', ['abc'], list, texts)).toBe(
    '{"token":"$TOKEN","city":{"of":"$TOKEN"},"$TOKEN":"$TOKEN"}',
  );
});

test('an answer that returns a text very often is gone through once', () => {
  const request = { method: 'POST', url: 'http://h/', headers: [], body: bytes('"xabc"') };
  const answer = `${'"xabc" '.repeat(300_000)}abc`;
  expect(scrubbed(answer, ['abc'], request)).toBe(`${'"xabc" '.repeat(300_000)}$TOKEN`);
});
