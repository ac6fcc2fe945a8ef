import { InvalidArgumentError } from 'commander';

/** Milliseconds that a timer can count; a longer one would overflow and fire at once. */
export const MAX_MILLISECONDS: number = 2 ** 31 - 1;

/** A parser for an option that takes an integer from `minimum` to `maximum`. */
export function integerOption(
  minimum: number,
  maximum: number = Number.MAX_SAFE_INTEGER,
): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^-?\d+$/.test(text) && value >= minimum && value <= maximum) return value;
    throw new InvalidArgumentError(`It must be an integer from ${minimum} to ${maximum}.`);
  };
}
