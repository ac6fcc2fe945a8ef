import { onPlant, refusing } from './changes.ts';
import type { Conformant } from './member.ts';
import { refuse } from './plant-request.ts';

const noLonger = (name: number, tag: number, status?: number): Conformant => ({
  name: `names up to ${name}, tags up to ${tag}${status === undefined ? '' : `, else ${status}`}`,
  change: refusing(
    'too long',
    (plant) => plant.name.length > name || (plant.tag ?? '').length > tag,
    status,
  ),
});
const without = (what: string, characters: RegExp, status?: number): Conformant => ({
  name: `no ${what}`,
  change: refusing(
    'not allowed',
    ({ name, tag = '' }) => characters.test(name) || characters.test(tag),
    status,
  ),
});
const trimming = (what: string, trim: (text: string) => string): Conformant => ({
  name: what,
  change: onPlant((fields, { name, tag }) => ({
    ...fields,
    name: trim(name),
    ...(tag === undefined ? {} : { tag: trim(tag) }),
  })),
});

/** Stores that have limits for texts, which no sentence of the specification rules out. */
export const texts: readonly Conformant[] = [
  noLonger(50, 20),
  noLonger(64, 64),
  noLonger(100, 100, 422),
  noLonger(120, 32, 413),
  without('double quotes', /"/),
  without('apostrophes', /'/),
  without('backslashes', /\\/),
  without('angle brackets', /[<>]/, 422),
  without('braces', /[{}]/),
  without('slashes', /\//),
  without('symbols at all', /[^\w\s-]/, 422),
  without('NUL', /\0/),
  trimming('trims', (text) => text.trim()),
  trimming('trims the start', (text) => text.trimStart()),
  trimming('trims the end', (text) => text.trimEnd()),
  {
    name: 'trims first, then wants a name of 1 to 100 characters',
    change: (plain) => ({
      create: (plant, request) => {
        const name = plant.name.trim();
        return name === '' || name.length > 100
          ? refuse('taste', 'name must have 1 to 100 characters', 422)
          : plain.create({ ...plant, name }, request);
      },
    }),
  },
];
