import { type JsonValue, getProperty, isJsonObject } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { childPointer, valueAt, referencePointer } from '../../openapi/pointer.ts';

/** One thing that a schema demands of one place in a value. */
export interface Constraint {
  /** JSON Pointer into the document, to the keyword. */
  readonly pointer: string;
  /** Keys from the root of the value; `*` stands for every item. */
  readonly path: readonly string[];
  /** As a person says it: `id is required`, `type: string`. */
  readonly words: string;
  /** For `required`: the property that must be there. */
  readonly property?: string | undefined;
}

/** Keywords that demand something by themselves, without a subschema. */
const PLAIN: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'const',
  'format',
  'multipleOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'anyOf',
  'oneOf',
  'not',
]);

/** A schema that contains itself is followed this deep. */
const MAX_DEPTH = 6;

/** Every constraint of a schema, in the document's order. */
export function constraintsOf(root: JsonValue, schemaPointer: string): Constraint[] {
  const found = new Map<string, Constraint>();
  collect(root, schemaPointer, [], found, []);
  return [...found.values()];
}

function collect(
  root: JsonValue,
  pointer: string,
  path: readonly string[],
  found: Map<string, Constraint>,
  open: readonly string[],
): void {
  const schema = valueAt(root, pointer);
  if (!isJsonObject(schema) || path.length > MAX_DEPTH) return;
  const visit = `${pointer} ${path.join('/')}`;
  if (open.includes(visit)) return;
  const inside = [...open, visit];
  const go = (target: string, ...keys: string[]): void =>
    collect(root, target, [...path, ...keys], found, inside);
  const reference = schema['$ref'];
  const target = referencePointer(reference);
  if (target !== undefined) go(target);
  for (const [keyword, value] of Object.entries(schema)) {
    const own = childPointer(pointer, keyword);
    for (const constraint of demands(keyword, value, own, path)) {
      found.set(`${own} ${constraint.property ?? ''} ${path.join('/')}`, constraint);
    }
    if (keyword === 'allOf' && Array.isArray(value)) {
      for (const i of value.keys()) go(childPointer(own, i));
    } else if (keyword === 'properties' && isJsonObject(value)) {
      for (const name of Object.keys(value)) go(childPointer(own, name), name);
    } else if (keyword === 'items') {
      go(own, '*');
    }
  }
}

function demands(
  keyword: string,
  value: JsonValue,
  pointer: string,
  path: readonly string[],
): Constraint[] {
  if (keyword === 'required' && Array.isArray(value)) {
    return value
      .filter((name) => typeof name === 'string')
      .map((property) => ({ pointer, path, property, words: `${property} is required` }));
  }
  // An annotation, which no value can break.
  if (keyword === 'format' && value !== 'int32' && value !== 'int64') return [];
  if (!PLAIN.has(keyword) || (isJsonObject(value) && keyword !== 'not')) return [];
  const isBranches = keyword === 'anyOf' || keyword === 'oneOf';
  const shown = isBranches && Array.isArray(value) ? `${value.length} forms` : showJson(value, 40);
  return [{ pointer, path, words: `${keyword}: ${shown.replaceAll('"', '')}` }];
}

/** The values at a constraint's place. */
export function valuesAt(value: JsonValue, path: readonly string[]): JsonValue[] {
  let values: JsonValue[] = [value];
  for (const key of path) {
    values = values.flatMap((one) => {
      if (key === '*') return Array.isArray(one) ? one : [];
      const child = isJsonObject(one) ? getProperty(one, key) : undefined;
      return child === undefined ? [] : [child];
    });
  }
  return values;
}

/** A constraint's place as people say it: `the body`, `owner.name`, `tags[]`. */
export function placeOf(path: readonly string[]): string {
  if (path.length === 0) return 'the body';
  return path.map((key, i) => (key === '*' ? '[]' : i > 0 ? `.${key}` : key)).join('');
}
