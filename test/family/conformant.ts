/** Stores that keep the contract, and answer what it leaves open each in its own way. */
import { gzipSync } from 'node:zlib';
import { type Change, bodyOf, created } from './base-store.ts';
import {
  admitting,
  always,
  both,
  isObject,
  onError,
  onPlant,
  onRefusal,
  onSuccess,
  refusing,
  unique,
  wait,
  waiting,
  withBody,
  withHeaders,
  withType,
} from './changes.ts';
import type { Conformant } from './member.ts';
import { type Plant, Refusal, type Reply, refuse } from './plant-request.ts';
import { connections } from './conformant-connections.ts';
import { frameworks } from './conformant-frameworks.ts';
import { texts } from './conformant-texts.ts';

const statuses = (status: number, ...reasons: Refusal['reason'][]): Change =>
  onRefusal((reply) => ({ ...reply, status, json: { error: status, message: 'no' } }), ...reasons);

const demandsToken =
  (status: number, headers: Reply['headers'] = {}): Change =>
  (plain) => ({
    admit: (request) =>
      request.headers.authorization === 'Bearer secret'
        ? plain.admit(request)
        : refuse('token', 'a valid token is required', status, headers),
  });

/** A store that holds plants already. */
const holding =
  (ids: readonly bigint[]): Change =>
  (plain) => {
    const held = new Set(ids);
    return {
      create: (plant, request) =>
        held.has(plant.id)
          ? refuse('used-id', `id ${plant.id} is already used`)
          : plain.create(plant, request),
    };
  };

/** How the store answers an id that is used already. */
const onUsed =
  (answer: (stored: Plant, plant: Plant) => Reply | Refusal): Change =>
  () => {
    const plants = new Map<bigint, Plant>();
    return {
      create: (plant) => {
        const stored = plants.get(plant.id);
        if (stored) return answer(stored, plant);
        plants.set(plant.id, plant);
        return created(plant);
      },
    };
  };
const usedId = (message: string, status = 400): Refusal => refuse('used-id', message, status);

const identities: readonly Conformant[] = [
  { name: 'takes a used id again', change: onUsed((_, plant) => created(plant)) },
  { name: 'answers a used id with the first plant', change: onUsed((stored) => created(stored)) },
  { name: 'a used id is a 409', change: statuses(409, 'used-id') },
  { name: 'a used id is a 422', change: statuses(422, 'used-id') },
  {
    name: 'a used id is a 303 to the plant that has it',
    change: onUsed((_, { id }) => ({
      status: 303,
      headers: { Location: `/plants/${id}` },
      body: '',
    })),
  },
  {
    name: 'a used id is a 208 with the plant that has it',
    change: onUsed((stored) => ({ ...created(stored), status: 208 })),
  },
  {
    name: 'a used id is refused with the whole plant that has it',
    change: onUsed((stored) =>
      usedId(`conflicts with ${JSON.stringify({ ...stored, id: String(stored.id) })}`),
    ),
  },
  {
    name: 'a used id is named by the plant that has it',
    change: onUsed((stored) => usedId(`${stored.name} (${stored.tag ?? 'no tag'}) has this id`)),
  },
  {
    name: 'a used id is refused with the time and a number of the request',
    change: onUsed(() =>
      usedId(`conflict at ${new Date().toISOString()}, request ${unique()}`, 409),
    ),
  },
  {
    name: 'a used id is refused with another error number each time',
    change: onUsed((_, { id }) => {
      const refusal = usedId('exists already');
      const error = Number(BigInt.asIntN(20, id * 31n));
      return new Refusal('used-id', {
        ...refusal.reply,
        json: { error, message: 'exists already' },
      });
    }),
  },
  { name: 'holds the plants 1, 2 and 3', change: holding([1n, 2n, 3n]) },
  {
    name: 'holds plants at the edges of the ids',
    change: holding([0n, -1n, 1n, 2n ** 31n, 2n ** 53n - 1n, -(2n ** 63n), 2n ** 63n - 1n]),
  },
  {
    name: 'one answer for every refusal',
    change: onError(() => ({ error: 1, message: 'bad request' })),
  },
  {
    name: 'one answer for every refusal, and holds plants',
    change: both(
      holding([0n, 1n, 2n ** 63n - 1n]),
      onError(() => ({ error: 1, message: 'bad request' })),
    ),
  },
  {
    name: 'names can be used once',
    change: (plain) => {
      const names = new Set<string>();
      return {
        create: (plant, request) => {
          if (names.has(plant.name)) return refuse('taste', `the name ${plant.name} is taken`, 409);
          const reply = plain.create(plant, request);
          if (!(reply instanceof Refusal)) names.add(plant.name);
          return reply;
        },
      };
    },
  },
];

