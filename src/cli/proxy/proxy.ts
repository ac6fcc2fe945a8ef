import type { LoadedDocument } from '../../index.ts';
import { open, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { operations } from '../../model/operation.ts';
import type { ExchangeRecord } from '../../serve/exchange-record.ts';
import { loadAddon } from '../../addons/index.ts';
import { count } from '../../openapi/count.ts';
import { HarFile } from '../../http/har.ts';
import { ReportBuilder, proxiedEntry, summarize } from '../../serve/proxy/proxy-report.ts';
import { type ProxyServer, createProxyServer } from '../../serve/proxy/proxy-server.ts';
import { ExitCode } from '../exit-code.ts';
import { listenOrExplain, warnOfStrangers } from '../inputs/listen.ts';
import { readCertificates } from '../inputs/credentials.ts';
import { readBaseUrl, refuseAddress } from '../inputs/addresses.ts';
import { readDocument } from '../inputs/read-input.ts';
import { writeProblem } from '../inputs/write-output.ts';
import { type Io, wantsColor } from '../io.ts';
import { packageVersion } from '../../package-root.ts';
import { type LogFormat, type LoggedExchange, logLine, printable } from '../request-log.ts';
import { requireTool } from '../doctor/packages.ts';
import { UserError } from '../user-error.ts';

/** The options of `proxy`, as commander gives them. */
export interface ProxyFlags {
  readonly port: number;
  readonly host: string;
  readonly spec: string;
  readonly errors?: boolean;
  readonly prismDeadline: number;
  readonly har?: string;
  readonly report?: string;
  readonly timeout: number;
  readonly bodyLimit: number;
  readonly requestTimeout: number;
  readonly ca?: string;
  readonly insecure?: boolean;
  readonly control: boolean;
  readonly log: LogFormat;
}

/** The Prism gateway in front of a real server, until it is told to end. */
export async function proxy(baseUrl: string, flags: ProxyFlags, io: Io): Promise<ExitCode> {
  requireTool('@stoplight/prism-http', 'start the proxy');
  const target = readBaseUrl(baseUrl, 'Leave them out: what clients send is passed on.');
  const document = readDocument(flags.spec, io);
  const report = new ReportBuilder({ target: target.href, document: document.file });
  const har = await createHar(flags.har, io);
  await demandReportFile(flags.report, io);
  const { host, port, errors, timeout, bodyLimit, requestTimeout, control } = flags;
  const version = packageVersion();
  const listen = { host, port, bodyLimit, requestTimeout };
  const about = { version, tokenVariable: io.service.tokenVariable };
  const ca = flags.ca === undefined ? undefined : readCertificates(flags.ca, io);
  const tls = { ca, insecure: flags.insecure };
  const createValidator = await loadAddon('prism', 'createValidator');
  const options = {
    document,
    createValidator,
    deadline: flags.prismDeadline,
    target,
    ...listen,
    errors,
    timeout,
    ...tls,
    control,
    ...about,
  };
  await using server = await listenOrExplain(() => createProxyServer(options), flags);
  const color = wantsColor(io);
  server.events.on('trouble', (message) => io.stderr.write(`${message}\n`));
  let unrecorded = 0;
  server.events.on('exchange', (record) => {
    report.add(record);
    if (flags.log !== 'silent') {
      io.stdout.write(logLine(logged(record), flags.log, color, record.startedAt));
    }
    har?.write(proxiedEntry(record)).catch((error: unknown) => {
      unrecorded += 1;
      if (unrecorded > 1) return;
      const cause = writeProblem(error);
      io.stderr.write(`Failed to record in ${flags.har}: ${cause}. The proxy goes on.\n`);
    });
  });
  greet(server, document, target, flags, io);
  if (!io.signal.aborted) await once(io.signal, 'abort');
  await server.close();
  await har?.close();
  const code = await finish(report, flags, io);
  if (unrecorded === 0) return code;
  const left = `${count(unrecorded, 'exchange')} ${unrecorded === 1 ? 'is' : 'are'} not in it`;
  throw new UserError(`Failed to record in ${flags.har}: ${left}. Make room for it.`);
}

function logged({ request, response, ...rest }: ExchangeRecord): LoggedExchange {
  const { durationMs, findings, failure, note } = rest;
  return {
    method: request.method,
    target: request.target,
    status: response.status,
    durationMs,
    problem: failure === undefined ? undefined : { message: failure },
    findings: [...findings.request, ...findings.response],
    note,
  };
}

async function finish(report: ReportBuilder, flags: ProxyFlags, io: Io): Promise<ExitCode> {
  const result = report.report();
  // Standard output is for machines then.
  const sink = flags.log === 'json' ? io.stderr : io.stdout;
  sink.write(`${summarize(result).split('\n').map(printable).join('\n')}\n`);
  if (flags.report !== undefined) {
    const text = `${JSON.stringify(result, null, 2)}\n`;
    await writing(flags.report, '--report', (file) => writeFile(file, text), io);
  }
  return result.verdict === 'pass' ? ExitCode.pass : ExitCode.fail;
}

async function createHar(file: string | undefined, io: Io): Promise<HarFile | undefined> {
  if (file === undefined) return undefined;
  const creator = { name: io.service.programName, version: packageVersion() };
  return await writing(file, '--har', (path) => HarFile.create(path, creator), io);
}

/** What is there stays until the end. */
async function demandReportFile(file: string | undefined, io: Io): Promise<void> {
  if (file === undefined) return;
  const opened = await writing(file, '--report', (path) => open(path, 'a'), io);
  await opened.close();
}

async function writing<Result>(
  file: string,
  flag: string,
  write: (path: string) => Promise<Result>,
  io: Io,
): Promise<Result> {
  refuseAddress(file, `write what ${flag} asks for`, flag, 'output');
  try {
    return await write(resolve(io.cwd, file));
  } catch (error) {
    const cause = writeProblem(error);
    throw new UserError(`Failed to write ${file}: ${cause}. Check the path after ${flag}.`);
  }
}

function greet(
  server: ProxyServer,
  document: LoadedDocument,
  target: URL,
  { log: format, host }: ProxyFlags,
  io: Io,
): void {
  warnOfStrangers(host, 'proxy', io);
  if (format === 'json') {
    io.stdout.write(`${JSON.stringify({ listening: server.url, target: target.href })}\n`);
    return;
  }
  const lines = [`${io.service.programName} proxy on ${server.url}, in front of ${target.href}`];
  for (const { method, path, id } of operations(document)) lines.push(`  ${method} ${path}  ${id}`);
  lines.push('Ctrl-C ends it and prints what was found.');
  io.stdout.write(`${lines.join('\n')}\n`);
}
