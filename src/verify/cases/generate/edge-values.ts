/** What programs get wrong: the edges of numbers, and texts of all kinds. */
import type { Form } from '../../../model/form.ts';
import { openFile } from '../../../model/requests/made-up-files.ts';
import {
  type JsonNumber,
  type JsonValue,
  isIntegerValue,
  isJsonObject,
} from '../../../openapi/json/json-value.ts';
import { pointerLabel, toPointer } from '../../../openapi/pointer.ts';
import { type EffectiveSchema, integersOf } from '../../../openapi/schema/effective-schema.ts';
import { toJsonNumber } from '../../../openapi/json/exact-number.ts';
import { fittingNumbers } from '../../../openapi/schema/fitting-numbers.ts';
import { valueOf } from '../../../model/requests/slots.ts';
import { equalJson } from '../../../openapi/schema/equal-json.ts';

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

/** A body as far as something in it could be unusual. */
export interface Body {
  readonly value?: JsonValue | undefined;
  readonly form?: Form | undefined;
  readonly schema?: EffectiveSchema | undefined;
  /** What it is where nothing is unusual. */
  readonly usual?: JsonValue | undefined;
}

/** Longer texts are not ordinary where the schema gives no limit. */
const ORDINARY_LENGTH = 64;

/**
 * What makes a text one that a service may have its own rules about, although the schema takes it;
 * `undefined` for printable ASCII of ordinary length.
 */
function unusual(text: string, examples: readonly JsonValue[] = []): string | undefined {
  if (text === '') return 'is empty';
  if (text.length > ORDINARY_LENGTH) return `has more than ${ORDINARY_LENGTH} characters`;
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(text)) return 'has control characters';
  if (/[^ -~]/.test(text)) return 'has characters beyond ASCII';
  if (text.trim() !== text) return 'has white space at its edge';
  const isShown =
    examples.length === 0 || examples.some((example) => !isText(example) || example.includes(' '));
  return isShown || !text.includes(' ') ? undefined : 'has a blank, unlike its example';
}

function isText(value: JsonValue): value is string {
  return typeof value === 'string';
}

/** Whether a list or a map has nothing in it, and nothing says that it may. */
function isOpenlyEmpty(value: JsonValue, schema: EffectiveSchema): boolean {
  const { items, properties, additional, examples } = schema;
  const isList = Array.isArray(value);
  if (!isList && !isJsonObject(value)) return false;
  if (Object.keys(value).length > 0) return false;
  const holds = isList ? items !== undefined : properties.size === 0 && additional !== undefined;
  const isStated = schema.keyword(isList ? 'minItems' : 'minProperties') !== undefined;
  return holds && !isStated && !examples.some((example) => equalJson(example, value));
}

function isUsual(value: JsonValue, usual: JsonValue | undefined, path: readonly string[]): boolean {
  const was = usual === undefined ? undefined : valueOf(usual, path);
  return was !== undefined && equalJson(was, value);
}

/** The first file that a service may have rules of its own about, as a sentence. */
export function unusualFile(
  value: JsonValue | undefined,
  form: Form | undefined,
): string | undefined {
  const name = openFile(form, value);
  return name && `a service may have rules of its own about what is in the file ${name}`;
}

/** The first such text, list or map in a value, as a sentence: `name is empty: …`. */
export function unusualPart(
  value: JsonValue = null,
  { form, schema, usual }: Omit<Body, 'value'>,
  path: readonly string[] = [],
): string | undefined {
  const isEmpty =
    schema !== undefined && isOpenlyEmpty(value, schema) && !isUsual(value, usual, path);
  const emptiness = isEmpty ? 'is empty' : undefined;
  const what = typeof value === 'string' ? unusual(value, schema?.examples) : emptiness;
  if (what !== undefined) {
    const label = pointerLabel(toPointer(path));
    return `${label} ${what}: the schema allows it, and nothing more is said about it`;
  }
  if (!Array.isArray(value) && !isJsonObject(value)) return undefined;
  for (const [key, child] of Object.entries(value)) {
    if (form?.fields.get(key)?.isFile === true) continue;
    const childSchema =
      schema?.properties.get(key) ?? (isJsonObject(value) ? undefined : schema?.items);
    const found = unusualPart(child, { schema: childSchema, usual }, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
