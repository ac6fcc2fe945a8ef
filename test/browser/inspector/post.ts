import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';

const agent = new Agent({ keepAlive: true, maxSockets: 20 });

/** Sends a body to the store, and reads what comes. */
export async function post(
  base: string,
  body: string,
  headers: Readonly<Record<string, string>> = { authorization: 'Bearer secret-token' },
): Promise<{ readonly status: number; readonly text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const outgoing = request(`${base}/plants`, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', ...headers },
  });
  outgoing.on('response', (incoming) => {
    let text = '';
    incoming.setEncoding('utf8');
    incoming.on('data', (chunk: string) => (text += chunk));
    incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
  });
  outgoing.on('error', reject);
  outgoing.end(body);
  return await promise;
}

/** Sends `count` valid bodies over one connection, without waiting for answers in between. */
export async function postMany(
  { port }: { readonly port: number },
  first: number,
  count: number,
): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  for (let id = first; id < first + count; id += 1) {
    const body = `{"id":${id},"name":"Fern"}`;
    const isLast = id === first + count - 1;
    socket.write(
      `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer t\r\n` +
        `Connection: ${isLast ? 'close' : 'keep-alive'}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  }
  socket.resume();
  await once(socket, 'close');
}
