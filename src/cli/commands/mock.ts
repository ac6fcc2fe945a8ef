import { once } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Command, Option } from 'commander';
import type { RequestHandler } from 'msw';
import type { LoadedDocument } from '../../openapi/load-document.ts';
import type { RunningServer } from '../../server/http-server.ts';
import type { CommandContext } from '../command-context.ts';
import {
  defaultDocument,
  profileNames,
  programName,
  startMock,
  tokenVariable,
} from '../defaults.ts';
import { MAX_MILLISECONDS, integerOption } from '../inputs/integer-option.ts';
import { listenOrExplain } from '../inputs/listen-or-explain.ts';
import { readDocument, readInput } from '../inputs/read-input.ts';
import { readProfileInput } from '../inputs/read-profile-input.ts';
import { readToken } from '../inputs/read-target.ts';
import { type Io, wantsColor } from '../io.ts';
import { operationLines } from '../mock/operation-lines.ts';
import { curlExample } from '../mock/curl-example.ts';
import { readSeed } from '../mock/read-seed.ts';
import { type LogFormat, logLine } from '../request-log.ts';
import { UserError } from '../user-error.ts';

interface MockFlags {
  readonly port: number;
  readonly host: string;
  readonly spec: string;
  readonly profile?: string;
  readonly seed?: string;
  readonly token?: string;
  readonly latency: number;
  readonly handlers?: string;
  readonly prism: boolean;
  readonly log: LogFormat;
}

/** `mock`: the fake service over HTTP, with its resources in memory. */
export function registerMock(program: Command, context: CommandContext): void {
  program
    .command('mock')
    .description('Serve the document as a stateful fake.')
    .option('-p, --port <port>', 'port; 0 for any free one', integerOption(0, 65_535), 4010)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--spec <file>', 'OpenAPI document', defaultDocument())
    .option(
      '--profile <name|file>',
      `how the open questions are answered: ${profileNames.join(', ')} or a file`,
    )
    .option('--seed <file>', 'resources to begin with, YAML or JSON')
    .option('--token <token>', 'the one valid bearer token (default: any but invalid-token)')
    .option('--latency <ms>', 'wait before each answer', integerOption(0, MAX_MILLISECONDS), 0)
    .option('--handlers <file>', 'module with your own msw handlers, asked before ours')
    .option('--no-prism', 'without Prism, which else validates every request and response')
    .addOption(
      new Option('--log <format>', 'one line a request')
        .choices(['pretty', 'json', 'silent'])
        .default('pretty'),
    )
    .action(async (flags: MockFlags) => {
      await mock(flags, context.io);
    });
}

async function mock(flags: MockFlags, io: Io): Promise<void> {
  const document = readDocument(flags.spec, io);
  const token = readToken(flags.token, { ...io, env: {} });
  const seed =
    flags.seed === undefined
      ? []
      : readSeed(readInput(flags.seed, 'the seed', '--seed', io), flags.seed, document);
  const profile =
    flags.profile === undefined ? undefined : readProfileInput(flags.profile, document, io);
  const handlers =
    flags.handlers === undefined ? undefined : await importHandlers(flags.handlers, io);
  const { host, port, latency, prism } = flags;
  const options = { document, token, seed, profile, handlers, host, port, latency, prism };
  await using server = await listenOrExplain(() => startMock(options), flags);
  const color = wantsColor(io);
  if (flags.log !== 'silent') {
    server.events.on('exchange', (one) => io.stdout.write(logLine(one, flags.log, color)));
  }
  server.events.on('handlerError', (error) => {
    io.stderr.write(`Failed to run a handler: ${error.message}. The request got a 500.\n`);
  });
  server.events.on('gatewayTrouble', (message) => io.stderr.write(`${message}\n`));
  greet(server, document, flags, io);
  if (!io.signal.aborted) await once(io.signal, 'abort');
}

async function importHandlers(file: string, io: Io): Promise<RequestHandler[]> {
  const fail = (cause: string, help: string): never => {
    throw new UserError(`Failed to load the handlers ${file}: ${cause}. ${help}`);
  };
  let module: { default?: unknown; handlers?: unknown };
  try {
    module = (await import(pathToFileURL(resolve(io.cwd, file)).href)) as typeof module;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return fail(cause, 'It must be a module that Node can import.');
  }
  const handlers = module.handlers ?? module.default;
  const isList =
    Array.isArray(handlers) &&
    handlers.every((one: unknown) => typeof (one as { run?: unknown } | null)?.run === 'function');
  if (isList) return handlers as RequestHandler[];
  return fail(
    'it exports no list of msw handlers',
    'Write `export const handlers = [http.post(…)]`, with http from "msw/http".',
  );
}

function greet(server: RunningServer, document: LoadedDocument, flags: MockFlags, io: Io): void {
  if (!isLoopback(flags.host)) {
    io.stderr.write(
      `Warning: listening on ${flags.host}, so that other machines can reach the mock.\n`,
    );
  }
  if (flags.log === 'json') {
    io.stdout.write(`${JSON.stringify({ listening: server.url })}\n`);
    return;
  }
  const lines = [`${programName} mock on ${server.url}`];
  lines.push(...operationLines(document));
  const credential = flags.token === undefined ? 'anything' : `$${tokenVariable}`;
  const curl = curlExample(document, server.url, credential);
  if (curl !== undefined) lines.push('Try:', `  ${curl}`);
  io.stdout.write(`${lines.join('\n')}\n`);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
