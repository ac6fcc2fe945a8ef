import { type ResourceFamily } from '../model/resources/resources.ts';
import {
  collectionName,
  collectionPaths,
  creationAt,
  familyAt,
  onlyCollection,
  creationRules,
  demandCreation,
} from '../model/resources/collections.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonObject, type JsonValue, copyJson } from '../openapi/json/json-value.ts';
import { identified, resourceIdentifier } from './identify-resources.ts';
import { ResourceInspector } from './resource-inspector.ts';
import type { ManagedCollection, ManagedStore } from './resource-store.ts';
import { type IdentityStore, identityStore } from './spread-store.ts';
import { StateError } from './state-error.ts';

/** Options of a {@link Collection}. */
export interface CollectionOptions {
  readonly document: OpenApiDocument;
  /** Where the mock of the document keeps what is created. */
  readonly store: ManagedStore;
  /** Where its resources are created, with values in place of braces: `/members/7/loans`. */
  readonly path: string;
  /** How many resources the store takes, all collections together. Default 1,000,000. */
  readonly maxResources?: number | undefined;
  /** Is told after each change that is made here. Default: nobody is. */
  readonly changed?: (() => void) | undefined;
}

/**
 * How many each collection holds, by its path. Those whose path needs no value come first, also empty; the
 * document's only one is there always.
 */
export function collectionSizes(
  document: OpenApiDocument,
  store: ManagedStore,
): ReadonlyMap<string, number> {
  const sizes = [...store.sizes()].toSorted(([left], [other]) => (left < other ? -1 : 1));
  const only = onlyCollection(document);
  if (only !== undefined) return new Map([[only, store.size], ...sizes]);
  const fixed = collectionPaths(document).filter((path) => !path.includes('{'));
  return new Map([...fixed.map((path) => [collectionName(path), 0] as const), ...sizes]);
}

/**
 * What a document's operations create at one path, without requests: a view of the mock's store, with
 * nothing kept of its own. Integers are exact over the whole of int64, as `number` or `bigint`.
 *
 * @typeParam Resource What the document's schema says of one. Default: any JSON object.
 */
export class Collection<Resource extends object = JsonObject> {
  readonly path: string;
  /** The property that tells one from another; `undefined` where the document names none. */
  readonly identity: string | undefined;
  readonly #document: OpenApiDocument;
  readonly #store: ManagedStore;
  readonly #resources: ManagedCollection;
  readonly #inspector: ResourceInspector;
  /** How the store calls it; `undefined` for the store itself. */
  readonly #name: string | undefined;
  readonly #changed: () => void;

  /** @throws {StateError} where no operation of the document creates anything at the path. */
  constructor(options: CollectionOptions) {
    const { document, store, path } = options;
    this.#document = document;
    this.#store = store;
    this.#inspector = new ResourceInspector(options);
    const isOnly = onlyCollection(document) !== undefined && creationAt(document, path);
    this.path = collectionName(path);
    const creation = isOnly || demandCreation(document, path);
    const isNone = 'message' in creation;
    // What another document has left behind can be looked at and cleared.
    if (isNone && !store.sizes().has(this.path)) this.#inspector.demandCollection(path);
    this.identity = isNone ? undefined : creationRules(document, creation).identity;
    this.#changed = options.changed ?? (() => {});
    this.#name = isOnly ? undefined : this.path;
    this.#resources = this.#name === undefined ? store : store.collection(this.#name);
  }

  /** How many there are. */
  get size(): number {
    return this.#resources.size;
  }

  /**
   * In order of creation; copies.
   *
   * @param offset How many of the oldest are left out. Default 0.
   * @param limit How many there are at most. Default: all.
   */
  list(offset?: number, limit?: number): Resource[] {
    return this.#resources.list(offset, limit).map((resource) => copyJson(resource) as Resource);
  }

  /**
   * The first one with this identity; a copy.
   *
   * @throws {StateError} where the document names no property that tells one from another.
   */
  get(identity: JsonValue): Resource | undefined {
    const found = this.#find(identity);
    return found && (copyJson(found) as Resource);
  }

  /**
   * Whether there is one with this identity.
   *
   * @throws {StateError} where the document names no property that tells one from another.
   */
  has(identity: JsonValue): boolean {
    return this.#find(identity) !== undefined;
  }

  /**
   * Stores copies as the newest, all or none. What comes without an identity gets one, as if it had been
   * created.
   *
   * @throws {StateError} where one is not what the document lets be created, repeats an identity or has
   *   a rounded number (a `number` beyond 2^53), and where the store doesn't take so many.
   */
  seed(resources: readonly Resource[]): void {
    const given = resources as readonly JsonObject[];
    this.#inspector.demand(given, this.#store, this.#name);
    const copies = given.map((resource) => copyJson(resource) as JsonObject);
    const { store } = this.#identities();
    this.#resources.addAll(identified(this.#document, this.#name, copies, store));
    this.#changed();
  }

  /**
   * Keeps a copy in the place of the first one with the same identity; as the newest where there is none.
   * It may be what requests only come to, by a change or an action.
   *
   * @throws {StateError} where it lacks the identity or has a rounded number, and where the store doesn't
   *   take so many.
   */
  put(resource: Resource): void {
    const given = copyJson(resource as JsonValue) as JsonObject;
    const fault = this.#inspector.fault([given], this.#name);
    if (fault !== undefined) throw this.#inspector.refusal('put into', fault, this.path);
    const identity = this.#demandIdentity();
    const value = given[identity];
    if (value === undefined) {
      const missing = { message: `${identity} is required` };
      throw this.#inspector.refusal('put into', missing, this.path);
    }
    const known = this.#resources.find(identity, value);
    if (known === undefined) {
      this.#inspector.demandRoom('put', this.#store.total + 1);
      this.#resources.add(given);
    } else this.#resources.replace(known, given);
    this.#changed();
  }

  /**
   * Takes the first one with this identity away; false where there is none.
   *
   * @throws {StateError} where the document names no property that tells one from another.
   */
  remove(identity: JsonValue): boolean {
    const known = this.#find(identity);
    if (known === undefined) return false;
    const { family, store } = this.#identities();
    if (family && this.identity !== undefined) {
      resourceIdentifier(this.#document, family, this.identity).retire(known, store);
    }
    this.#resources.replace(known, undefined);
    this.#changed();
    return true;
  }

  /** Forgets them all. */
  clear(): void {
    this.#resources.reset();
    this.#changed();
  }

  #identities(): { family: ResourceFamily | undefined; store: IdentityStore } {
    const family = familyAt(this.#document, this.#name);
    return { family, store: identityStore(family, this.#store, this.#resources) };
  }

  #find(identity: JsonValue): JsonObject | undefined {
    return this.#resources.find(this.#demandIdentity(), identity);
  }

  #demandIdentity(): string {
    if (this.identity !== undefined) return this.identity;
    throw new StateError(
      'no-identity',
      `Failed to look into ${this.path}: the document names no property that tells one from another. Use list().`,
    );
  }
}
