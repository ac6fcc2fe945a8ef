import type { Change } from '../base-store.ts';
import { admitting, always, both, isObject, onError, refusing, wait } from '../changes.ts';
import type { Faulty } from '../member.ts';
import { type Plant, type PlantRequest, refuse } from '../plant-request.ts';

type When = (plant: Plant, request: PlantRequest) => boolean;

const fault = (rule: 'R1' | 'R7', name: string, message: string, when: When): Faulty => ({
  name: `refuses ${name}`,
  rules: [rule],
  change: refusing(message, when),
});
const request = (name: string, when: (request: PlantRequest) => boolean): Faulty => ({
  name: `refuses ${name}`,
  rules: ['R1'],
  change: admitting((received, plain) => {
    const refusal = plain.admit(received);
    return (
      refusal ??
      (received.bytes.length > 0 && when(received)
        ? refuse('taste', 'cannot read this')
        : undefined)
    );
  }),
});
const type = ({ headers }: PlantRequest): string => headers['content-type'] ?? '';
const generic = onError(() => ({ error: 1, message: 'bad request' }));
/** Refuses in the same words as everything else, used ids included. */
const silently = (rule: 'R1' | 'R7', name: string, when: When): Faulty => ({
  name: `refuses ${name}, in the words of any other refusal`,
  rules: [rule],
  change: both(refusing('', when), generic),
});
const keyed =
  (key: (id: bigint) => unknown): Change =>
  (plain) => {
    const used = new Set<unknown>();
    return {
      create: (plant, received) => {
        if (used.has(key(plant.id))) return refuse('used-id', `id ${plant.id} is already used`);
        used.add(key(plant.id));
        return plain.create(plant, received);
      },
    };
  };

const ids: readonly Faulty[] = [
  fault('R7', 'id 0', 'id is required', ({ id }) => id === 0n),
  fault('R7', 'id -1', 'id is unknown', ({ id }) => id === -1n),
  fault('R7', 'negative ids', 'id must be positive', ({ id }) => id < 0n),
  fault('R7', 'ids that are not positive', 'id must be positive', ({ id }) => id <= 0n),
  fault('R7', 'ids from 2^31', 'id is too large', ({ id }) => id >= 2n ** 31n),
  fault('R7', 'ids from 2^32', 'id is too large', ({ id }) => id >= 2n ** 32n),
  fault('R7', 'ids from 2^53', 'id is too large', ({ id }) => id >= 2n ** 53n),
  fault(
    'R7',
    'ids beyond 2^53 on both sides',
    'id is not safe',
    ({ id }) => !Number.isSafeInteger(Number(id)),
  ),
  fault('R7', 'ids below -2^53', 'id is too small', ({ id }) => id < -(2n ** 53n)),
  fault('R7', 'ids below -2^31', 'id is too small', ({ id }) => id < -(2n ** 31n)),
  fault('R7', 'the largest id', 'id is too large', ({ id }) => id === 2n ** 63n - 1n),
  fault('R7', 'the smallest id', 'id is too small', ({ id }) => id === -(2n ** 63n)),
  fault('R7', 'ids near 2^63', 'id is too large', ({ id }) => Number(id) >= 2 ** 63),
  fault('R7', 'ids of more than 18 digits', 'id is too long', ({ id }) => String(id).length > 18),
  silently('R7', 'negative ids', ({ id }) => id < 0n),
  silently('R7', 'ids from 2^53', ({ id }) => id >= 2n ** 53n),
  silently('R7', 'ids below -2^53', ({ id }) => id < -(2n ** 53n)),
  { name: 'takes rounded ids for used', rules: ['R7'], change: keyed(Number) },
  {
    name: 'takes ids with equal lower 32 bits for used',
    rules: ['R7', 'R1'],
    change: keyed((id) => BigInt.asUintN(32, id)),
  },
  {
    name: 'refuses ids from 2^53 with a 422',
    rules: ['R7'],
    change: refusing('id is too large', ({ id }) => id >= 2n ** 53n, 422),
  },
];

