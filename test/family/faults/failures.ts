import type { ServerResponse } from 'node:http';
import { type Change, bodyOf } from '../base-store.ts';
import {
  type Rewrite,
  always,
  isObject,
  onRefusal,
  onSuccess,
  wait,
  withHeaders,
  waiting,
} from '../changes.ts';
import type { Faulty } from '../member.ts';
import type { PlantRequest, Reply } from '../plant-request.ts';

type When = (request: PlantRequest) => boolean;

const OOPS: Reply = {
  status: 500,
  headers: { 'Content-Type': 'application/json' },
  json: { error: 500, message: 'oops' },
};
const fault = (name: string, change: Change, rules: Faulty['rules'] = ['R6']): Faulty => ({
  name,
  rules,
  change,
});
const fails = (name: string, when: When, reply: Reply = OOPS): Faulty =>
  fault(
    `fails ${name}`,
    always((usual, request) => (when(request) ? reply : usual)),
  );
const drops = (name: string, when: When, reset = false): Faulty =>
  fault(
    `${reset ? 'resets' : 'drops'} ${name}`,
    always((reply, request) => {
      if (!when(request)) return reply;
      if (reset) request.socket.resetAndDestroy();
      else request.socket.destroy();
      return undefined;
    }),
  );
const hangs = (name: string, when: When): Faulty =>
  fault(
    `hangs ${name}`,
    always((reply, request) => (when(request) ? undefined : reply)),
  );
const field = ({ value }: PlantRequest, name: string): unknown =>
  isObject(value) ? value[name] : undefined;
const isBroken: When = ({ value, bytes }) => value === undefined && bytes.length > 0;
const isLarge: When = ({ bytes }) => bytes.length >= 2 ** 20;
const nth =
  (n: number): When =>
  ({ count }) =>
    count % n === 0;

const errors: readonly Faulty[] = [
  fails('on broken JSON', isBroken),
  fails('on broken JSON with a page', isBroken, {
    status: 502,
    headers: { 'Content-Type': 'text/html' },
    body: '<h1>Bad Gateway</h1>',
  }),
  fails('on a missing body', ({ bytes }) => bytes.length === 0),
  fails('on null', ({ value }) => value === null),
  fails('on lists', ({ value }) => Array.isArray(value)),
  fails('on a string', ({ value }) => typeof value === 'string'),
  fails('on a missing name', (request) => isObject(request.value) && !('name' in request.value)),
  fails('on name null', (request) => field(request, 'name') === null),
  fails('on an object as name', (request) => isObject(field(request, 'name'))),
  fails('on a missing id', (request) => isObject(request.value) && !('id' in request.value)),
  fails('on a word as id', (request) => typeof field(request, 'id') === 'string'),
  fails('on tag null', (request) => field(request, 'tag') === null),
  fails('on a number as tag', (request) => typeof field(request, 'tag') === 'bigint'),
  fails('on ids beyond int64', (request) => {
    const id = field(request, 'id');
    return typeof id === 'bigint' && BigInt.asIntN(64, id) !== id;
  }),
  fails(
    'on ids beyond int32',
    ({ plant }) => plant !== undefined && BigInt.asIntN(32, plant.id) !== plant.id,
  ),
  fails('on emoji', ({ plant }) => /[\u{10000}-\u{10FFFF}]/u.test(plant?.name ?? '')),
  fails('on umlauts', ({ plant }) => /[^\0-\x7F]/.test(plant?.name ?? '')),
  fails('on control characters', ({ plant }) => /\p{Cc}/u.test(plant?.name ?? '')),
  fails('on apostrophes', ({ plant }) => (plant?.name ?? '').includes("'")),
  fails('on percent signs', ({ plant }) => (plant?.name ?? '').includes('%')),
  fails('on an empty name', ({ plant }) => plant?.name === ''),
  fails('on an empty tag', ({ plant }) => plant?.tag === ''),
  fails('on names of 1000', ({ plant }) => (plant?.name.length ?? 0) >= 1000),
  fails('on names of 10,000', ({ plant }) => (plant?.name.length ?? 0) >= 10_000),
  fails('without a tag', ({ plant }) => plant !== undefined && plant.tag === undefined),
  fails(
    'on unknown fields',
    ({ plant, value }) =>
      plant !== undefined &&
      Object.keys(value as object).some((key) => !['id', 'name', 'tag'].includes(key)),
  ),
  fault(
    'fails on a used id',
    onRefusal(() => OOPS, 'used-id'),
  ),
  fault(
    'fails on another media type',
    onRefusal(() => OOPS, 'media-type'),
  ),
  fault(
    'fails on other methods',
    onRefusal(() => ({ ...OOPS, status: 501 }), 'method'),
  ),
  fault(
    'fails on other paths',
    onRefusal(() => OOPS, 'path'),
  ),
  fails('without a token', ({ headers }) => headers.authorization === undefined),
  fails('on another scheme', ({ headers }) => /^basic/i.test(headers.authorization ?? '')),
  fails('on a charset', ({ headers }) => /charset/i.test(headers['content-type'] ?? '')),
  fails('with 503 one time in twenty', nth(20), { ...OOPS, status: 503 }),
  fails('one time in fifty', nth(50)),
  fails('one time in a hundred', nth(100)),
  fails('at the first request', ({ count }) => count === 1),
  fails('at the second request', ({ count }) => count === 2),
  fails('after 100 requests', ({ count }) => count > 100),
  fails('after 200 requests', ({ count }) => count > 200),
  fails('always', () => true),
  fails('on a used connection', ({ onConnection }) => onConnection > 1),
  fails('at the tenth request of a connection', ({ onConnection }) => onConnection === 10),
  fails('on large bodies', isLarge),
  fault(
    'fails where more than eight are under way',
    always(async (reply, { parallel }) => {
      await wait(2);
      return parallel > 8 ? OOPS : reply;
    }),
  ),
  fault(
    'fails where more than four are under way',
    always(async (reply, { parallel }) => {
      await wait(2);
      return parallel > 4 ? { ...OOPS, status: 503 } : reply;
    }),
  ),
];

