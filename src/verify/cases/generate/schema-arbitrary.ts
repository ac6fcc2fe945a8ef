/** Values drawn from a schema. */
import * as fc from 'fast-check';
import type { JsonNumber, JsonValue } from '../../../openapi/json/json-value.ts';
import { exactNumber, toJsonNumber } from '../../../openapi/json/exact-number.ts';
import {
  type EffectiveSchema,
  type JsonType,
  impliedType,
} from '../../../openapi/schema/effective-schema.ts';
import { isValidFor } from '../../../openapi/schema/compile-schema.ts';
import { isFormedNumber } from '../../../model/believable/numbers.ts';
import { likelyLeaf } from '../../../model/believable/likely-leaf.ts';
import { isTextFormat } from '../../../openapi/schema/formats.ts';
import { isVast } from '../../../openapi/schema/least-size.ts';
import { MAX_LENGTH } from '../../../openapi/schema/pattern-texts.ts';
import { MAX_ITEMS, sampleValue } from '../../../openapi/schema/sample-value.ts';

/** Deeper than this, nothing is there that needn't be. */
const FLAT_DEPTH = 4;

/** Parts of a schema that are drawn from: where there are more, what is optional ends earlier. */
const MAX_PARTS = 1000;

const MAX_DEPTH = 8;

/** Of more values, only so many are drawn from. */
const MAX_DRAWN = 1000;

/** How much of a schema is drawn from. */
interface Extent {
  /** The depth from which on nothing is there that needn't be. */
  readonly flat: number;
  /** How many parts more there may be; negative where there were too many. */
  left: number;
}

/** Values of a schema, plain ones more often than odd ones. Keys come in any order. */
export function schemaArbitrary(schema: EffectiveSchema): fc.Arbitrary<JsonValue> {
  for (let flat = FLAT_DEPTH; flat > 1; flat -= 1) {
    const extent = { flat, left: MAX_PARTS };
    const arbitrary = partArbitrary(schema, extent, 0);
    if (extent.left >= 0) return arbitrary;
  }
  return partArbitrary(schema, { flat: 1, left: Infinity }, 0);
}

function partArbitrary(
  schema: EffectiveSchema,
  extent: Extent,
  depth: number,
): fc.Arbitrary<JsonValue> {
  extent.left -= 1;
  if (schema.values !== undefined && schema.values.length > 0) {
    return fc.constantFrom(...schema.values.slice(0, MAX_DRAWN));
  }
  const { types, minItems, maxItems = minItems, minLength, maxLength = minLength } = schema;
  const isOver = minItems > MAX_ITEMS || minLength > MAX_LENGTH || isVast(schema);
  const isEmpty = types.length === 0 || minItems > maxItems || minLength > maxLength;
  // Nothing is of a schema that contradicts itself; and what contains itself has to end.
  const isLeftOut = depth > MAX_DEPTH || extent.left < 0;
  if (isEmpty || isOver || isLeftOut) return fc.constant(null);
  const implied = types.length > 4 ? impliedType(schema) : undefined;
  // Where nothing tells the type, a scalar is as good as anything.
  const any = implied === undefined ? (['string', 'integer', 'boolean'] as const) : [implied];
  const chosen = types.length > 4 ? any : types;
  return fc.oneof(...chosen.map((type) => typeArbitrary(schema, type, extent, depth)));
}

function typeArbitrary(
  schema: EffectiveSchema,
  type: JsonType,
  extent: Extent,
  depth: number,
): fc.Arbitrary<JsonValue> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return integers(schema);
    case 'number':
      return numbers(schema);
    case 'string':
      return texts(schema);
    case 'array': {
      const { minItems: minLength, items } = schema;
      const maxLength = depth > extent.flat ? minLength : (schema.maxItems ?? minLength + 3);
      const item = items === undefined ? fc.boolean() : partArbitrary(items, extent, depth + 1);
      return fc.array(item, { minLength, maxLength });
    }
    default:
      return objects(schema, extent, depth);
  }
}

/** So far apart are most numbers of which the schema gives but one bound, or none: a service may have another. */
const ORDINARY_SPAN = 100;

/** How far the others are apart. */
const WIDE_SPAN = 2 ** 32;

function integers({ minimum, maximum }: EffectiveSchema): fc.Arbitrary<JsonValue> {
  const whole = (edge: JsonNumber | undefined): bigint | undefined =>
    typeof edge === 'bigint' || edge === undefined ? edge : BigInt(Math.ceil(Number(edge)));
  const [low, high] = [whole(minimum), whole(maximum)];
  return withinSpan(low === undefined || high === undefined, (width) => {
    const span = BigInt(width);
    const start = width === ORDINARY_SPAN ? 0n : -span / 2n;
    const min = low ?? (high === undefined || high > 0n ? start : high - span);
    const max = high ?? min + span;
    return fc.bigInt({ min, max: max < min ? min : max });
  }).map((value) => toJsonNumber(value));
}

