/**
 * Holds what the mock shows beside what stock Prism shows: `npm run fuller -- DOCUMENT...`. With each GET
 * an ordinary request is asked of both. The mock's answer is emptier where it has fewer values than Prism's, and
 * not one at each of its places (a list of two dates in place of three lacks none). An answer of Prism's that
 * is not valid by the document's schema is told, but not counted: nobody should build against it. Then every link and every list of
 * the full mock is followed to its end, and `verify` judges it. `FULLER.md` gets what came of it. The exit code is 1
 * where Prism's answer has more, a link leads nowhere, a list has no end, or `verify` finds a violation.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LoadedDocument, type Mock, createMock, loadDocument, verify } from '../src/index.ts';
import { composeRequest } from '../src/http/compose-request.ts';
import { composeWire } from '../src/http/compose-wire.ts';
import { readFlags } from './lib/flags.ts';
import { table } from './lib/markdown.ts';
import { parseTarget } from '../src/http/target.ts';
import { type ListModel, listOf } from '../src/model/lists/lists.ts';
import { type Operation, documentedResponse, operations } from '../src/model/operation.ts';
import { parseMediaType } from '../src/model/media-type.ts';
import { pathTemplate, routerOf } from '../src/model/routes.ts';
import { compileSchema } from '../src/openapi/schema/compile-schema.ts';
import { effectiveSchema } from '../src/openapi/schema/effective-schema.ts';
import { otherSideRemover } from '../src/openapi/schema/other-side.ts';
import { textOf } from '../src/openapi/json/stringify-json.ts';
import { requiredParameters } from '../src/model/requests/required-parameters.ts';
import { valueOf } from '../src/model/lists/item-properties.ts';
import type { JsonValue } from '../src/openapi/json/json-value.ts';

/** Pages of a list that are read at most: believable lists are not that long. */
const MOST_PAGES = 200;

/** What was found out about a document. */
interface Row {
  readonly document: string;
  asked: number;
  readonly emptier: string[];
  /** The same where Prism's answer is not valid. */
  readonly invalid: string[];
  /** Links that lead nowhere, lists without an end, and violations. */
  readonly leads: string[];
  pages: number;
  verdict: string;
}

/** A way to another page: the last page has none. */
const LEAD = /\b(?:next|prev|previous)\w*$/i;

const PRISM = join(import.meta.dirname, '../node_modules/.bin/prism');

const options = {
  output: { type: 'string', default: join(import.meta.dirname, 'FULLER.md') },
} as const;
const usage = 'npm run fuller -- DOCUMENT... [--output FILE]';
const { values, positionals: files } = readFlags({ allowPositionals: true, options }, usage);
let isSound = true;
const rows: Row[] = [];
for (const file of files) {
  const row = await tryDocument(file).catch((error: unknown) => error);
  if (!isRow(row)) {
    process.stdout.write(`${file.split('/').at(-1)}: left out: ${String(row).split('\n', 1)[0]}\n`);
    continue;
  }
  rows.push(row);
  const { asked, emptier, invalid, leads, pages, verdict } = row;
  process.stdout.write(
    `${row.document}: ${asked} GETs, ${emptier.length} emptier than Prism's; ${pages} pages; ${verdict}\n`,
  );
  for (const line of [...emptier, ...leads, ...invalid]) process.stdout.write(`  ${line}\n`);
  if (emptier.length + leads.length > 0) isSound = false;
}
writeFileSync(values.output, ledger());
process.exitCode = isSound ? 0 : 1;

function ledger(): string {
  const head = ['document', 'GETs', 'emptier', 'pages', 'dead ends', 'verdict'];
  const cells = rows.map(({ document, asked, emptier, pages, leads, verdict }) => [
    document,
    `${asked}`,
    `${emptier.length}`,
    `${pages}`,
    `${leads.length}`,
    verdict,
  ]);
  return `# Full lists

The data of \`mock --fill 25\` beside that of stock Prism, by \`npm run fuller -- DOCUMENT...\`. Each GET that Prism
answers with a success was asked of both.

- emptier: answers where Prism has values at places that the mock's answer lacks
- pages: the pages of lists that were read, each list to its end
- dead ends: links that lead nowhere, lists without an end, and violations that \`verify\` found on the full mock

${table(head, cells)}
`;
}

/** Documents with nothing to serve or to verify throw. */
function isRow(row: unknown): row is Row {
  return typeof row === 'object' && row !== null && 'emptier' in row;
}

