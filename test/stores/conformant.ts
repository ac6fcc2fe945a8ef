import { gzipSync } from 'node:zlib';
import { type StoreOptions, toJson, wait } from './store.ts';

/** A store that keeps the contract, and answers what it leaves open in its own way. */
export interface Conformant {
  readonly name: string;
  readonly options: StoreOptions;
}

const other = (status: number, reason: RegExp): StoreOptions => ({
  refusal: (problem) => (reason.test(problem) ? status : 400),
});
const plain = (status: number, type: string, text: string): StoreOptions => ({
  refusal: () => status,
  reply: (reply) =>
    reply.status === status ? { ...reply, headers: { 'content-type': type }, body: text } : reply,
});

/** Every conformant store. */
export const conformant: readonly Conformant[] = [
  { name: 'the plain store', options: {} },
  { name: 'ids can be used again', options: { uniqueIds: false } },
  { name: 'a used id is 409', options: other(409, /used/) },
  {
    name: 'one message for all refusals',
    options: {
      reply: (reply) =>
        reply.status === 400 ? { ...reply, json: { error: 1, message: 'bad request' } } : reply,
    },
  },
  { name: 'another media type is 415', options: other(415, /application\/json/) },
  { name: 'a broken schema is 422', options: other(422, /must|required/) },
  { name: 'everything is 401', options: other(401, /required/) },
  { name: 'refusals are plain text', options: plain(422, 'text/plain', 'no') },
  {
    name: 'refusals are problem documents',
    options: plain(422, 'application/problem+json', '{"title":"no"}'),
  },
  {
    name: 'refusals have no body',
    options: {
      refusal: () => 422,
      reply: (reply) => (reply.status === 422 ? { ...reply, headers: {}, body: '' } : reply),
    },
  },
  {
    name: 'the id is repeated',
    options: {
      reply: (reply, { plant }) =>
        reply.status === 200 ? { ...reply, json: { id: plant!.id, ...reply.json } } : reply,
    },
  },
  {
    name: 'fields of its own',
    options: {
      reply: (reply) => ({
        ...reply,
        json: { ...reply.json, createdAt: '2026-01-01', version: 3, links: { self: '/plants/1' } },
      }),
    },
  },
  {
    name: 'a charset',
    options: {
      reply: (reply) => ({
        ...reply,
        headers: { 'content-type': 'application/json; charset=utf-8' },
      }),
    },
  },
  {
    name: 'a media type in capitals',
    options: {
      reply: (reply) => ({
        ...reply,
        headers: { 'Content-Type': 'Application/JSON;charset="UTF-8"' },
      }),
    },
  },
  {
    name: 'escaped text',
    options: {
      reply: (reply) => ({
        ...reply,
        body: toJson(reply.json).replaceAll(
          /[^\0-\x7F]/g,
          (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
      }),
    },
  },
  {
    name: 'pretty bodies',
    options: {
      reply: (reply) => ({ ...reply, body: `${toJson(reply.json).replaceAll(',"', ', \n"')}\n` }),
    },
  },
  {
    name: 'chunked bodies',
    options: {
      reply: (reply) => (_socket, response) => {
        response.writeHead(reply.status, reply.headers);
        const text = Buffer.from(toJson(reply.json));
        response.write(text.subarray(0, 3));
        setImmediate(() => response.end(text.subarray(3)));
      },
    },
  },
  {
    name: 'gzip',
    options: {
      reply: (reply) => ({
        ...reply,
        headers: { ...reply.headers, 'content-encoding': 'gzip' },
        body: gzipSync(toJson(reply.json)),
      }),
    },
  },
  {
    name: 'closes after each answer, and says so',
    options: {
      reply: (reply) => ({ ...reply, headers: { ...reply.headers, connection: 'close' } }),
    },
  },
  {
    name: 'closes after each answer, and does not say so',
    options: {
      reply: (reply) => (socket) => {
        const text = toJson(reply.json);
        socket.end(
          `HTTP/1.1 ${reply.status} X\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
        );
      },
    },
  },
  {
    name: 'HTTP/1.0',
    options: {
      reply: (reply) => (socket) => {
        socket.end(
          `HTTP/1.0 ${reply.status} X\r\ncontent-type: application/json\r\n\r\n${toJson(reply.json)}`,
        );
      },
    },
  },
  { name: 'slow, but steady', options: { reply: async (reply) => (await wait(15), reply) } },
  {
    name: 'now slow, now quick',
    options: { reply: async (reply, { count }) => (await wait((count * 7919) % 13), reply) },
  },
  {
    name: 'no names beyond ASCII',
    options: {
      problem: (own, { plant }) =>
        own ?? (/[^ -~]/.test(plant?.name ?? '') ? 'name must be ASCII' : undefined),
    },
  },
  { name: 'short connections', options: { keepAliveMs: 1 } },
];
