/** Keeps the numbers of resources that follow from others: a new task is one more in the `taskCount` of its project. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonObject, getProperty, isJsonNumber } from '../openapi/json/json-value.ts';
import { isJustBelow, isPathBelow } from '../model/resources/names.ts';
import { familyCreatedBy } from '../model/resources/resources.ts';
import { type StatedTotal, statedTotals } from '../model/resources/stated-totals.ts';
import { type OperationAction, resourceOnPath } from './operation-action.ts';
import type { ResourceAction, ResourceCall } from './resource-action.ts';
import { type Stores, referredTo } from './spread-store.ts';

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
  // What is new has none of what is counted.
  const nothing = Object.fromEntries(own.map(({ name }) => [name, 0] as const));
  const started = (call: ResourceCall): ResourceCall =>
    isMaking ? { ...call, body: { ...call.body, ...nothing } } : call;
  const find = (call: ResourceCall): JsonObject | undefined =>
    isMaking ? undefined : resourceOnPath(family, call, stores)?.resource;
  const perform: ResourceAction['perform'] = (call) => {
    const before = find(call);
    const outcome = action.perform(started(call));
    if ('kind' in outcome || outcome.isMadeUp === true) return outcome;
    const after = isMaking ? outcome.resource : find(call);
    for (const total of totals) {
      const isThere = isPathBelow(operation.path, total.owner.item);
      shift(total, before, -1, isThere ? call : undefined, stores);
      shift(total, after, 1, isThere ? call : undefined, stores);
    }
    return outcome;
  };
  return { ...action, perform };
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
    value === undefined
      ? call && resourceOnPath(owner, call, stores)
      : referredTo(owner, value, stores.all);
  const is = found && getProperty(found.resource, name);
  if (found === undefined || is === undefined || !isJsonNumber(is)) return;
  const now = Math.max(0, Number(is) + sign * amount);
  found.store.replace(found.resource, { ...found.resource, [name]: now });
}