function numbers({ minimum, maximum }: EffectiveSchema): fc.Arbitrary<JsonValue> {
  const [low, high] = [minimum, maximum].map((edge) =>
    edge === undefined ? undefined : Number(edge),
  );
  return withinSpan(low === undefined || high === undefined, (span) => {
    const start = span === ORDINARY_SPAN ? 0 : -span / 2;
    const min = low ?? (high === undefined || high > 0 ? start : high - span);
    const max = high ?? min + span;
    return fc.double({ min, max: Math.max(min, max), noNaN: true });
  }).map((value) => exactNumber(value === 0 ? '0' : String(value)));
}

/** Mostly ordinary numbers where a bound is missing, now and then any. */
function withinSpan<Value>(
  isOpen: boolean,
  drawn: (span: number) => fc.Arbitrary<Value>,
): fc.Arbitrary<Value> {
  const ordinary = drawn(ORDINARY_SPAN);
  if (!isOpen) return ordinary;
  return fc.oneof({ weight: 6, arbitrary: ordinary }, { weight: 1, arbitrary: drawn(WIDE_SPAN) });
}

// Built from code points: the ready-made units of fast-check take half a second to set up.
const codePoint = (min: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map((point) => String.fromCodePoint(point));
/** What nobody has a reason to refuse. */
const plain = fc.oneof(
  { weight: 8, arbitrary: codePoint(0x61, 0x7a) },
  { weight: 4, arbitrary: codePoint(0x41, 0x5a) },
  { weight: 2, arbitrary: codePoint(0x30, 0x39) },
  fc.constantFrom(' ', '-'),
);
const anyCharacter = fc.oneof(
  codePoint(0, 0x2ff),
  // Surrogates, which lie between these two, are no characters.
  codePoint(0x300, 0xd7ff),
  codePoint(0xe000, 0xfffd),
  codePoint(0x1f300, 0x1faff),
);

function plainOnly(text: string): string {
  return text.replaceAll(/[^A-Za-z\d]/g, '-');
}

function texts(schema: EffectiveSchema): fc.Arbitrary<string> {
  const { minLength, maxLength = minLength + 40, pattern, format } = schema;
  if (pattern !== undefined || (format !== undefined && isTextFormat(format))) {
    const sample = sampleValue(schema);
    return fc.constant(typeof sample === 'string' ? sample : '');
  }
  const ofUnit = (unit: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc.string({ unit, minLength, maxLength, size: 'medium' });
  return fc.oneof(
    { weight: 6, arbitrary: ofUnit(plain).map((text) => text.replaceAll(/^ | $/g, '-')) },
    // Other symbols only beside what is open already.
    {
      weight: 1,
      arbitrary: ofUnit(anyCharacter).map((text) => text.replace(/^[ -~]*$/, plainOnly)),
    },
  );
}

/** What most services hold to what its name tells: whether anything else is taken, cases of its own ask. */
function likely(name: string, schema: EffectiveSchema): fc.Arbitrary<JsonValue> | undefined {
  const type = schema.types.find((each) => each !== 'null');
  const isFormed =
    type === 'string' || ((type === 'integer' || type === 'number') && isFormedNumber(name));
  if (schema.values !== undefined || !isFormed) return undefined;
  const value = likelyLeaf(name).value({ type, path: [], schema });
  return value === undefined || !isValidFor(value, schema, 'request')
    ? undefined
    : fc.constant(value);
}

function objects(schema: EffectiveSchema, extent: Extent, depth: number): fc.Arbitrary<JsonValue> {
  const sent = [...schema.properties].filter(
    ([name, { readOnly }]) => (depth < extent.flat || schema.required.has(name)) && !readOnly,
  );
  const names = sent.map(([name]) => name);
  const members = Object.fromEntries(
    sent.map(([name, property]) => {
      return [name, likely(name, property) ?? partArbitrary(property, extent, depth + 1)];
    }),
  );
  const requiredKeys = names.filter((name) => schema.required.has(name));
  return fc
    .tuple(
      fc.record(members, { requiredKeys }),
      fc.shuffledSubarray(names, { minLength: names.length }),
    )
    .map(([value, order]) =>
      Object.fromEntries(
        order.filter((name) => Object.hasOwn(value, name)).map((name) => [name, value[name]!]),
      ),
    );
}
