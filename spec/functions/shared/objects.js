/** True for what YAML and JSON call a mapping or an object. */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The entries of an object; none for anything else, so a broken document can't stop a rule. */
export function entriesOf(value) {
  return isObject(value) ? Object.entries(value) : [];
}

/** The items of an array; none for anything else. */
export function itemsOf(value) {
  return Array.isArray(value) ? value : [];
}
