import { once } from 'node:events';
import { connect } from 'node:net';

/** A response as it stood on the wire. */
export interface RawResponse {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends bytes as they are, asking the server to close, and reads to the end. */
export async function rawExchange(
  port: number,
  head: readonly string[],
  body = '',
): Promise<RawResponse> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.write(`${[...head, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`);
  await once(socket, 'close');
  const [, status = '0'] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? [];
  const end = text.indexOf('\r\n\r\n');
  return { status: Number(status), head: text.slice(0, end), body: text.slice(end + 4) };
}
