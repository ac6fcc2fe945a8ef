import { type JsonObject, type JsonValue, getProperty, isJsonObject } from './json/json-value.ts';
import { showJson } from './json/stringify-json.ts';
import { decodePercent } from './percent.ts';

/** An array index (RFC 6901, section 4). */
const INDEX = /^(?:0|[1-9]\d*)$/;

/** A JSON Pointer (RFC 6901) from its segments: `['a/b', 0]` → `/a~1b/0`. */
export function toPointer(segments: readonly (string | number)[]): string {
  return childPointer('', ...segments);
}

/** The segments of a JSON Pointer (RFC 6901). */
export function fromPointer(pointer: string): string[] {
  return pointer === '' ? [] : pointer.slice(1).split('/').map(unescaped);
}

/** The pointer to a child. */
export function childPointer(pointer: string, ...segments: readonly (string | number)[]): string {
  let child = pointer;
  for (const segment of segments) child += `/${escapeSegment(String(segment))}`;
  return child;
}

function unescaped(segment: string): string {
  // Most have nothing escaped, and pointers are read more often than anything else.
  if (!segment.includes('~')) return segment;
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

function escapeSegment(segment: string): string {
  if (!segment.includes('/') && !segment.includes('~')) return segment;
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The value that a pointer names; `undefined` where there is none. */
export function valueAt(root: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  // Without a list of the segments: nothing else is done as often.
  for (let start = 1, end = 0; start <= pointer.length; start = end + 1) {
    end = pointer.indexOf('/', start);
    if (end === -1) end = pointer.length;
    const segment = unescaped(pointer.slice(start, end));
    if (Array.isArray(value)) value = INDEX.test(segment) ? value[Number(segment)] : undefined;
    else if (isJsonObject(value)) value = getProperty(value, segment);
    else return undefined;
  }
  return value;
}

const BODY = 'the body';

/**
 * A pointer into a value as people say it: `` → "the body", `/a/0/b` → "a[0].b".
 *
 * @param label How the whole value is called. Default: the body, which its parts don't mention.
 */
export function pointerLabel(pointer: string, label: string = BODY): string {
  return fromPointer(pointer).reduce(childLabel, label);
}

/** The label of a value's child, given the value's: `a[0]` and `b` → `a[0].b`. */
export function childLabel(label: string, segment: string): string {
  const parent = label === BODY ? '' : label;
  if (INDEX.test(segment)) return `${parent}[${segment}]`;
  // A key comes from outside: written as it is, it could break the line or fill a page.
  if (!/^[\w-]{1,60}$/.test(segment)) return `${parent}[${showJson(segment)}]`;
  return parent === '' ? segment : `${parent}.${segment}`;
}

/** The JSON Pointer of a `$ref` within the document; `undefined` for any other. */
export function referencePointer(reference: JsonValue | undefined): string | undefined {
  if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference)) return undefined;
  return decodePercent(reference.slice(1));
}

/** A `$ref` to a place in the document (RFC 6901, 6). */
export function localReference(pointer: string): string {
  return `#${encodeURI(pointer).replaceAll('#', '%23')}`;
}

/** Longer chains are circles. */
export const MAX_REFERENCES = 100;

/**
 * The pointer that a chain of `$ref` ends at; what stands beside them is passed over.
 *
 * @param passes Whether the chain goes on from an object that has a `$ref`. Default: always.
 */
export function followReferences(
  root: JsonValue,
  pointer: string,
  passes: (object: JsonObject) => boolean = () => true,
): string {
  let current = pointer;
  for (let step = 0; step < MAX_REFERENCES; step += 1) {
    const value = valueAt(root, current);
    const object = isJsonObject(value) && passes(value) ? value : undefined;
    const target = referencePointer(object?.['$ref']);
    if (target === undefined) break;
    current = target;
  }
  return current;
}
