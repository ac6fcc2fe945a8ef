import { type RequestListener, createServer } from 'node:http';
import { type AddressInfo, type Server, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { parseTarget } from '../../../src/http/target.ts';
import { Transport } from '../../../src/verify/run/transport.ts';

/**
 * What becomes of one request to a server.
 *
 * @param busyMs Milliseconds after it was sent in which this process does nothing else.
 */
async function outcomeOf(
  server: Server,
  method: string,
  { timeoutMs = 5000, busyMs = 0 } = {},
): Promise<unknown> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const transport = new Transport({ target: parseTarget(url), timeoutMs });
  const request = { method, target: '/', headers: [['Host', 'localhost']] as const };
  const sent = transport.send(request, new AbortController().signal);
  const until = performance.now() + busyMs;
  while (performance.now() < until);
  const { outcome } = await sent;
  transport.close();
  server.close();
  return outcome;
}

it('takes headers that repeat a long query several times', async () => {
  const link = `<?padding=${'x'.repeat(8192)}>; rel="next"`;
  const answer: RequestListener = (_, response) => {
    response.setHeader('Link', [link, link, link, link]).end();
  };
  expect(await outcomeOf(createServer(answer), 'GET')).toMatchObject({
    kind: 'response',
    response: { status: 200 },
  });
});

it('blames no server for the time in which nobody could read its answer', async () => {
  const answer: RequestListener = (_, response) => void response.end();
  const patience = { timeoutMs: 60, busyMs: 200 };
  expect(await outcomeOf(createServer(answer), 'GET', patience)).toMatchObject({
    kind: 'response',
  });
  const silent = createServer(() => undefined);
  expect(await outcomeOf(silent, 'GET', { timeoutMs: 60 })).toMatchObject({
    failure: { kind: 'timeout' },
  });
  silent.closeAllConnections();
});

it('has the whole answer to HEAD with its headers, whatever comes behind them', async () => {
  const server = createTcpServer((socket) => {
    socket.once('data', () => {
      socket.end('HTTP/1.1 405 No\r\nContent-Length: 9\r\nContent-Encoding: gzip\r\n\r\nnot gzip!');
    });
    socket.on('error', () => undefined);
  });
  const outcome = await outcomeOf(server, 'HEAD');
  expect(outcome).toMatchObject({ kind: 'response', response: { status: 405 } });
  expect(outcome).not.toHaveProperty('response.decodingError');
});

it('takes the events that a stream has told for its answer, as it never ends', async () => {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/event-stream');
    response.write('data: 1\n\ndata: 2\n\ndata: 3');
  });
  const outcome = await outcomeOf(server, 'GET');
  server.closeAllConnections();
  expect(outcome).toMatchObject({ response: { body: Buffer.from('data: 1\n\ndata: 2\n\n') } });
});

const packed = (layers: number, body: Uint8Array): Uint8Array =>
  Array.from({ length: layers }).reduce<Uint8Array>((inner) => gzipSync(inner), body);

it.each([
  ['in three codings is decoded', 3, Buffer.from('hello'), undefined],
  ['in more is not', 4, Buffer.from('hello'), /4 content codings/],
  [
    'that unpacks to more than is read is not',
    1,
    Buffer.alloc(17 * 2 ** 20),
    /at most 16777216 bytes/,
  ],
])('a body %s', async (_, layers, body, problem) => {
  const answer: RequestListener = (_request, response) => {
    response.setHeader(
      'Content-Encoding',
      Array.from({ length: layers }, () => 'gzip'),
    );
    response.end(packed(layers, body));
  };
  expect(await outcomeOf(createServer(answer), 'GET')).toMatchObject({
    response:
      problem === undefined
        ? { body }
        : { decodingError: expect.stringMatching(problem) as string },
  });
});
