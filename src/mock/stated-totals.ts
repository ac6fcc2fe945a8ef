/** Keeps the numbers of resources that follow from others: a new task is one more in the `taskCount` of its project. */
import type { OpenApiDocument } from '../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonNumber,
} from '../openapi/json/json-value.ts';
import type { Operation } from '../model/operation.ts';
import { isJustBelow, isPathBelow, pathAbove } from '../model/resources/names.ts';
import {
  type ItemFamily,
  type ResourceFamily,
  familyCreatedBy,
} from '../model/resources/resources.ts';
import { type StatedTotal, statedTotals } from '../model/resources/stated-totals.ts';
import { pathOf } from './orphans.ts';
import {
  type ResourceAction,
  type ResourceCall,
  type ResourceOutcome,
  namedResource,
} from './resource-action.ts';
import type { ResourceStore } from './resource-store.ts';
import { type IdentityStore, collectionsOf } from './spread-store.ts';

/** What an operation does. */
export interface OperationAction {
  readonly operation: Operation;
  /** What can be found at paths. */
  readonly all: readonly ItemFamily[];
  readonly action: ResourceAction;
}

/** Where resources are kept. */
export interface Stores {
  readonly all: ResourceStore;
  readonly storeAt: (path: string) => ResourceStore;
  readonly keptOf: (family: ResourceFamily, path: string) => IdentityStore;
}

/** An action after which all numbers are as the document says; the same where it has none. */
export function withTotals(
  document: OpenApiDocument,
  { operation, all: families, action }: OperationAction,
  stores: Stores,
): ResourceAction {
  const family =
    familyCreatedBy(document, operation) ??
    families.find(({ item }) => operation.path === item || isJustBelow(operation.path, item));
  if (operation.method === 'GET' || family === undefined) return action;
  const all = statedTotals(document);
  const own = all.filter(({ owner }) => owner.create === operation);
  const totals = all.filter(({ counted }) => counted.create === family.create);
  if (own.length === 0 && totals.length === 0) return action;
  const isMaking = family.create === operation;
  const nothing = Object.fromEntries(own.map(({ name }) => [name, 0] as const));
  const find = (call: ResourceCall): JsonObject | undefined =>
    isMaking ? undefined : named(family, call, stores);
  const perform: ResourceAction['perform'] = (call) => {
    const before = find(call);
    const outcome = action.perform(call);
    if ('kind' in outcome || outcome.isMadeUp === true) return outcome;
    const made = isMaking ? startedWith(nothing, outcome, call, stores) : outcome;
    const after = isMaking ? made.resource : find(call);
    for (const total of totals) {
      const isThere = isPathBelow(operation.path, total.owner.item);
      shift(total, before, -1, isThere ? call : undefined, stores);
      shift(total, after, 1, isThere ? call : undefined, stores);
    }
    return made;
  };
  return { ...action, perform };
}

/** The resource of a family that the path of a request goes through, or leads to. */
export function named(
  family: ResourceFamily,
  call: ResourceCall,
  { keptOf }: Stores,
): JsonObject | undefined {
  if (family.item === undefined) return undefined;
  const path = pathAbove(pathOf({ item: family.item }, call.path));
  return namedResource(family, call.parameters, keptOf(family, path));
}

/** What is new has none of what is counted. */
function startedWith(
  nothing: JsonObject,
  outcome: ResourceOutcome,
  { path }: ResourceCall,
  { storeAt }: Stores,
): ResourceOutcome {
  const { resource } = outcome;
  if (resource === undefined || Object.keys(nothing).length === 0) return outcome;
  const started = { ...resource, ...nothing };
  storeAt(path).replace(resource, started);
  return { ...outcome, resource: started };
}

/** Adds what one is counted as to the number of its owner, or takes it away. */
function shift(
  total: StatedTotal,
  counted: JsonObject | undefined,
  sign: 1 | -1,
  call: ResourceCall | undefined,
  stores: Stores,
): void {
  const amount = counted && total.amountOf(counted);
  if (counted === undefined || !amount) return;
  const { name, owner, reference } = total;
  const value = reference === undefined ? undefined : getProperty(counted, reference);
  const found =
    value === undefined ? call && placeOf(owner, call, stores) : ownerOf(owner, value, stores);
  const is = found && getProperty(found.resource, name);
  if (found === undefined || is === undefined || !isJsonNumber(is)) return;
  const now = Math.max(0, Number(is) + sign * amount);
  found.store.replace(found.resource, { ...found.resource, [name]: now });
}

interface Found {
  readonly store: Pick<ResourceStore, 'replace'>;
  readonly resource: JsonObject;
}

function placeOf(owner: ItemFamily, call: ResourceCall, stores: Stores): Found | undefined {
  const store = stores.keptOf(owner, pathAbove(pathOf(owner, call.path)));
  const resource = namedResource(owner, call.parameters, store);
  return resource && { store, resource };
}

function ownerOf(
  { collection, identity = '' }: ItemFamily,
  value: JsonValue,
  { all }: Stores,
): Found | undefined {
  for (const store of collectionsOf(collection, all)) {
    const resource = store.find(identity, value);
    if (resource !== undefined) return { store, resource };
  }
  return undefined;
}
