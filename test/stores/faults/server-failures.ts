import {
  type Fault,
  html,
  oops,
  hang,
  drop,
  impatient,
  onSuccess,
  onRefusal,
  field,
  trace,
  fault,
  surprise,
} from './fault.ts';
import { toJson, wait, type Reply, type Trick } from '../store.ts';

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

/** Server errors and connections. */
export const serverFailures: readonly Fault[] = [
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
    onSuccess((reply, { count }) => (count > 30 && count < 40 ? half : reply)),
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
