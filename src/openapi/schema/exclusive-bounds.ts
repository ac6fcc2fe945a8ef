/** Exclusive bounds of numbers as inclusive ones. */
import { type JsonNumber, type JsonValue, RawNumber } from '../json/json-value.ts';

/** How far inside of an exclusive bound there is a number, also where the other bound is close. */
export function stepInside(numbers: (key: string) => readonly JsonNumber[]): number {
  const rounded = (...keys: string[]): number[] =>
    keys.flatMap(numbers).flatMap((number) => (number instanceof RawNumber ? [] : Number(number)));
  const low = Math.max(...rounded('minimum', 'exclusiveMinimum'));
  const high = Math.min(...rounded('maximum', 'exclusiveMaximum'));
  // A multiple may be close to the bound.
  const multiples = rounded('multipleOf').map((multiple) => multiple / 1000);
  // Where nothing is between them, nothing must seem to be.
  const span = high > low ? (high - low) / 4 : Math.max(1, Math.abs(low)) * 1e-9;
  return Math.min(0.5, span, ...multiples);
}

/** An exclusive bound of integers as an inclusive one; of other numbers, a little inside of it. */
export function next(edge: JsonValue, step: number): JsonNumber[] {
  if (typeof edge === 'bigint') return [edge + BigInt(Math.sign(step))];
  if (typeof edge !== 'number') return [];
  if (!Number.isInteger(step)) return [edge + step];
  return [step === 1 ? Math.floor(edge) + 1 : Math.ceil(edge) - 1];
}
