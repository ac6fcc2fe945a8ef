/** Reading OpenAPI documents: exact JSON, YAML, references, schemas, diagnostics. */
import type { JsonObject } from './json/json-value.ts';

/** A place in a file. */
export interface Location {
  /** As the user named it. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** An OpenAPI 3.1 document as the kit works with it. */
export interface OpenApiDocument {
  /** The document's value, with exact integers. */
  readonly root: JsonObject;
  /**
   * Where the node that a JSON Pointer names stands. `undefined` where there is none, and always
   * for a document that was not read from a file.
   */
  locate(pointer: string): Location | undefined;
}

/** A document without a file, such as the one built into a browser bundle. */
export function documentFromValue(root: JsonObject): OpenApiDocument {
  return { root, locate: () => undefined };
}
