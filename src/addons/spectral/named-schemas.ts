/** What a document has under a name of its own, by `$id` or `$anchor` (JSON Schema 2020-12, 8.2): Spectral knows only pointers. */
import { DocumentLinker, type LinkedReference } from '../../openapi/link-document.ts';
import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { readYaml } from '../../openapi/read-yaml.ts';
import { localReference, valueAt } from '../../openapi/pointer.ts';
import { addressOf } from '../../openapi/files/referenced-files.ts';

/**
 * The references of a document that lead to something in it by a name.
 *
 * @param source Path or address of the document.
 */
export function namedReferences(
  text: string,
  source: string,
): (LinkedReference & { readonly target: string })[] {
  if (!/\$(?:id|anchor)\b/.test(text)) return [];
  const { value } = readYaml(text, source);
  if (!isJsonObject(value)) return [];
  const linker = new DocumentLinker({ value, locate: () => undefined }, addressOf(source));
  return linker.finish().references.flatMap((reference) => {
    const { target, pointer } = reference;
    const isNamed = target !== undefined && reference.reference !== localReference(target);
    return isNamed && pointer.endsWith('/$ref') ? [{ ...reference, target }] : [];
  });
}

/** Has these references name what they lead to by its pointer. */
export function pointToNamed(data: unknown, references: ReturnType<typeof namedReferences>): void {
  for (const { pointer, target } of references) {
    const owner = valueAt(data as JsonValue, pointer.slice(0, -'/$ref'.length));
    if (isJsonObject(owner)) owner['$ref'] = localReference(target);
  }
}
