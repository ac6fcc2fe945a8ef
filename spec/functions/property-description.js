import { entriesOf, isObject, itemsOf } from './shared/objects.js';
import { companionsOf, schemasOf } from './shared/schemas.js';

/** Finds properties that nobody explains: neither where they stand nor where they are defined. */
export default function propertyDescription(document, _options, { documentInventory }) {
  const findings = [];
  for (const entry of schemasOf(document)) {
    for (const [name, property] of entriesOf(entry.schema.properties)) {
      if (!isObject(property) || isDescribed(property)) continue;
      if (companionsOf(entry).some((other) => isDescribed(other.properties?.[name]))) continue;
      const path = [...entry.path, 'properties', name];
      if (isDescribedBesideReference(path, documentInventory)) continue;
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

/** Resolving replaces `{ $ref, description }` as a whole; the description is only in the source. */
function isDescribedBesideReference(path, inventory) {
  const holder = inventory.findAssociatedItemForPath(path.slice(0, -1), true);
  if (!holder) return false;
  let node = holder.document.data;
  for (const segment of holder.path) node = node?.[segment];
  return isDescribed(node?.[path.at(-1)]);
}
