import { readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { DiagnosticError } from '../../openapi/diagnostic.ts';
import { type LoadedDocument, loadDocument } from '../../openapi/load-document.ts';
import { operations } from '../../openapi/operation.ts';
import { HarWriter } from '../../server/proxy/har.ts';
import { type LogFormat, logExchange } from '../../server/proxy/proxy-log.ts';
import { ReportBuilder, summarize } from '../../server/proxy/proxy-report.ts';
import { type ProxyServer, createProxyServer } from '../../server/proxy/proxy-server.ts';
import type { CommandContext } from '../command-context.ts';
import { defaultDocument, programName } from '../defaults.ts';
import { ExitCode } from '../exit-code.ts';
import { packageVersion } from '../package-root.ts';
import { UserError } from '../user-error.ts';

interface ProxyFlags {
  readonly port: number;
  readonly host: string;
  readonly spec?: string;
  readonly errors?: boolean;
  readonly har?: string;
  readonly report?: string;
  readonly timeout: number;
  readonly log: LogFormat;
}

/** `proxy <base_url>`: the Prism gateway in front of a real service. */
export function registerProxy(program: Command, context: CommandContext): void {
  program
    .command('proxy')
    .description('Validate and record every exchange with a real server')
    .argument('<base_url>', 'where the real server is; a path in it is kept')
    .option('-p, --port <port>', 'port to listen on; 0 for any free one', integer(0, 65_535), 4010)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--spec <file>', 'OpenAPI document to validate against')
    .option('--errors', 'answer violations with an error instead of passing them on')
    .option('--har <file>', 'record every exchange as HAR 1.2, without secrets')
    .option('--report <file>', 'write a JSON report at the end')
    .option(
      '--timeout <ms>',
      'silence after which the server counts as hanging',
      integer(1),
      30_000,
    )
    .addOption(
      new Option('--log <format>', 'one line for each request')
        .choices(['pretty', 'json', 'silent'])
        .default('pretty'),
    )
    .action(async (baseUrl: string, flags: ProxyFlags) => {
      context.exit(await runProxy(baseUrl, flags, context));
    });
}

function integer(minimum: number, maximum: number = 2 ** 31 - 1): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value;
    throw new InvalidArgumentError(`It must be an integer from ${minimum} to ${maximum}.`);
  };
}

async function runProxy(
  baseUrl: string,
  flags: ProxyFlags,
  { io }: CommandContext,
): Promise<ExitCode> {
  const target = parseTarget(baseUrl);
  const file = resolve(io.cwd, flags.spec ?? defaultDocument());
  const document = await readDocument(file);
  const report = new ReportBuilder({ target: target.href, document: flags.spec ?? file });
  const har = await createHar(flags.har && resolve(io.cwd, flags.har));
  await using proxy = await listen(document, target, flags);
  proxy.events.on('trouble', (message) => io.stderr.write(`${message}\n`));
  proxy.events.on('exchange', (record) => {
    report.add(record);
    io.stdout.write(logExchange(record, flags.log));
    har?.write(record).catch((error: Error) => {
      io.stderr.write(`Failed to record an exchange: ${error.message}.\n`);
    });
  });
  if (flags.log !== 'json') io.stdout.write(greeting(proxy, target, document));
  if (!io.signal.aborted) await once(io.signal, 'abort');
  await proxy.close();
  await har?.close();
  const result = report.report();
  if (flags.report !== undefined) {
    await writeReport(resolve(io.cwd, flags.report), `${JSON.stringify(result, null, 2)}\n`);
  }
  // With --log json, standard output is for machines.
  (flags.log === 'json' ? io.stderr : io.stdout).write(summarize(result));
  return result.verdict === 'pass' ? ExitCode.pass : ExitCode.fail;
}

function parseTarget(text: string): URL {
  const url = URL.parse(text);
  const fail = (cause: string, help: string): never => {
    throw new UserError(`Failed to start the proxy: ${cause}. ${help}`);
  };
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return fail(`"${text}" is no base URL`, 'Write it like https://host/path.');
  }
  if (url.username !== '' || url.password !== '') {
    return fail(
      'the base URL carries a password',
      'Let the clients send their credentials in a header.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    return fail(`"${text}" has a query or a fragment`, 'Leave it out.');
  }
  return url;
}

async function readDocument(file: string): Promise<LoadedDocument> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw cantDo(`read the document ${file}`, error, 'Name an OpenAPI document with --spec.');
  }
  try {
    return loadDocument(text, file);
  } catch (error) {
    if (error instanceof DiagnosticError) throw new UserError(error.message);
    throw error;
  }
}

async function createHar(file: string | undefined): Promise<HarWriter | undefined> {
  if (file === undefined || file === '') return undefined;
  try {
    return await HarWriter.create(file, { name: programName, version: packageVersion() });
  } catch (error) {
    throw cantDo(`write ${file}`, error, 'Name a file that can be written with --har.');
  }
}

async function writeReport(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw cantDo(`write ${file}`, error, 'Name a file that can be written with --report.');
  }
}

async function listen(
  document: LoadedDocument,
  target: URL,
  { port, host, errors, timeout }: ProxyFlags,
): Promise<ProxyServer> {
  try {
    return await createProxyServer({ document, target, port, host, errors, timeout });
  } catch (error) {
    const inUse = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    const act = `listen on ${host}:${port}`;
    if (inUse) throw new UserError(`Failed to ${act}: the port is in use. Choose another --port.`);
    throw cantDo(act, error, 'Choose another --host or --port.');
  }
}

function cantDo(act: string, error: unknown, help: string): UserError {
  const cause = error instanceof Error ? error.message : String(error);
  return new UserError(`Failed to ${act}: ${cause}. ${help}`);
}

function greeting(proxy: ProxyServer, target: URL, document: LoadedDocument): string {
  const routes = operations(document).map(({ method, path }) => `  ${method} ${proxy.url}${path}`);
  return [`Proxy for ${target.href} on ${proxy.url}`, ...routes, 'Ctrl-C ends it.', ''].join('\n');
}
