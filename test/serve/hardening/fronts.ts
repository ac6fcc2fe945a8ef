import type { MockListenOptions, MockOptions, MockServer } from '../../../src/index.ts';
import { startProxy } from '../proxy/start-proxy.ts';
import { serveThings } from '../serve-things.ts';
import { thingsDocument } from '../../setup/things-document.ts';
import { RawConnection, type WireResponse } from './raw-connection.ts';

/** What differs between them. */
export interface FrontFacts {
  /** Where answers carry what Prism finds; a proxy's Prism knows no sandboxes. */
  readonly prism: 'nowhere' | 'everywhere' | 'outside sandboxes';
  /** Its own control API has no resources then; that of the mock behind it stands in sandboxes. */
  readonly isProxy: boolean;
}

/** A server of the kit, as a client sees it. */
export interface Front extends FrontFacts, AsyncDisposable {
  readonly port: number;
  readonly mock: MockServer;
  /** Empties it, and drops sandboxes. */
  reset(sandboxes: readonly string[]): Promise<void> | void;
  /** @throws {Error} where something stands beside it that must not. */
  assertClean(): Promise<void> | void;
}

export type FrontOptions = Pick<MockListenOptions, 'bodyLimit' | 'requestTimeout'> &
  Pick<MockOptions, 'latency'>;

/** Every server that a client can reach: the mock, the mock behind Prism, the proxy before one. */
export const fronts: Readonly<Record<string, (options?: FrontOptions) => Promise<Front>>> = {
  'the mock': (options) => createFront(false, options),
  'the mock behind Prism': (options) => createFront(true, options),
  'the proxy': createProxyFront,
};

async function createFront(
  prism: boolean,
  { latency, ...limits }: FrontOptions = {},
): Promise<Front> {
  // What Prism finds is part of what is expected of an answer.
  const mock = await serveThings({ latency }, { ...limits, prism, prismDeadline: 20_000 });
  await mock.ready;
  return {
    prism: prism ? 'everywhere' : 'nowhere',
    isProxy: false,
    port: mock.port,
    mock,
    ...inMemory(mock),
    [Symbol.asyncDispose]: () => mock.close(),
  };
}

function inMemory(mock: MockServer): Pick<Front, 'reset' | 'assertClean'> {
  return {
    reset: (sandboxes) => {
      mock.reset();
      for (const name of sandboxes) mock.dropSandbox(name);
    },
    assertClean: () => {},
  };
}

async function createProxyFront({ latency, ...limits }: FrontOptions = {}): Promise<Front> {
  const mock = await serveThings({ latency });
  const target = new URL(mock.url);
  // As a user names it, who is in its folder.
  const document = { ...thingsDocument, file: 'things.openapi.yaml' };
  const proxy = await startProxy({
    document,
    target,
    port: 0,
    // Requests name any host here.
    allowOrigin: ['*'],
    ...limits,
  });
  return {
    prism: 'outside sandboxes',
    isProxy: true,
    port: Number(new URL(proxy.url).port),
    mock,
    ...inMemory(mock),
    [Symbol.asyncDispose]: async () => {
      await proxy.close();
      await mock.close();
    },
  };
}

/** The bytes of a request to create something, with its length. */
export function createRequest(body: string, headers: readonly string[] = []): string {
  const head = [
    'POST /things HTTP/1.1',
    'Host: store.example',
    'Authorization: Bearer t',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Sends bytes on a connection of their own and reads all that comes. */
export async function exchange(
  port: number,
  ...parts: (string | Uint8Array)[]
): Promise<WireResponse[]> {
  using connection = await RawConnection.open(port);
  for (const part of parts) await connection.send(part);
  return await connection.responses();
}

/** No test's own id. */
let lastId = 1_000_000;

/** A body that every empty store takes. */
export function freshBody(): string {
  lastId += 1;
  return `{"id":${lastId},"name":"Lamp"}`;
}

/** Whether a server still does its work. */
export async function creates(port: number): Promise<boolean> {
  const [response] = await exchange(port, createRequest(freshBody(), ['Connection: close']));
  return response?.status === 200 && response.body === '{"name":"Lamp"}';
}
