import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '../http/message.ts';
import { announcesMore, headProblem } from './head-problem.ts';
import { DEFAULT_REQUEST_TIMEOUT, HEADER_LIMIT } from './limits.ts';
import { type SocketAnswer, refuseSocket } from './refuse-socket.ts';

// An import would also load the WebSocket client that node:http has: 30 ms and 12 MB.
const { createServer } = process.getBuiltinModule('node:http');

/** Options of {@link createLimitedServer}. */
export interface LimitedServerOptions {
  /** Bytes of body that are taken; one that announces more isn't asked to go on. */
  readonly bodyLimit: (incoming: IncomingMessage) => number;
  /**
   * Milliseconds that a request may take to arrive, head and body, from the first byte on; for a
   * new connection from its beginning. Default 60,000.
   */
  readonly requestTimeout?: number | undefined;
  /** Called for every request with a readable head. */
  readonly receive: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  /** Makes the answer to what can't be read as a request. */
  readonly refuse: (problem: Problem) => SocketAnswer;
}

/** A node:http server that keeps to limits, and answers what breaks them in the error shape. */
export function createLimitedServer(options: LimitedServerOptions): Server {
  const { bodyLimit, requestTimeout = DEFAULT_REQUEST_TIMEOUT, receive, refuse } = options;
  const server = createServer({
    keepAliveTimeout: 30_000,
    headersTimeout: requestTimeout,
    requestTimeout,
    connectionsCheckingInterval: Math.min(requestTimeout / 2, 5000),
    maxHeaderSize: HEADER_LIMIT,
    // Node's own refusal has no body, so that this one is refused further down.
    requireHostHeader: false,
  });
  // Node drops what is beyond 2,000 without a word; the bytes are limited already.
  server.maxHeadersCount = 0;
  server.on('request', receive);
  server.on('checkExpectation', receive);
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!announcesMore(incoming, bodyLimit(incoming)) && headProblem(incoming) === undefined) {
      outgoing.writeContinue();
    }
    receive(incoming, outgoing);
  });
  // Node would close the connection without a word.
  server.on('connect', (_request, socket) => {
    const message = 'the method CONNECT is for proxies';
    refuseSocket(socket as Socket, refuse({ kind: 'request-malformed', message }));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else refuseSocket(socket as Socket, refuse(toProblem(error, requestTimeout)));
  });
  return server;
}

function toProblem({ code, message }: NodeJS.ErrnoException, requestTimeout: number): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const message = `the request must arrive within ${requestTimeout} ms`;
    return { kind: 'request-timeout', message };
  }
  const cause =
    code === 'HPE_HEADER_OVERFLOW'
      ? `the headers must have at most ${HEADER_LIMIT} bytes`
      : message.replace(/^Parse Error: /, '');
  return { kind: 'request-malformed', message: `the request is not well-formed HTTP: ${cause}` };
}
