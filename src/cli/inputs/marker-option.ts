import { InvalidArgumentError } from 'commander';
import { withSchema } from './option-schema.ts';

/** Long enough to be told from others, short enough for any limit on a text. */
const FORM = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,30}[\p{L}\p{N}])?$/u;

/** Reads a marker: it stands in texts that are created, so it must do no harm there. */
export const markerOption: (text: string) => string = withSchema(
  (text: string): string => {
    if (FORM.test(text)) return text;
    throw new InvalidArgumentError(
      'It must have 1 to 32 letters and digits, with blanks, ".", "_" or "-" between them.',
    );
  },
  { type: 'string', minLength: 1, maxLength: 32 },
);
