import { type JsonValue, RawNumber } from '../../openapi/json/json-value.ts';
import { toPointer } from '../../openapi/pointer.ts';

/** Keys whose values Prism's validation doesn't read, and in which a `$ref` is only data. */
const EXAMPLE_KEYS: ReadonlySet<string> = new Set(['example', 'examples']);

/**
 * A copy of a document for Prism, which knows only JavaScript's numbers and changes what it is
 * given. Examples are left out: validation doesn't need them.
 */
export function plainDocument(value: JsonValue, key = ''): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof RawNumber) return Number(value.source);
  if (Array.isArray(value)) return value.map((item) => plainDocument(item));
  if (typeof value !== 'object' || value === null) return value;
  // Below `properties` the keys are names, and a property may well be called "example".
  const isNames = key === 'properties';
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isNames || !EXAMPLE_KEYS.has(name))
      .map(([name, child]) => [name, plainDocument(child, isNames ? '' : name)]),
  );
}

/**
 * JSON Pointers to the numbers that JavaScript's `number` can't hold. Doesn't recurse: a body may
 * be nested deeper than the stack allows.
 */
export function exactNumberPointers(root: JsonValue): ReadonlySet<string> {
  const found = new Set<string>();
  const open: (readonly [value: JsonValue, parent: Place | undefined])[] = [[root, undefined]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, place] = next;
    if (typeof value === 'bigint' || value instanceof RawNumber) found.add(pointerOf(place));
    else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries<JsonValue>(value)) {
        if (child !== null && typeof child !== 'string' && typeof child !== 'number') {
          open.push([child, { key, parent: place }]);
        }
      }
    }
  }
  return found;
}

/** A key and where its object stands; pointers are written only for what is found. */
interface Place {
  readonly key: string;
  readonly parent: Place | undefined;
}

function pointerOf(place: Place | undefined): string {
  const keys: string[] = [];
  for (let at = place; at !== undefined; at = at.parent) keys.push(at.key);
  return toPointer(keys.reverse());
}
