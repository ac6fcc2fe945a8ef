import type { JsonObject } from '../openapi/json/json-value.ts';

/** Everything that a store holds, in order of creation. */
export interface StoreContent {
  /** Its own. */
  readonly resources: readonly JsonObject[];
  /** Those of its collections, by name. */
  readonly collections: ReadonlyMap<string, readonly JsonObject[]>;
}

/** Is told of every change of a store before it is made; where it throws, the change isn't made. */
export interface StoreJournal {
  /**
   * These come on top, all or none.
   *
   * @param collection The one that they come into. Default: the store itself.
   */
  add(resources: readonly JsonObject[], collection?: string): void;
  /** This is all that there is from now on. */
  replace(content: StoreContent): void;
}
