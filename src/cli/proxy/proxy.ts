import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import {
  type ExchangeRecord,
  type LoadedDocument,
  type ProxyOptions,
  type ProxyServer,
  createProxy,
  defaults,
  describeDocument,
  formatProxyReport,
  recordHar,
} from '../../index.ts';
import { packageVersion } from '../../package-root.ts';
import { requireTool } from '../doctor/packages.ts';
import { readBaseUrl } from '../inputs/addresses.ts';
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
import { type DocumentFlags, readDocument } from '../inputs/read-document.ts';
import { cannotWrite, demandOutput, writeProblem } from '../inputs/write-output.ts';
import { GRACE_MS, type Io, wantsColor, ExitCode, UserError } from '../io.ts';
import { jsonLine } from '../json-log.ts';
import { type LogFormat, type LoggedExchange, logLine, printable } from '../request-log.ts';

/** Flags that are options of the engine, under the same names. */
const PASSED_ON = [
  'allowOrigin',
  'bodyLimit',
  'control',
  'errors',
  'host',
  'insecure',
  'port',
  'requestTimeout',
  'secretName',
  'timeout',
  'trustProxy',
] as const;

/** The options of `proxy`, as commander gives them. */
export interface ProxyFlags
  extends
    Pick<ProxyOptions, Exclude<(typeof PASSED_ON)[number], 'host' | 'port'>>,
    DocumentFlags,
    ControlFlags {
  readonly host: string;
  readonly port: number;
  readonly spec: string;
  readonly prismDeadline: number;
  readonly har?: string;
  readonly report?: string;
  readonly ca?: string;
  readonly drain: number;
  readonly log: LogFormat;
}

const { judgementAfterEnd } = defaults.proxy;
const STILL_JUDGING = `Not everything is judged yet: this takes ${judgementAfterEnd / 1000} s at the most. Ctrl-C ends it at once.\n`;

/** The Prism gateway in front of a real server, until it is told to end. */
export async function proxy(baseUrl: string, flags: ProxyFlags, io: Io): Promise<ExitCode> {
  requireTool('@stoplight/prism-http', 'start the proxy');
  const target = readBaseUrl(baseUrl, 'Leave them out: what clients send is passed on.');
  const document = await readDocument(flags, io);
  const creator = { name: io.service.programName, version: packageVersion() };
  const output = (file: string | undefined, what: string, flag: string): string | undefined =>
    file === undefined ? undefined : demandOutput(file, what, flag, io);
  const harFile = output(flags.har, 'the recording', '--har');
  const reportFile = output(flags.report, 'the report', '--report');
  const har = harFile === undefined ? undefined : await recordHar(harFile, creator);
  const options = {
    ...pick(flags, PASSED_ON),
    document,
    target,
    deadline: flags.prismDeadline,
    ca: flags.ca === undefined ? undefined : readCertificates(flags.ca, io),
    tokenVariable: io.service.tokenVariable,
    controlToken: controlToken(flags, io),
  };
  await using server = await listenOrExplain(() => createProxy(options), flags);
  const color = wantsColor(io);
  const { operations } = describeDocument(document);
  const ids = new Map(operations.map(({ method, path, id }) => [`${method} ${path}`, id]));
  server.events.on('trouble', (message) => io.stderr.write(`${message}\n`));
  let unrecorded = 0;
  server.events.on('exchange', (record) => {
    if (flags.log !== 'silent') {
      io.stdout.write(logLine(logged(record, ids), flags.log, color, record.startedAt));
    }
    har?.write(record).catch((error: unknown) => {
      unrecorded += 1;
      if (unrecorded > 1) return;
      const cause = writeProblem(error);
      io.stderr.write(`Failed to record in ${flags.har}: ${cause}. The proxy goes on.\n`);
    });
  });
  askForDrain(flags, io, { more: judgementAfterEnd });
  const ended = io.signal.aborted ? undefined : once(io.signal, 'abort');
  greet(server, document, target, flags, io);
  await ended;
  const wait = setTimeout(() => io.stderr.write(STILL_JUDGING), GRACE_MS);
  await server.close(flags.drain);
  clearTimeout(wait);
  await har?.close();
  const code = await finish(server, flags, reportFile, io);
  if (unrecorded === 0) return code;
  const left = unrecorded === 1 ? '1 exchange is' : `${unrecorded} exchanges are`;
  throw new UserError(`Failed to record in ${flags.har}: ${left} not in it. Make room for it.`);
}

function logged(
  { request, response, ...rest }: ExchangeRecord,
  operations: ReadonlyMap<string, string>,
): LoggedExchange {
  const { durationMs, findings, failure, note } = rest;
  return {
    method: request.method,
    target: request.target,
    status: response.status,
    durationMs,
    operation: operations.get(rest.operation ?? ''),
    problem: failure === undefined ? undefined : { message: failure },
    findings: [...findings.request, ...findings.response],
    note,
  };
}

async function finish(
  server: ProxyServer,
  flags: ProxyFlags,
  file: string | undefined,
  io: Io,
): Promise<ExitCode> {
  const report = server.report();
  // Standard output is for machines then.
  const sink = flags.log === 'json' ? io.stderr : io.stdout;
  sink.write(`${formatProxyReport(report).split('\n').map(printable).join('\n')}\n`);
  const text = `${JSON.stringify(report, null, 2)}\n`;
  if (file !== undefined) {
    await writeFile(file, text).catch((error: unknown) => {
      throw cannotWrite(`the report ${flags.report}`, error);
    });
  }
  return report.verdict === 'pass' ? ExitCode.pass : ExitCode.fail;
}

function greet(
  server: ProxyServer,
  document: LoadedDocument,
  target: URL,
  flags: ProxyFlags,
  io: Io,
): void {
  warnOfStrangers(flags.host, 'proxy', io);
  if (flags.log === 'json') {
    const listening = { listening: server.url, target: target.href };
    io.stdout.write(jsonLine('info', `Listening on ${server.url}`, listening));
    return;
  }
  const lines = [`${io.service.programName} proxy on ${server.url}, in front of ${target.href}`];
  const { operations } = describeDocument(document);
  lines.push(...operations.map(({ method, path, id }) => `  ${method} ${path}  ${id}`));
  lines.push(...inspectorLine(server.url, flags, io));
  lines.push('Ctrl-C ends it and prints what was found.');
  io.stdout.write(`${lines.join('\n')}\n`);
}
