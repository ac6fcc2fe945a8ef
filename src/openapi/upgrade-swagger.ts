import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0';
import { type JsonObject, type JsonValue, RawNumber, isJsonObject } from './json/json-value.ts';
import { childPointer } from './pointer.ts';

/** A document of Swagger 2.0 as one of OpenAPI 3.0. */
export interface UpgradedSwagger {
  readonly root: JsonObject;
  /** Where a node of it was in the document as it was written; the nearest one that is known. */
  origin(pointer: string): string;
}

/** Whether it is a document of Swagger 2.0. */
export function isSwagger({ swagger }: JsonObject): boolean {
  return typeof swagger === 'string' && /^2\.0\b/.test(swagger);
}

/** On every object, and copied with it: its pointer in the document as it was written. */
const ORIGIN = Symbol('origin');

/**
 * Converts a document of Swagger 2.0. Its value is changed in place.
 *
 * @throws {Error} where it is too far from one to be converted.
 */
export function upgradeSwagger(document: JsonObject): UpgradedSwagger {
  const numbers = new Map<symbol, RawNumber>();
  const marked = mark(document, '', numbers);
  const upgraded: unknown = upgradeFromTwoToThree(marked);
  const origins = new Map([['', '']]);
  const root = unmark(upgraded, '', numbers, origins) as JsonObject;
  return {
    root,
    origin: (pointer) => {
      for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
        const known = origins.get(pointer.slice(0, end));
        if (known !== undefined) return known + pointer.slice(end);
      }
      return pointer;
    },
  };
}

/** The library copies objects by their keys: a number that is an object would not be one any more. */
function mark(value: JsonValue, pointer: string, numbers: Map<symbol, RawNumber>): unknown {
  if (value instanceof RawNumber) {
    const stand = Symbol('number');
    numbers.set(stand, value);
    return stand;
  }
  if (Array.isArray(value)) {
    return value.map((item, i) => mark(item, childPointer(pointer, i), numbers));
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(
    ([key, part]) => [key, mark(part, childPointer(pointer, key), numbers)] as const,
  );
  return Object.assign(Object.fromEntries(entries), { [ORIGIN]: pointer });
}

function unmark(
  value: unknown,
  pointer: string,
  numbers: ReadonlyMap<symbol, RawNumber>,
  origins: Map<string, string>,
): JsonValue {
  if (typeof value === 'symbol') return numbers.get(value) ?? null;
  if (Array.isArray(value)) {
    return value.map((item, i) => unmark(item, childPointer(pointer, i), numbers, origins));
  }
  if (typeof value !== 'object' || value === null) return value as JsonValue;
  const { [ORIGIN]: origin } = value as { readonly [ORIGIN]?: string };
  if (origin !== undefined) origins.set(pointer, origin);
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      unmark(part, childPointer(pointer, key), numbers, origins),
    ]),
  );
}
