/** Collections that are full from the start: the items of list examples, then resources that are made up. */
import { listOf } from '../model/lists/lists.ts';
import { type Operation, operationAt, parameterNamed } from '../model/operation.ts';
import { withValue } from '../model/requests/slots.ts';
import { nameableBy, pathSchemas } from '../model/resources/identity.ts';
import { pathTemplate } from '../model/routes.ts';
import { allFamilies, familyOfItem, type ResourceFamily } from '../model/resources/resources.ts';
import { collectionName, onlyCollection, namedFamilies } from '../model/resources/collections.ts';
import { isShallow, itemPath } from '../model/resources/family-paths.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
  propertyAt,
} from '../openapi/json/json-value.ts';
import { showJson, textOf, readings } from '../openapi/json/stringify-json.ts';
import { encodedPart } from '../openapi/percent.ts';
import { isValidFor } from '../openapi/schema/compile-schema.ts';
import { effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { sampleValue } from '../openapi/schema/sample-value.ts';
import { atMost } from '../model/believable/at-most.ts';
import { dayOf } from '../model/believable/moments.ts';
import type { Provider } from '../model/resources/value-providers.ts';
import { identityStore } from './spread-store.ts';
import { type ResourceMaker, resourceMaker, shownBy } from './resource-maker.ts';
import { type References, referencesOf } from './referrers.ts';
import { standInItems } from './stand-in.ts';
import { type ResourceIdentifier, resourceIdentifier } from './identify-resources.ts';
import { MemoryStore } from './resource-store.ts';
import { type StoredState, storeContent } from './store-content.ts';
import { barePath, isPathBelow } from '../model/resources/names.ts';

/** Below each resource of a full collection there is a fifth of what there is of these. */
const SHARE = 5;

/** However deep collections are in each other. */
export const MOST = 10_000;

/** A collection that is full. */
interface Filled {
  readonly family: ResourceFamily;
  /** With values in place of braces. */
  readonly path: string;
  readonly resources: JsonObject[];
  /** Whether it was there before. */
  readonly isGiven: boolean;
}

/**
 * A state with as many believable resources in each collection of the document that it says nothing of; what
 * refers to others refers to what is there. The same on every call of a day, as times are close to it.
 *
 * @param count Where a list has an example with more items, all of these are there; 0: only these.
 */
export function filled<State extends StoredState>(
  document: OpenApiDocument,
  state: State,
  { count, now = Date.now() }: { readonly count: number; readonly now?: number | undefined },
): State {
  const filler = new Filler(document, state, { count, now: dayOf(now) });
  const families = [...allFamilies(document), ...namedFamilies(document)]
    .filter(({ identity }) => identity !== undefined)
    .toSorted((a, b) => depthOf(document, a) - depthOf(document, b));
  for (const family of families) filler.fill(family);
  return { ...state, ...filler.state() };
}

/** How handlers are told to begin with full collections. */
export interface Filling {
  /** How many items lists have that nothing is created for. */
  readonly count: number;
  /** What is stored in the beginning, with what fills it. */
  fill<State extends StoredState>(document: OpenApiDocument, state: State): State;
}

/** Makes collections full that are empty otherwise: see {@link filled}. */
export function fill(count: number): Filling {
  return { count, fill: (document, state) => filled(document, state, { count }) };
}

/** How many resources there are above one, whatever of them its path names. */
function depthOf(document: OpenApiDocument, { collection }: ResourceFamily): number {
  const [, item = ''] = INNERMOST.exec(collection) ?? [];
  const parent = familyOfItem(document, item);
  const isAbove = parent !== undefined && isShallow(parent);
  return isAbove ? namesIn(parent.collection) + 1 : namesIn(collection);
}

/** A path up to its last parameter, and what is behind that. */
const INNERMOST = /^(.*\})([^}]*)$/;

function namesIn(path: string): number {
  return path.split('{').length - 1;
}

