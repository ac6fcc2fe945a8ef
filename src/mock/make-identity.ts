import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonValue } from '../openapi/json/json-value.ts';
import type { ResourceFamily } from '../openapi/resource-family.ts';
import { type EffectiveSchema, effectiveSchema } from '../openapi/schema/effective-schema.ts';

/** Makes identities as a server would; each number gives another one. */
export function identityMaker(
  { root }: OpenApiDocument,
  { create }: ResourceFamily,
  identity: string,
): (n: number) => JsonValue {
  const bodies = [...create.responses, ...(create.requestBody ? [create.requestBody] : [])];
  const pointers = bodies.flatMap(({ content }) => content[0]?.schemaPointer ?? []);
  const named = pointers.flatMap(
    (pointer) => effectiveSchema(root, [pointer]).properties.get(identity) ?? [],
  );
  const schema = effectiveSchema(root, named.slice(0, 1));
  return (n) => made(schema, n);
}

function made({ types, format, minimum, minLength }: EffectiveSchema, n: number): JsonValue {
  if (types.includes('string')) {
    if (format === 'uuid') return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    return String(n).padStart(minLength, '0');
  }
  return typeof minimum === 'number' ? Math.max(minimum, 0) + n : n;
}