const closed: readonly Faulty[] = [
  drops('every connection', () => true),
  drops('one connection in twenty', nth(20)),
  drops('the second request of each connection', ({ onConnection }) => onConnection === 2),
  drops('the third request of each connection', ({ onConnection }) => onConnection === 3),
  drops('on broken JSON', isBroken),
  drops('on null', ({ value }) => value === null),
  drops('on a missing body', ({ bytes }) => bytes.length === 0),
  drops('on large bodies', isLarge),
  drops('on emoji', ({ plant }) => /[\u{10000}-\u{10FFFF}]/u.test(plant?.name ?? '')),
  drops('on ids beyond 2^53', ({ plant }) => plant !== undefined && plant.id > 2n ** 53n),
  drops('without a token', ({ headers }) => headers.authorization === undefined),
  drops('after 100 requests', ({ count }) => count > 100),
  drops('on broken JSON', isBroken, true),
  drops('one connection in twenty', nth(20), true),
  drops('large bodies', isLarge, true),
  fault('resets large bodies before it has read them', () => ({
    preempt: ({ headers, socket }) => {
      if (Number(headers['content-length'] ?? 0) < 500_000) return false;
      socket.resetAndDestroy();
      return true;
    },
  })),
  fault('is gone after a large body', (plain) => {
    let close = (): void => {};
    return {
      listen: (server) => {
        plain.listen(server);
        close = () => {
          server.close();
          server.closeAllConnections();
        };
      },
      finish: (reply, request) => {
        if (!isLarge(request)) return reply;
        close();
        return undefined;
      },
    };
  }),
  fault('is gone after 100 requests', () => {
    let close = (): void => {};
    return {
      listen: (server) => {
        close = () => {
          server.close();
          server.closeAllConnections();
        };
      },
      finish: (reply, { count }) => (count >= 100 ? close() : reply) as Reply,
    };
  }),
];

const silent: readonly Faulty[] = [
  hangs('always', () => true),
  hangs('on broken JSON', isBroken),
  hangs('on a missing body', ({ bytes }) => bytes.length === 0),
  hangs('on tag null', (request) => field(request, 'tag') === null),
  hangs('on large bodies', isLarge),
  hangs('one time in fifty', nth(50)),
  hangs('after 50 requests', ({ count }) => count > 50),
  hangs('at the second request of a connection', ({ onConnection }) => onConnection === 2),
  fault(
    'hangs where more than eight are under way',
    always((reply, { parallel }) => (parallel > 8 ? undefined : wait(2).then(() => reply))),
  ),
];

/** Writes bytes of its own where `when` says so. */
const raw =
  (
    when: When,
    write: (reply: Reply, body: Buffer, socket: PlantRequest['socket']) => void,
  ): Change =>
  (plain) => ({
    write: (response: ServerResponse, reply, request) => {
      if (when(request)) write(reply, bodyOf(reply), request.socket);
      else plain.write(response, reply, request);
    },
  });
