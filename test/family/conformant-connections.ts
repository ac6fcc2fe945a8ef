import type { ServerResponse } from 'node:http';
import { type Change, bodyOf } from './base-store.ts';
import { always, withHeaders } from './changes.ts';
import type { Conformant } from './member.ts';
import type { PlantRequest, Reply } from './plant-request.ts';

/** Writes an answer to the socket, past Node's own idea of HTTP. */
const raw =
  (text: (reply: Reply, body: Buffer) => string, isLast = true): Change =>
  () => ({
    write: (_response: ServerResponse, reply: Reply, { socket }: PlantRequest) => {
      const body = bodyOf(reply);
      const bytes = Buffer.concat([Buffer.from(text(reply, body)), body]);
      if (isLast) socket.end(bytes);
      else socket.write(bytes);
    },
  });

/** Headers with names as they are given here. */
const spelled =
  (type: string, length: string): Change =>
  (plain) => ({
    write: (response, reply, request) => {
      const body = bodyOf(reply);
      response.sendDate = false;
      plain.write(
        response,
        {
          status: reply.status,
          headers: { [type]: 'application/json', [length]: String(body.length) },
          body,
        },
        request,
      );
    },
  });

/** Sends the body in pieces, with a moment between them. */
const inPieces =
  (size: number, ms: number): Change =>
  () => ({
    write: (response, reply) => {
      response.writeHead(reply.status, { 'Content-Type': 'application/json' });
      const body = bodyOf(reply);
      const send = (from: number): void => {
        if (from >= body.length) {
          response.end();
          return;
        }
        response.write(body.subarray(from, from + size));
        setTimeout(send, ms, from + size);
      };
      send(0);
    },
  });

/** Connections and framing that HTTP allows. */
export const connections: readonly Conformant[] = [
  { name: 'header names in lowercase', change: spelled('content-type', 'content-length') },
  { name: 'header names in odd case', change: spelled('CoNTeNT-tYPe', 'CONTENT-LENGTH') },
  { name: 'chunked bodies', change: inPieces(1000, 0) },
  { name: 'chunked bodies in small pieces', waits: true, change: inPieces(100, 1) },
  {
    name: 'headers first, the body later',
    change: () => ({
      write: (response, reply) => {
        const body = bodyOf(reply);
        response.writeHead(reply.status, {
          'Content-Type': 'application/json',
          'Content-Length': String(body.length),
        });
        response.flushHeaders();
        setTimeout(() => response.end(body), 3);
      },
    }),
  },
  {
    name: 'trailers behind the body',
    change: () => ({
      write: (response, reply) => {
        response.writeHead(reply.status, { 'Content-Type': 'application/json', Trailer: 'Digest' });
        response.write(bodyOf(reply));
        response.addTrailers({ Digest: 'none' });
        response.end();
      },
    }),
  },
  {
    name: 'interim answers first',
    change: (plain) => ({
      write: (response, reply, request) => {
        response.writeProcessing();
        response.writeEarlyHints({ link: '</style.css>; rel=preload' });
        plain.write(response, reply, request);
      },
    }),
  },
  {
    name: 'closes after each answer, and says so',
    change: always((reply) => withHeaders(reply, { Connection: 'close' })),
  },
  {
    name: 'closes after each answer, and does not say so',
    change: raw(
      ({ status }, { length }) =>
        `HTTP/1.1 ${status} X\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
    ),
  },
  {
    name: 'HTTP/1.0, the end of the connection ends the body',
    change: raw(({ status }) => `HTTP/1.0 ${status} OK\r\nContent-Type: application/json\r\n\r\n`),
  },
  {
    name: 'HTTP/1.1, the end of the connection ends the body',
    change: raw(
      ({ status }) =>
        `HTTP/1.1 ${status} OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n`,
    ),
  },
  {
    name: 'a status line without a reason',
    change: raw(
      ({ status }, { length }) =>
        `HTTP/1.1 ${status} \r\nContent-Type:application/json\r\nContent-Length:  ${length} \r\n\r\n`,
      false,
    ),
  },
  {
    name: 'idle connections last 1 ms',
    change: () => ({ listen: (server) => void (server.keepAliveTimeout = 1) }),
  },
  {
    name: 'five requests a connection',
    change: () => ({ listen: (server) => void (server.maxRequestsPerSocket = 5) }),
  },
  {
    name: 'five requests a connection, and does not say so',
    change: (plain) => ({
      write: (response, reply, request) => {
        plain.write(response, reply, request);
        if (request.onConnection >= 5) response.once('finish', () => request.socket.end());
      },
    }),
  },
  {
    name: 'refuses large bodies before it has read them',
    change: () => ({
      preempt: (message, response) => {
        if (Number(message.headers['content-length'] ?? 0) < 100_000) return false;
        const body = '{"error":413,"message":"too large"}';
        response.writeHead(413, { 'Content-Type': 'application/json', Connection: 'close' });
        response.end(body);
        // What still comes is read and thrown away, so that the answer isn't lost.
        message.resume();
        return true;
      },
    }),
  },
  {
    name: 'many and long headers',
    change: always((reply) =>
      withHeaders(reply, {
        'Set-Cookie': ['a=1; Path=/', 'b=2; Path=/'],
        'Content-Security-Policy': `default-src ${'https://store.example '.repeat(200)}`.trim(),
        'X-Powered-By': 'Plants',
        ETag: '"33a64df5"',
      }),
    ),
  },
];
