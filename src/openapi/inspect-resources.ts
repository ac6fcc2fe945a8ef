import { createdSchema } from './created-schema.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { OpenApiDocument } from './document.ts';
import { type JsonObject, type JsonValue, isJsonObject } from './json/json-value.ts';
import { showJson } from './json/stringify-json.ts';
import { identityOf, objectShape } from './object-shape.ts';
import { childPointer } from './pointer.ts';
import type { YamlSource } from './read-yaml.ts';
import { compileSchema } from './schema/compile-schema.ts';

/**
 * What is wrong with a file's list of resources to begin with: each must be valid as the body of
 * the document's first create operation, no identity twice.
 *
 * @param pointer To the list. Default: the file is the list.
 */
export function inspectResources(
  source: YamlSource,
  list: JsonValue,
  document: OpenApiDocument,
  pointer = '',
): Diagnostic[] {
  const at = (place: string): Pick<Diagnostic, 'location' | 'pointer'> => ({
    location: source.locate(place) ?? source.locate(pointer) ?? source.locate(''),
    pointer: place,
  });
  if (!Array.isArray(list)) {
    const help = 'Write a list: each item begins with "- ".';
    return [{ code: 'not-a-list', message: 'a seed is a list of resources', help, ...at(pointer) }];
  }
  const schemaPointer = createdSchema(document);
  if (schemaPointer === undefined) {
    const message = 'the document has no operation that creates something from JSON';
    return [{ code: 'no-create', message, help: 'Leave the resources out.', ...at(pointer) }];
  }
  const validate = compileSchema(document.root, schemaPointer);
  const broken = list.flatMap((item, i) =>
    validate(item).map(({ message, instancePointer }): Diagnostic => {
      const place = at(childPointer(pointer, i) + instancePointer);
      const help = 'Write it as a request body that creates one.';
      return Object.assign(place, { code: 'invalid-resource', message, help });
    }),
  );
  if (broken.length > 0) return broken;
  const identity = identityOf(objectShape(document, schemaPointer));
  if (identity === undefined) return [];
  return repeated(list.filter(isJsonObject), identity, (i) =>
    at(childPointer(pointer, i, identity)),
  );
}

function repeated(
  items: readonly JsonObject[],
  identity: string,
  at: (index: number) => Pick<Diagnostic, 'location' | 'pointer'>,
): Diagnostic[] {
  const seen = new Set<string>();
  return items.flatMap((item, i) => {
    const key = showJson(item[identity] ?? null);
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    const message = `${identity} ${key} stands there twice`;
    return [{ code: 'repeated-identity', message, help: 'Give each its own.', ...at(i) }];
  });
}
