import { expect, test } from 'vitest';
import { scrubBytes, scrubResponse } from '../../src/runner/scrub.ts';

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
  ['in base64', Buffer.from(secret).toString('base64')],
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
