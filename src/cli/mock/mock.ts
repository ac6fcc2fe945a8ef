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
  defaults,
  describeDocument,
  listenTogether,
} from '../../index.ts';
import { readBaseUrl, refuseAddress } from '../inputs/addresses.ts';
import { readCertificates } from '../inputs/credentials.ts';
import {
  type ControlFlags,
  askForDrain,
  controlToken,
  inspectorLine,
  listenOrExplain,
  warnOfStrangers,
} from '../inputs/listen.ts';
import { pick } from '../inputs/pick.ts';
import { type Io, wantsColor } from '../io.ts';
import { jsonLine } from '../json-log.ts';
import { type LogFormat, logLine } from '../request-log.ts';
import { UserError } from '../user-error.ts';
import { reloadOnChange } from '../watch/reload-on-change.ts';
import { type StoreFlags, type Stores, connectStores } from './mock-inputs.ts';
import { demandDifferent, demandShared, nameFor, namedSpecs } from './several.ts';
import { type InputFlags, importHandlers, readMockInputs, watchedPaths } from './mock-inputs.ts';

/** Flags that are options of the engine, under the same names. */
const OF_MOCK = [
  'allowCallbacks',
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
  'trustProxy',
] as const;

/** The options of `mock`, as commander gives them. */
export interface MockFlags
  extends
    Omit<InputFlags, 'spec'>,
    StoreFlags,
    Pick<MockOptions, (typeof OF_MOCK)[number]>,
    Pick<MockListenOptions, Exclude<(typeof OF_LISTENING)[number], 'host' | 'port'>>,
    ControlFlags {
  /** Files, as `NAME=FILE` too. Default: the document of the kit. */
  readonly spec?: readonly string[];
  readonly upstream?: string;
  readonly real?: readonly string[];
  /** Items of each collection at the start; `false`: none. */
  readonly fill: number | false;
  readonly allowOrigin?: readonly string[];
  readonly ca?: string;
  readonly insecure?: boolean;
  readonly host: string;
  readonly port: number;
  readonly persist?: string;
  readonly watch?: boolean;
  readonly drain: number;
  readonly log: LogFormat;
}

/** The mock over HTTP, with its resources in memory, until it is told to end. */
export async function mock(flags: MockFlags, io: Io): Promise<void> {
  if (flags.token === '') {
    throw new UserError(
      'Failed to use the token: it is empty. Leave --token out, to have any token taken.',
    );
  }
  const documents = await readDocuments(flags, io);
  await using served = await listenOrExplain(() => listen(documents, flags, io), flags);
  askForDrain(flags, io);
  // From before it says that it listens: nobody would hear the signal of who reads that.
  const ended = io.signal.aborted ? undefined : once(io.signal, 'abort');
  for (const { server } of served.mocks) tell(server, flags.log, io);
  greet(served, flags, io);
  using _watches = watchAll(served.mocks, flags, io);
  await ended;
  await served.close(flags.drain);
}

/** A document, and what is answered from. */
interface ReadMock {
  /** What it is below. Empty: it is the only one. */
  readonly name: string;
  readonly inputs: MockInputsRead;
  readonly read: () => Promise<MockInputsRead>;
  readonly handlers: Awaited<ReturnType<typeof importHandlers>>;
  /** What is watched. */
  readonly watched: Set<string> | undefined;
}

type MockInputsRead = Awaited<ReturnType<typeof readMockInputs>>;

async function readDocuments(flags: MockFlags, io: Io): Promise<ReadMock[]> {
  const specs = namedSpecs(flags.spec ?? [io.service.document], io);
  const isOnly = specs.length === 1 && specs[0]?.name === undefined;
  if (specs.length > 1) demandShared(flags);
  const documents: ReadMock[] = [];
  for (const { name, spec } of specs) {
    const one = { ...flags, spec };
    const watched = flags.watch ? watchedPaths(one, io) : undefined;
    const read = async (): Promise<MockInputsRead> => {
      const inputs = await readMockInputs(one, io);
      const files = inputs.document.otherFiles.filter((url) => url.startsWith('file:'));
      for (const url of files) watched?.add(fileURLToPath(url));
      return inputs;
    };
    const inputs = await read();
    const handlers = await readHandlers(flags, io);
    const below = isOnly ? '' : (name ?? nameFor(spec, inputs.document));
    documents.push({ name: below, inputs, read, handlers, watched });
  }
  demandDifferent(documents.map(({ name }) => name));
  return documents;
}

/** What is served, and where. */
interface Served extends AsyncDisposable {
  close(patience: number): Promise<void>;
  readonly url: string;
  readonly mocks: readonly (ReadMock & { readonly server: MockServer })[];
}

async function listen(documents: readonly ReadMock[], flags: MockFlags, io: Io): Promise<Served> {
  const shared = {
    ...pick(flags, OF_LISTENING),
    onWarning: (message: string) => io.stderr.write(`${message}\n`),
    tokenVariable: io.service.tokenVariable,
    controlToken: controlToken(flags, io),
  };
  const { maxBytes = defaults.mock.maxBytes } = flags;
  const options = {
    ...pick(flags, OF_MOCK),
    fill: flags.fill === false ? undefined : flags.fill,
    maxBytes: Math.floor(maxBytes / documents.length),
  };
  const stores = await connectStores(documents, flags, io);
  const mocks = documents.map(({ name, inputs }) => {
    return [name, createMock({ ...inputs, ...options, sharedStore: stores.get(name) })] as const;
  });
  const [[only, mock] = []] = mocks;
  if (mocks.length === 1 && only === '' && mock !== undefined) {
    const persist = flags.persist === undefined ? undefined : persistPath(flags.persist, io);
    const real = realServer(flags, io);
    const server = await mock.listen({ ...shared, persist, real });
    return withHandlers(server.url, [{ ...documents[0]!, server }], server, stores);
  }
  const all = await listenTogether(Object.fromEntries(mocks), shared);
  const served = documents.map((document) => ({
    ...document,
    server: all.servers.get(document.name)!,
  }));
  return withHandlers(all.url, served, all, stores);
}

