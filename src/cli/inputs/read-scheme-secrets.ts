import type { OpenApiDocument } from '../../openapi/document.ts';
import { operations } from '../../openapi/operation.ts';
import type { SchemeSecret } from '../../runner/credential.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';

const FORM = /^([^=]+)=\$(?:(\w+)|\{(\w+)\})$/;

/**
 * The secrets that `--credential 'scheme=$VARIABLE'` names: a token, a key, or `user:password`, by
 * the name of the security scheme in the document. The secret itself stands on no command line.
 *
 * @throws {UserError} where the form is another, the document has no such scheme, or the variable
 *   isn't set.
 */
export function readSchemeSecrets(
  given: readonly string[],
  document: OpenApiDocument,
  io: Io,
): Map<string, SchemeSecret> {
  const known = new Set(
    operations(document).flatMap(({ security }) => security.flat().map(({ name }) => name)),
  );
  const secrets = new Map<string, SchemeSecret>();
  for (const [i, text] of given.entries()) {
    const [, name = '', plain, braced] = FORM.exec(text) ?? [];
    const variable = plain ?? braced;
    // What was given isn't repeated: it may be a secret in the wrong form.
    if (variable === undefined) {
      throw new UserError(
        `Failed to use --credential number ${i + 1}: it is not of the form 'scheme=$VARIABLE'. ` +
          'Put the secret into an environment variable, and name it.',
      );
    }
    if (!known.has(name)) {
      throw new UserError(
        `Failed to use --credential ${name}: no operation asks for a security scheme of this name. ` +
          `It asks for ${[...known].join(', ') || 'none at all'}.`,
      );
    }
    secrets.set(name, { secret: readVariable(name, variable, io), variable });
  }
  return secrets;
}

function readVariable(name: string, variable: string, io: Io): string {
  const secret = io.env[variable];
  if (secret === undefined || secret === '') {
    throw new UserError(
      `Failed to use --credential ${name}: the environment variable ${variable} is not set. Set it.`,
    );
  }
  if (/^[\x20-\x7e]+$/.test(secret)) return secret;
  throw new UserError(
    `Failed to use --credential ${name}: its value has characters that a header cannot carry. Correct it.`,
  );
}
