import { randomInt } from 'node:crypto';
import type { Change } from '../base-store.ts';
import { admitting, both, isObject, mending, onPlant, reading } from '../changes.ts';
import type { Faulty } from '../member.ts';
import { parseExact } from '../exact-json.ts';
import type { Plant } from '../plant-request.ts';

const anId = (): bigint => BigInt(randomInt(2 ** 40));
const mend = (
  name: string,
  change: (fields: Record<string, unknown>) => unknown,
  rules: Faulty['rules'] = ['R5'],
): Faulty => ({
  name: `takes ${name}`,
  rules,
  change: mending((fields, value) => (isObject(value) ? (change(fields), fields) : value)),
});
/** Takes a body that is no object for one. */
const body = (name: string, is: (value: unknown) => boolean): Faulty => ({
  name: `takes ${name} for a plant`,
  rules: ['R5'],
  change: mending((_, value) => (is(value) ? { id: anId(), name: 'unknown' } : value)),
});
const read = (name: string, change: (text: string) => unknown): Faulty => ({
  name: `takes ${name}`,
  rules: ['R5'],
  change: reading(change),
});
/** Takes another media type, and reads it. */
const media = (name: string, type: RegExp, change: (text: string) => unknown): Faulty => ({
  name: `takes ${name}`,
  rules: ['R5'],
  change: both(
    admitting((request, plain) => {
      const refusal = plain.admit(request);
      const mediaType = request.headers['content-type'] ?? '';
      return refusal?.reason === 'media-type' && type.test(mediaType) ? undefined : refusal;
    }),
    reading(change),
  ),
});
const noBody = (when: (headers: object) => boolean): Change =>
  both(
    admitting((request, plain) => {
      const refusal = plain.admit(request);
      return refusal?.reason === 'no-body' && when(request.headers) ? undefined : refusal;
    }),
    reading((text) => (text === '' ? { id: anId(), name: 'unknown' } : undefined)),
  );
const is = (value: unknown, type: string): boolean => typeof value === type;
const isFraction = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) < 1e15;
const isNumber = (value: unknown): boolean => is(value, 'number') || is(value, 'bigint');
const toId = (value: unknown): unknown => {
  try {
    return BigInt(value as string);
  } catch {
    return anId();
  }
};
const field =
  (key: string, when: (value: unknown) => boolean, to: (value: unknown) => unknown) =>
  (fields: Record<string, unknown>): void => {
    if (key in fields && when(fields[key])) fields[key] = to(fields[key]);
  };

const ids: readonly Faulty[] = [
  mend('a missing id', (fields) => (fields['id'] ??= fields['id'] === null ? null : anId())),
  mend(
    'id null',
    field('id', (id) => id === null, anId),
  ),
  mend(
    'any word as id',
    field('id', (id) => is(id, 'string') && !/^\d+$/.test(String(id)), anId),
  ),
  mend(
    'digits in quotes as id',
    field('id', (id) => is(id, 'string') && /^\d+$/.test(String(id)), toId),
  ),
  mend(
    'an empty id',
    field('id', (id) => id === '', anId),
  ),
  mend(
    'a boolean as id',
    field('id', (id) => is(id, 'boolean'), anId),
  ),
  mend('a list as id', field('id', Array.isArray, anId)),
  mend('an object as id', field('id', isObject, anId)),
  mend(
    'fractions as id, cut off',
    field('id', isFraction, (id) => BigInt(Math.trunc(Number(id)))),
  ),
  mend('fractions as id', field('id', isFraction, anId)),
  mend(
    '2^63 as id',
    field('id', (id) => id === 2n ** 63n, anId),
    ['R7'],
  ),
  mend(
    '-2^63-1 as id',
    field('id', (id) => id === -(2n ** 63n) - 1n, anId),
    ['R7'],
  ),
  mend(
    'ids beyond int64, wrapped',
    field(
      'id',
      (id) => is(id, 'bigint'),
      (id) => BigInt.asIntN(64, id as bigint),
    ),
    ['R7'],
  ),
  mend(
    'ids beyond int64 that a double rounds to its edge',
    field('id', (id) => is(id, 'bigint') && Number(id) === 2 ** 63, anId),
    ['R7'],
  ),
];

/** What languages make of rubbish: others use the same ids. */
const defaults: readonly Faulty[] = [
  mend('a missing id as 0', (fields) => (fields['id'] = 'id' in fields ? fields['id'] : 0n)),
  mend('id null as 0', (fields) => (fields['id'] = fields['id'] === null ? 0n : fields['id'])),
  mend(
    'words as id 0',
    field(
      'id',
      (id) => is(id, 'string') && !/^\d+$/.test(String(id)),
      () => 0n,
    ),
  ),
  mend(
    'booleans as ids 1 and 0',
    field(
      'id',
      (id) => is(id, 'boolean'),
      (id) => BigInt(Boolean(id)),
    ),
  ),
  mend(
    'lists as id 1',
    field('id', Array.isArray, () => 1n),
  ),
];