async function tryDocument(file: string): Promise<Row> {
  const document = await loadDocument(file);
  const row: Row = {
    document: file.split('/').at(-1)!,
    asked: 0,
    emptier: [],
    invalid: [],
    leads: [],
    pages: 0,
    verdict: '',
  };
  const mock = createMock({ document, fill: 25 });
  await using server = await mock.listen();
  await using peer = await startPrism(file);
  for (const operation of operations(document)) {
    if (operation.method !== 'GET') continue;
    if (peer) await compare(document, operation, { row, mock, own: server.url, peer });
    await followPages(document, operation, { row, mock, own: server.url });
  }
  const run = verify({ document, baseUrl: server.url, maxCases: 400, seed: 1, timeoutMs: 60_000 });
  const { verdict, findings } = await run.result;
  const violations = findings.filter(({ severity }) => severity === 'violation');
  row.verdict = `${verdict}, ${violations.length} violations`;
  row.leads.push(...violations.map(({ operation, message }) => `${operation}: ${message}`));
  return row;
}

interface Peers {
  readonly row: Row;
  readonly mock: Mock;
  readonly own: string;
  readonly peer: Peer;
}

async function compare(
  document: LoadedDocument,
  operation: Operation,
  { row, mock, own, peer }: Peers,
): Promise<void> {
  const given = present(document, mock, operation);
  const mine = await askOperation(document, operation, own, given);
  // Some requests end Prism.
  const theirs = await askOperation(document, operation, peer.url, given).catch(peer.restart);
  if (theirs === undefined || theirs.status < 200 || theirs.status > 299) return;
  row.asked += 1;
  const shown = withoutWriteOnly(document, operation, theirs);
  const [has, had] = [places(mine.body), places(shown)];
  const missing = [...new Set(had)].filter((place) => !has.includes(place) && !LEAD.test(place));
  if (mine.status === 404 || has.length >= had.length || missing.length === 0) return;
  const line = `${mine.url}: ${mine.status}, ${has.length} values; Prism's has ${had.length}, also ${missing.slice(0, 5).join(', ')}`;
  const cause = whyInvalid(document, operation, theirs);
  if (cause === undefined) row.emptier.push(line);
  else row.invalid.push(`not counted: ${line}; but it is not valid: ${cause}`);
}

/** How an answer breaks the schema that the document has for it, on the side of answers; `undefined` where it doesn't. */
function whyInvalid(
  document: LoadedDocument,
  operation: Operation,
  { status, body, headers }: Answer,
): string | undefined {
  const pointer = schemaOf(operation, { status, headers });
  if (pointer === undefined) return undefined;
  return compileSchema(document.root, pointer, 'response')(body)[0]?.message;
}

/** What Prism shows of passwords and the like belongs in no answer. */
function withoutWriteOnly(
  document: LoadedDocument,
  operation: Operation,
  answer: Answer,
): JsonValue {
  const pointer = schemaOf(operation, answer);
  if (pointer === undefined) return answer.body;
  const schema = effectiveSchema(document.root, pointer);
  return otherSideRemover([schema], 'response')(answer.body);
}

/** JSON Pointer to the schema that the document has for an answer. */
function schemaOf(
  operation: Operation,
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
): string | undefined {
  const essence = parseMediaType(headers.get('content-type') ?? '')?.essence;
  return documentedResponse(operation, status)?.content.find(
    ({ name }) => parseMediaType(name)?.essence === essence,
  )?.schemaPointer;
}

/** What an operation's path and required parameters name that is there in the full mock, by name. */
function present(
  document: LoadedDocument,
  mock: Mock,
  operation: Operation,
): Record<string, string> {
  const { path } = operation;
  const names = [...mock.collections.keys()].filter((name) => !name.includes('{'));
  const paths = names.flatMap((name) => {
    const collection = mock.collection(name);
    const value = collection.list(0, 1)[0]?.[collection.identity ?? ''];
    return value === undefined ? [name] : [name, `${name}/${encodeURIComponent(textOf(value))}`];
  });
  const route = routerOf(operations(document));
  // The same parameter can have another name further down.
  const bare = (template: string): string => template.replaceAll(/\{[^}]*\}/g, '{}');
  const leadsTo = (link: string, template: string): boolean =>
    [...(route(link)?.byMethod.values() ?? [])].some(
      (found) => bare(found.path) === bare(template),
    );
  // Of what has no path in the mock's collections, what it lies below has one.
  const templates = path.split('/').map((_, i, all) => all.slice(0, all.length - i).join('/'));
  const parts = templates.flatMap((template) =>
    paths
      .filter((link) => leadsTo(link, template))
      .flatMap((link) => pathTemplate(template).parts(link) ?? []),
  )[0];
  const inPath = [...(parts ?? [])].map(([name, text]) => [name, decodeURIComponent(text)]);
  const [first = null] = paths.includes(path) ? mock.collection(path).list(0, 1) : [];
  const asked = (listOf(document, operation)?.filters ?? []).flatMap(({ field, property }) => {
    const value = field.isRequired ? valueOf(property, first) : undefined;
    return value === undefined ? [] : [[field.name, textOf(value)]];
  });
  return Object.fromEntries([...inPath, ...asked]) as Record<string, string>;
}

