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
import {
  type ControlFlags,
  askForDrain,
  controlToken,
  inspectorLine,
  listenOrExplain,
  warnOfStrangers,
} from '../inputs/listen.ts';
import { pick } from '../inputs/pick.ts';
import { type DocumentFlags, readDocument } from '../inputs/read-document.ts';
import { type Io, wantsColor, ExitCode, UserError } from '../io.ts';
import { jsonLine } from '../json-log.ts';
import { type LogFormat, logLine } from '../request-log.ts';
import { reloadOnChange } from '../watch/reload-on-change.ts';
import { type StoreFlags, type Stores, connectStores } from './mock-inputs.ts';
import {
  type NamingFlags,
  type OwnFlags,
  type TrustFlags,
  demandDifferent,
  nameFor,
  namedSpecs,
  ownFlags,
  persistPath,
  realServer,
} from './several.ts';
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
    Omit<DocumentFlags, 'spec'>,
    NamingFlags,
    TrustFlags,
    StoreFlags,
    Pick<MockOptions, (typeof OF_MOCK)[number]>,
    Pick<MockListenOptions, Exclude<(typeof OF_LISTENING)[number], 'host' | 'port'>>,
    ControlFlags {
  /** Files, as `NAME=FILE` too. Default: the document of the kit. */
  readonly spec?: readonly string[];
  /** Items of each collection at the start; `false`: none. */
  readonly fill: number | false;
  readonly host: string;
  readonly port: number;
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
  askForDrain(flags, io, { code: ExitCode.pass });
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
  readonly flags: InputFlags;
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
  const refs = pick(flags, ['allowRefs']);
  const found: { readonly name: string; readonly spec: string; document: LoadedDocument }[] = [];
  for (const { name, spec } of specs) {
    if (flags.watch) watchedPaths({ spec }, io);
    const document = await readDocument({ ...refs, spec }, io);
    found.push({ name: isOnly ? '' : (name ?? nameFor(spec, document)), spec, document });
  }
  const names = found.map(({ name }) => name);
  demandDifferent(names);
  const perDocument = ownFlags(flags, names);
  const documents: ReadMock[] = [];
  for (const [i, { name, spec, document }] of found.entries()) {
    const mine = { ...refs, ...perDocument[i], spec };
    const watched = flags.watch ? watchedPaths(mine, io) : undefined;
    const read = async (document: LoadedDocument): Promise<MockInputsRead> => {
      const files = document.otherFiles.filter((url) => url.startsWith('file:'));
      for (const url of files) watched?.add(fileURLToPath(url));
      return await readMockInputs(mine, io, document);
    };
    const inputs = await read(document);
    const handlers = await readHandlers(mine, io);
    const again = async (): Promise<MockInputsRead> => await read(await readDocument(mine, io));
    documents.push({ name, flags: mine, inputs, read: again, handlers, watched });
  }
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
  const mocks = documents.map(({ name, inputs, flags: mine }) => {
    const mock = createMock({ ...inputs, ...options, sharedStore: stores.get(name) });
    const persist = mine.persist === undefined ? undefined : persistPath(mine.persist, io);
    return { name, mock, listening: { persist, real: realServer(mine, flags, io) } };
  });
  const [first] = mocks;
  if (first?.name === '') {
    const server = await first.mock.listen({ ...shared, ...first.listening });
    return withHandlers(server.url, [{ ...documents[0]!, server }], server, stores);
  }
  const each = Object.fromEntries(mocks.map(({ name, listening }) => [name, listening]));
  const named = Object.fromEntries(mocks.map(({ name, mock }) => [name, mock]));
  const all = await listenTogether(named, { ...shared, each });
  const served = documents.map((document) => ({
    ...document,
    server: all.servers.get(document.name)!,
  }));
  return withHandlers(all.url, served, all, stores);
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
  for (const { server, read, watched, flags: mine } of mocks) {
    const reload = async (files: readonly string[]): Promise<void> => {
      const { handlers } = mine;
      const changed = handlers !== undefined && files.includes(resolve(io.cwd, handlers));
      const others = changed ? await readHandlers(mine, io) : undefined;
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
      events.on(event, (exchange) => io.stdout.write(logLine(exchange, log, color)));
    }
  }
  events.on('handlerError', (error) => {
    io.stderr.write(`Failed to run a handler: ${error.message}. The request got a 500.\n`);
  });
  for (const event of ['failure', 'validation'] as const) {
    events.on(event, (message) => io.stderr.write(`${message}\n`));
  }
}

async function readHandlers(
  { handlers }: OwnFlags,
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
  const blocks = mocks.map(({ server, inputs: { document }, flags: mine }) => {
    const lines = [`${io.service.programName} mock on ${server.url}`];
    lines.push(...operationLines(document, most));
    for (const path of mine.real ?? []) lines.push(`  ${path} is passed on to ${mine.upstream}`);
    lines.push(...inspectorLine(server.url, flags, io));
    if (flags.spec !== undefined) lines.push(...emptyLine(server, document, mine, flags));
    const variable = flags.token === undefined ? undefined : io.service.tokenVariable;
    const curl = curlExample(document, server.url, variable);
    return (curl === undefined ? lines : [...lines, 'Try:', `  ${curl}`]).join('\n');
  });
  io.stdout.write(`${blocks.join('\n\n')}\n`);
}

/** Somebody who has just begun would see lists with nothing in them. */
function emptyLine(
  server: MockServer,
  document: LoadedDocument,
  { persist, seed, scenario }: OwnFlags,
  { fill, store }: MockFlags,
): string[] {
  const isTold = [persist, seed, scenario, store].some((option) => option !== undefined);
  if (fill !== 0 || isTold || server.store.total > 0) return [];
  const { operations } = describeDocument(document);
  const made = new Set(
    operations.flatMap((operation) => (operation.method === 'POST' ? [operation.path] : [])),
  );
  const isSeen = operations.some(({ method, path, isSampled }) => {
    return method === 'GET' && !isSampled && made.has(path);
  });
  return isSeen
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
