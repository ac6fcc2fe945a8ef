/** Reading OpenAPI documents: exact JSON, YAML, references, schemas, diagnostics. */
import type { Diagnostic, Location } from './diagnostic.ts';
import { type JsonObject, isJsonObject } from './json/json-value.ts';

/** An OpenAPI 3.1 document as the kit works with it. */
export interface OpenApiDocument {
  /** The document's value, with exact integers. */
  readonly root: JsonObject;
  /**
   * Where the node that a JSON Pointer names stands. `undefined` where there is none, and always
   * for a document that was not read from a file.
   */
  locate(pointer: string): Location | undefined;
  /** What is wrong with it, or surely not meant. Default: nobody has looked. */
  readonly diagnostics?: readonly Diagnostic[];
  /** What it has and the kit leaves out. Default: nothing. */
  readonly quarantined?: readonly QuarantinedOperation[];
  /** JSON Pointers to refusals that are broken: only their statuses are known. Default: none. */
  readonly unreadable?: ReadonlySet<string>;
}

/** An operation that is left out, since something that it uses is broken: nothing true can be said of it. */
export interface QuarantinedOperation {
  /** `operationId`, or `METHOD /path` where there is none. */
  readonly id: string;
  /** In uppercase; `*` where the whole path can't be read, so that its methods aren't known. */
  readonly method: string;
  /** The path template, such as `/things/{id}`. */
  readonly path: string;
  /** What it uses that is broken. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What is made once for a document is kept by it: copies of a document share it. */
export function rootOf({ root }: OpenApiDocument): JsonObject {
  return root;
}

/** A document without a file, such as the one built into a browser bundle. */
export function documentFromValue(root: JsonObject): OpenApiDocument {
  return { root, locate: () => undefined };
}

/** What `info` calls it; empty where it says nothing. */
export function titleOf(document: OpenApiDocument): string {
  const { info } = rootOf(document);
  const title = isJsonObject(info) ? info['title'] : undefined;
  return typeof title === 'string' ? title : '';
}
