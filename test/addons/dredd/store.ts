import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a store was sent. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly type?: string | undefined;
  readonly body: unknown;
}

export interface RunningStore extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly Received[];
}

/** A store that does what the specification says; `change` makes it another one. */
export async function startStore(
  change: (answer: Answer, received: Received) => Answer | undefined = (answer) => answer,
): Promise<RunningStore> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { method = '', url = '', headers } = request;
      const seen: Received = { method, url, headers, body };
      received.push(seen);
      const answer = change(conformant(body), seen);
      // No answer: the client waits.
      if (answer === undefined) return;
      response.writeHead(answer.status, { 'Content-Type': answer.type ?? 'application/json' });
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    });
  });
  return { url: await listen(server), received, [Symbol.asyncDispose]: () => stop(server) };
}

/** An address at which nothing listens. */
export async function closedUrl(): Promise<string> {
  const server = createServer();
  const url = await listen(server);
  await stop(server);
  return url;
}

function conformant(body: string): Answer {
  const refuse = (message: string): Answer => ({ status: 400, body: { error: 400, message } });
  let thing: { id?: unknown; name?: unknown; tag?: unknown };
  try {
    thing = JSON.parse(body) as typeof thing;
  } catch {
    return refuse('the body is no JSON');
  }
  if (!Number.isInteger(thing.id)) return refuse('id is required');
  if (typeof thing.name !== 'string') return refuse('name is required');
  return { status: 200, body: { name: thing.name, tag: thing.tag } };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}
