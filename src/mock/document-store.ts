import { onlyCollection } from '../model/resources/collections.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import { Collection } from './collection.ts';
import { MemoryStore } from './resource-store.ts';
import { StateError } from './state-error.ts';

/**
 * A store in memory of what a document's operations create, which can be filled and looked into without
 * requests. Where several operations create, each path is a {@link Collection} of its own.
 *
 * @typeParam Resource What the document's schema says of one. Default: any JSON object.
 */
export class DocumentStore<Resource extends object = JsonObject> extends MemoryStore<Resource> {
  readonly #document: OpenApiDocument;
  #only: Collection<Resource> | undefined;

  constructor(document: OpenApiDocument) {
    super();
    this.#document = document;
  }

  /**
   * Whether one with this identity is stored.
   *
   * @throws {StateError} as {@link get} does.
   */
  has(identity: JsonValue): boolean {
    return this.#collection.has(identity);
  }

  /**
   * The first one with this identity; a copy.
   *
   * @throws {StateError} where the document creates at no path, or at several, or names no identity.
   */
  get(identity: JsonValue): Resource | undefined {
    return this.#collection.get(identity);
  }

  /**
   * Stores copies without a request, all or none.
   *
   * @throws {StateError} as {@link Collection.seed} does.
   */
  seed(resources: readonly Resource[]): void {
    this.#collection.seed(resources);
  }

  get #collection(): Collection<Resource> {
    const document = this.#document;
    const path = onlyCollection(document);
    if (path !== undefined) {
      return (this.#only ??= new Collection<Resource>({ document, store: this.managed, path }));
    }
    throw new StateError(
      'collection-missing',
      'Failed to use the store: the document creates at no path, or at several. Use a collection of the mock.',
    );
  }
}
