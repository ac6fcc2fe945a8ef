import { once } from 'node:events';
import { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { READING_TIMEOUT } from '../../src/serve/limits.ts';
import { serveThings } from './serve-things.ts';

/** More than the buffers between server and client take: those of Linux grow to 32 MiB and more. */
const LENGTH = 64 * 2 ** 20;
const EACH = 16 * 2 ** 10;
const seed = Array.from({ length: LENGTH / EACH }, (_, i) => ({
  id: i + 1,
  name: 'x'.repeat(EACH),
}));

it.each([0, 1500])('a client that reads nothing for %i ms', async (ms) => {
  using waits = vi.spyOn(ServerResponse.prototype, 'setTimeout');
  const shortened: number[] = [];
  waits.mockImplementation(function shorten(this: ServerResponse, time) {
    shortened.push(time);
    this.socket?.setTimeout(200);
    return this;
  });
  await using mock = await serveThings({ seed });
  const socket = connect(mock.port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.write('GET /_kit/snapshot HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
  let length = 0;
  socket.on('data', (chunk: Buffer) => (length += chunk.length));
  // From here on the server writes, and waits for the client.
  await once(socket, 'data');
  socket.pause();
  await delay(ms);
  socket.resume();
  await once(socket, 'close');
  // It has the whole answer, or the connection was ended meanwhile.
  expect(length > LENGTH).toBe(ms === 0);
  expect(shortened).toEqual([READING_TIMEOUT]);
});
