import type { EffectiveSchema } from './effective-schema.ts';
import type { IntegerRange } from './formats.ts';
import { compareNumbers, isMultipleOf, numberKey, timesInteger } from '../json/exact-number.ts';
import {
  type JsonNumber,
  type JsonValue,
  RawNumber,
  isIntegerValue,
  isJsonNumber,
} from '../json/json-value.ts';

/** Between which numbers a schema's are; both ends are among them. */
export interface NumberBounds extends Pick<EffectiveSchema, 'minimum' | 'maximum' | 'multipleOf'> {
  readonly isInteger: boolean;
}

/** The integers that the schema takes, where both ends are known. */
export function integersOf(schema: EffectiveSchema): IntegerRange | undefined {
  const { minimum, maximum } = schema;
  const isWhole = (value: JsonNumber | undefined): value is number | bigint =>
    typeof value === 'bigint' || Number.isSafeInteger(value);
  if (!isWhole(minimum) || !isWhole(maximum)) return undefined;
  return { minimum: BigInt(minimum), maximum: BigInt(maximum) };
}

/** The bounds that a schema gives by its keywords, not by its format. */
export function boundsOf(schema: EffectiveSchema): JsonValue[] {
  return ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].flatMap(
    (keyword) => schema.keyword(keyword) ?? [],
  );
}

/** Steps that are tried from either end. */
const STEPS = 256;

/** Different numbers that a schema allows, the chosen or the most ordinary one first. */
export function ordinaryNumbers(
  { types, format, minimum, maximum, multipleOf }: EffectiveSchema,
  chosen: JsonValue | undefined,
): Iterable<JsonNumber> {
  // Many documents say just `number` where they mean integers.
  const fractions = format === 'float' || format === 'double' ? [42.5, 0.5] : [];
  const steps = typeof multipleOf === 'number' ? [multipleOf, multipleOf * 10] : [];
  const isInteger = !types.includes('number');
  const wanted = isJsonNumber(chosen) ? [chosen] : [...steps, ...fractions, 42, 1, 0];
  return fittingNumbers({ isInteger, minimum, maximum, multipleOf }, wanted);
}

/**
 * Different numbers within bounds: those that are wanted come first, then what is near the bounds.
 * None where no number fits, and possibly where those that do are far from each other.
 */
export function* fittingNumbers(
  bounds: NumberBounds,
  wanted: readonly JsonNumber[],
): Generator<JsonNumber, void, undefined> {
  const seen = new Set<string>();
  for (const number of candidates(bounds, wanted)) {
    const key = numberKey(number);
    if (seen.has(key) || !fits(number, bounds)) continue;
    seen.add(key);
    yield number;
  }
}

function fits(number: JsonNumber, bounds: NumberBounds): boolean {
  const { minimum, maximum, multipleOf } = bounds;
  return (
    (!bounds.isInteger || isIntegerValue(number)) &&
    (minimum === undefined || compareNumbers(number, minimum) >= 0) &&
    (maximum === undefined || compareNumbers(number, maximum) <= 0) &&
    (multipleOf === undefined || isMultipleOf(number, multipleOf))
  );
}

function* candidates(
  bounds: NumberBounds,
  wanted: readonly JsonNumber[],
): Generator<JsonNumber, void, undefined> {
  const { minimum, maximum } = bounds;
  yield* wanted;
  if (minimum !== undefined) yield minimum;
  if (maximum !== undefined) yield maximum;
  const from = minimum ?? maximum ?? 0;
  const direction = minimum === undefined && maximum !== undefined ? -1n : 1n;
  // Between the bounds of fractions, however close they are.
  const span = toNumber(maximum ?? Infinity) - toNumber(minimum ?? -Infinity);
  const unit = bounds.multipleOf ?? (bounds.isInteger ? 1 : Math.min(0.5, span / STEPS) || 0.5);
  const start = wholeTimes(unit, from);
  for (let i = 0n; i <= STEPS; i += 1n) yield timesInteger(unit, start + direction * i);
}

/** How often the unit goes into a number, about. */
function wholeTimes(unit: JsonNumber, number: JsonNumber): bigint {
  if (typeof number === 'bigint' && isIntegerValue(unit)) return number / BigInt(toNumber(unit));
  const times = Math.floor(toNumber(number) / toNumber(unit));
  return BigInt(Number.isFinite(times) ? times : 0);
}

function toNumber(number: JsonNumber): number {
  return Number(number instanceof RawNumber ? number.source : number);
}
