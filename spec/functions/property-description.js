import { entriesOf, isObject, itemsOf } from './shared/objects.js';
import { companionsOf, schemasOf } from './shared/schemas.js';

/** Finds properties that nobody explains: neither where they stand nor where they are defined. */
export default function propertyDescription(document, _options, { documentInventory }) {
  const findings = [];
  for (const entry of schemasOf(document)) {
    for (const [name, property] of entriesOf(entry.schema.properties)) {
      if (!isObject(property) || isDescribed(property)) continue;
      if (companionsOf(entry).some((other) => isDescribed(other.properties?.[name]))) continue;
      const written = asWritten(entry.path, name, documentInventory);
      if (isDescribed(written)) continue;
      const path = [...entry.path, 'properties'];
      // A path through a reference would point at its target, which may be fine for others.
      if (written?.$ref === undefined) path.push(name);
      findings.push({ message: `Property "${name}" has no description`, path });
    }
  }
  return findings;
}

function isDescribed(schema) {
  if (!isObject(schema)) return false;
  if (typeof schema.description === 'string' && schema.description.trim() !== '') return true;
  return itemsOf(schema.allOf).some(isDescribed);
}

/** The property before references were resolved: that drops a description beside `$ref`. */
function asWritten(path, name, inventory) {
  const holder = inventory.findAssociatedItemForPath([...path, 'properties'], true);
  let node = holder?.document.data;
  for (const segment of holder?.path ?? []) node = node?.[segment];
  return node?.[name];
}
