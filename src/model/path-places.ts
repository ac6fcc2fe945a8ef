/** Where a document's paths and operations stand. */
import { operationKeys } from '../openapi/grammar.ts';
import { type JsonObject, objectOf } from '../openapi/json/json-value.ts';
import { childPointer, followReferences, valueAt } from '../openapi/pointer.ts';

/** A path of a document, and where it stands. */
export interface PathPlace {
  /** The path template, with the slash in front that some leave out. */
  readonly path: string;
  /** JSON Pointer to what stands under `paths`. */
  readonly written: string;
  /** JSON Pointer to the path item, references followed. */
  readonly pointer: string;
  readonly operations: readonly OperationPlace[];
}

/** Where an operation stands, whatever it is. */
export interface OperationPlace {
  readonly id: string;
  readonly method: string;
  /** JSON Pointer to what stands in the path item. */
  readonly written: string;
  /** JSON Pointer to the operation, references followed. */
  readonly pointer: string;
}

/** Every path and its operations, in the document's order. */
export function pathPlaces(root: JsonObject): PathPlace[] {
  return unextendedNames(objectAt(root, '/paths')).map((name) => {
    const path = name.startsWith('/') ? name : `/${name}`;
    return pathPlace(root, path, childPointer('/paths', name));
  });
}

/** Where one path item and its operations stand. */
export function pathPlace(root: JsonObject, path: string, written: string): PathPlace {
  const pointer = followReferences(root, written);
  const item = objectAt(root, pointer);
  const found = Array.from(operationKeys(item), ([method, keys]) =>
    operationPlace(root, `${method} ${path}`, childPointer(pointer, ...keys)),
  );
  return { path, written, pointer, operations: found };
}

function operationPlace(root: JsonObject, name: string, written: string): OperationPlace {
  // A reference in place of an operation is not in OpenAPI, and found in documents in use.
  const pointer = followReferences(root, written);
  const { operationId: id } = objectAt(root, pointer);
  const [method = ''] = name.split(' ');
  return { id: typeof id === 'string' ? id : name, method, written, pointer };
}

export function objectAt(root: JsonObject, pointer: string): JsonObject {
  return objectOf(valueAt(root, pointer));
}

/** The keys of a map but its extensions (OpenAPI 3.1.0, 4.9). */
export function unextendedNames(map: JsonObject): string[] {
  return Object.keys(map).filter((name) => !name.startsWith('x-'));
}