class Filler {
  readonly #document: OpenApiDocument;
  readonly #store = new MemoryStore();
  readonly #only: string | undefined;
  readonly #state: StoredState;
  /** Names of the collections that it says something of, be it that they are empty. */
  readonly #given: ReadonlySet<string | undefined>;
  readonly #now: number;
  readonly #filled: Filled[] = [];
  readonly #kinds = new Map<ResourceFamily, Kind>();
  readonly #references = new Map<ResourceFamily, References>();
  readonly #listed = new Map<Operation, (JsonValue | undefined)[]>();
  readonly #count: number;
  #left = MOST;

  constructor(
    document: OpenApiDocument,
    state: StoredState,
    { count, now }: { readonly count: number; readonly now: number },
  ) {
    this.#count = count;
    this.#document = document;
    this.#state = state;
    this.#now = now;
    this.#only = onlyCollection(document);
    const { resources, collections = {} } = state;
    const onlyName = resources === undefined ? [] : [undefined];
    this.#given = new Set([...onlyName, ...Object.keys(collections).map(collectionName)]);
    this.#store.restoreAll(storeContent(document, state));
  }

  fill(family: ResourceFamily): void {
    const share = Math.ceil(this.#count / SHARE ** depthOf(this.#document, family));
    for (const path of this.#pathsOf(family)) this.#fillAt(family, path, share);
  }

  /** What there is then. */
  state(): StoredState {
    const made = this.#filled.filter(({ isGiven }) => !isGiven);
    for (const collection of made) {
      for (const [i, resource] of collection.resources.entries()) {
        collection.resources[i] = this.#referring(collection, resource, i);
      }
    }
    const lists = made.map(({ path, resources }) => [path, resources] as const);
    if (this.#only !== undefined) {
      return lists.length === 0 ? {} : { resources: lists[0]![1] };
    }
    const { collections = {} } = this.#state;
    return { collections: { ...collections, ...Object.fromEntries(lists) } };
  }

  /** The collections of a kind: one, or one below each resource that there is above. */
  #pathsOf({ collection, create }: ResourceFamily): string[] {
    const [, item = '', rest = ''] = INNERMOST.exec(collection) ?? [];
    if (item === '') return [collection];
    const above = familyOfItem(this.#document, item);
    if (above?.identity === undefined) return [usualPath(this.#document, create)];
    return this.#filled
      .filter(({ family }) => family === above)
      .flatMap(({ path, resources, family }) =>
        resources.map(
          (resource) =>
            barePath(itemPath(family, path, resource[family.identity ?? ''] ?? '') ?? '') + rest,
        ),
      );
  }

  #fillAt(family: ResourceFamily, path: string, count: number): void {
    const name = this.#only === undefined ? collectionName(path) : undefined;
    const collection = name === undefined ? this.#store : this.#store.collection(name);
    if (this.#given.has(name)) {
      this.#filled.push({ family, path, resources: collection.list(), isGiven: true });
      return;
    }
    if (this.#left <= 0) return;
    const before = this.#filled.filter((collection) => collection.family === family).length;
    const examples = before === 0 ? examplesOf(this.#document, family) : [];
    if (examples.length + count === 0) return;
    const { maker, identifier, isNameable } = this.#kindOf(family);
    const start = before * count;
    const shown = examples.map((example, i) => ({
      ...(count > 0 && maker(start + i, path)),
      ...example,
    }));
    const most = Math.max(0, Math.min(count, this.#left) - shown.length);
    const made = atMost(most, (i) => maker(start + shown.length + i, path));
    const resources = identifier.identify(
      withoutDoubts([...shown, ...made], family.identity ?? '', isNameable),
      identityStore(family, this.#store, collection),
    );
    this.#left -= resources.length;
    if (resources.length > 0) collection.addAll(resources);
    this.#filled.push({ family, path, resources, isGiven: false });
  }

  /** A resource with what is there in place of what it refers to. */
  #referring({ family, path }: Filled, resource: JsonObject, i: number): JsonObject {
    const { references, slots } = this.#referencesOf(family, resource);
    let referring: JsonValue = resource;
    for (const { path: place, nth, provider } of references) {
      const current = propertyAt(resource, place);
      // A request names what its answer tells in full.
      if (current === undefined || isJsonObject(current)) continue;
      const others = this.#identitiesOf(provider, path);
      const value = others[(i + nth) % others.length];
      const slot = slots.find((candidate) => candidate.path.join('/') === place.join('/'));
      const fitting = [...(value === undefined ? [] : readings(value))].find(
        (reading) => slot && isValidFor(reading, slot.schema, 'response'),
      );
      // What a path says is so already.
      const isSaid = path.split('/').includes(encodedPart(textOf(current)));
      if (fitting !== undefined && !isSaid) referring = withValue(referring, place, fitting);
    }
    return isJsonObject(referring) ? referring : resource;
  }

  /** Those of what there is near a path, else of what is only listed. */
  #identitiesOf({ operation, path }: Provider, near: string): (JsonValue | undefined)[] {
    const all = this.#filled.filter(({ family }) => family.collection === operation.path);
    const found = all.find((collection) => isPathBelow(near, collection.path)) ?? all[0];
    const { family, resources = [] } = found ?? {};
    if (family !== undefined) return resources.map((resource) => resource[family.identity ?? '']);
    const known = this.#listed.get(operation) ?? this.#identitiesListed(operation, path.at(-1));
    this.#listed.set(operation, known);
    return known;
  }

  #identitiesListed(operation: Operation, identity = ''): (JsonValue | undefined)[] {
    const list = listOf(this.#document, operation);
    const items = list && standInItems(this.#document, list, this.#count);
    return (items ?? []).filter(isJsonObject).map((item) => item[identity]);
  }

  /** What makes the resources of a family, wherever they are. */
  #kindOf(family: ResourceFamily): Kind {
    const known = this.#kinds.get(family) ?? {
      maker: resourceMaker(this.#document, family, this.#now),
      identifier: resourceIdentifier(this.#document, family, family.identity ?? ''),
      isNameable: nameableBy(pathSchemas(this.#document, family)),
    };
    this.#kinds.set(family, known);
    return known;
  }

  /** As the first of a family shows them: looked for once. */
  #referencesOf(family: ResourceFamily, resource: JsonObject): References {
    const known = this.#references.get(family) ?? referencesOf(this.#document, family, resource);
    this.#references.set(family, known);
    return known;
  }
}

interface Kind {
  readonly maker: ResourceMaker;
  readonly identifier: ResourceIdentifier;
  /** Whether paths can name an identity. */
  readonly isNameable: (identity: JsonValue) => boolean;
}

/** The path with what the document shows for its parameters. */
function usualPath({ root }: OpenApiDocument, operation: Operation): string {
  return pathTemplate(operation.path).fill((name) => {
    const parameter = parameterNamed(operation, 'path', name);
    const schema = effectiveSchema(root, parameter?.schemaPointer);
    const value = parameter?.example ?? sampleValue(schema, { side: 'request' });
    return encodedPart(textOf(value));
  });
}

/** Identities that come twice, or that no path can name, are made anew. */
function withoutDoubts(
  resources: readonly JsonObject[],
  identity: string,
  isNameable: Kind['isNameable'],
): JsonObject[] {
  const seen = new Set<string>();
  return resources.map((resource) => {
    const { [identity]: value, ...rest } = resource;
    if (value === undefined || seen.has(showJson(value)) || !isNameable(value)) return rest;
    seen.add(showJson(value));
    return resource;
  });
}

/** What the examples of a collection's list have. */
function examplesOf(document: OpenApiDocument, { collection }: ResourceFamily): JsonObject[] {
  const operation = operationAt(document, 'GET', collection);
  const list = operation && listOf(document, operation);
  if (list === undefined) return [];
  const items = shownBy(list.operation).flatMap((example) => {
    const found = propertyAt(example, list.path);
    return Array.isArray(found) ? found.filter(isJsonObject) : [];
  });
  return items.filter((item) => isValidFor(item, list.item, 'response'));
}
