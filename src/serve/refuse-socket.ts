import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LINGER_MS } from './limits.ts';

const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** An answer in the error shape. */
export interface SocketAnswer {
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
export function refuseSocket(socket: Socket, answer: SocketAnswer): void {
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
