import type { JsonObject } from '../openapi/json/json-value.ts';

/** Is told of every change of a store before it is made; where it throws, the change isn't made. */
export interface StoreJournal {
  /** These come on top, all or none. */
  add(resources: readonly JsonObject[]): void;
  /** These are all that there is from now on. */
  replace(resources: readonly JsonObject[]): void;
}
