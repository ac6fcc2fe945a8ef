/** What options of the command line take: each parser, and its values as JSON Schema. */
import { InvalidArgumentError } from 'commander';
import type { VerifyOptions } from '../../index.ts';

type IntegerRange = NonNullable<VerifyOptions['idRange']>;

type Parser = (text: string, ...previous: never[]) => unknown;

type JsonType = 'array' | 'integer' | 'number' | 'object' | 'string';

/** As much JSON Schema as an option needs. */
export interface OptionSchema {
  readonly type: JsonType | readonly JsonType[];
  readonly [keyword: string]: unknown;
}

const schemas = new WeakMap<Parser, OptionSchema>();

/** Says in JSON Schema which values an option's parser takes, for the config file's schema. */
export function withSchema<Own extends Parser>(parser: Own, schema: OptionSchema): Own {
  schemas.set(parser, schema);
  return parser;
}

/** What {@link withSchema} said of a parser. */
export function schemaOf(parser: Parser | undefined): OptionSchema | undefined {
  return parser === undefined ? undefined : schemas.get(parser);
}

/** A parser for an option that can be given several times. */
export const several: (value: string, values?: readonly string[]) => string[] = withSchema(
  (value: string, values: readonly string[] = []) => [...values, value],
  { type: 'array', items: { type: 'string' } },
);

const VALUE = /^[^=]+=/;

/** Reads `NAME=VALUE`; repeatable. In a config file it is a map, `values`. */
export const valueOption: (text: string, values?: readonly string[]) => string[] = withSchema(
  (text: string, values: readonly string[] = []): string[] => {
    if (VALUE.test(text)) return [...values, text];
    throw new InvalidArgumentError('It must be NAME=VALUE, as in owner=octocat.');
  },
  { type: 'object' },
);

/** Milliseconds that a timer can count; a longer one would overflow and fire at once. */
const MAX_MILLISECONDS: number = 2 ** 31 - 1;

/** Bytes of a body that one buffer can hold for sure: 1 GiB. */
export const MAX_BODY_LIMIT: number = 2 ** 30;

/** A parser for an option that takes an integer from `minimum` to `maximum`. */
export function integerOption(
  minimum: number,
  maximum: number = Number.MAX_SAFE_INTEGER,
): (text: string) => number {
  return numeric('integer', minimum, maximum);
}

/** A parser for an option that takes a number from `minimum` to `maximum`, such as 0.5. */
export function numberOption(minimum: number, maximum: number): (text: string) => number {
  return numeric('number', minimum, maximum);
}

/** Milliseconds of the units that times are given in. */
const UNITS = { ms: 1, s: 1000, m: 60_000 };

const TIME = /^(\d+(?:\.\d+)?)(ms|s|m)?$/;

/** A parser for a time in `unit`, or with another one behind it: `30s`. Milliseconds are whole. */
export function timeOption(
  unit: 's' | 'ms',
  minimum: number,
  maximum: number = MAX_MILLISECONDS,
): (text: string) => number {
  const [type, what] =
    unit === 'ms' ? (['integer', 'whole milliseconds'] as const) : (['number', 'seconds'] as const);
  const parser = (text: string): number => {
    const [, digits, named = unit] = TIME.exec(text) ?? [];
    const factor = UNITS[named as keyof typeof UNITS] / UNITS[unit];
    // Times have no more digits than that: 0.29 s is 290 ms.
    const value = Number((Number(digits) * factor).toFixed(6));
    const isWhole = type === 'number' || Number.isInteger(value);
    if (isWhole && value >= minimum && value <= maximum) return value;
    throw new InvalidArgumentError(
      `It must be ${what} from ${minimum} to ${maximum}, or a time with a unit: 500ms, 30s or 5m.`,
    );
  };
  return withSchema(parser, { type: [type, 'string'], minimum, maximum, pattern: TIME.source });
}

function numeric(
  type: 'integer' | 'number',
  minimum: number,
  maximum: number,
): (text: string) => number {
  const form = type === 'integer' ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/;
  return withSchema(
    (text: string) => {
      const value = Number(text);
      if (form.test(text) && value >= minimum && value <= maximum) return value;
      const what = type === 'integer' ? 'an integer' : 'a number';
      throw new InvalidArgumentError(`It must be ${what} from ${minimum} to ${maximum}.`);
    },
    { type, minimum, maximum },
  );
}

const RANGE = /^(-?\d+)\.\.(-?\d+)$/;

/** Reads `FROM..TO`, both inclusive and exact: `5000..9007199254740993`. */
export const idRangeOption: (text: string) => IntegerRange = withSchema(
  (text: string): IntegerRange => {
    const [, from, to] = RANGE.exec(text) ?? [];
    if (from === undefined || to === undefined) {
      throw new InvalidArgumentError('It must be FROM..TO, as in 5000000..5999999.');
    }
    const range = { minimum: BigInt(from), maximum: BigInt(to) };
    if (Object.values(range).some((end) => BigInt.asIntN(64, end) !== end)) {
      throw new InvalidArgumentError('Both ends must be int64.');
    }
    if (range.minimum > range.maximum) {
      throw new InvalidArgumentError('It is empty: put its lower end first.');
    }
    return range;
  },
  { type: 'string', pattern: RANGE.source },
);

const SHARD = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/;

/** Reads `2/4`: the second of four parts. */
export function shardOption(text: string): { index: number; count: number } {
  const [, index = 0, count = 0] = (SHARD.exec(text) ?? []).map(Number);
  if (index > 0 && index <= count) return { index, count };
  throw new InvalidArgumentError('It must be one of several parts, as in 2/4.');
}

/** Long enough to be told from others, short enough for any limit on a text. */
const MARKER = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,30}[\p{L}\p{N}])?$/u;

/** Reads a marker: it stands in texts that are created, so it must do no harm there. */
export const markerOption: (text: string) => string = withSchema(
  (text: string): string => {
    if (MARKER.test(text)) return text;
    throw new InvalidArgumentError(
      'It must have 1 to 32 letters and digits, with blanks, ".", "_" or "-" between them.',
    );
  },
  { type: 'string', minLength: 1, maxLength: 32 },
);

/** Reads an origin, such as `https://app.test`, or `*`; repeatable. */
export const originOption: (text: string, origins?: readonly string[]) => string[] = withSchema(
  (text: string, origins: readonly string[] = []): string[] => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (text === '*') return [...origins, text];
    if (url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) {
      return [...origins, url.origin];
    }
    throw new InvalidArgumentError('It must be an origin, as in https://app.test, or *.');
  },
  { type: 'array', items: { type: 'string' } },
);
