import type { LoadedDocument, OpenApiDocument } from '../../index.ts';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { type MockOptions, type MockServer, createMock } from '../../index.ts';
import { withScenarios } from '../../questions/scenarios/scenario.ts';
import type { ServiceContent } from '../binding.ts';
import { listenOrExplain, warnOfStrangers } from '../inputs/listen.ts';
import { refuseAddress } from '../inputs/addresses.ts';
import { demandCarried, readToken } from '../inputs/credentials.ts';
import { type Io, wantsColor } from '../io.ts';
import {
  importHandlers,
  type InputFlags,
  type MockInputs,
  watchedPaths,
  readMockInputs,
} from './mock-inputs.ts';
import { type LogFormat, logLine } from '../request-log.ts';
import { UserError } from '../user-error.ts';
import { reloadOnChange } from '../watch/reload-on-change.ts';
import { type Operation, operations } from '../../model/operation.ts';
import { type ResourceFamily, resourceFamilies } from '../../model/resources/resources.ts';
import { composeRequest } from '../../http/compose-request.ts';
import { composeWire } from '../../http/compose-wire.ts';
import { shortCurl } from '../../http/curl.ts';
import { parseTarget } from '../../http/target.ts';
import { jsonMediaType } from '../../model/media-type.ts';

/** The options of `mock`, as commander gives them. */
export interface MockFlags extends InputFlags {
  readonly port: number;
  readonly host: string;
  readonly persist?: string;
  readonly watch?: boolean;
  readonly token?: string;
  readonly maxResources: number;
  readonly bodyLimit: number;
  readonly requestTimeout: number;
  readonly latency?: number;
  readonly prism: boolean;
  readonly prismDeadline: number;
  readonly control: boolean;
  readonly sandboxIdle?: number;
  readonly log: LogFormat;
}

/** The fake service over HTTP, with its resources in memory, until it is told to end. */
export async function mock(flags: MockFlags, io: Io): Promise<void> {
  const token = mockToken(flags.token, io);
  const watched = flags.watch ? watchedPaths(flags, io) : undefined;
  const inputs = readMockInputs(flags, io);
  demandCarried(token, inputs.document);
  const handlers = await readHandlers(flags, io);
  const { host, port, latency, bodyLimit, requestTimeout, control, sandboxIdle, log } = flags;
  const { maxResources } = flags;
  const mock = createMock({
    ...(await withContent(inputs, io)),
    token,
    latency,
    maxResources,
    sandboxIdle,
  });
  const options = {
    host,
    port,
    prism: flags.prism,
    prismDeadline: flags.prismDeadline,
    bodyLimit,
    requestTimeout,
    control,
    persist: flags.persist === undefined ? undefined : persistPath(flags.persist, io),
    onWarning: (message: string) => io.stderr.write(`${message}\n`),
    tokenVariable: io.service.tokenVariable,
  };
  await using server = await listenOrExplain(() => mock.listen(options), flags);
  server.use(...handlers);
  const color = wantsColor(io);
  if (log !== 'silent') {
    for (const event of ['exchange', 'late'] as const) {
      server.events.on(event, (one) => io.stdout.write(logLine(one, log, color)));
    }
  }
  server.events.on('handlerError', (error) => {
    io.stderr.write(`Failed to run a handler: ${error.message}. The request got a 500.\n`);
  });
  server.events.on('failure', (message) => io.stderr.write(`${message}\n`));
  server.events.on('validation', (message) => io.stderr.write(`${message}\n`));
  greet(server, inputs.document, flags, io);
  const reload = async (files: readonly string[]): Promise<void> => {
    const changed = flags.handlers !== undefined && files.includes(resolve(io.cwd, flags.handlers));
    const others = changed ? await readHandlers(flags, io) : undefined;
    const again = readMockInputs(flags, io);
    server.reload({ ...(await withContent(again, io)), latency });
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

/** With what the service has for the document; the user's own scenarios count more. */
async function withContent(
  inputs: MockInputs,
  { service }: Io,
): Promise<Omit<MockInputs & ServiceContent, 'scenarios'> & Pick<MockOptions, 'scenarios'>> {
  const { scenarios, ...content } = await service.contentFor(inputs.document);
  return { ...inputs, ...content, scenarios: withScenarios(scenarios, inputs.scenarios) };
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
  const variable = flags.token === undefined ? undefined : io.service.tokenVariable;
  const curl = curlExample(document, server.url, variable);
  if (curl !== undefined) lines.push('Try:', `  ${curl}`);
  io.stdout.write(`${lines.join('\n')}\n`);
}

/** More would hide the rest of what is said at the start. */
const MAX_LINES = 40;

/** A line for each operation, with what the mock does where it doesn't just keep what is sent. */
function operationLines(document: OpenApiDocument): string[] {
  const all = operations(document);
  const families = [...resourceFamilies(document).values()];
  const lines = all.slice(0, MAX_LINES).map((operation) => {
    const { method, path, id } = operation;
    const name = id === `${method} ${path}` ? '' : `  ${id}`;
    return `  ${method} ${path}${name}${note(operation, families)}`;
  });
  const more = all.length - lines.length;
  return more > 0 ? [...lines, `  … and ${more} more`] : lines;
}

function note({ method, path }: Operation, families: readonly ResourceFamily[]): string {
  if (method === 'POST') return '';
  const isKept = families.some(({ item, collection, identity }) => {
    return identity !== undefined && (path === item || (path === collection && method === 'GET'));
  });
  return isKept ? '' : '  (an example or a sample: no stored resource is known to it)';
}

/**
 * A curl line that creates something, from the document's own example; `undefined` where the
 * document has none.
 *
 * @param variable The shell variable that holds the token, key, or `user:password`. Default: there is
 *   none, since any credential will do.
 */
export function curlExample(
  document: OpenApiDocument,
  baseUrl: string,
  variable?: string,
): string | undefined {
  for (const operation of operations(document)) {
    const [value] = Object.values(jsonMediaType(operation.requestBody?.content)?.examples ?? {});
    if (value === undefined) continue;
    const { wire, sent } = composeWire(
      { operation, request: composeRequest(operation, { value }) },
      {
        target: parseTarget(baseUrl),
        credential: { token: 'anything', variable: variable ?? '' },
        userAgent: '',
      },
    );
    if (variable !== undefined) return shortCurl(sent, [variable]);
    return shortCurl({ ...sent, url: baseUrl + wire.target, headers: wire.headers });
  }
  return undefined;
}
