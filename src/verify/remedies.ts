/** What is known to mend a cause: the settings of widely used frameworks that bring about its pattern. */
import type { Finding } from './checks/check.ts';

/** Known of the pattern that findings of one cause show; `undefined` where none is. */
export function remedyFor(group: readonly Finding[]): string | undefined {
  return REMEDIES.find(({ fits }) => fits(group))?.remedy;
}

interface Remedy {
  readonly fits: (group: readonly Finding[]) => boolean;
  readonly remedy: string;
}

/** Accepted requests of a kind, of which one has such a value. */
function accepts(kind: string, values?: readonly string[]): Remedy['fits'] {
  return (group) =>
    group.some(
      ({ symptom }) => symptom?.kind === kind && (values?.includes(symptom.value ?? '') ?? true),
    );
}

function says(words: RegExp): Remedy['fits'] {
  return (group) => group.some(({ message }) => words.test(message));
}

/** The first that fits. */
const REMEDIES: readonly Remedy[] = [
  {
    fits: accepts('security'),
    remedy:
      'Check the credential, and whose it is, before anything else, in one middleware that no route can ' +
      'go round.',
  },
  {
    fits: accepts('type', ['objects', 'lists']),
    remedy:
      'Nothing seems to validate the body: hold it against the schema, as with ajv, zod, pydantic, a ' +
      'DTO with class-validator, or express-openapi-validator.',
  },
  {
    fits: accepts('type'),
    remedy:
      'Values are made to fit. ajv does so with `coerceTypes` (on by default in Fastify), pydantic in lax ' +
      'mode (use `ConfigDict(strict=True)` or strict types), class-transformer with ' +
      '`enableImplicitConversion`; Go leaves the zero value where null comes.',
  },
  {
    fits: accepts('type of a parameter'),
    remedy:
      'Parameters are texts until they are read: `parseInt` takes "7x", and ajv coerces. Match the whole ' +
      'text before it is turned into a number.',
  },
  {
    fits: accepts('required'),
    remedy:
      "Go's encoding/json leaves what is missing at its zero value: decode into pointers, or validate " +
      'with `required`. In pydantic, a field without a default is required; in ajv, list it under `required`.',
  },
  {
    fits: accepts('unknown properties'),
    remedy:
      'ajv drops them with `removeAdditional` (on by default in Fastify), pydantic ignores them (use ' +
      "`extra='forbid'`), NestJS needs `forbidNonWhitelisted`, Go `DisallowUnknownFields`.",
  },
  {
    fits: (group) =>
      group.some(({ symptom: { kind, place } = { kind: '' } }) =>
        kind.startsWith('constraint') ? place?.endsWith('(format)') : false,
      ),
    remedy:
      'ajv checks formats only with ajv-formats, pydantic with types such as `EmailStr` and `AwareDatetime`, ' +
      'jsonschema (Python) with a `format_checker`.',
  },
  {
    fits: accepts('syntax'),
    remedy:
      "Go's Decoder reads the first value only (check for io.EOF), and lenient readers make an empty body " +
      'an empty object: refuse what is left over, and what is no JSON.',
  },
  {
    fits: says(/comes back rounded|it was rounded/),
    remedy:
      'JSON.parse and Go without a type hold every number as a double: use its `source` or a BigInt reader ' +
      '(json-bigint), `json.Number` or int64 (Go), `JSON_BIGINT_AS_STRING` (PHP).',
  },
  {
    fits: accepts('merged'),
    remedy:
      'PUT replaces the whole resource (RFC 9110, 9.3.4): write exactly what was sent, as in ' +
      '`stored = body`, not `{...stored, ...body}`, or document the operation as PATCH.',
  },
];
