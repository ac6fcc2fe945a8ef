import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isNamed, receivedHeader } from '../http/exchange.ts';
import { DirectMessage } from './direct-message.ts';
import type { Problem } from '../http/message.ts';
import { pause } from '../http/pause.ts';
import { DEFAULT_REQUEST_TIMEOUT, HEADER_LIMIT, IDLE_TIMEOUT, LINGER_MS } from './limits.ts';

// An import would also load the WebSocket client that node:http has: 30 ms and 12 MB.
const { STATUS_CODES, createServer } = process.getBuiltinModule('node:http');

/** Options of {@link createLimitedServer}. */
interface LimitedServerOptions {
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

/** A node:http server, and how it ends. */
export interface LimitedServer {
  readonly server: Server;
  /**
   * Stops listening when no request comes any more; ends connections on which nothing is under way, and all of them
   * after a time.
   *
   * @param patience Milliseconds that requests under way have.
   */
  close(patience: number): Promise<void>;
}

/** A node:http server that keeps to limits, and answers what breaks them in the error shape. */
export function createLimitedServer(options: LimitedServerOptions): LimitedServer {
  const { bodyLimit, requestTimeout = DEFAULT_REQUEST_TIMEOUT, receive, refuse } = options;
  const server = createServer({
    IncomingMessage: DirectMessage,
    keepAliveTimeout: IDLE_TIMEOUT,
    headersTimeout: requestTimeout,
    requestTimeout,
    connectionsCheckingInterval: Math.min(requestTimeout / 2, 5000),
    maxHeaderSize: HEADER_LIMIT,
    // Node's own refusal has no body, so that this one is refused further down.
    requireHostHeader: false,
  });
  // Node drops what is beyond 2,000 without a word; the bytes are limited already.
  server.maxHeadersCount = 0;
  server.on('request', inTurn(receive));
  server.on('checkExpectation', inTurn(receive));
  server.on(
    'checkContinue',
    inTurn((incoming, outgoing) => {
      if (!announcesMore(incoming, bodyLimit(incoming)) && headProblem(incoming) === undefined) {
        outgoing.writeContinue();
      }
      receive(incoming, outgoing);
    }),
  );
  // Node would close the connection without a word.
  server.on('connect', (_request, socket) => {
    const message = 'the method CONNECT is for proxies';
    refuseSocket(socket as Socket, refuse({ kind: 'request-malformed', message }));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else refuseSocket(socket as Socket, refuse(toProblem(error, requestTimeout)));
  });
  // Node takes a connection that has sent nothing yet for one with a request.
  const sockets = new Map<ServerSocket, number>();
  server.on('connection', (socket: ServerSocket) => {
    sockets.set(socket, performance.now());
    socket.once('close', () => sockets.delete(socket));
  });
  return { server, close: (patience) => drain(server, sockets, patience) };
}

type Receive = LimitedServerOptions['receive'];

/**
 * Carries out a pipelined request when all before it are answered: only safe ones may be carried out side by side
 * (RFC 9112, 9.3.2). Node gives an answer its socket when it is its turn.
 */
function inTurn(receive: Receive): Receive {
  return (incoming, outgoing) => {
    if (outgoing.socket !== null) receive(incoming, outgoing);
    else outgoing.once('socket', () => receive(incoming, outgoing));
  };
}

/** Milliseconds between two looks at what is under way. */
const LOOK_MS = 10;

/** Milliseconds at the most, and a tenth of the patience, after which nothing is on its way any more. */
const ON_ITS_WAY_MS = 200;

/**
 * As long as requests come, for half of the patience at the most, they are taken: a balancer has to learn first that
 * it is to send none. Whoever is cut off between two answers can't tell whether a third was on its way.
 *
 * @param sockets With the time from which they are there.
 */
async function drain(
  server: Server,
  sockets: ReadonlyMap<ServerSocket, number>,
  patience: number,
): Promise<void> {
  const last = setTimeout(() => server.closeAllConnections(), patience);
  const waitMs = Math.min(ON_ITS_WAY_MS, patience / 10);
  const begun = performance.now();
  let latest = begun;
  // The client is told that no other request can follow.
  const endWith = (outgoing: ServerResponse): void => {
    if (!outgoing.headersSent) outgoing.shouldKeepAlive = false;
  };
  server.prependListener('request', (_, outgoing: ServerResponse) => {
    latest = performance.now();
    endWith(outgoing);
  });
  const endIdle = (): void => {
    const now = performance.now();
    for (const [socket, since] of sockets) {
      const { _httpMessage: current } = socket;
      if (current) endWith(current);
      else if (now - Math.max(begun, since) >= waitMs) socket.destroy();
    }
  };
  endIdle();
  const looking = setInterval(endIdle, LOOK_MS);
  while (performance.now() < Math.min(latest + waitMs, begun + patience / 2)) await pause(LOOK_MS);
  const { promise, resolve } = Promise.withResolvers<void>();
  // This ends idle connections, too.
  server.close(() => resolve());
  if (patience === 0) server.closeAllConnections();
  await promise;
  clearInterval(looking);
  clearTimeout(last);
}

function toProblem({ code, message }: NodeJS.ErrnoException, requestTimeout: number): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const message = `the request must arrive within ${requestTimeout} ms`;
    return { kind: 'request-timeout', message };
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `the headers must have at most ${HEADER_LIMIT} bytes`;
    return { kind: 'headers-too-large', message };
  }
  const cause = message.replace(/^Parse Error: /, '');
  return { kind: 'request-malformed', message: `the request is not well-formed HTTP: ${cause}` };
}

