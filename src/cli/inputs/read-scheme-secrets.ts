import type { OpenApiDocument } from '../../openapi/document.ts';
import { type SecurityScheme, operations } from '../../model/operation.ts';
import type { SchemeSecret } from '../../http/credential.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';
import { canCarry } from './can-carry.ts';

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
  const asked = operations(document).flatMap(({ security }) => security.flat());
  const known = new Map(asked.map((scheme) => [scheme.name, scheme]));
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
    const scheme = known.get(name);
    if (scheme === undefined) {
      throw new UserError(
        `Failed to use --credential ${name}: no operation asks for a security scheme of this name. ` +
          `It asks for ${[...known.keys()].join(', ') || 'none at all'}.`,
      );
    }
    secrets.set(name, { secret: readVariable(scheme, variable, io), variable });
  }
  return secrets;
}

function readVariable(scheme: SecurityScheme, variable: string, io: Io): string {
  const { name } = scheme;
  const secret = io.env[variable];
  if (secret === undefined || secret === '') {
    throw new UserError(
      `Failed to use --credential ${name}: the environment variable ${variable} is not set. Set it.`,
    );
  }
  if (canCarry(scheme, secret)) return secret;
  throw new UserError(
    `Failed to use --credential ${name}: its value has characters that this scheme cannot carry. Correct it.`,
  );
}
