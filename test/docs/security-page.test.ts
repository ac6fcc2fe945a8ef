import { globSync, readFileSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import { expect, it } from 'vitest';
import {
  MAX_DECODING,
  MAX_DECODING_MS,
  MAX_LAYERS,
  MAX_UNPACKED,
} from '../../src/http/content-coding.ts';
import { DEFAULT_MAX_RESOURCES } from '../../src/mock/resource-store.ts';
import { MAX_REDIRECTS, PATIENCE_MS } from '../../src/openapi/files/referenced-files.ts';
import { LONG_TEXT } from '../../src/openapi/json/long-text.ts';
import { MAX_REFERENCES } from '../../src/openapi/pointer.ts';
import { MAX_DEPTH, MAX_NODES } from '../../src/openapi/read-yaml.ts';
import { MAX_LENGTH } from '../../src/openapi/schema/pattern-texts.ts';
import { MAX_ITEMS } from '../../src/openapi/schema/sample-value.ts';
import { ALL_MS, EACH_MS, TEXT_MS } from '../../src/openapi/schema/pattern.ts';
import {
  LOAD_PATIENCE,
  MAX_HEAP_MB,
  MAX_RESTARTS,
  MAX_WAITING,
} from '../../src/addons/prism/prism.ts';
import { GRACE_MS } from '../../src/cli/io.ts';
import { MAX_HEAD, MAX_PARTS } from '../../src/http/multipart.ts';
import { MAX_BYTES } from '../../src/openapi/files/read-text-file.ts';
import { MAX_CUTS } from '../../src/openapi/schema/check.ts';
import { MAX_UNDER_WAY, RETRIES, TIMEOUT } from '../../src/serve/callbacks.ts';
import { MAX_BODY as MAX_KEPT_BODY } from '../../src/serve/exchange-record.ts';
import { SILENCE_MS } from '../../src/serve/persist/file-lock.ts';
import { DEFAULT_DEADLINE } from '../../src/serve/validator.ts';
import { MOST } from '../../src/mock/fill.ts';
import { LONGEST, MOST_ANSWERS } from '../../src/mock/repeated-requests.ts';
import { MAX_COLLECTIONS } from '../../src/serve/control/state-routes.ts';
import { MAX_KINDS, MAX_RECORDED } from '../../src/serve/proxy/proxy-report.ts';
import {
  MAX_BODY as MAX_VALIDATED,
  PATIENCE_MS as PROXY_PATIENCE_MS,
} from '../../src/serve/proxy/proxy-server.ts';
import { MOST_WAITING } from '../../src/serve/shared/share-sandbox.ts';
import { LONGEST as LONGEST_TRIES } from '../../src/serve/shared/transactions.ts';
import { COMMAND_TIMEOUT } from '../../src/addons/redis/connection.ts';
import * as limits from '../../src/serve/limits.ts';
import { MAX_BODY, MAX_HEADER } from '../../src/verify/run/transport.ts';

const page = readFileSync('docs/security.md', 'utf8');
const cli = readFileSync('docs/cli.md', 'utf8');
const rows = /^## Limits$.*?^## /ms
  .exec(page)![0]
  .split('\n')
  .filter((line) => line.startsWith('| '));

const UNITS = ['B', 'KiB', 'MiB', 'GiB'];

function size(bytes: number): string {
  const power = Math.floor(Math.log2(bytes) / 10);
  return `${bytes / 2 ** (10 * power)} ${UNITS[power]}`;
}

function time(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  return ms > 300_000 ? `${ms / 60_000} minutes` : `${ms / 1000} s`;
}

const count = (number: number): string => number.toLocaleString('en');

/** What a share of the heap is, where that is less than a limit. */
function share(limit: number, parts: number): number {
  return Math.min(limit, Math.floor(getHeapStatistics().heap_size_limit / parts));
}

const { default: byDefault, named, allNamed } = limits.RECORDED_BYTES;

/** Of every limit, how its row begins and what stands in it. */
const promised = {
  DEFAULT_MAX_BYTES: [
    'memory of what is stored, `--max-bytes`',
    'a quarter of the heap',
    size(2 ** 30),
  ],
  DEFAULT_MAX_SANDBOXES: ['sandboxes', count(limits.DEFAULT_MAX_SANDBOXES)],
  DEFAULT_SANDBOX_IDLE: ['sandboxes, `--sandbox-idle`', time(limits.DEFAULT_SANDBOX_IDLE)],
  SANDBOX_GIVES_WAY: ['sandboxes', 'if for a minute'],
  RECORDED_REQUESTS: ['recorded requests', count(limits.RECORDED_REQUESTS)],
  RECORDED_BYTES: ['recorded requests', size(byDefault), size(named), size(allNamed)],
  DEFAULT_BODY_LIMIT: ['body of a request, `--body-limit`', size(limits.DEFAULT_BODY_LIMIT)],
  DEFAULT_PROXY_BODY_LIMIT: [
    'body of a request, `--body-limit`',
    size(limits.DEFAULT_PROXY_BODY_LIMIT),
  ],
  CONTROL_BODY_LIMIT: ['body of a request to the control API', size(2 ** 28), 'a 24th of the heap'],
  BODIES_IN_FLIGHT: ['bodies that are arriving', size(2 ** 29), 'a quarter of the heap'],
  READING_TIMEOUT: ['client that reads nothing', time(limits.READING_TIMEOUT)],
  DEFAULT_REQUEST_TIMEOUT: [
    'time for a whole request, `--request-timeout`',
    time(limits.DEFAULT_REQUEST_TIMEOUT),
  ],
  DEFAULT_PROXY_REQUEST_TIMEOUT: [
    'time for a whole request, `--request-timeout`',
    time(limits.DEFAULT_PROXY_REQUEST_TIMEOUT),
  ],
  HEADER_LIMIT: ['all headers together', size(limits.HEADER_LIMIT)],
  NEWS_WAITING: [
    'event stream',
    size(limits.NEWS_WAITING.each),
    size(2 ** 26),
    'a 32nd of the heap',
  ],
  SHARED_RECORDS_LENGTH: [
    'recorded requests in a shared store',
    count(limits.RECORDED_REQUESTS),
    size(limits.SHARED_RECORDS_LENGTH),
  ],
  DEFAULT_STORE_WAIT: ['wait for a shared store', time(limits.DEFAULT_STORE_WAIT)],
  DEFAULT_DRAIN: ['requests under way at the end, `--drain`', time(limits.DEFAULT_DRAIN)],
  JUDGEMENT_MS: ['judgement by Prism', `${time(limits.JUDGEMENT_MS)} at the end`],
  LINGER_MS: ['client that goes on sending', time(limits.LINGER_MS)],
  DEFAULT_PROXY_TIMEOUT: [
    'silence of the real server, `--timeout`',
    time(limits.DEFAULT_PROXY_TIMEOUT),
  ],
  IDLE_TIMEOUT: ['idle connection', time(limits.IDLE_TIMEOUT)],
} satisfies Record<keyof typeof limits, readonly [row: string, ...words: string[]]>;

it.each<readonly [row: string, ...words: string[]]>([
  ...Object.values(promised),
  ['what a sandbox stores, `--max-resources`', count(DEFAULT_MAX_RESOURCES)],
  ['content codings of a body', `${MAX_LAYERS};`, time(MAX_DECODING_MS), size(MAX_DECODING)],
  ['content codings of a body', `${size(MAX_UNPACKED)} a body`],
  ['body of a request, `--body-limit`', `up to ${size(MAX_VALIDATED)} of it`],
  ['answers that are kept', count(MOST_ANSWERS), size(LONGEST)],
  ['records that wait', count(MOST_WAITING)],
  ['silence of a shared store', time(COMMAND_TIMEOUT), time(LONGEST_TRIES)],
  ['collections that a list', count(MAX_COLLECTIONS)],
  ['resources that `--fill` makes up', count(MOST)],
  ['judgement by Prism', `${time(PROXY_PATIENCE_MS)} an exchange`],
  ['kinds of findings', count(MAX_KINDS)],
  ['body in a recording', size(MAX_RECORDED)],
  ['a slow search for a `pattern`', time(TEXT_MS), time(EACH_MS), time(ALL_MS)],
  ['characters of a text that is made up', count(MAX_LENGTH)],
  ['items of a list that is made up', count(MAX_ITEMS)],
  ['answer with a list or snapshot', size(LONG_TEXT)],
  ['nodes of a YAML file', count(MAX_NODES)],
  ['depth of a YAML file', count(MAX_DEPTH)],
  ['`$ref` to another machine', time(PATIENCE_MS), `${MAX_REDIRECTS} redirects`],
  ['`$ref`s that lead on', count(MAX_REFERENCES)],
  ['body of an answer to `verify`', size(MAX_BODY)],
  ['headers of an answer to `verify`', size(MAX_HEADER)],
  ['recorded requests', `more than ${size(MAX_KEPT_BODY)} aside`],
  [
    'wait for Prism, `--prism-deadline`',
    `${time(DEFAULT_DEADLINE)} an answer`,
    `${time(LOAD_PATIENCE)} for a document`,
    `${size(MAX_WAITING)} of bodies`,
  ],
  ['memory of Prism', size(MAX_HEAP_MB * 2 ** 20), ['no', 'one', 'two', 'three'][MAX_RESTARTS]!],
  ['parts of a multipart form', `${count(MAX_PARTS)};`, size(MAX_HEAD)],
  ['file that is read', size(MAX_BYTES)],
  ['callbacks', `${MAX_UNDER_WAY};`, `${RETRIES.length + 1} tries of ${time(TIMEOUT)}`],
  ['ways in which a schema leads back', count(MAX_CUTS)],
  ['silence of another container', time(SILENCE_MS)],
  ['time after SIGINT', time(GRACE_MS)],
])('the limit of "%s" stands there as the code has it', (begin, ...words) => {
  const row = rows.find((line) => line.startsWith(`| ${begin}`)) ?? '';
  expect(words.filter((word) => !row.includes(word))).toEqual([]);
});

/** Rooms that clients, pages, servers and documents reach. */
const ROOMS = ['addons/prism', 'addons/redis', 'http', 'mock', 'openapi', 'serve'];

const LIMIT =
  /^(?:export )?const ((?:MAX|MOST|LONGEST|LIMIT)(?:_\w+)?|\w+_(?:LIMIT|MS|TIMEOUT|PATIENCE|BYTES))(?:: number)? =\s+[\dM(]/gm;

/** What looks like a limit, and is about how the kit does its own work: nobody outside sees where it is reached. */
const INWARD = `
addons/prism/load-prism MAX_REMEMBERED, addons/prism/prism-worker HANDOVER_MS, addons/prism/prism MAX_YOUNG_MB
addons/prism/prism WATCH_MS, addons/prism/prism MAX_BATCHES, addons/prism/prism SPARE_MS, http/curl MAX_INLINE
http/scrub MOST_TEXTS, mock/faults MAX_WAIT, mock/identify-resources MAX_KNOWN, mock/body-reader MAX_MESSAGES
mock/web-response CUT_MS, openapi/parse-yaml MAX_UNINDENTED, openapi/parse-yaml MAX_QUOTED, openapi/parse-yaml MAX_ERRORS, openapi/once MOST_CHARACTERS, openapi/once MOST_ITEMS
openapi/schema/fit-value MAX_ROUNDS, openapi/schema/fit-value MAX_WAYS, openapi/schema/least-size MOST
openapi/schema/pattern-texts MOST, openapi/schema/pattern-texts MOST_EXTRA, openapi/schema/pattern-texts MOST_PARTS
openapi/schema/sample-value MAX_DEPTH, openapi/schema/sample-value MAX_VALUES
openapi/schema/sample-value MAX_ATTEMPTS, openapi/schema/keywords/value MAX_LISTED
openapi/json/exact-number MAX_DIGITS, openapi/schema/compile-schema MOST_ALIKE, serve/limited-server LOOK_MS, serve/limited-server ON_ITS_WAY_MS
serve/redact MAX_MASKERS, serve/validator MAX_LENGTH, serve/shared/known-values MOST_BYTES
serve/shared/known-values LONGEST, serve/shared/share-sandbox MOST_NAMES, serve/shared/transactions MOST_TRIES
serve/shared/transactions MOST_TOGETHER, serve/proxy/proxy-server GRACE_MS, serve/proxy/upstream IDLE_CONNECTION_MS
serve/persist/file-lock BEAT_MS, serve/persist/file-lock MOST, serve/persist/read-journal MOST_LOOKS
serve/redact MAX_HEADS, serve/start-page MOST_PATHS, serve/inspector/outline MAX_DEPTH, serve/control/events HEARTBEAT_MS`
  .trim()
  .split(/, |\n/);

/** Each as its file and its name. */
function limitsIn(room: string): string[] {
  return globSync(`src/${room}/**/*.ts`)
    .filter((file) => !/limits\.ts$|inspector.page/.test(file))
    .flatMap((file) => {
      const place = file.replaceAll('\\', '/').slice('src/'.length, -'.ts'.length);
      const found = readFileSync(file, 'utf8').matchAll(LIMIT);
      return Array.from(found, ([, name]) => `${place} ${name}`);
    });
}

/** What this test compares with the page: what it imports. */
function compared(): string[] {
  const source = readFileSync(import.meta.filename, 'utf8');
  const imports = source.matchAll(/^import \{([^}]+)\} from '(?:\.\.\/)+src\/(.+?)\.ts';/gm);
  return [...imports].flatMap(([, names = '', file]) =>
    names.split(',').map((name) => `${file} ${name.trim().replace(/ as .*/, '')}`),
  );
}

it('no limit is left out', () => {
  const found = ROOMS.flatMap(limitsIn);
  const known = new Set([...compared(), ...INWARD]);
  expect(found.filter((entry) => !known.has(entry))).toEqual([]);
  expect(INWARD.filter((entry) => !found.includes(entry))).toEqual([]);
});

it('limits that follow the heap are the shares that are said', () => {
  expect(limits.DEFAULT_MAX_BYTES).toBe(share(2 ** 30, 4));
  expect(limits.CONTROL_BODY_LIMIT).toBe(share(2 ** 28, 24));
  expect(limits.BODIES_IN_FLIGHT).toBe(share(2 ** 29, 4));
  expect(limits.NEWS_WAITING.all).toBe(share(2 ** 26, 32));
});

it('flags that are named exist', () => {
  const flags = [...page.matchAll(/`(--[a-z-]+)/g)].map(([, flag = '']) => flag);
  expect(
    flags.filter((flag) => !cli.includes(flag) && !cli.includes(flag.replace('--no-', '--'))),
  ).toEqual([]);
});
