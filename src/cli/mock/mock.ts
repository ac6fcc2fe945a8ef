import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type LoadedDocument,
  type MockListenOptions,
  type MockOptions,
  type MockServer,
  createMock,
  curlExample,
  describeDocument,
} from '../../index.ts';
import { refuseAddress } from '../inputs/addresses.ts';
import { listenOrExplain, warnOfStrangers } from '../inputs/listen.ts';
import { pick } from '../inputs/pick.ts';
import { type Io, wantsColor } from '../io.ts';
import { type LogFormat, logLine } from '../request-log.ts';
import { UserError } from '../user-error.ts';
import { reloadOnChange } from '../watch/reload-on-change.ts';
import { type InputFlags, importHandlers, readMockInputs, watchedPaths } from './mock-inputs.ts';

/** Flags that are options of the engine, under the same names. */
const OF_MOCK = [
  'fill',
  'latency',
  'maxBytes',
  'maxResources',
  'secretName',
  'sandboxIdle',
  'token',
] as const;
const OF_LISTENING = [
  'bodyLimit',
  'control',
  'host',
  'port',
  'prism',
  'prismDeadline',
  'requestTimeout',
] as const;

/** The options of `mock`, as commander gives them. */
export interface MockFlags
  extends
    InputFlags,
    Pick<MockOptions, (typeof OF_MOCK)[number]>,
    Pick<MockListenOptions, Exclude<(typeof OF_LISTENING)[number], 'host' | 'port'>> {
  readonly host: string;
  readonly port: number;
  readonly persist?: string;
  readonly watch?: boolean;
  readonly log: LogFormat;
}

/** The fake service over HTTP, with its resources in memory, until it is told to end. */
export async function mock(flags: MockFlags, io: Io): Promise<void> {
  const { latency, log } = flags;
  if (flags.token === '') {
    throw new UserError(
      'Failed to use the token: it is empty. Leave --token out, to have any token taken.',
    );
  }
  const watched = flags.watch ? watchedPaths(flags, io) : undefined;
  const read = async (): ReturnType<typeof readMockInputs> => {
    const inputs = await readMockInputs(flags, io);
    const files = inputs.document.otherFiles.filter((url) => url.startsWith('file:'));
    for (const url of files) watched?.add(fileURLToPath(url));
    return inputs;
  };
  const inputs = await read();
  const handlers = await readHandlers(flags, io);
  const mock = createMock({ ...inputs, ...pick(flags, OF_MOCK) });
  const options = {
    ...pick(flags, OF_LISTENING),
    persist: flags.persist === undefined ? undefined : persistPath(flags.persist, io),
    onWarning: (message: string) => io.stderr.write(`${message}\n`),
    tokenVariable: io.service.tokenVariable,
  };
  await using server = await listenOrExplain(() => mock.listen(options), flags);
  server.use(...handlers);
  // From before it says that it listens: nobody would hear the signal of who reads that.
  const ended = io.signal.aborted ? undefined : once(io.signal, 'abort');
  tell(server, log, io);
  greet(server, inputs.document, flags, io);
  const reload = async (files: readonly string[]): Promise<void> => {
    const changed = flags.handlers !== undefined && files.includes(resolve(io.cwd, flags.handlers));
    const others = changed ? await readHandlers(flags, io) : undefined;
    server.reload({ ...(await read()), latency });
    if (others === undefined) return;
    server.resetHandlers();
    server.use(...others);
  };
  using _watch = watched && reloadOnChange(watched, { io, log, reload });
  await ended;
}

/** Logs what happens while it listens. */
function tell({ events }: MockServer, log: LogFormat, io: Io): void {
  const color = wantsColor(io);
  if (log !== 'silent') {
    for (const event of ['exchange', 'late'] as const) {
      events.on(event, (one) => io.stdout.write(logLine(one, log, color)));
    }
  }
  events.on('handlerError', (error) => {
    io.stderr.write(`Failed to run a handler: ${error.message}. The request got a 500.\n`);
  });
  for (const event of ['failure', 'validation'] as const) {
    events.on(event, (message) => io.stderr.write(`${message}\n`));
  }
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

function greet(server: MockServer, document: LoadedDocument, flags: MockFlags, io: Io): void {
  warnOfStrangers(flags.host, 'mock', io);
  if (flags.log === 'json') {
    io.stdout.write(`${JSON.stringify({ listening: server.url })}\n`);
    return;
  }
  const lines = [`${io.service.programName} mock on ${server.url}`];
  lines.push(...operationLines(document));
  if (flags.control !== false) lines.push(`Inspector: ${server.url}/_kit/`);
  const variable = flags.token === undefined ? undefined : io.service.tokenVariable;
  const curl = curlExample(document, server.url, variable);
  if (curl !== undefined) lines.push('Try:', `  ${curl}`);
  io.stdout.write(`${lines.join('\n')}\n`);
}

/** More would hide the rest of what is said at the start. */
const MAX_LINES = 40;

/** A line for each operation, with what the mock does where it doesn't just keep what is sent. */
function operationLines(document: LoadedDocument): string[] {
  const { operations } = describeDocument(document);
  const lines = operations.slice(0, MAX_LINES).map(({ method, path, id, isSampled }) => {
    const name = id === `${method} ${path}` ? '' : `  ${id}`;
    const note = isSampled ? '  (an example or a sample: no stored resource is known to it)' : '';
    return `  ${method} ${path}${name}${note}`;
  });
  const more = operations.length - lines.length;
  return more > 0 ? [...lines, `  … and ${more} more`] : lines;
}
