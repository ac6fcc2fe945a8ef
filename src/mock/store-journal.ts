import type { JsonObject } from '../openapi/json/json-value.ts';

/** Everything that a store holds, in order of creation. */
export interface StoreContent {
  /** Its own. */
  readonly resources: readonly JsonObject[];
  /** Those of its collections, by name. */
  readonly collections: ReadonlyMap<string, readonly JsonObject[]>;
}

/** One resource is changed or deleted. */
export interface StoreChange {
  /** How many of its list were created before it. */
  readonly place: number;
  /** As it was. */
  readonly old: JsonObject;
  /** As it is from now on; `undefined` where it is deleted. */
  readonly by: JsonObject | undefined;
  /** The collection that it is in; `undefined` for the store itself. */
  readonly collection: string | undefined;
  /** How many are stored altogether from now on. */
  readonly total: number;
}

/** Is told of every change of a store before it is made; where it throws, the change isn't made. */
export interface StoreJournal {
  /**
   * These come on top, all or none.
   *
   * @param collection The one that they come into. Default: the store itself.
   */
  add(resources: readonly JsonObject[], collection?: string): void;
  /**
   * One is changed or deleted.
   *
   * @param after Everything as it will be then; asked for where it is all written anew.
   */
  change(change: StoreChange, after: () => StoreContent): void;
  /** This is all that there is from now on. */
  replace(content: StoreContent): void;
}