const texts: readonly Faulty[] = [
  fault('R1', 'plants without a tag', 'tag is required', ({ tag }) => tag === undefined),
  fault('R1', 'plants with a tag', 'unknown field tag', ({ tag }) => tag !== undefined),
  fault('R1', 'spaces in tags', 'tag is not allowed', ({ tag = '' }) => tag.includes(' ')),
  fault('R1', 'tags of digits', 'tag must be a string', ({ tag = '' }) => /^\d+$/.test(tag)),
  fault('R1', 'names that say null', 'name is required', ({ name }) => name.startsWith('null')),
  silently('R1', 'plants without a tag', ({ tag }) => tag === undefined),
  {
    name: 'refuses plants without a tag with a 422',
    rules: ['R1'],
    change: refusing('tag is required', ({ tag }) => tag === undefined, 422),
  },
];

const spellings: readonly Faulty[] = [
  request('a charset', (received) => type(received).includes('charset')),
  request('media types in capitals', (received) =>
    /[A-Z]/.test(type(received).split(';')[0] ?? ''),
  ),
  request('pretty bodies', ({ bytes }) => bytes.includes('\n')),
  request('white space before the body', ({ bytes }) => /^\s/.test(bytes.toString())),
  request('white space behind the body', ({ bytes }) => /\s$/.test(bytes.toString())),
  request('any space outside of texts', ({ bytes }) =>
    /[{,:]\s|\s[},:]/.test(bytes.toString().replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')),
  ),
  request('the tag first', ({ bytes }) => /^\s*\{\s*"tag"/.test(bytes.toString())),
  request('unicode escapes', ({ bytes }) => /\\u/.test(bytes.toString())),
  request('escaped slashes', ({ bytes }) => bytes.toString().includes(String.raw`\/`)),
  request('any escape', ({ bytes }) => bytes.toString().includes('\\')),
  request('escapes in keys', ({ bytes }) => /"\w*\\u[^"]*"\s*:/.test(bytes.toString())),
];

const others: readonly Faulty[] = [
  {
    name: 'refuses the second plant',
    rules: ['R1'],
    change: () => {
      let count = 0;
      return {
        finish: (reply, _, refusal) => {
          if (!refusal) count += 1;
          return count === 2 && !refusal ? refuse('taste', 'no').reply : reply;
        },
      };
    },
  },
  fault('R1', 'one plant in twenty', 'busy', (_, { count }) => count % 20 === 0),
  fault('R1', 'plants after 100 requests', 'the store is full', (_, { count }) => count > 100),
  fault('R1', 'plants after 150 requests', 'the store is full', (_, { count }) => count > 150),
  fault('R1', 'plants after 200 requests', 'the store is full', (_, { count }) => count > 200),
  fault('R1', 'every plant', 'no', () => true),
  {
    name: 'refuses plants on the fourth request of a connection',
    rules: ['R1'],
    change: refusing('no', (_, { onConnection }) => onConnection === 4),
  },
  {
    name: 'refuses every token',
    rules: ['R1'],
    change: admitting(() => refuse('token', 'no', 401)),
  },
  { name: 'knows no path', rules: ['R1'], change: admitting(() => refuse('path', 'no', 404)) },
  { name: 'knows no method', rules: ['R1'], change: admitting(() => refuse('method', 'no', 405)) },
  {
    name: 'wants the name in "plant"',
    rules: ['R1'],
    change: (plain) => ({
      judge: (value, received) => {
        const inner = isObject(value) ? value['plant'] : undefined;
        return inner === undefined
          ? refuse('shape', 'plant is required')
          : plain.judge(inner, received);
      },
    }),
  },
  {
    name: 'demands a key of its own',
    rules: ['R1'],
    change: admitting((received, plain) =>
      received.headers['x-api-key'] === undefined
        ? refuse('token', 'no key', 403)
        : plain.admit(received),
    ),
  },
  {
    name: 'refuses parallel requests',
    rules: ['R1'],
    change: always(async (reply, { parallel }) => {
      await wait(2);
      return parallel > 3 ? refuse('taste', 'busy').reply : reply;
    }),
  },
];

/** What the specification promises, and these stores refuse. */
export const refusedFaults: readonly Faulty[] = [...ids, ...texts, ...spellings, ...others];
