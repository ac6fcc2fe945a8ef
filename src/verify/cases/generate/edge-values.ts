/** What programs get wrong: the edges of numbers, and texts of all kinds. */
import { type JsonNumber, isIntegerValue } from '../../../openapi/json/json-value.ts';
import type { EffectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import { textOf } from '../../../openapi/json/stringify-json.ts';
import { toJsonNumber } from '../../../openapi/json/exact-number.ts';
import { fittingNumbers, integersOf } from '../../../openapi/schema/fitting-numbers.ts';

/** The least and the greatest numbers that a schema allows, with their neighbours where it is known. */
export function edgeNumbers(schema: EffectiveSchema): JsonNumber[] {
  const range = integersOf(schema);
  if (range === undefined) {
    return [schema.minimum, schema.maximum].filter((edge) => edge !== undefined);
  }
  const { minimum, maximum } = range;
  return [minimum, minimum + 1n, maximum - 1n, maximum].map(toJsonNumber);
}

/** A fraction that a schema allows, one that a double holds exactly where there is a choice. */
export function edgeFraction(schema: EffectiveSchema): JsonNumber | undefined {
  const { types, minimum, maximum, multipleOf } = schema;
  if (!types.includes('number')) return undefined;
  const bounds = { isInteger: false, minimum, maximum, multipleOf };
  const halves = [0, minimum, maximum].flatMap((edge) =>
    typeof edge === 'number' ? [Math.floor(edge) + 0.5, Math.ceil(edge) - 0.5] : [],
  );
  return fittingNumbers(bounds, multipleOf === undefined ? halves : [multipleOf]).find(
    (number) => !isIntegerValue(number),
  );
}

/** Where number types of languages and wire formats end. */
const WELL_KNOWN: readonly JsonNumber[] = [
  0,
  1,
  -1,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53 - 1,
  2n ** 53n,
  2n ** 53n + 1n,
  -(2 ** 53) + 1,
  -(2n ** 53n) - 1n,
];

/** Such numbers, or the multiples beyond them that a schema wants. */
export function wellKnown({ format, multipleOf }: EffectiveSchema): readonly JsonNumber[] {
  const known = WELL_KNOWN.slice(0, format === 'int64' || format === 'int32' ? undefined : 5);
  if (typeof multipleOf !== 'number' || !Number.isSafeInteger(multipleOf)) return known;
  // The next multiple is beyond the same end.
  const step = BigInt(Math.abs(multipleOf));
  return known.map((value) => {
    const whole = BigInt(textOf(value));
    const rest = whole % step;
    return toJsonNumber(rest === 0n ? whole : whole - rest + (whole < 0n ? -step : step));
  });
}

/** A kind of text that programs get wrong in a way of its own. */
interface StringClass {
  /** Completes "name with …". */
  readonly name: string;
  /** @param mark Adds the run's marker, where the property carries it. */
  make(mark: (base: string) => string): string;
  /** Over 1,000 characters. */
  readonly isLarge?: boolean;
  /** Services may have rules of their own about such characters. Default false. */
  readonly hasSymbols?: boolean;
}

export const SYMBOLS = 'the schema allows any symbol, and nothing more is said about them';

function symbols(name: string, text: string): StringClass {
  return { ...plain(name, text), hasSymbols: true };
}

function plain(name: string, text: string): StringClass {
  return { name, make: (mark) => mark(text) };
}

/** @param length Of the whole text, with the marker. */
function long(name: string, length: number): StringClass {
  const text = 'All work and no play. '.repeat(length / 22 + 1).slice(0, length - 24);
  return { name, make: (mark) => mark(text).padEnd(length, 'x'), isLarge: length > 1000 };
}

/** The most ordinary first. */
export const stringClasses: readonly StringClass[] = [
  symbols(
    'every printable ASCII character',
    `x ${String.fromCharCode(
      ...Array(0x5e)
        .keys()
        .map((i) => 0x21 + i),
    )}`,
  ),
  symbols('characters that JSON gives a meaning', '{"a":[1,true,null],\\"b\\":\\\\}'),
  symbols('what URLs and pages spell otherwise', 'a+b %41%20 100% c=1&d=2 &amp; &#65;'),
  symbols('placeholders of template languages', '%s %d ${a} {{b}} #{c} $1'),
  {
    name: 'digits and leading zeros',
    make: (mark) => `00${mark('').replaceAll(/\D/g, '')}10`,
  },
  long('120 characters', 120),
  { name: 'no characters', make: () => '' },
  { name: 'white space at its edges', make: (mark) => ` ${mark('edges')} ` },
  plain('Latin-1 letters', 'àéîõü ÀÉÎÕÜ ß ñ ÿ ¿ ½ ×'),
  plain('CJK characters', '漢字 かな 한글 ，。'),
  plain('astral characters', '🌿 𝔄𝔟 𠮷 👩‍👩‍👧 🇩🇪'),
  plain('combining characters', 'e\u0301 n\u0303 o\u0308\u0323'),
  plain('right-to-left text', 'עברית شجرة abc'),
  plain('control characters as escapes', 'a\b\t\n\f\r\u0001\u001f\u007f b'),
  plain('the escape of NUL', 'a\u0000b'),
  plain('Unicode line and byte order marks', 'a\u2028b\u2029c\uFEFFd\u200B'),
  long('1,000 characters', 1000),
  long('10,000 characters', 10_000),
];
