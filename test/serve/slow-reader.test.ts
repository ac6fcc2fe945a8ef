import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { serveThings } from './serve-things.ts';

vi.mock('../../src/serve/limits.ts', async (load) => ({
  ...(await load<object>()),
  READING_TIMEOUT: 200,
}));

/** More than the buffers between server and client take. */
const LENGTH = 24 * 2 ** 20;

it.each([0, 1500])('a client that reads nothing for %i ms', async (ms) => {
  await using mock = await serveThings({ seed: [{ id: 1, name: 'x'.repeat(LENGTH) }] });
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
});