const texts: readonly Faulty[] = ['name', 'tag'].flatMap((key) => [
  mend(`${key} null`, (fields) => {
    if (fields[key] !== null) return;
    if (key === 'tag') delete fields[key];
    else fields[key] = 'null';
  }),
  mend(
    `an integer as ${key}`,
    field(key, (value) => is(value, 'bigint'), String),
  ),
  mend(
    `a fraction as ${key}`,
    field(key, (value) => is(value, 'number'), String),
  ),
  mend(`any number as ${key}`, field(key, isNumber, String)),
  mend(
    `a boolean as ${key}`,
    field(key, (value) => is(value, 'boolean'), String),
  ),
  mend(`a list as ${key}`, field(key, Array.isArray, String)),
  mend(`an object as ${key}`, field(key, isObject, String)),
]);

const names: readonly Faulty[] = [
  mend('a missing name', (fields) => ('name' in fields ? undefined : (fields['name'] = 'unknown'))),
  mend('anything as name', (fields) => (fields['name'] = String(fields['name']))),
  mend('anything as tag', (fields) =>
    'tag' in fields ? (fields['tag'] = String(fields['tag'])) : 0,
  ),
  {
    name: 'takes anything as tag, and answers it',
    rules: ['R5'],
    change: both(
      mending(({ tag, ...fields }, value) =>
        isObject(value) ? (typeof tag === 'string' ? { tag, ...fields } : fields) : value,
      ),
      onPlant((fields, _, { value }) => ({ ...fields, tag: (value as Plant).tag })),
    ),
  },
  mend('keys in any case', (fields) => {
    for (const [key, value] of Object.entries(fields)) fields[key.toLowerCase()] ??= value;
  }),
];

const bodies: readonly Faulty[] = [
  body('null', (value) => value === null),
  body('a list', Array.isArray),
  body('an empty list', (value) => Array.isArray(value) && value.length === 0),
  body('true', (value) => value === true),
  body('a number', isNumber),
  body('a string', (value) => is(value, 'string')),
  {
    name: 'takes a list with one plant',
    rules: ['R5'],
    change: mending((_, value) =>
      Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value,
    ),
  },
  body('an empty object', (value) => isObject(value) && Object.keys(value).length === 0),
  {
    name: 'takes anything',
    rules: ['R5', 'R7'],
    change: both(
      admitting((request, plain) => {
        const refusal = plain.admit(request);
        return refusal && ['path', 'method'].includes(refusal.reason) ? refusal : undefined;
      }),
      reading(() => ({ id: anId(), name: 'unknown' })),
      mending((fields, value) => ({
        id: typeof fields['id'] === 'bigint' ? BigInt.asIntN(64, fields['id']) : anId(),
        name: String(isObject(value) ? fields['name'] : 'unknown'),
        ...(typeof fields['tag'] === 'string' ? { tag: fields['tag'] } : {}),
      })),
    ),
  },
];

const noBodies: readonly Faulty[] = [
  {
    name: 'takes an empty body',
    rules: ['R5'],
    change: noBody((headers) => 'content-type' in headers),
  },
  {
    name: 'takes no body at all',
    rules: ['R5'],
    change: noBody((headers) => !('content-type' in headers)),
  },
  { name: 'takes any missing body', rules: ['R5'], change: noBody(() => true) },
];

const syntaxes: readonly Faulty[] = [
  read('JSON that breaks off', (text) => parseExact(`${text}}`)),
  read('JSON that breaks off anywhere', (text) =>
    text.startsWith('{"') ? { id: anId(), name: 'unknown' } : undefined,
  ),
  read('a trailing comma', (text) => parseExact(text.replace(/,\s*\}$/, '}'))),
  read('single quotes', (text) => parseExact(text.replaceAll("'", '"'))),
  read('a form under the name of JSON', (text) => fromForm(text)),
  media('a form', /form-urlencoded/, fromForm),
  media('XML', /xml/, fromXml),
];

function fromForm(text: string): unknown {
  const form = new URLSearchParams(text);
  const id = form.get('id');
  return id === null ? undefined : { id: BigInt(id), name: form.get('name') ?? 'unknown' };
}

function fromXml(text: string): unknown {
  const id = /<id>(\d+)</.exec(text)?.[1];
  return id === undefined ? undefined : { id: BigInt(id), name: 'unknown' };
}

/** What the specification rules out, and these stores take. */
export const acceptedFaults: readonly Faulty[] = [
  ...ids,
  ...defaults,
  ...texts,
  ...names,
  ...bodies,
  ...noBodies,
  ...syntaxes,
];
