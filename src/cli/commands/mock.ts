import { once } from 'node:events';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { DEFAULT_MAX_RESOURCES } from '../../mock/resource-limit.ts';
import type { LoadedDocument } from '../../openapi/load-document.ts';
import { DEFAULT_BODY_LIMIT, DEFAULT_REQUEST_TIMEOUT } from '../../server/limits.ts';
import type { CommandContext } from '../command-context.ts';
import {
  maxResourcesAttribute,
  maxResourcesOption,
  DEFAULT_PORT,
  type RunningMock,
  profileNames,
  programName,
  scenarioNames,
  startMock,
  tokenVariable,
} from '../defaults.ts';
import { documentOption } from '../inputs/document-option.ts';
import { MAX_BODY_LIMIT, MAX_MILLISECONDS, integerOption } from '../inputs/integer-option.ts';
import { listenOrExplain } from '../inputs/listen-or-explain.ts';
import { refuseAddress } from '../inputs/refuse-address.ts';
import { warnOfStrangers } from '../inputs/warn-of-strangers.ts';
import { demandCarried, readToken } from '../inputs/read-target.ts';
import { type Io, wantsColor } from '../io.ts';
import { operationLines } from '../mock/operation-lines.ts';
import { importHandlers } from '../mock/import-handlers.ts';
import { curlExample } from '../mock/curl-example.ts';
import { type InputFlags, watchedPaths, readMockInputs } from '../mock/mock-inputs.ts';
import { type LogFormat, logLine } from '../request-log.ts';
import { UserError } from '../user-error.ts';
import { reloadOnChange } from '../watch/reload-on-change.ts';

interface MockFlags extends InputFlags {
  readonly port: number;
  readonly host: string;
  readonly persist?: string;
  readonly watch?: boolean;
  readonly token?: string;
  readonly [maxResourcesAttribute]: number;
  readonly bodyLimit: number;
  readonly requestTimeout: number;
  readonly latency?: number;
  readonly prism: boolean;
  readonly control: boolean;
  readonly sandboxIdle?: number;
  readonly log: LogFormat;
}

/** `mock`: the fake service over HTTP, with its resources in memory. */
export function registerMock(program: Command, context: CommandContext): void {
  program
    .command('mock')
    .summary('a stateful fake of the document, to build and test against')
    .description('Serve the document as a stateful fake.')
    .option('-p, --port <port>', 'port; 0 for any free one', integerOption(0, 65_535), DEFAULT_PORT)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .addOption(documentOption())
    .option(
      '--profile <name|file>',
      `how the open questions are answered: ${profileNames.join(', ')} or a file`,
    )
    .option('--seed <file>', 'resources to begin with, YAML or JSON')
    .option('--scenario <name|file>', `state to begin with: ${scenarioNames.join(', ')} or a file`)
    .option('--scenarios <dir>', 'folder of further scenarios, to choose from while it runs')
    .option('--persist <file>', 'keep the store in this file, so that it survives a restart')
    .option('--token <token>', 'the one valid bearer token (default: any but invalid-token)')
    .option(
      `--${maxResourcesOption} <count>`,
      'how many a sandbox stores; a create beyond gets a 400',
      integerOption(0),
      DEFAULT_MAX_RESOURCES,
    )
    .option(
      '--body-limit <bytes>',
      'largest request body that is taken, packed and unpacked',
      integerOption(0, MAX_BODY_LIMIT),
      DEFAULT_BODY_LIMIT,
    )
    .option(
      '--request-timeout <ms>',
      'how long a request may take to arrive',
      integerOption(1, MAX_MILLISECONDS),
      DEFAULT_REQUEST_TIMEOUT,
    )
    .option(
      '--watch',
      'read document, profile, seed, scenarios and handlers again when they change',
    )
    .option('--latency <ms>', 'wait before each answer', integerOption(0, MAX_MILLISECONDS))
    .option('--handlers <file>', 'module with your own msw handlers, asked before ours')
    .option('--no-prism', 'without Prism, which else validates every request and response')
    .option('--no-control', 'without the control API and the inspector under /_kit')
    .option(
      '--sandbox-idle <ms>',
      'drop a sandbox that nobody has used for so long (default: 900000, 15 minutes)',
      integerOption(1, MAX_MILLISECONDS),
    )
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
  const token = mockToken(flags.token, io);
  const watched = flags.watch ? watchedPaths(flags, io) : undefined;
  const inputs = readMockInputs(flags, io);
  demandCarried(token, inputs.document);
  const handlers = await readHandlers(flags, io);
  const { host, port, latency, prism, bodyLimit, requestTimeout, control, sandboxIdle, log } =
    flags;
  const options = {
    ...inputs,
    token,
    host,
    port,
    latency,
    prism,
    bodyLimit,
    requestTimeout,
    maxResources: flags[maxResourcesAttribute],
    control,
    sandboxIdle,
    persist: flags.persist === undefined ? undefined : persistPath(flags.persist, io),
    onWarning: (message: string) => io.stderr.write(`${message}\n`),
  };
  await using server = await listenOrExplain(() => startMock(options), flags);
  server.use(...handlers);
  const color = wantsColor(io);
  if (log !== 'silent') {
    server.events.on('exchange', (one) => io.stdout.write(logLine(one, log, color)));
  }
  server.events.on('handlerError', (error) => {
    io.stderr.write(`Failed to run a handler: ${error.message}. The request got a 500.\n`);
  });
  server.events.on('failure', (message) => io.stderr.write(`${message}\n`));
  server.events.on('gatewayTrouble', (message) => io.stderr.write(`${message}\n`));
  greet(server, inputs.document, flags, io);
  const reload = async (files: readonly string[]): Promise<void> => {
    const changed = flags.handlers !== undefined && files.includes(resolve(io.cwd, flags.handlers));
    const others = changed ? await readHandlers(flags, io) : undefined;
    const again = readMockInputs(flags, io);
    server.reload({ ...again, latency });
    if (others === undefined) return;
    server.resetHandlers();
    server.use(...others);
  };
  using _watch = watched && reloadOnChange(watched, { io, log, reload });
  if (!io.signal.aborted) await once(io.signal, 'abort');
}

/** @throws {UserError} where it is empty, which no request could carry. */
function mockToken(flag: string | undefined, io: Io): string | undefined {
  if (flag !== '') return readToken(flag, { ...io, env: {} });
  throw new UserError(
    'Failed to use the token: it is empty. Leave --token out, to have any token taken.',
  );
}

function persistPath(file: string, io: Io): string {
  refuseAddress(file, 'keep the store', '--persist', 'output');
  return resolve(io.cwd, file);
}

async function readHandlers(
  { handlers }: MockFlags,
  io: Io,
): Promise<Awaited<ReturnType<typeof importHandlers>>> {
  return handlers === undefined ? [] : await importHandlers(handlers, io);
}

function greet(server: RunningMock, document: LoadedDocument, flags: MockFlags, io: Io): void {
  warnOfStrangers(flags.host, 'mock', io);
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
