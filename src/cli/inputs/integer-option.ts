import { InvalidArgumentError } from 'commander';
import { withSchema } from './option-schema.ts';

/** Milliseconds that a timer can count; a longer one would overflow and fire at once. */
export const MAX_MILLISECONDS: number = 2 ** 31 - 1;

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
