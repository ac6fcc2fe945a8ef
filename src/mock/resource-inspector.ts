import {
  type Creation,
  collectionName,
  familyAt,
  onlyCollection,
  type CreationRules,
  collectionMissing,
  creationRules,
  demandCreation,
  rulesOutsideCollections,
} from '../model/resources/collections.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { showJson } from '../openapi/json/stringify-json.ts';
import { DEFAULT_MAX_RESOURCES, MemoryStore, type ResourceStore } from './resource-store.ts';
import { StateError } from './state-error.ts';
import { type StoredState, countStored } from './store-content.ts';
import { childPointer } from '../openapi/pointer.ts';

/** What of a service bears on them. */
interface ServiceFacts {
  readonly document: OpenApiDocument;
  /** How many resources a store takes. Default 1,000,000. */
  readonly maxResources?: number | undefined;
}

/** What is wrong with a list of resources. */
interface ResourceFault {
  /** Which of them, from 1; `undefined` where it is all of them. */
  readonly item?: number | undefined;
  /** In a sentence without a full stop: `id must be an int64, got the string "x"`. */
  readonly message: string;
  /** A sentence. */
  readonly help?: string | undefined;
}

/** Says what is wrong with resources that someone wants stored without a request. */
export class ResourceInspector {
  readonly #document: OpenApiDocument;
  readonly #max: number;
  readonly #outerRules: CreationRules | undefined;

  constructor({ document, maxResources = DEFAULT_MAX_RESOURCES }: ServiceFacts) {
    this.#document = document;
    this.#max = maxResources;
    this.#outerRules = rulesOutsideCollections(document);
  }

  /**
   * @param collection The path that they would be created at, where the document has collections.
   * @throws {StateError} where they can't all be stored beside what is.
   */
  demand(resources: readonly JsonValue[], store: ResourceStore, collection?: string): void {
    if (!Array.isArray(resources)) throw this.refusal('seed', NO_LIST, collection);
    this.demandRoom('seed', (store.total ?? store.size) + resources.length);
    const rules = this.#rulesOf(resources, collection);
    const stored = collection === undefined ? store : store.collection(collectionName(collection));
    const fault = invalid(resources, rules) ?? repetition(resources, stored, rules?.identity);
    if (fault !== undefined) throw this.refusal('seed', fault, collection);
  }

  /** @throws {StateError} where they can't all be stored in a new store. */
  demandAll(state: StoredState): void {
    const { resources = [], collections = {} } = state;
    const store = new MemoryStore();
    this.demandRoom('seed', countStored(state));
    if (resources.length > 0) this.demand(resources, store);
    for (const [path, list] of Object.entries(collections)) this.demand(list, store, path);
  }

  /**
   * The first thing wrong with resources for them to have been kept.
   *
   * @param collection Default: they are in none.
   */
  fault(resources: readonly JsonValue[], collection?: string): ResourceFault | undefined {
    const isChangeable = familyAt(this.#document, collection) !== undefined;
    return invalid(resources, isChangeable ? { validate: () => [] } : this.#outerRules);
  }

  /** @throws {StateError} where the document's operations create nothing at this path. */
  demandCollection(path: string): Creation {
    const creation = demandCreation(this.#document, path);
    if (!('message' in creation)) return creation;
    const shown = JSON.stringify(path.slice(0, 200));
    throw new StateError(
      'unknown-collection',
      `Failed to find the collection ${shown}: ${creation.message}. ${creation.help}`,
    );
  }

  /**
   * @param act As {@link refusal} has it.
   * @throws {StateError} where the store doesn't take so many.
   */
  demandRoom(act: string, count: number): void {
    if (count <= this.#max) return;
    const message = `there would be ${count} and the store takes ${this.#max}`;
    throw refused(`${act} resources`, message, 'store-full');
  }

  /** @throws {StateError} where resources that are in no collection would be seen by no operation. */
  demandPlace(resources: readonly JsonValue[]): void {
    const missing = resources.length > 0 ? collectionMissing(this.#document) : undefined;
    if (missing === undefined) return;
    const message = `${missing.message}. ${missing.help.slice(0, -1)}`;
    throw refused('seed resources', message, 'collection-missing');
  }

  /**
   * What to throw for a fault: `Failed to seed /things, item 1: name is required. …`.
   *
   * @param act What failed, as in «Failed to ‹act› /things».
   * @param collection Default: the document's only one.
   */
  refusal(act: string, { item, message, help }: ResourceFault, collection?: string): StateError {
    const path = collection ?? onlyCollection(this.#document) ?? 'resources';
    const place = item === undefined ? path : `${path}, item ${item}`;
    return refused(`${act} ${place}`, message, 'invalid-resource', help);
  }

  /** `undefined` where the document creates nothing from JSON. */
  #rulesOf(
    resources: readonly JsonValue[],
    collection: string | undefined,
  ): CreationRules | undefined {
    if (collection !== undefined) {
      return creationRules(this.#document, this.demandCollection(collection));
    }
    this.demandPlace(resources);
    return this.#outerRules;
  }
}

const NO_LIST: ResourceFault = { message: 'resources must be a list' };

/** The first thing wrong by the document. */
function invalid(
  resources: readonly JsonValue[],
  rules: Pick<CreationRules, 'validate'> | undefined,
): ResourceFault | undefined {
  if (resources.length > 0 && rules === undefined) {
    return { message: 'the document has no operation that creates something from JSON' };
  }
  for (const [i, resource] of resources.entries()) {
    const item = i + 1;
    const [issue] = rules?.validate(resource) ?? [];
    if (issue !== undefined) return { item, message: issue.message };
    if (!isJsonObject(resource)) return { item, message: 'the resource must be an object' };
    const rounded = roundedNumber(resource);
    if (rounded !== undefined) return { item, message: rounded };
  }
  return undefined;
}

/** The first identity that is there twice or is stored already. */
function repetition(
  resources: readonly JsonValue[],
  store: ResourceStore,
  identity: string | undefined,
): ResourceFault | undefined {
  if (identity === undefined) return undefined;
  const seen = new Set<string>();
  for (const [i, resource] of resources.filter(isJsonObject).entries()) {
    const value = resource[identity];
    // One is made for what comes without.
    if (value === undefined) continue;
    const key = showJson(value);
    const isStored = store.find(identity, value) !== undefined;
    if (seen.has(key) || isStored) {
      const message = `${identity} ${key} is already used`;
      return { item: i + 1, message, help: isStored ? 'Clear what is stored first.' : undefined };
    }
    seen.add(key);
  }
  return undefined;
}

function refused(act: string, cause: string, code: string, help?: string): StateError {
  const words = [`Failed to ${act}: ${cause}.`, 'Nothing was changed.', ...(help ? [help] : [])];
  return new StateError(code, words.join(' '));
}

/**
 * What is wrong with a value in code: an integer beyond 2^53 that is a `number`, and so was rounded
 * before anyone could see it. From JSON text there are none: those are bigints.
 */
function roundedNumber(value: JsonValue, pointer = ''): string | undefined {
  if (typeof value === 'number') {
    if (!Number.isInteger(value) || Number.isSafeInteger(value)) return undefined;
    return `${pointer.slice(1)} ${BigInt(value)} may have been rounded, write integers beyond 2^53 as bigint, with an n at the end`;
  }
  const parts = Array.isArray(value) || isJsonObject(value) ? Object.entries(value) : [];
  for (const [name, part] of parts) {
    const found = roundedNumber(part, childPointer(pointer, name));
    if (found !== undefined) return found;
  }
  return undefined;
}
