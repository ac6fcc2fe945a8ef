import type { RuleId } from '../../src/checks/finding.ts';
import {
  type Reply,
  type StoreOptions,
  type StoreRequest,
  type Trick,
  toJson,
  wait,
} from './store.ts';

/** A store with exactly one fault. */
export interface Fault {
  readonly name: string;
  /** The rule that the first violation names. */
  readonly rule: RuleId;
  /** For what is not promised, only surprising. Default `violation`. */
  readonly severity?: 'warning';
  readonly options: StoreOptions;
  /** Flags that the run needs. */
  readonly flags?: readonly string[];
}

type Change = (reply: Reply, request: StoreRequest) => Reply | Trick | Promise<Reply | Trick>;

const html = { 'content-type': 'text/html' };
const oops: Reply = {
  status: 500,
  headers: { 'content-type': 'application/json' },
  json: { error: 500, message: 'oops' },
};
const hang: Trick = () => {};
const drop: Trick = (socket) => socket.destroy();
const impatient = ['--timeout', '600'];

const onSuccess = (change: Change): StoreOptions => ({
  reply: (reply, request) => (reply.status === 200 ? change(reply, request) : reply),
});
const onRefusal = (change: Change): StoreOptions => ({
  reply: (reply, request) => (reply.status === 400 ? change(reply, request) : reply),
});
const onName = (change: (name: string, request: StoreRequest) => unknown): StoreOptions =>
  onSuccess((reply, request) => {
    const name = change(String(reply.json['name']), request);
    return { ...reply, json: { ...reply.json, name } };
  });
const withId = (change: (id: bigint) => unknown): StoreOptions =>
  onSuccess((reply, { plant }) => ({ ...reply, json: { id: change(plant!.id), ...reply.json } }));
/** Takes what the plain store refuses for this reason. */
const accepts = (
  reason: string | RegExp,
  also: (value: unknown) => boolean = () => true,
): StoreOptions => ({
  uniqueIds: false,
  problem: (own, { value }) =>
    own !== undefined && own.search(reason) >= 0 && also(value) ? undefined : own,
  reply: (reply) =>
    reply.status === 200 && typeof reply.json['name'] !== 'string'
      ? { ...reply, json: { name: String(reply.json['name']) } }
      : reply,
});
const refuses = (problem: string, when: (request: StoreRequest) => boolean): StoreOptions => ({
  problem: (own, request) => own ?? (when(request) ? problem : undefined),
});
const body =
  (change: (text: string) => string | Buffer, headers: Record<string, string> = {}): Change =>
  (reply) => ({
    ...reply,
    headers: { ...reply.headers, ...headers },
    body: change(toJson(reply.json)),
  });
const field = (value: unknown, name: string): unknown => (value as Record<string, unknown>)?.[name];
const trace = 'Error: no\n    at create (/srv/store/plants.js:42:7)';

const fault = (
  rule: RuleId,
  name: string,
  options: StoreOptions,
  flags?: readonly string[],
): Fault => (flags ? { rule, name, options, flags } : { rule, name, options });
const surprise = (rule: RuleId, name: string, options: StoreOptions): Fault => ({
  ...fault(rule, name, options),
  severity: 'warning',
});

