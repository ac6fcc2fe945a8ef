import { expect, it, vi } from 'vitest';
import { MemoryStore } from '../../../src/mock/resource-store.ts';
import { serveThings } from '../serve-things.ts';
import { createRequest, exchange, freshBody } from './fronts.ts';

const MARKER = 'm4rker-t0ken-7f3a';

it('a token is not in what is told of a request that could not be answered', async () => {
  await using server = await serveThings({}, { control: false });
  const told: string[] = [];
  server.events.on('failure', (message) => told.push(message));
  const broken = vi.spyOn(MemoryStore.prototype, 'add').mockImplementation(() => {
    throw new Error(`no room for ${MARKER}`);
  });
  try {
    const request = createRequest(freshBody(), ['Connection: close']);
    const bearer = 'Authorization: Bearer ';
    await exchange(server.port, request.replace(`${bearer}t`, `${bearer}${MARKER}`));
  } finally {
    broken.mockRestore();
  }
  expect(told).toEqual(['Failed to answer a request: no room for ***']);
});

/** Requests that carry a secret, each in another place; the service doesn't know the path. */
const carriers: Readonly<Record<string, (secret: string) => string>> = {
  'a header': (secret) => `GET /none HTTP/1.1\r\nX-Session-Id: ${secret}`,
  'a header that is named': (secret) => `GET /none HTTP/1.1\r\nX-Shop: ${secret}`,
  'a cookie': (secret) => `GET /none HTTP/1.1\r\nCookie: lang=en; shop=${secret}`,
  'a query': (secret) => `GET /none?jwt=${secret} HTTP/1.1`,
  'a query that is named': (secret) => `GET /none?X-SHOP=${secret} HTTP/1.1`,
  'a Referer': (secret) => `GET /none HTTP/1.1\r\nReferer: https://h/?pwd=${secret}`,
  'the login of a Referer': (secret) => `GET /none HTTP/1.1\r\nReferer: https://ann:${secret}@h/`,
  'the login of the target': (secret) => `GET http://ann:${secret}@h/none HTTP/1.1`,
  'a form': (secret) =>
    `POST /none HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${9 + secret.length}\r\n\r\npassword=${secret}`,
  'a multipart form': (secret) => {
    const body = `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${secret}\r\n--b--\r\n`;
    return `POST /none HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  },
};

it.each(Object.entries(carriers))('a secret in %s is shown nowhere', async (_place, carry) => {
  await using server = await serveThings({ secretName: ['x-shop'] });
  const told: string[] = [];
  server.events.on('exchange', (event) => told.push(JSON.stringify(event)));
  const [line = '', ...rest] = carry(MARKER).split('\r\n');
  const request = [line, 'Host: h', 'Connection: close', ...rest].join('\r\n');
  // Repeated by the mock's own words, and by the client elsewhere.
  const echoed = request.replace('/none', `/none/${MARKER}`);
  const end = echoed.includes('\r\n\r\n') ? '' : '\r\n\r\n';
  const [answer] = await exchange(server.port, echoed + end);
  expect(answer?.status).toBe(404);
  const shown = JSON.stringify(server.requests());
  expect(shown).toContain('/none/***');
  expect(told.join('') + shown).not.toContain(MARKER);
});