/** What a server answers to an ordinary request of an operation, credentials included. */
async function askOperation(
  document: LoadedDocument,
  operation: Operation,
  url: string,
  given: Readonly<Record<string, string>>,
): Promise<Answer> {
  const parameters = { ...requiredParameters(document, operation), ...given };
  const { wire } = composeWire(
    { operation, request: composeRequest(operation, { parameters }) },
    {
      target: parseTarget(url),
      credential: { token: 'user:word', variable: '' },
      userAgent: 'fuller',
    },
  );
  return await ask(
    url + wire.target,
    new Headers(wire.headers.map(([name, text]) => [name, text])),
  );
}

interface Answer {
  readonly url: string;
  readonly status: number;
  readonly body: JsonValue;
  readonly headers: Headers;
  /** Of the request. */
  readonly sent: Headers;
}

async function ask(url: string, sent: Headers): Promise<Answer> {
  const response = await fetch(url, { headers: sent });
  const text = await response.text();
  const { status, headers } = response;
  try {
    return { url, status, body: JSON.parse(text) as JsonValue, headers, sent };
  } catch {
    // A text is a value, too.
    return { url, status, body: text, headers, sent };
  }
}

/** Where texts, numbers and the like are, however deep; alike for all items of a list. */
function places(value: JsonValue, at = ''): string[] {
  if (value === '' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => places(item, `${at}[]`));
  if (typeof value !== 'object') return [at];
  return Object.entries(value).flatMap(([name, member]) => places(member, `${at}.${name}`));
}

/** Goes on as the answers and the header Link say, until there is no more. */
async function followPages(
  document: LoadedDocument,
  operation: Operation,
  { row, mock, own }: Omit<Peers, 'peer'>,
): Promise<void> {
  const list = listOf(document, operation);
  if (list?.paging === undefined) return;
  const seen = new Set<string>();
  let page = await askOperation(document, operation, own, present(document, mock, operation));
  while (page.status === 200) {
    seen.add(page.url);
    row.pages += 1;
    const lead = nextOf(list, page);
    if (lead === undefined) return;
    if (seen.has(lead) || seen.size > MOST_PAGES) {
      row.leads.push(`${operation.path} has no end: ${lead} comes again`);
      return;
    }
    page = await ask(lead, page.sent);
  }
  if (seen.size > 0) row.leads.push(`${page.url} is answered with ${page.status}`);
}

/** Where a page says that the list goes on: in the header Link, as an address, or as a parameter's value. */
function nextOf({ next, paging }: ListModel, { url, body, headers }: Answer): string | undefined {
  const link = /<([^>]*)>\s*;[^,]*rel="?next\b/.exec(headers.get('link') ?? '')?.[1];
  if (link !== undefined || next === undefined) return link;
  const value = valueOf(next, body) ?? null;
  if (value === null || typeof value === 'object' || value === '') return undefined;
  if (next.kind === 'url') return new URL(String(value), url).href;
  const field = paging?.[next.kind];
  if (field === undefined) return undefined;
  const lead = new URL(url);
  lead.searchParams.set(field.name, String(value));
  return lead.href;
}

interface Peer extends AsyncDisposable {
  readonly url: string;
  /** For a Prism that has ended. */
  readonly restart: () => Promise<undefined>;
}

/** Prism as it comes, on a port of its own; `undefined` where it can't serve the document. */
async function startPrism(file: string): Promise<Peer | undefined> {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const start = async (): Promise<ChildProcess | undefined> => {
    const prism = spawn(PRISM, ['mock', file, '--port', String(port), '--errors', 'false'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    for await (const chunk of prism.stdout.iterator({ destroyOnReturn: false })) {
      if (!String(chunk).includes('listening')) continue;
      prism.stdout.resume();
      return prism;
    }
    return undefined;
  };
  let prism = await start();
  if (prism === undefined) return undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    restart: async () => {
      prism = await start();
      return undefined;
    },
    [Symbol.asyncDispose]: async () => {
      if (prism === undefined || prism.exitCode !== null) return;
      const ended = once(prism, 'exit');
      prism.kill();
      await ended;
    },
  };
}
