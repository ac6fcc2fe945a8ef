import { type Change, created } from '../base-store.ts';
import { onName, onPlant, onSuccess, onTag, remembering, wait } from '../changes.ts';
import type { Faulty } from '../member.ts';
import type { Plant } from '../plant-request.ts';

const name = (what: string, change: (name: string) => string): Faulty => ({
  name: `names ${what}`,
  rules: ['R4'],
  change: onName(change),
});
const tag = (what: string, change: (tag: string) => unknown): Faulty => ({
  name: `tags ${what}`,
  rules: ['R4'],
  change: onTag(change),
});
const id = (
  what: string,
  change: (id: bigint) => unknown,
  rules: Faulty['rules'] = ['R7'],
): Faulty => ({
  name: `ids come back ${what}`,
  rules,
  change: onPlant((fields, plant) => ({ id: change(plant.id), ...fields })),
});
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const names: readonly Faulty[] = [
  name('in lowercase', (text) => text.toLowerCase()),
  name('in uppercase', (text) => text.toUpperCase()),
  name('capitalised word by word', (text) => text.replaceAll(/\b[a-z]\w*/g, capitalise)),
  name('without double spaces', (text) => text.replaceAll(/ {2,}/g, ' ')),
  name('with all white space as a space', (text) => text.replaceAll(/\s+/g, ' ')),
  name('cut at 20', (text) => text.slice(0, 20)),
  name('cut at 50', (text) => text.slice(0, 50)),
  name('cut at 64', (text) => text.slice(0, 64)),
  name('cut at 100', (text) => text.slice(0, 100)),
  name('cut at 255', (text) => text.slice(0, 255)),
  name('cut at 1000', (text) => text.slice(0, 1000)),
  name('cut at 4096', (text) => text.slice(0, 4096)),
  name('cut with dots', (text) => (text.length > 60 ? `${text.slice(0, 57)}...` : text)),
  name('cut at a NUL', (text) => text.replace(/\0.*$/s, '')),
  name('cut at a line break', (text) => text.replace(/\n.*$/s, '')),
  name('cut at a quote', (text) => text.replace(/".*$/s, '')),
  name('in NFC', (text) => text.normalize('NFC')),
  name('in NFD', (text) => text.normalize('NFD')),
  name('in NFKC', (text) => text.normalize('NFKC')),
  name('escaped twice', (text) => JSON.stringify(text).slice(1, -1)),
  name('with doubled backslashes', (text) => text.replaceAll('\\', '\\\\')),
  name('without backslashes', (text) => text.replaceAll('\\', '')),
  name('with doubled apostrophes', (text) => text.replaceAll("'", "''")),
  name('with escaped apostrophes', (text) => text.replaceAll("'", String.raw`\'`)),
  name('in quotes', (text) => `"${text}"`),
  name('escaped for HTML', escapeHtml),
  name('with quotes escaped for HTML', (text) =>
    text.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  ),
  name('with only the ampersand escaped', (text) => text.replaceAll('&', '&amp;')),
  name('with entities resolved', (text) => text.replaceAll('&amp;', '&').replaceAll('&lt;', '<')),
  name('without HTML tags', (text) => text.replaceAll(/<[^>]*>/g, '')),
  name('URL-encoded', (text) => encodeURIComponent(text.toWellFormed())),
  name('URL-decoded', decode),
  name('with plus signs as spaces', (text) => text.replaceAll('+', ' ')),
  name('without emoji', (text) => text.replaceAll(/\p{Extended_Pictographic}/gu, '')),
  name('without astral characters', (text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '')),
  name('with ? for astral characters', (text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?')),
  name('with halves of astral characters', (text) => text.replaceAll(/[\uDC00-\uDFFF]/g, '\uFFFD')),
  name('with ? beyond ASCII', (text) => text.replaceAll(/[^\0-\x7F]/g, '?')),
  name('without accents', (text) =>
    text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC'),
  ),
  name('as Latin-1 read from UTF-8', (text) => Buffer.from(text).toString('latin1')),
  name('without control characters', (text) => text.replaceAll(/\p{Cc}/gu, '')),
  name('without line breaks', (text) => text.replaceAll(/[\r\n]/g, '')),
  name('with CRLF for line breaks', (text) => text.replaceAll(/\r?\n/g, '\r\n')),
  name('with spaces for tabs', (text) => text.replaceAll('\t', '    ')),
  name('without joiners', (text) => text.replaceAll('\u200D', '')),
  name('without punctuation', (text) => text.replaceAll(/[^\p{L}\p{N}\p{M}\p{S}\p{C}\s-]/gu, '')),
  name('with curly quotes', (text) => text.replaceAll("'", '’')),
  name('as slugs', (text) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')),
  name('backwards', (text) => text.split('').toReversed().join('')),
  name('with something added', (text) => `${text}!`),
  name('with the word "null" emptied', (text) => text.replace(/^null\b/, '')),
  { name: 'names all the same', rules: ['R4'], change: onName(() => 'Monstera deliciosa') },
  { name: 'names empty', rules: ['R4'], change: onName(() => '') },
];

const tags: readonly Faulty[] = [
  {
    name: 'tags dropped',
    rules: ['R4'],
    severity: 'warning',
    change: onPlant(({ name }) => ({ name })),
  },
  tag('in lowercase', (text) => text.toLowerCase()),
  tag('in uppercase', (text) => text.toUpperCase()),
  tag('cut at 10', (text) => text.slice(0, 10)),
  tag('cut at 32', (text) => text.slice(0, 32)),
  tag('escaped for HTML', escapeHtml),
  tag('with ? beyond ASCII', (text) => text.replaceAll(/[^\0-\x7F]/g, '?')),
  tag('emptied', () => ''),
  tag('split at a comma', (text) => text.split(',')[0]),
  tag('all the same', () => 'plant'),
  {
    name: 'tags made up',
    rules: ['R4'],
    change: onPlant((fields) => ({ tag: 'unknown', ...fields })),
  },
  {
    name: 'tags empty for none',
    rules: ['R4'],
    change: onPlant((fields) => ({ tag: '', ...fields })),
  },
  {
    name: 'tags "null" for none',
    rules: ['R4'],
    change: onPlant((fields) => ({ tag: 'null', ...fields })),
  },
  {
    name: 'tags made of the name',
    rules: ['R4'],
    change: onPlant((fields, plant) => ({ tag: plant.name, ...fields })),
  },
  {
    name: 'name and tag swapped',
    rules: ['R4'],
    change: onPlant((fields, plant) =>
      plant.tag === undefined ? fields : { name: plant.tag, tag: plant.name },
    ),
  },
  {
    name: 'tags carried over from the request before',
    rules: ['R4'],
    change: onPlant((fields, _, { before }) =>
      before?.tag === undefined ? fields : { tag: before.tag, ...fields },
    ),
  },
  {
    name: 'tags carried over on one connection',
    rules: ['R4'],
    change: remembering(() => {
      const tags = new WeakMap<object, string>();
      return (reply, { socket, plant }) => {
        const carried = tags.get(socket);
        if (plant?.tag !== undefined) tags.set(socket, plant.tag);
        return carried === undefined
          ? reply
          : { ...reply, json: { tag: carried, ...(reply.json as object) } };
      };
    }),
  },
  {
    name: 'the last tag that was ever sent',
    rules: ['R4'],
    change: remembering(() => {
      let last: string | undefined;
      return (reply, { plant }) => {
        last = plant?.tag ?? last;
        return last === undefined
          ? reply
          : { ...reply, json: { tag: last, ...(reply.json as object) } };
      };
    }),
  },
];

const ids: readonly Faulty[] = [
  id('rounded', (value) => BigInt(Number(value))),
  id('as doubles', Number),
  id('as strings', String),
  id('as null', () => null),
  id('as null where they are large', (value) => (value > 2n ** 53n ? null : value)),
  id('as fractions', (value) => (BigInt.asIntN(32, value) === value ? Number(value) + 0.5 : value)),
  id('cut to 32 bits', (value) => BigInt.asIntN(32, value)),
  id('unsigned', (value) => BigInt.asUintN(64, value)),
  id('positive', (value) => (value < 0n ? -value : value), ['R4', 'R7']),
  id('clamped to 2^53-1', (value) => (value > 2n ** 53n - 1n ? 2n ** 53n - 1n : value)),
  id('clamped to 2^31-1', (value) => (value > 2n ** 31n - 1n ? 2n ** 31n - 1n : value)),
  id('as large ones in strings only', (value) => (value > 2n ** 53n ? String(value) : value)),
  id('as large ones in exponents', (value) => (value > 2n ** 53n ? Number(value) * 1000 : value), [
    'R4',
    'R7',
  ]),
  id('as float32', (value) => BigInt(Math.fround(Number(value)))),
  id('made up', () => 7n, ['R4']),
  id('one too high', (value) => value + 1n, ['R4', 'R7']),
  id('in hex', (value) => value.toString(16), ['R4', 'R7']),
  id('as a UUID', () => crypto.randomUUID(), ['R4', 'R7']),
];

/** Plants by a key that different ids share. */
const mistaken =
  (key: (plant: Plant) => unknown): Change =>
  () => {
    const plants = new Map<unknown, Plant>();
    return {
      create: (plant) => {
        const known = plants.get(key(plant));
        if (known) return created(known);
        plants.set(key(plant), plant);
        return created(plant);
      },
    };
  };

const mixed: readonly Faulty[] = [
  {
    name: 'plants mixed up between parallel requests',
    rules: ['R4'],
    change: remembering(() => {
      let current: unknown;
      return async (reply) => {
        current = reply.json;
        await wait(1);
        return { ...reply, json: current };
      };
    }),
  },
  {
    name: 'names mixed up between parallel requests, rarely',
    rules: ['R4'],
    change: remembering(() => {
      let current: unknown;
      return async (reply, { count }) => {
        current = reply.json;
        if (count % 10 !== 0) return reply;
        await wait(1);
        return { ...reply, json: current };
      };
    }),
  },
  {
    name: 'plants mixed up where more than eight are under way',
    rules: ['R4'],
    change: remembering(() => {
      let current: unknown;
      return async (reply, { parallel }) => {
        current = reply.json;
        await wait(2);
        return { ...reply, json: parallel > 8 ? current : reply.json };
      };
    }),
  },
  {
    name: 'one answer in twenty is the plant before',
    rules: ['R4'],
    change: onSuccess((reply, { before, count }) =>
      count % 20 === 0 && before ? { ...reply, json: created(before).json } : reply,
    ),
  },
  {
    name: 'names mixed up between parallel requests',
    rules: ['R4'],
    change: remembering(() => {
      let name: string | undefined;
      return async (reply, { plant }) => {
        ({ name } = plant!);
        await wait(1);
        return { ...reply, json: { ...(reply.json as object), name } };
      };
    }),
  },
  {
    name: 'one name in nine is that of the plant before',
    rules: ['R4'],
    change: onPlant((fields, _, { before, count }) =>
      count % 9 === 0 && before ? { ...fields, name: before.name } : fields,
    ),
  },
  {
    name: 'the second plant is answered with the first',
    rules: ['R4'],
    change: remembering(() => {
      const first: unknown[] = [];
      return (reply) => {
        first.push(reply.json);
        return first.length === 2 ? { ...reply, json: first[0] } : reply;
      };
    }),
  },
  {
    name: 'every plant is answered with the first',
    rules: ['R4'],
    change: remembering(() => {
      let first: unknown;
      return (reply) => ({ ...reply, json: (first ??= reply.json) });
    }),
  },
  {
    name: 'plants found again by rounded ids',
    rules: ['R4', 'R7'],
    change: mistaken(({ id }) => Number(id)),
  },
  {
    name: 'plants found again by the lower 32 bits of ids',
    rules: ['R4', 'R7'],
    change: mistaken(({ id }) => BigInt.asUintN(32, id)),
  },
  {
    name: 'plants found again by their first words',
    rules: ['R4'],
    change: mistaken(({ name }) => name.slice(0, 10)),
  },
  {
    name: 'plants found again by their tags',
    rules: ['R4'],
    change: mistaken(({ tag }) => tag ?? crypto.randomUUID()),
  },
];

export const valueFaults: readonly Faulty[] = [...names, ...tags, ...ids, ...mixed];
