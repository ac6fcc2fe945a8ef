import type { ExtraHeader } from '../../http/credential.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';

/** A field name (RFC 9110, 5.6.2). */
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
/** A value that ends in the name of an environment variable: `$KEY`, `Key $KEY`. */
const FROM_VARIABLE = /^((?:\S+ +)?)\$(?:(\w+)|\{(\w+)\})$/;

/** What the run decides itself. */
const RESERVED: Readonly<Record<string, string>> = {
  authorization: 'Give --token instead.',
  'content-length': 'It follows from the body.',
  'transfer-encoding': 'The kit sends a Content-Length.',
  connection: 'The kit decides on connections itself.',
};

/**
 * The headers that `--header 'Name: value'` adds to every request. Values are secrets: reports show
 * a variable instead, the one that the value names or else the binding's `headerVariable(n)`.
 *
 * @throws {UserError} where it is no header. The value isn't repeated.
 */
export function readHeaders(given: readonly string[], io: Io): ExtraHeader[] {
  return given.map((text, i) => {
    const colon = text.indexOf(':');
    const name = text.slice(0, Math.max(colon, 0)).trim();
    if (!NAME.test(name)) {
      throw new UserError(
        `Failed to use --header number ${i + 1}: it has no name. Write --header 'Name: value'.`,
      );
    }
    const reason = RESERVED[name.toLowerCase()];
    if (reason !== undefined) {
      throw new UserError(`Failed to use --header ${name}: it can't be set. ${reason}`);
    }
    return readValue(name, text.slice(colon + 1).trim(), io.service.headerVariable(i + 1), io);
  });
}

function readValue(name: string, text: string, ownVariable: string, io: Io): ExtraHeader {
  const [, prefix = '', plain, braced] = FROM_VARIABLE.exec(text) ?? [];
  const named = plain ?? braced;
  const variable = named ?? ownVariable;
  const value = named === undefined ? text : io.env[named];
  if (value === undefined) {
    throw new UserError(
      `Failed to use --header ${name}: the environment variable ${variable} is not set. Set it.`,
    );
  }
  if (value === '' || !/^[\t\x20-\x7e\x80-\uffff]+$/.test(value)) {
    throw new UserError(
      `Failed to use --header ${name}: its value is empty or has a control character. Correct it.`,
    );
  }
  return { name, value: prefix + value, shown: `${prefix}$${variable}`, variable };
}