const answers: readonly Conformant[] = [
  { name: 'the plain store', change: () => ({}) },
  { name: 'repeats the id', change: onPlant((fields, { id }) => ({ id, ...fields })) },
  {
    name: 'fields of its own',
    change: always((reply) => ({
      ...reply,
      json: {
        createdAt: '2026-01-01T00:00:00Z',
        links: [{ self: '/plants/1' }],
        version: 3.5,
        owner: null,
        ...(reply.json as object),
      },
    })),
  },
  {
    name: 'a charset',
    change: always((reply) => withType(reply, 'application/json; charset=utf-8')),
  },
  {
    name: 'a media type in capitals',
    change: always((reply) => withType(reply, 'Application/JSON;Charset="UTF-8"')),
  },
  {
    name: 'parameters of its own',
    change: always((reply) => withType(reply, 'application/json; profile="x;y"; v=2')),
  },
  {
    name: 'escapes beyond ASCII',
    change: always((reply) =>
      withBody(reply, (text) =>
        text.replaceAll(
          /[^\0-\x7F]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
      ),
    ),
  },
  {
    name: 'escapes slashes',
    change: always((reply) => withBody(reply, (text) => text.replaceAll('/', String.raw`\/`))),
  },
  {
    name: 'pretty bodies',
    change: always((reply) =>
      withBody(reply, (text) => `\r\n ${JSON.stringify(JSON.parse(text), undefined, '\t')}\r\n`),
    ),
  },
  {
    name: 'error numbers at the edges',
    change: onError((fields) => ({ ...fields, error: -(2 ** 31) })),
  },
  {
    name: 'error number 0 and an empty message',
    change: onError(() => ({ error: 0, message: '' })),
  },
  {
    name: 'messages beyond ASCII',
    change: onError(() => ({ error: 7, message: 'Ungültig: 植物 🌱\n„nein“' })),
  },
  {
    name: 'messages that say what was sent',
    change: onRefusal((reply, { bytes }) => ({
      ...reply,
      json: {
        error: 400,
        message: `can't take ${bytes.toString().slice(0, 200)} (line 1, column 17)`,
      },
    })),
  },
  {
    name: 'messages that look technical',
    change: onError(() => ({
      error: 400,
      message:
        'Unexpected token } in JSON at position 42 (see https://store.example/docs/errors.html#json)',
    })),
  },
  {
    name: 'drops no tag but an empty one',
    change: onPlant(({ name, tag }) => (tag === '' ? { name } : { name, tag })),
    surprises: ['R4'],
  },
];

const undocumented: readonly Conformant[] = [
  { name: 'another media type is a 415', change: statuses(415, 'media-type') },
  { name: 'a broken shape is a 422', change: statuses(422, 'shape') },
  { name: 'broken JSON is a 422', change: statuses(422, 'syntax', 'no-body') },
  { name: 'a missing body is a 411', change: statuses(411, 'no-body') },
  {
    name: 'everything is a 404',
    change: statuses(404, 'shape', 'syntax', 'no-body', 'media-type'),
  },
  {
    name: 'what is missing is a 401',
    change: onRefusal((reply) =>
      /required/.test(JSON.stringify(reply.json)) ? { ...reply, status: 401 } : reply,
    ),
  },
  { name: 'everything is a 418', change: statuses(418) },
  {
    name: 'demands a token, else 401',
    token: 'secret',
    change: demandsToken(401, { 'WWW-Authenticate': 'Bearer' }),
  },
  { name: 'demands a token, else 403', token: 'secret', change: demandsToken(403) },
  { name: 'demands a token, else 400', token: 'secret', change: demandsToken(400) },
  {
    name: 'a 401 without a body',
    token: 'secret',
    change: both(
      demandsToken(401),
      onRefusal(() => ({ status: 401, headers: {}, body: '' }), 'token'),
    ),
  },
  {
    name: 'other paths and methods in HTML',
    change: onRefusal(
      ({ status }) => ({
        status,
        headers: { 'Content-Type': 'text/html' },
        body: `<h1>${status}</h1>`,
      }),
      'path',
      'method',
    ),
  },
  {
    name: 'other paths and methods in plain text',
    change: onRefusal(
      (reply) => withType({ ...reply, body: 'nothing here' }, 'text/plain'),
      'path',
      'method',
    ),
  },
  {
    name: 'refusals as problem documents',
    surprises: ['R3'],
    change: onRefusal((reply) =>
      withType(
        { ...reply, status: 422, json: { title: 'no', status: 422 } },
        'application/problem+json',
      ),
    ),
  },
  {
    name: 'refusals as plain text',
    surprises: ['R3'],
    change: onRefusal((reply) => withType({ ...reply, status: 422, body: 'no' }, 'text/plain')),
  },
  {
    name: 'refusals without a body',
    change: onRefusal(() => ({ status: 422, headers: {}, body: '' })),
  },
  {
    name: 'a limit of 64 KiB',
    change: admitting((request, plain) =>
      request.bytes.length > 65_536
        ? refuse('taste', 'the body is too large', 413)
        : plain.admit(request),
    ),
  },
  {
    name: 'rate limits in headers',
    change: always((reply) =>
      withHeaders(reply, {
        'RateLimit-Limit': '1000',
        'RateLimit-Remaining': '999',
        'Retry-After': '1',
      }),
    ),
  },
];

const tastes: readonly Conformant[] = [
  {
    name: 'no empty names',
    change: refusing('name must not be empty', ({ name }) => name.trim() === ''),
  },
  {
    name: 'no long texts',
    change: refusing('too long', ({ name, tag }) => Math.max(name.length, tag?.length ?? 0) > 255),
  },
  {
    name: 'no long texts, as a 413',
    change: refusing(
      'too long',
      ({ name, tag }) => Math.max(name.length, tag?.length ?? 0) > 900,
      413,
    ),
  },
  {
    name: 'nothing beyond ASCII',
    change: refusing('ASCII only', ({ name, tag }) => /[^\0-\x7F]/.test(name + (tag ?? ''))),
  },
  {
    name: 'no emoji',
    change: refusing('no emoji', ({ name, tag }) =>
      /[\u{10000}-\u{10FFFF}]/u.test(name + (tag ?? '')),
    ),
  },
  {
    name: 'no control characters',
    change: refusing('no control characters', ({ name, tag }) =>
      /\p{Cc}/u.test(name + (tag ?? '')),
    ),
  },
  {
    name: 'no white space at the edges',
    change: refusing('trim it', ({ name, tag = '' }) => name !== name.trim() || tag !== tag.trim()),
  },
  { name: 'no empty tags', change: refusing('tag must not be empty', ({ tag }) => tag === '') },
  {
    name: 'no unknown fields',
    change: (plain) => ({
      judge: (value, request) => {
        const isKnown = (key: string): boolean => ['id', 'name', 'tag'].includes(key);
        const odd = isObject(value) ? Object.keys(value).find((key) => !isKnown(key)) : undefined;
        return odd === undefined
          ? plain.judge(value, request)
          : refuse('taste', `unknown field ${odd}`);
      },
    }),
  },
  {
    name: 'the first of two equal keys counts',
    change: (plain) => ({
      judge: (value, request) => {
        const plant = plain.judge(value, request);
        const names = request.bytes.toString().match(/"name"\s*:\s*"(?:[^"\\]|\\.)*"/g) ?? [];
        if (plant instanceof Refusal || names.length < 2) return plant;
        return { ...plant, name: String((JSON.parse(`{${names[0]}}`) as { name: unknown }).name) };
      },
    }),
  },
  {
    name: 'no key twice',
    change: (plain) => ({
      judge: (value, request) => {
        const names = request.bytes.toString().match(/"name"\s*:/g) ?? [];
        return names.length > 1
          ? refuse('taste', 'name stands there twice')
          : plain.judge(value, request);
      },
    }),
  },
  {
    name: 'integers in digits only',
    change: (plain) => ({
      judge: (value, request) =>
        isObject(value) && typeof value['id'] === 'number'
          ? refuse('shape', 'id must be an integer')
          : plain.judge(value, request),
    }),
  },
  {
    name: 'takes JSON under any name',
    change: admitting((request, plain) => {
      const refusal = plain.admit(request);
      return refusal?.reason === 'media-type' ? undefined : refusal;
    }),
  },
];

