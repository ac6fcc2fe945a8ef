import {
  compareNumbers,
  exactNumber,
  isMultipleOf,
  numberKey,
  timesInteger,
} from '../json/exact-number.ts';
import { type JsonNumber, RawNumber, isIntegerValue } from '../json/json-value.ts';

/** Between which numbers a schema's are (JSON Schema 2020-12, validation 6.2). */
export interface NumberBounds {
  readonly isInteger: boolean;
  readonly minimum?: JsonNumber | undefined;
  readonly maximum?: JsonNumber | undefined;
  readonly exclusiveMinimum?: JsonNumber | undefined;
  readonly exclusiveMaximum?: JsonNumber | undefined;
  /** Above 0. */
  readonly multipleOf?: JsonNumber | undefined;
}

/** Steps that are tried from either end. */
const STEPS = 200;

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
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = bounds;
  return (
    (!bounds.isInteger || isIntegerValue(number)) &&
    (minimum === undefined || compareNumbers(number, minimum) >= 0) &&
    (maximum === undefined || compareNumbers(number, maximum) <= 0) &&
    (exclusiveMinimum === undefined || compareNumbers(number, exclusiveMinimum) > 0) &&
    (exclusiveMaximum === undefined || compareNumbers(number, exclusiveMaximum) < 0) &&
    (multipleOf === undefined || isMultipleOf(number, multipleOf))
  );
}

function* candidates(
  bounds: NumberBounds,
  wanted: readonly JsonNumber[],
): Generator<JsonNumber, void, undefined> {
  yield* wanted;
  const lowest = [bounds.minimum, bounds.exclusiveMinimum].filter((edge) => edge !== undefined);
  const highest = [bounds.maximum, bounds.exclusiveMaximum].filter((edge) => edge !== undefined);
  yield* lowest;
  yield* highest;
  const unit = bounds.multipleOf ?? (bounds.isInteger ? 1 : undefined);
  if (unit === undefined) yield* between(lowest.map(toNumber), highest.map(toNumber));
  const edge = lowest.toSorted(compareNumbers).at(-1);
  const direction = edge === undefined && highest.length > 0 ? -1n : 1n;
  const from = edge ?? highest.toSorted(compareNumbers)[0] ?? 0;
  for (const start of unit === undefined ? [] : multiplesNear(from, unit)) {
    for (let i = 0n; i < STEPS; i += 1n) yield timesInteger(unit!, start + direction * i);
  }
}

/** How often the unit goes into a number, about. */
function multiplesNear(number: JsonNumber, unit: JsonNumber): bigint[] {
  if (number instanceof RawNumber || unit instanceof RawNumber) {
    const quotient = toNumber(number) / toNumber(unit);
    return Number.isFinite(quotient) ? [BigInt(Math.floor(quotient))] : [];
  }
  const isExact = isIntegerValue(number) && isIntegerValue(unit);
  if (isExact) return [BigInt(number) / BigInt(unit)];
  return [BigInt(Math.floor(Number(number) / Number(unit)))];
}

/** Fractions between the ends; half steps where there is but one. */
function* between(
  lowest: readonly number[],
  highest: readonly number[],
): Generator<JsonNumber, void, undefined> {
  const low = Math.max(...lowest);
  const high = Math.min(...highest);
  for (let i = 1; i < STEPS; i += 1) {
    if (Number.isFinite(high - low)) yield exactly(low + ((high - low) * i) / STEPS);
    else if (Number.isFinite(low)) yield exactly(low + i / 2);
    else yield exactly(Number.isFinite(high) ? high - i / 2 : i / 2);
  }
}

function exactly(number: number): JsonNumber {
  return exactNumber(String(number));
}

function toNumber(number: JsonNumber): number {
  return Number(number instanceof RawNumber ? number.source : number);
}
