/** What a discriminator calls schemas. */
import { type JsonObject, objectOf } from '../json/json-value.ts';
import { referencePointer } from '../pointer.ts';

/** One of the schema objects at a place, the outermost first. */
type Part = readonly [pointer: string, schema: JsonObject];

/**
 * What a discriminator calls the schema that is seen, by the property that tells it (OpenAPI 3.1.0, 4.8.25): the one
 * that extends what has the discriminator, or the branch of it that is followed.
 */
export function kindsIn(parts: readonly Part[]): [property: string, kinds: string[]][] {
  return parts.flatMap(([pointer, schema], place): [string, string[]][] => {
    const { discriminator } = schema;
    const { propertyName, mapping } = objectOf(discriminator);
    if (typeof propertyName !== 'string') return [];
    const isChoice = 'oneOf' in schema || 'anyOf' in schema;
    const others = isChoice ? parts.slice(place + 1) : parts.slice(0, place + 1);
    const entries = Object.entries(objectOf(mapping));
    for (const [seen] of others) {
      const name = seen.startsWith(SCHEMAS) ? seen.slice(SCHEMAS.length) : undefined;
      const mapped = entries.flatMap(([kind, target]) => {
        const isMeant = target === name || referencePointer(target) === seen;
        return isMeant ? kind : [];
      });
      const isNamed = seen !== pointer && name !== undefined && !name.includes('/');
      const kinds = mapped.length > 0 ? mapped : isNamed ? [name] : [];
      if (kinds.length > 0) return [[propertyName, kinds]];
    }
    return [];
  });
}

const SCHEMAS = '/components/schemas/';