const timing: readonly Conformant[] = [
  { name: 'slow, but steady: 20 ms', change: always(async (reply) => (await wait(20), reply)) },
  { name: 'slow, but steady: 40 ms', change: always(async (reply) => (await wait(40), reply)) },
  {
    name: 'now slow, now quick',
    change: always(async (reply) => (await wait(Math.random() * 25), reply)),
  },
  {
    name: 'stands still now and then',
    change: always(async (reply, { count }) => (await wait(count % 37 === 0 ? 120 : 1), reply)),
  },
  {
    name: 'the first answer takes its time',
    change: always(async (reply, { count }) => (await wait(count === 1 ? 700 : 0), reply)),
  },
  {
    name: 'slow while it is new, then quick',
    change: always(async (reply, { count }) => (await wait(Math.max(0, 40 - count / 2)), reply)),
  },
  {
    name: 'one request at a time',
    change: () => {
      let last: Promise<void> = Promise.resolve();
      return {
        finish: async (reply) => {
          last = last.then(() => wait(2));
          await last;
          return reply;
        },
      };
    },
  },
  {
    name: 'busy while others are served',
    change: always(async (reply, { parallel }) => (await wait(2 * parallel), reply)),
  },
  {
    name: 'slow refusals',
    change: onRefusal(async (reply) => (await wait(60), reply)),
  },
  {
    name: 'slow with large bodies',
    change: onSuccess(async (reply, { bytes }) => (await wait(bytes.length / 5000), reply)),
  },
];

const codings: readonly Conformant[] = [
  {
    name: 'gzip where it is asked for',
    change: always((reply, { headers }) =>
      /\bgzip\b/.test(headers['accept-encoding'] ?? '')
        ? withHeaders(
            { ...reply, body: gzipSync(bodyOf(reply)) },
            { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' },
          )
        : reply,
    ),
  },
  {
    name: 'gzip in any case',
    change: always((reply) =>
      withHeaders({ ...reply, body: gzipSync(bodyOf(reply)) }, { 'Content-Encoding': 'gzip' }),
    ),
  },
];

/** Every conformant store. */
export const conformant: readonly Conformant[] = [
  ...answers,
  ...identities,
  ...undocumented,
  ...texts,
  ...frameworks,
  ...tastes,
  ...waiting(timing),
  ...codings,
  ...connections,
];
