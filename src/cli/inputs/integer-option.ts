import { InvalidArgumentError } from 'commander';
import { withSchema } from './option-schema.ts';

/** Milliseconds that a timer can count; a longer one would overflow and fire at once. */
export const MAX_MILLISECONDS: number = 2 ** 31 - 1;

/** A parser for an option that takes an integer from `minimum` to `maximum`. */
export function integerOption(
  minimum: number,
  maximum: number = Number.MAX_SAFE_INTEGER,
): (text: string) => number {
  return numeric({ type: 'integer', minimum, maximum }, /^-?\d+$/, 'an integer');
}

/** A parser for an option that takes a number from `minimum` to `maximum`, such as 0.5. */
export function numberOption(minimum: number, maximum: number): (text: string) => number {
  return numeric({ type: 'number', minimum, maximum }, /^-?\d+(\.\d+)?$/, 'a number');
}

function numeric(
  schema: { type: string; minimum: number; maximum: number },
  form: RegExp,
  what: string,
): (text: string) => number {
  const { minimum, maximum } = schema;
  return withSchema((text: string) => {
    const value = Number(text);
    if (form.test(text) && value >= minimum && value <= maximum) return value;
    throw new InvalidArgumentError(`It must be ${what} from ${minimum} to ${maximum}.`);
  }, schema);
}