/** @throws {UserError} where `--upstream` and `--real` don't stand together, or one can't be used. */
function realServer(flags: MockFlags, io: Io): MockListenOptions['real'] {
  const { upstream, real: paths = [], allowOrigin, ca, insecure } = flags;
  if (upstream === undefined && paths.length === 0) return undefined;
  if (upstream === undefined || paths.length === 0) {
    throw new UserError(
      `Failed to pass anything on: ${upstream === undefined ? '--upstream' : '--real'} is missing. Give both: --upstream https://host/api --real '/payments/*'.`,
    );
  }
  const stray = paths.find((path) => !/^[/*]/.test(path));
  if (stray !== undefined) {
    throw new UserError(`Failed to pass on ${stray}: a path after --real begins with a slash.`);
  }
  const url = readBaseUrl(upstream, 'Leave them out: what clients send is passed on.');
  const trusted = ca === undefined ? undefined : readCertificates(ca, io);
  return { url, paths, allowOrigin, insecure, ca: trusted };
}

function withHandlers(
  url: string,
  mocks: Served['mocks'],
  open: Pick<Served, 'close' | typeof Symbol.asyncDispose>,
  stores: Stores,
): Served {
  for (const { server, handlers } of mocks) server.use(...handlers);
  const close = (patience: number): Promise<void> => open.close(patience);
  return {
    url,
    mocks,
    close,
    [Symbol.asyncDispose]: async () => {
      await open[Symbol.asyncDispose]();
      for (const store of stores.values()) await store[Symbol.asyncDispose]();
    },
  };
}

function watchAll(mocks: Served['mocks'], flags: MockFlags, io: Io): Disposable {
  const watches: Disposable[] = [];
  const { latency, log } = flags;
  for (const { server, read, watched } of mocks) {
    const reload = async (files: readonly string[]): Promise<void> => {
      const changed =
        flags.handlers !== undefined && files.includes(resolve(io.cwd, flags.handlers));
      const others = changed ? await readHandlers(flags, io) : undefined;
      server.reload({ ...(await read()), latency });
      if (others === undefined) return;
      server.resetHandlers();
      server.use(...others);
    };
    if (watched !== undefined) watches.push(reloadOnChange(watched, { io, log, reload }));
  }
  return {
    [Symbol.dispose]: () => {
      for (const watch of watches) watch[Symbol.dispose]();
    },
  };
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

function greet({ url, mocks }: Served, flags: MockFlags, io: Io): void {
  warnOfStrangers(flags.host, 'mock', io);
  if (flags.log === 'json') {
    const documents = mocks.map(({ server }) => server.url);
    const listening =
      mocks.length === 1 ? { listening: documents[0] } : { listening: url, documents };
    io.stdout.write(jsonLine('info', `Listening on ${url}`, listening));
    return;
  }
  const most = Math.ceil(MAX_LINES / mocks.length);
  const blocks = mocks.map(({ server, inputs: { document } }) => {
    const lines = [`${io.service.programName} mock on ${server.url}`];
    lines.push(...operationLines(document, most));
    for (const path of flags.real ?? []) lines.push(`  ${path} is passed on to ${flags.upstream}`);
    lines.push(...inspectorLine(server.url, flags, io), ...emptyLine(server, document, flags));
    const variable = flags.token === undefined ? undefined : io.service.tokenVariable;
    const curl = curlExample(document, server.url, variable);
    return (curl === undefined ? lines : [...lines, 'Try:', `  ${curl}`]).join('\n');
  });
  io.stdout.write(`${blocks.join('\n\n')}\n`);
}

/** Somebody who has just begun would see lists with nothing in them. */
function emptyLine(server: MockServer, document: LoadedDocument, flags: MockFlags): string[] {
  const { spec, fill, persist, seed, scenario, store } = flags;
  const isTold = [persist, seed, scenario, store].some((one) => one !== undefined);
  if (spec === undefined || fill !== 0 || isTold) return [];
  const { resources, collections = {} } = server.snapshot();
  const isEmpty = [resources, ...Object.values(collections)].every((list) => list.length === 0);
  const { operations } = describeDocument(document);
  const made = new Set(
    operations.flatMap((operation) => (operation.method === 'POST' ? [operation.path] : [])),
  );
  const isSeen = operations.some(({ method, path, isSampled }) => {
    return method === 'GET' && !isSampled && made.has(path);
  });
  return isEmpty && isSeen
    ? ['Lists begin empty: the document shows no examples of them. --fill 25 fills them.']
    : [];
}

/** More would hide the rest of what is said at the start. */
const MAX_LINES = 40;

/** A line for each operation, with what the mock does where it doesn't just keep what is sent. */
function operationLines(document: LoadedDocument, most: number): string[] {
  const { operations } = describeDocument(document);
  const lines = operations.slice(0, most).map(({ method, path, id, isSampled }) => {
    const name = id === `${method} ${path}` ? '' : `  ${id}`;
    const note = isSampled ? '  (an example, or made up: it stores nothing)' : '';
    return `  ${method} ${path}${name}${note}`;
  });
  const more = operations.length - lines.length;
  return more > 0 ? [...lines, `  … and ${more} more`] : lines;
}
