import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type ServerRequest, readRequest } from '../../src/serve/read-request.ts';

it('gives up decoding the body of a client that has left', async () => {
  const { promise, resolve } = Promise.withResolvers<ServerRequest>();
  const limit = 64 * 1024 * 1024;
  const bomb = gzipSync(Buffer.alloc(limit));
  const server = createServer((incoming, outgoing) => {
    readRequest(incoming, outgoing, limit, resolve);
    incoming.once('end', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write(
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`,
  );
  client.write(bomb);
  const { body, problem } = await promise;
  // Not the body itself: it would be printed.
  expect({ bytes: body.length, kind: problem?.kind }).toEqual({ bytes: 0, kind: 'content-coding' });
  server.close();
});
