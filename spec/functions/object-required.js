import { isObject, itemsOf } from './shared/objects.js';
import { companionsOf, schemasOf } from './shared/schemas.js';

/** Finds schemas with properties that don't say which of them are required. */
export default function objectRequired(document) {
  const findings = [];
  for (const entry of schemasOf(document)) {
    if (isObject(entry.schema.properties) && !saysRequired(entry)) {
      const names = Object.keys(entry.schema.properties).join(', ');
      findings.push({ message: `The object with ${names} has no "required"`, path: entry.path });
    }
  }
  return findings;
}

function saysRequired(entry) {
  const { schema } = entry;
  const names = Object.keys(schema.properties);
  if (names.length === 0 || Array.isArray(schema.required)) return true;
  // `minProperties` is how OpenAPI 3.0, which has no empty `required`, says that nothing is.
  if (schema.minProperties !== undefined) return true;
  return companionsOf(entry).some((other) =>
    itemsOf(other.required).some((name) => names.includes(name)),
  );
}
