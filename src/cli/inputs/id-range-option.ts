import { InvalidArgumentError } from 'commander';
import { type IntegerRange, integerRange } from '../../openapi/schema/integer-format.ts';
import { withSchema } from './option-schema.ts';

const FORM = /^(-?\d+)\.\.(-?\d+)$/;

/** Reads `FROM..TO`, both inclusive and exact: `5000..9007199254740993`. */
export const idRangeOption: (text: string) => IntegerRange = withSchema(
  (text: string): IntegerRange => {
    const [, from, to] = FORM.exec(text) ?? [];
    if (from === undefined || to === undefined) {
      throw new InvalidArgumentError('It must be FROM..TO, as in 5000000..5999999.');
    }
    const range = { minimum: BigInt(from), maximum: BigInt(to) };
    const int64 = integerRange('int64')!;
    if (range.minimum < int64.minimum || range.maximum > int64.maximum) {
      throw new InvalidArgumentError('Both ends must be int64.');
    }
    if (range.minimum > range.maximum) {
      throw new InvalidArgumentError('It is empty: put its lower end first.');
    }
    return range;
  },
  { type: 'string', pattern: FORM.source },
);
