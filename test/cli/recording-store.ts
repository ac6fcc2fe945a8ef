import { readFileSync } from 'node:fs';
import {
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
  createServer as createHttpServer,
  request as httpRequest,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';

/** A request that arrived. */
export interface Arrival {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly at: number;
}

/** What a {@link recordingStore} answers; `undefined` leaves it to the store. */
export type Answer = (
  arrival: Arrival,
  response: ServerResponse,
  count: number,
) => 'answered' | undefined;

/** A conformant store that remembers what it got. */
export interface RecordingStore extends AsyncDisposable {
  readonly url: string;
  readonly arrivals: Arrival[];
}

const tls = join(import.meta.dirname, 'tls');
export const certificateFile: string = join(tls, 'certificate.pem');

/** @param answer Answers some requests otherwise. */
export async function recordingStore(
  answer: Answer = () => undefined,
  { secure = false, port = 0 }: { readonly secure?: boolean; readonly port?: number } = {},
): Promise<RecordingStore> {
  const arrivals: Arrival[] = [];
  const server = secure
    ? createHttpsServer({
        key: readFileSync(join(tls, 'key.pem')),
        cert: readFileSync(certificateFile),
      })
    : createHttpServer();
  server.on('request', (request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      const { method = '', url: target = '', headers } = request;
      const arrival = { method, target, headers, text, at: performance.now() };
      arrivals.push(arrival);
      if (answer(arrival, response, arrivals.length) === undefined) reply(arrival, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: urlOf(server, secure), arrivals, [Symbol.asyncDispose]: () => close(server) };
}

/** Sends JSON. */
export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): 'answered' {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
  return 'answered';
}

function reply({ text, headers }: Arrival, response: ServerResponse): void {
  const problem = /^application\/json\b/i.test(headers['content-type'] ?? '')
    ? problemOf(text)
    : 'not JSON';
  if (problem !== undefined) return void send(response, 400, { error: 400, message: problem });
  const { name, tag } = JSON.parse(text) as { name: string; tag?: string };
  send(response, 200, { name, tag });
}

function problemOf(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'the body is not JSON';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'no object';
  const { id, name, tag } = value as Record<string, unknown>;
  const digits = /"id"\s*:\s*(-?[\d.eE+-]+)/.exec(text)?.[1];
  if (typeof id !== 'number' || !Number.isInteger(id) || digits === undefined) return 'id is wrong';
  const exact = /^-?\d+$/.test(digits) ? BigInt(digits) : BigInt(id);
  if (exact < -(2n ** 63n) || exact >= 2n ** 63n) return 'id is no int64';
  if (typeof name !== 'string') return 'name is wrong';
  return tag === undefined || typeof tag === 'string' ? undefined : 'tag is wrong';
}

function urlOf(server: Server, secure: boolean): string {
  return `${secure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** An HTTP proxy that remembers what went through it. */
export interface RecordingProxy extends AsyncDisposable {
  readonly url: string;
  /** Request lines: `POST http://…/things`, `CONNECT host:443`. */
  readonly lines: string[];
}

/** @param to Where everything goes, whatever host it is for. */
export async function recordingProxy(to: string): Promise<RecordingProxy> {
  const lines: string[] = [];
  const { hostname, port } = new URL(to);
  const server = createHttpServer();
  server.on('request', (request, response) => {
    lines.push(`${request.method} ${request.url}`);
    const { pathname, search } = new URL(request.url ?? '/', to);
    const { method, rawHeaders: headers } = request;
    const onward = httpRequest({ hostname, port, method, path: pathname + search, headers });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.on('connect', (request, socket, head) => {
    lines.push(`CONNECT ${request.url}`);
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket);
      socket.pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: urlOf(server, false), lines, [Symbol.asyncDispose]: () => close(server) };
}
