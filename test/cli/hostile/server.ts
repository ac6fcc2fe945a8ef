import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Mock, createMock, loadDocument } from '../../../src/index.ts';
import { hostileAnswers } from './answers.ts';

/** A server that is at times what it should be, and at times does its worst. */
export interface HostileServer extends AsyncDisposable {
  readonly url: string;
}

/**
 * Starts one on 127.0.0.1.
 *
 * @param choose What the next request gets: the name of one of {@link hostileAnswers}, or `undefined`
 *   for an answer as it should be.
 */
export async function hostileServer(choose: () => string | undefined): Promise<HostileServer> {
  const mock = createMock({ document: await loadDocument('spec/plant-store.openapi.yaml') });
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    // A client may leave before its request has ended.
    serve(mock, choose(), request, response).catch(() => request.socket.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function serve(
  mock: Mock,
  name: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await buffer(request);
  if (name !== undefined) return hostileAnswers[name]!(request.socket);
  const headers = new Headers();
  for (const [key, values] of Object.entries(request.headersDistinct)) {
    if (key !== 'connection') for (const value of values ?? []) headers.append(key, value);
  }
  const { method = 'GET', url = '/' } = request;
  const answer = await mock.fetch(
    new Request(`http://127.0.0.1${url}`, {
      method,
      headers,
      body: body.length > 0 ? Uint8Array.from(body) : null,
    }),
  );
  response.writeHead(answer.status, [...answer.headers].flat());
  response.end(Buffer.from(await answer.arrayBuffer()));
}
