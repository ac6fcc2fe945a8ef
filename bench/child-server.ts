import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const kit = join(root, 'bin/plant-store.js');
const prism = join(root, 'node_modules/@stoplight/prism-cli/dist/index.js');
const spec = join(root, 'spec/plant-store.openapi.yaml');

/** How a server is started on a port. */
export type Command = (port: number) => readonly string[];

/** The servers that are compared. */
export const commands: Readonly<Record<'bare' | 'mock' | 'mockWithPrism' | 'stockMock', Command>> =
  {
    bare: (port) => [join(root, 'bench/bare-server.ts'), `${port}`],
    mock: (port) => mockOn(port, '--no-prism'),
    mockWithPrism: (port) => mockOn(port),
    stockMock: (port) => [prism, 'mock', spec, '-p', `${port}`, '-h', '127.0.0.1', '-m', 'false'],
  };

/** A mock whose store no bench fills. */
function mockOn(port: number, ...flags: readonly string[]): readonly string[] {
  const common = ['--log', 'silent', '--max-plants', '1000000000', '--port', `${port}`];
  return [kit, 'mock', ...common, ...flags];
}

/** The proxies, in front of an upstream. */
export const proxies: Readonly<Record<'gateway' | 'stock', (upstream: string) => Command>> = {
  gateway: (upstream) => {
    return (port) => [kit, 'proxy', upstream, '--log', 'silent', '--port', `${port}`];
  },
  stock: (upstream) => {
    const flags = ['-h', '127.0.0.1', '-m', 'false'];
    return (port) => [prism, 'proxy', spec, upstream, '-p', `${port}`, ...flags];
  },
};

/** A valid request; the mock refuses an id that it has seen. */
export const requestOf = (id: number): { headers: Record<string, string>; body: string } => ({
  headers: { 'content-type': 'application/json', authorization: 'Bearer bench' },
  body: `{"id":${id},"name":"Monstera deliciosa","tag":"climber"}`,
});

/** A server in a process of its own. */
export interface ChildServer extends AsyncDisposable {
  readonly url: string;
  /** Milliseconds from the start of the process to its first answer. */
  readonly firstAnswerMs: number;
}

export async function startChild(command: Command): Promise<ChildServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = performance.now();
  const child = spawn(process.execPath, command(port), { stdio: 'ignore' });
  const id = 1_000_000_000 + Math.floor(Math.random() * 1_000_000_000);
  while (!(await answers(url, id))) {
    if (child.exitCode !== null) throw new Error(`${command(port).join(' ')} ended by itself.`);
  }
  return {
    url,
    firstAnswerMs: performance.now() - start,
    [Symbol.asyncDispose]: () => end(child),
  };
}

async function answers(url: string, id: number): Promise<boolean> {
  try {
    const response = await fetch(`${url}/plants`, { method: 'POST', ...requestOf(id) });
    await response.arrayBuffer();
    return true;
  } catch {
    await new Promise((resolve) => {
      setTimeout(resolve, 3);
    });
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
