import { setTimeout as delay } from 'node:timers/promises';
import { once } from 'node:events';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  createServer,
  request,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Takes no more connections; what is under way stays so. */
  retire(this: void): void;
}

/** A node:http server on a free port. */
export async function serve(listener: RequestListener): Promise<TestServer> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    retire: () => void server.close(),
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export const JSON_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  authorization: 'Bearer test-token',
};

/** One request with exact bytes; by default a POST of JSON with a credential to /things. */
export async function send(url: string, sent: Sent = {}): Promise<Received> {
  const { method = 'POST', path = '/things', headers = JSON_HEADERS, body } = sent;
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const base = new URL(url);
  const outgoing = request({
    host: base.hostname,
    port: base.port,
    path,
    method,
    headers: { ...headers, ...(bytes ? { 'content-length': bytes.length } : {}) },
    agent: false,
    signal: sent.signal ?? AbortSignal.timeout(10_000),
  });
  outgoing.end(bytes);
  const [message] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Uint8Array[] = [];
  for await (const chunk of message) chunks.push(chunk as Uint8Array);
  return {
    status: message.statusCode ?? 0,
    headers: message.headers,
    rawHeaders: message.rawHeaders,
    body: Buffer.concat(chunks),
  };
}

/** Waits until something holds; fails after twenty seconds. */
export async function until<T>(probe: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = Date.now() + 20_000;
  for (;;) {
    const value = await probe();
    if (value !== undefined) return value;
    if (Date.now() > end) throw new Error('It did not happen in time.');
    // Not the global one, which a test may have replaced by a fake.
    await delay(25);
  }
}