/** Success that isn't the documented one. */
const success: readonly Fault[] = [
  fault(
    'R1',
    'answers 201',
    onSuccess((reply) => ({ ...reply, status: 201 })),
  ),
  fault(
    'R1',
    'answers 202',
    onSuccess((reply) => ({ ...reply, status: 202 })),
  ),
  fault(
    'R1',
    'answers 204',
    onSuccess((reply) => ({ ...reply, status: 204, headers: {}, body: '' })),
  ),
  fault(
    'R1',
    'redirects',
    onSuccess((reply) => ({
      ...reply,
      status: 303,
      headers: { ...reply.headers, location: '/plants/1' },
    })),
  ),
  fault(
    'R1',
    'drops the name',
    onName(() => undefined),
  ),
  fault(
    'R1',
    'answers name null',
    onName(() => null),
  ),
  fault(
    'R1',
    'answers the name as a list',
    onName((name) => [name]),
  ),
  fault(
    'R1',
    'answers the name as an object',
    onName((value) => ({ value })),
  ),
  fault(
    'R1',
    'answers a name of digits as a number',
    onSuccess((reply) => ({ ...reply, json: { ...reply.json, name: 42 } })),
  ),
  fault(
    'R1',
    'answers tag null where none was sent',
    onSuccess((reply) => ({ ...reply, json: { tag: null, ...reply.json } })),
  ),
  fault(
    'R1',
    'answers the tag as a list',
    onSuccess((reply) => ({ ...reply, json: { ...reply.json, tag: ['climber'] } })),
  ),
  fault(
    'R1',
    'wraps the plant',
    onSuccess((reply) => ({ ...reply, json: { plant: reply.json } })),
  ),
  fault('R1', 'answers a list', onSuccess(body((text) => `[${text}]`))),
  fault('R1', 'answers a string of JSON', onSuccess(body((text) => JSON.stringify(text)))),
  fault('R1', 'answers nothing', onSuccess(body(() => ''))),
  fault('R1', 'answers broken JSON', onSuccess(body((text) => text.slice(0, -1)))),
  fault('R1', 'answers JSON with something behind it', onSuccess(body((text) => `${text};`))),
  fault('R1', 'answers with a byte order mark', onSuccess(body((text) => `\uFEFF${text}`))),
  fault('R1', 'answers in Latin-1', onSuccess(body((text) => Buffer.from(text, 'latin1')))),
  fault(
    'R1',
    'answers an error as 200',
    onSuccess((reply, { count }) =>
      count % 7 === 0 ? { ...reply, json: { error: 1, message: 'no' } } : reply,
    ),
  ),
  fault(
    'R1',
    'says gzip and sends none',
    onSuccess((reply) => ({ ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip' } })),
  ),
];

/** Valid requests that are refused. */
const refused: readonly Fault[] = [
  fault(
    'R1',
    'refuses a missing tag',
    refuses('tag is required', ({ plant }) => plant?.tag === undefined),
  ),
  fault(
    'R1',
    'refuses long names',
    refuses('name is too long', ({ plant }) => (plant?.name.length ?? 0) > 90),
  ),
  fault(
    'R1',
    'refuses quotes',
    refuses('name is not allowed', ({ plant }) => plant?.name.includes('"') === true),
  ),
  fault(
    'R1',
    'refuses a charset',
    refuses('no charset', ({ headers }) => headers['content-type']?.includes('charset') === true),
  ),
  fault(
    'R1',
    'refuses a media type in capitals',
    refuses('media type', ({ headers }) => headers['content-type'] === 'Application/JSON'),
  ),
  fault(
    'R1',
    'refuses pretty JSON',
    refuses('not JSON', ({ bytes }) => bytes.includes('\n')),
  ),
  fault(
    'R1',
    'refuses keys in another order',
    refuses('not JSON', ({ bytes }) => bytes.toString().startsWith('{"tag"')),
  ),
  fault(
    'R1',
    'refuses one valid request in twenty',
    refuses('busy', ({ count }) => count % 20 === 0),
  ),
  fault(
    'R1',
    'refuses every token',
    refuses('no', () => true),
  ),
  fault(
    'R7',
    'refuses id 0',
    refuses('id is required', ({ plant }) => plant?.id === 0n),
  ),
  fault(
    'R7',
    'refuses negative ids',
    refuses('id must be positive', ({ plant }) => (plant?.id ?? 1n) < 0n),
  ),
  fault(
    'R7',
    'takes ids of 32 bits only',
    refuses('id is too large', ({ plant }) => (plant?.id ?? 0n) >= 2n ** 31n),
  ),
  fault(
    'R7',
    'takes ids of 53 bits only',
    refuses('id is too large', ({ plant }) => (plant?.id ?? 0n) >= 2n ** 53n),
  ),
  fault(
    'R7',
    'refuses the largest id',
    refuses('id is too large', ({ plant }) => plant?.id === 2n ** 63n - 1n),
  ),
  fault(
    'R7',
    'refuses the smallest id',
    refuses('id is too small', ({ plant }) => plant?.id === -(2n ** 63n)),
  ),
  fault('R7', 'keeps ids as doubles', { key: (id) => String(Number(id)) }),
];

/** Error bodies. */
const errors: readonly Fault[] = [
  fault(
    'R2',
    'answers 400 without message',
    onRefusal((reply) => ({ ...reply, json: { error: 400 } })),
  ),
  fault(
    'R2',
    'answers 400 without error',
    onRefusal((reply) => ({ ...reply, json: { message: 'no' } })),
  ),
  fault(
    'R2',
    'answers 400 with error as a string',
    onRefusal((reply) => ({ ...reply, json: { ...reply.json, error: 'E1' } })),
  ),
  fault(
    'R2',
    'answers 400 with error beyond int32',
    onRefusal((reply) => ({ ...reply, json: { ...reply.json, error: 2 ** 31 } })),
  ),
  fault(
    'R2',
    'answers 400 with error below int32',
    onRefusal((reply) => ({ ...reply, json: { ...reply.json, error: -(2 ** 31) - 1 } })),
  ),
  fault(
    'R2',
    'answers 400 with a fraction as error',
    onRefusal((reply) => ({ ...reply, json: { ...reply.json, error: 400.5 } })),
  ),
  fault(
    'R2',
    'answers 400 with message null',
    onRefusal((reply) => ({ ...reply, json: { ...reply.json, message: null } })),
  ),
  fault(
    'R2',
    'answers 400 with a list of messages',
    onRefusal((reply) => ({ ...reply, json: { ...reply.json, message: ['no'] } })),
  ),
  fault('R2', 'answers 400 with nothing', onRefusal(body(() => ''))),
  fault(
    'R2',
    'answers 400 with a problem document',
    onRefusal((reply) => ({ ...reply, json: { title: 'no', status: 400 } })),
  ),
  fault(
    'R2',
    'answers one 400 in another shape',
    onRefusal((reply) =>
      reply.json['message'] === 'the body is not JSON'
        ? { ...reply, json: { msg: 'syntax' } }
        : reply,
    ),
  ),
  fault('R3', 'answers 400 as a page', onRefusal(body(() => '<h1>Bad Request</h1>', html))),
  fault(
    'R3',
    'answers 400 as text',
    onRefusal((reply) => ({ ...reply, headers: { 'content-type': 'text/plain' } })),
  ),
  fault(
    'R3',
    'answers 400 as problem+json',
    onRefusal((reply) => ({ ...reply, headers: { 'content-type': 'application/problem+json' } })),
  ),
  fault(
    'R3',
    'answers 200 as a page',
    onSuccess((reply) => ({ ...reply, headers: html })),
  ),
  fault(
    'R3',
    'answers 200 without a media type',
    onSuccess((reply) => ({ ...reply, headers: {} })),
  ),
  fault(
    'R3',
    'answers 200 as text/json',
    onSuccess((reply) => ({ ...reply, headers: { 'content-type': 'text/json' } })),
  ),
  fault(
    'R3',
    'says UTF-16',
    onSuccess((reply) => ({
      ...reply,
      headers: { 'content-type': 'application/json; charset=utf-16' },
      body: Buffer.from(toJson(reply.json), 'utf8'),
    })),
  ),
];

/** What comes back is not what was sent. */
const echo: readonly Fault[] = [
  fault(
    'R4',
    'lowercases names',
    onName((name) => name.toLowerCase()),
  ),
  fault(
    'R4',
    'uppercases names',
    onName((name) => name.toUpperCase()),
  ),
  fault(
    'R4',
    'truncates names',
    onName((name) => name.slice(0, 50)),
  ),
  fault(
    'R4',
    'escapes names for HTML',
    onName((name) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  ),
  fault(
    'R4',
    'doubles backslashes',
    onName((name) => name.replaceAll('\\', '\\\\')),
  ),
  fault(
    'R4',
    'puts ? for umlauts',
    onName((name) => name.replaceAll(/[^\0-\x7F]/g, '?')),
  ),
  fault(
    'R4',
    'reads UTF-8 as Latin-1',
    onName((name) => Buffer.from(name).toString('latin1')),
  ),
  fault(
    'R4',
    'always answers one name',
    onName(() => 'Monstera'),
  ),
  fault(
    'R4',
    'answers the name of the plant before',
    onName((name, { before, count }) => (count % 9 === 0 ? (before?.name ?? name) : name)),
  ),
  fault(
    'R4',
    'makes a tag up',
    onSuccess((reply) => ({ ...reply, json: { tag: 'unknown', ...reply.json } })),
  ),
  fault(
    'R4',
    'answers an empty tag for none',
    onSuccess((reply) => ({ ...reply, json: { tag: '', ...reply.json } })),
  ),
  fault('R4', 'carries tags over', carriesTagsOver()),
  fault(
    'R4',
    'lowercases tags',
    onSuccess((reply) =>
      'tag' in reply.json
        ? { ...reply, json: { ...reply.json, tag: String(reply.json['tag']).toLowerCase() } }
        : reply,
    ),
  ),
  fault('R4', 'mixes plants up under load', mixesUp()),
  fault(
    'R4',
    'makes an id up',
    withId(() => 7),
  ),
  surprise(
    'R4',
    'drops tags',
    onSuccess((reply) => ({ ...reply, json: { name: reply.json['name'] } })),
  ),
  fault(
    'R7',
    'rounds the ids it repeats',
    withId((id) => BigInt(Number(id))),
  ),
  fault(
    'R7',
    'repeats ids as doubles',
    withId((id) => Number(id)),
  ),
  fault('R7', 'repeats ids as strings', withId(String)),
  fault(
    'R7',
    'cuts ids to 32 bits',
    withId((id) => BigInt.asIntN(32, id)),
  ),
  fault(
    'R7',
    'repeats large ids as null',
    withId((id) => (id > 2n ** 53n ? null : id)),
  ),
];

/** What is invalid is accepted. */
const accepted: readonly Fault[] = [
  fault('R5', 'accepts a missing id', accepts('id is required')),
  fault('R5', 'accepts a missing name', accepts('name is required')),
  fault(
    'R5',
    'accepts id null',
    accepts('id must be an integer', (value) => field(value, 'id') === null),
  ),
  fault(
    'R5',
    'accepts an id in quotes',
    accepts('id must be an integer', (value) => typeof field(value, 'id') === 'string'),
  ),
  fault(
    'R5',
    'accepts id 1.5',
    accepts('id must be an integer', (value) => field(value, 'id') === 1.5),
  ),
  fault(
    'R5',
    'accepts a boolean as id',
    accepts('id must be an integer', (value) => field(value, 'id') === true),
  ),
  fault(
    'R5',
    'accepts a list as id',
    accepts('id must be an integer', (value) => Array.isArray(field(value, 'id'))),
  ),
  fault(
    'R5',
    'accepts name null',
    accepts('name must be', (value) => field(value, 'name') === null),
  ),
  fault(
    'R5',
    'accepts a number as name',
    accepts('name must be', (value) => typeof field(value, 'name') === 'bigint'),
  ),
  fault(
    'R5',
    'accepts an object as name',
    accepts('name must be', (value) => typeof field(value, 'name') === 'object'),
  ),
  fault(
    'R5',
    'accepts tag null',
    accepts('tag must be', (value) => field(value, 'tag') === null),
  ),
  fault('R5', 'accepts any tag', accepts('tag must be')),
  fault(
    'R5',
    'accepts null as body',
    accepts('must be an object', (value) => value === null),
  ),
  fault('R5', 'accepts a list as body', accepts('must be an object', Array.isArray)),
  fault('R5', 'accepts no body', accepts('body is required')),
  fault('R5', 'accepts broken JSON', accepts('not JSON')),
  fault('R5', 'accepts a form', accepts('must be application/json')),
  fault(
    'R7',
    'accepts 2^63',
    accepts('int64', (value) => Number(field(value, 'id')) > 0),
  ),
  fault(
    'R7',
    'accepts -2^63-1',
    accepts('int64', (value) => Number(field(value, 'id')) < 0),
  ),
];

/** Server errors and connections. */
const failing: readonly Fault[] = [
  fault(
    'R6',
    'fails on broken JSON',
    onRefusal((reply) => (reply.json['message'] === 'the body is not JSON' ? oops : reply)),
  ),
  fault(
    'R6',
    'fails with a page on broken JSON',
    onRefusal((reply) =>
      reply.json['message'] === 'the body is not JSON'
        ? { status: 502, headers: html, json: {}, body: '<h1>Bad Gateway</h1>' }
        : reply,
    ),
  ),
  fault(
    'R6',
    'fails on a missing name',
    onRefusal((reply) => (reply.json['message'] === 'name is required' ? oops : reply)),
  ),
  fault(
    'R6',
    'fails on an object as name',
    onRefusal((reply, { value }) => (typeof field(value, 'name') === 'object' ? oops : reply)),
  ),
  fault(
    'R6',
    'fails on emoji',
    onSuccess((reply, { plant }) => (/\p{Emoji_Presentation}/u.test(plant!.name) ? oops : reply)),
  ),
  fault(
    'R6',
    'fails on a used id',
    onRefusal((reply) => (String(reply.json['message']).includes('used') ? oops : reply)),
  ),
  fault(
    'R6',
    'fails one time in twenty',
    onSuccess((reply, { count }) => (count % 20 === 0 ? oops : reply)),
  ),
  fault(
    'R6',
    'fails after 100 requests',
    onSuccess((reply, { count }) => (count > 100 ? oops : reply)),
  ),
  fault(
    'R6',
    'fails under parallel load',
    onSuccess(async (reply, { parallel }) => (await wait(2), parallel > 4 ? oops : reply)),
  ),
  fault('R6', 'drops one connection in twenty', {
    reply: (reply, { count }) => (count % 20 === 0 ? drop : reply),
  }),
  fault('R6', 'drops every second request of a connection', {
    reply: (reply, { onConnection }) => (onConnection % 2 === 0 ? drop : reply),
  }),
  fault('R6', 'drops the third request of a connection', {
    reply: (reply, { onConnection }) => (onConnection === 3 ? drop : reply),
  }),
  fault('R6', 'drops all connections', { reply: () => drop }),
  fault(
    'R6',
    'resets on broken JSON',
    onRefusal((reply) =>
      reply.json['message'] === 'the body is not JSON'
        ? (socket) => socket.resetAndDestroy()
        : reply,
    ),
  ),
  fault(
    'R6',
    'cuts bodies off',
    onSuccess((reply, { count }) => (count % 20 === 0 ? halfBody(reply) : reply)),
  ),
  fault(
    'R6',
    'cuts chunked bodies off',
    onSuccess((reply, { count }) => (count % 20 === 0 ? halfChunk : reply)),
  ),
  fault(
    'R6',
    'announces too long a body',
    onSuccess((reply) => ({
      ...reply,
      headers: { ...reply.headers, 'content-length': '9999', connection: 'close' },
    })),
  ),
  fault('R6', 'answers no HTTP', {
    reply: (reply, { count }) => (count % 20 === 0 ? notHttp : reply),
  }),
  fault('R6', 'never answers', { reply: () => hang }, impatient),
  fault(
    'R6',
    'never answers broken JSON',
    onRefusal((reply) => (reply.json['message'] === 'the body is not JSON' ? hang : reply)),
    impatient,
  ),
  fault(
    'R6',
    'never answers one request in fifty',
    { reply: (reply, { count }) => (count % 50 === 0 ? hang : reply) },
    impatient,
  ),
  fault(
    'R6',
    'never answers after 50 requests',
    { reply: (reply, { count }) => (count > 50 ? hang : reply) },
    impatient,
  ),
  fault(
    'R6',
    'stops within the body',
    onSuccess((reply, { count }) => (count === 30 ? half : reply)),
    impatient,
  ),
  surprise(
    'R6',
    'shows a stack trace',
    onRefusal((reply) => ({ ...reply, json: { ...reply.json, message: trace } })),
  ),
  surprise(
    'R6',
    'takes longer and longer',
    onSuccess(async (reply, { count }) => (await wait(count / 8), reply)),
  ),
];

function carriesTagsOver(): StoreOptions {
  let last: unknown;
  return onSuccess((reply) => {
    const tag = reply.json['tag'] ?? last;
    last = tag;
    return { ...reply, json: tag === undefined ? reply.json : { ...reply.json, tag } };
  });
}

function mixesUp(): StoreOptions {
  let current: unknown;
  return onSuccess(async (reply) => {
    current = reply.json['name'];
    await wait(1);
    return { ...reply, json: { ...reply.json, name: current } };
  });
}

const halfBody =
  (reply: Reply): Trick =>
  (socket) => {
    const text = toJson(reply.json);
    const length = Buffer.byteLength(text) + 10;
    socket.end(
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${text}`,
    );
  };
const halfChunk: Trick = (socket) => {
  socket.end(
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"nam',
  );
};
const half: Trick = (socket) => {
  socket.write(
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"nam',
  );
};
const notHttp: Trick = (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n');

/** Every faulty store. */
export const faults: readonly Fault[] = [
  ...success,
  ...refused,
  ...errors,
  ...echo,
  ...accepted,
  ...failing,
];