/** What is wrong with a request's head that Node lets through, or refuses without a body. */
export function headProblem(incoming: IncomingMessage): Problem | undefined {
  const { rawHeaders, httpVersion } = incoming;
  let hosts = 0;
  let credentials = 0;
  let expectation: string | undefined;
  // One pass, since it is made for every request.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (isNamed(name, 'host')) hosts += 1;
    else if (isNamed(name, 'authorization')) credentials += 1;
    else if (isNamed(name, 'expect')) expectation = rawHeaders[i + 1]!;
  }
  // RFC 9112, 3.2.
  if (hosts === 0 && httpVersion === '1.1') return malformed('Host is missing');
  // Node takes the first of two; whoever else reads the request may take the last.
  if (hosts > 1) return malformed('Host is there twice');
  if (credentials > 1) return malformed('Authorization is there twice');
  if (expectation === undefined || expectation.toLowerCase() === CONTINUE) return undefined;
  // RFC 9110, 10.1.1.
  const message = `the header Expect may only ask for ${CONTINUE}`;
  return { kind: 'expectation-unknown', message };
}

const CONTINUE = '100-continue';

function malformed(what: string): Problem {
  return { kind: 'request-malformed', message: `the header ${what}` };
}

/** Whether a request says that its body is longer than a limit. */
export function announcesMore(incoming: IncomingMessage, limit: number): boolean {
  return Number(receivedHeader(incoming.rawHeaders, 'content-length') ?? 0) > limit;
}

/** Why a body is not taken. */
export function tooLarge(limit: number): Problem {
  return { kind: 'body-too-large', message: `the body must have at most ${limit} bytes` };
}

/** An answer in the error shape. */
interface SocketAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: string | Uint8Array;
}

/** Node's sockets know the response that is being written, which the types leave out. */
type ServerSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/**
 * Answers on a socket whose bytes are no request, and closes it. Answers to earlier requests of the
 * same connection go first.
 */
function refuseSocket(socket: Socket, answer: SocketAnswer): void {
  // What comes after the first broken byte is broken, too.
  if (socket.writableEnded) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { _httpMessage: current } = socket as ServerSocket;
  if (current?.req.complete) {
    current.once('close', () => setImmediate(refuseSocket, socket, answer));
  } else if (current?.headersSent) {
    // It has had its answer, and went on with something else.
    socket.destroy();
  } else {
    endWithAnswer(socket, answer);
  }
}

function endWithAnswer(socket: Socket, { status, body }: SocketAnswer): void {
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`,
  );
  socket.end(body);
  // To end it at once, with bytes unread, would take the answer away from the client.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