const head = (status: number, headers: string): string =>
  `HTTP/1.1 ${status} X\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;
const often = nth(10);
const broken = (name: string, change: Change, rules?: Faulty['rules']): Faulty =>
  fault(name, change, rules);

const framing: readonly Faulty[] = [
  broken(
    'half a body',
    raw(often, ({ status }, body, socket) => {
      socket.end(head(status, `Content-Length: ${body.length + 10}`) + body.toString());
    }),
  ),
  broken(
    'half a chunked body',
    raw(often, ({ status }, _, socket) => {
      socket.end(`${head(status, 'Transfer-Encoding: chunked')}5\r\n{"nam`);
    }),
  ),
  broken(
    'a chunked body without its end',
    raw(often, ({ status }, body, socket) => {
      socket.end(
        `${head(status, 'Transfer-Encoding: chunked')}${body.length.toString(16)}\r\n${body.toString()}\r\n`,
      );
    }),
  ),
  broken(
    'half of the headers',
    raw(often, ({ status }, _, socket) => {
      socket.end(`HTTP/1.1 ${status} X\r\nContent-Ty`);
    }),
  ),
  broken(
    'a reset within the body',
    raw(often, ({ status }, body, socket) => {
      socket.write(head(status, `Content-Length: ${body.length + 10}`) + body.toString(), () =>
        socket.resetAndDestroy(),
      );
    }),
  ),
  broken(
    'no HTTP',
    raw(often, (_, __, socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')),
  ),
  broken(
    'a body without headers',
    raw(often, (_, body, socket) => socket.end(body)),
  ),
  broken(
    'chunks of a wrong size',
    raw(often, ({ status }, body, socket) => {
      socket.end(
        `${head(status, 'Transfer-Encoding: chunked')}3\r\n${body.toString()}\r\n0\r\n\r\n`,
      );
    }),
  ),
  broken(
    'two lengths',
    raw(often, ({ status }, body, socket) => {
      socket.end(
        head(status, `Content-Length: ${body.length}\r\nContent-Length: ${body.length + 1}`) +
          body.toString(),
      );
    }),
  ),
  broken(
    'a length that is no number',
    raw(often, ({ status }, body, socket) => {
      socket.end(head(status, 'Content-Length: many') + body.toString());
    }),
  ),
  broken(
    'bytes behind the body',
    raw(often, ({ status }, body, socket) => {
      socket.write(
        `${head(status, `Content-Length: ${body.length}`)}${body.toString()}\r\n\r\nextra`,
      );
    }),
  ),
  broken(
    'a length too long, and then the end',
    onSuccess((reply) => withHeaders(reply, { 'Content-Length': '9999', Connection: 'close' })),
  ),
  broken(
    'a length in characters',
    always((reply) =>
      withHeaders(reply, { 'Content-Length': String(bodyOf(reply).toString().length) }),
    ),
    ['R6', 'R1', 'R2'],
  ),
  broken(
    'a length one too short',
    onSuccess((reply) =>
      withHeaders(reply, { 'Content-Length': String(bodyOf(reply).length - 1) }),
    ),
    ['R6', 'R1'],
  ),
];

/** Answers that begin and don't end. */
const stalled: readonly Faulty[] = [
  broken(
    'half a body, and then silence',
    raw(nth(60), ({ status }, body, socket) => {
      socket.write(head(status, `Content-Length: ${body.length + 10}`) + body.toString());
    }),
  ),
  broken(
    'headers, and then silence',
    raw(nth(60), ({ status }, body, socket) => {
      socket.write(head(status, `Content-Length: ${body.length}`));
    }),
  ),
  broken(
    'a length one too long',
    onSuccess((reply) =>
      withHeaders(reply, { 'Content-Length': String(bodyOf(reply).length + 1) }),
    ),
  ),
];

const climbing = (name: string, ms: (request: PlantRequest) => number): Faulty => ({
  name,
  rules: ['R6'],
  severity: 'warning',
  change: always((async (reply, request) => {
    await wait(ms(request));
    return reply;
  }) satisfies Rewrite),
});

const latency: readonly Faulty[] = [
  climbing('takes 2 ms longer each time', ({ count }) => count * 2),
  climbing('starts at 20 ms and takes 1 ms longer each time', ({ count }) => 20 + count),
  climbing('takes longer with the square', ({ count }) => (count * count) / 500),
];

const still = new Int32Array(new SharedArrayBuffer(4));

/** These are judged alone: they would hide the climbs of others, or others theirs. */
const working: readonly Faulty[] = [
  climbing('takes 0.2 ms longer each time', ({ count }) => count * 0.2),
  {
    name: 'takes plants 1/8 ms longer each time',
    isFaint: true,
    rules: ['R6'],
    severity: 'warning',
    change: onSuccess(async (reply, { count }) => (await wait(count / 8), reply)),
  },
  {
    name: 'works longer each time, one request at a time',
    rules: ['R6'],
    severity: 'warning',
    change: always((reply, { count }) => {
      // As if it worked: it serves nobody meanwhile. The processor is left to other tests.
      Atomics.wait(still, 0, 0, count / 12);
      return reply;
    }),
  },
];

/** Errors of the server, of its connections and of its bytes. */
export const failureFaults: readonly Faulty[] = [
  ...errors,
  ...closed,
  ...framing,
  ...waiting([...silent, ...stalled, ...latency]),
  ...working,
];
