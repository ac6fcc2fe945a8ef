import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { cpuSeconds } from './process-facts.ts';

/** CPU seconds and the most MB (10^6 bytes) of a process. */
interface Usage {
  readonly cpu: number;
  readonly megabytes: number;
}

/** What the kit takes for one document. */
export interface DocumentRow {
  readonly name: string;
  readonly operations: number;
  /** Of the file. */
  readonly kilobytes: number;
  /** `mock --no-prism`, from its start to its end after one answer. */
  readonly mock: Usage;
  /** CPU seconds of `verify` when its first request arrives. */
  readonly firstRequest: number;
  /** `verify --max-cases` with {@link CASES}, on that mock. */
  readonly verify: Usage;
}

/** As many cases of each document. */
export const CASES = 1000;

const SIZES = [10, 100, 300, 1200];
const kit = join(import.meta.dirname, '..', '..', 'bin', 'plant-store.js');
const usageAtExit = join(import.meta.dirname, 'usage-at-exit.ts');

/**
 * Serves and verifies made-up documents of growing size, and others.
 *
 * @param others Files of theirs.
 */
export async function measureDocuments(
  others: readonly string[],
  log: (line: string) => void,
): Promise<readonly DocumentRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-bench-'));
  try {
    const made = SIZES.map((size) => {
      const file = join(folder, `made up, ${size}.json`);
      writeFileSync(file, JSON.stringify(documentOf(size)));
      return file;
    });
    const rows: DocumentRow[] = [];
    for (const file of [...made, ...others]) {
      log(`documents: ${basename(file)}`);
      rows.push(await measure(file));
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(file: string): Promise<DocumentRow> {
  const written = readFileSync(file, 'utf8');
  const { paths = {} } = JSON.parse(written) as { paths?: Readonly<Record<string, object>> };
  const methods = Object.values(paths).flatMap((item) => Object.keys(item));
  const operations = methods.filter((name) => METHODS.has(name)).length;
  const alone = await startMock(file);
  // Any answer will do: it shows that the mock is there.
  await (await fetch(new URL(Object.keys(paths)[0]!.replaceAll(/[{}]/g, ''), alone.url))).text();
  const mock = await alone.end();
  const firstRequest = await untilFirstRequest(file);
  const served = await startMock(file);
  const verify = run([
    'verify',
    served.url,
    '--spec',
    file,
    '--max-cases',
    `${CASES}`,
    '--token',
    'x',
  ]);
  const usage = await verify.usage;
  await served.end();
  const kilobytes = Buffer.byteLength(written) / 1000;
  return {
    name: basename(file, '.json'),
    operations,
    kilobytes,
    mock,
    firstRequest,
    verify: usage,
  };
}

const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'patch']);

interface Run {
  readonly child: ChildProcess;
  readonly usage: Promise<Usage>;
}

function run(words: readonly string[]): Run {
  const child = spawn(process.execPath, ['--import', usageAtExit, kit, ...words], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  const told = text(child.stdio[3] as NodeJS.ReadableStream);
  return { child, usage: told.then((json) => JSON.parse(json) as Usage) };
}

async function startMock(file: string): Promise<{ url: string; end: () => Promise<Usage> }> {
  const { child, usage } = run([
    'mock',
    '--no-prism',
    '--spec',
    file,
    '--port',
    '0',
    '--log',
    'json',
  ]);
  const lines = createInterface({ input: child.stdout! });
  const [first] = (await once(lines, 'line')) as [string];
  lines.resume();
  const end = async (): Promise<Usage> => {
    child.kill('SIGTERM');
    return await usage;
  };
  return { url: (JSON.parse(first) as { listening: string }).listening, end };
}

async function untilFirstRequest(file: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer((_request, response) => {
    resolve(cpuSeconds(verify.child.pid!) ?? Number.NaN);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const verify = run(['verify', `http://127.0.0.1:${port}`, '--spec', file, '--token', 'x']);
  verify.child.stdout!.resume();
  const seconds = await promise;
  verify.child.kill('SIGINT');
  // Interrupted so early, it may end before it tells.
  await verify.usage.catch(() => undefined);
  server.closeAllConnections();
  server.close();
  return seconds;
}

/** Collections with four operations each, and a schema of some twenty properties. */
function documentOf(operations: number): object {
  const content = (schema: object): object => ({ 'application/json': { schema } });
  const paths: Record<string, object> = {};
  const schemas: Record<string, object> = {};
  for (let i = 0; i < operations / 4; i += 1) {
    const reference = { $ref: `#/components/schemas/Thing${i}` };
    schemas[`Thing${i}`] = thing(i);
    const ok = { 200: { description: 'OK', content: content(reference) } };
    const error = { 404: { description: 'Not there' }, 400: { description: 'Refused' } };
    const requestBody = { required: true, content: content(reference) };
    const list = { type: 'array', items: reference };
    paths[`/things-${i}`] = {
      get: { responses: { 200: { description: 'All', content: content(list) } } },
      post: {
        requestBody,
        responses: { 201: { description: 'Created', content: content(reference) }, ...error },
      },
    };
    paths[`/things-${i}/{id}`] = {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { ...ok, ...error } },
      put: { requestBody, responses: { ...ok, ...error } },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths,
    components: { schemas },
  };
}

function thing(number: number): object {
  const texts = Array.from({ length: 8 }, (_, i) => [
    `text${i}`,
    { type: 'string', maxLength: 40 + i },
  ]);
  const counts = Array.from({ length: 8 }, (_, i) => [
    `count${i}`,
    { type: 'integer', minimum: -i },
  ]);
  const tags = { type: 'array', maxItems: 5, items: { enum: ['a', 'b', `c${number}`] } };
  const owner = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
  return {
    type: 'object',
    required: ['text0', 'count0'],
    properties: {
      id: { type: 'string', readOnly: true },
      ...Object.fromEntries([...texts, ...counts]),
      tags,
      owner,
    },
  };
}
