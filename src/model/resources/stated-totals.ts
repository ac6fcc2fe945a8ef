/** Numbers that tell how many others a resource has, or what these come to: `taskCount`, “the sum of the estimates of its tasks”. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonObject, getProperty, isJsonNumber } from '../../openapi/json/json-value.ts';
import { onceFor } from '../../openapi/once.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { wordsOf } from '../lists/item-properties.ts';
import { type Operation, operationAt } from '../operation.ts';
import { stateCalled } from './action-states.ts';
import { resourceSchema } from './envelopes-in.ts';
import { isPathBelow, namesOfReference, nounOf, plainName } from './names.ts';
import { type ItemFamily, type ResourceFamily, allFamilies } from './resources.ts';

/** A number of a resource that follows from others. */
export interface StatedTotal {
  readonly owner: ItemFamily;
  /** The property that tells it. */
  readonly name: string;
  readonly counted: ResourceFamily;
  /** By which property what is counted names the owner. Default: the path of its collection does. */
  readonly reference: string | undefined;
  /** Whether words say what it is, and not its name alone. */
  readonly isSaid: boolean;
  /** What one of them adds; `undefined` where it doesn't tell. */
  readonly amountOf: (resource: JsonObject) => number | undefined;
}

/** Those of a document. Found once. */
export const statedTotals: (document: OpenApiDocument) => readonly StatedTotal[] =
  onceFor(findTotals);

function findTotals(document: OpenApiDocument): StatedTotal[] {
  const families = allFamilies(document);
  return families.flatMap((owner) =>
    owner.item === undefined || owner.identity === undefined
      ? []
      : totalsOf(document, { ...owner, item: owner.item }, families),
  );
}

function totalsOf(
  document: OpenApiDocument,
  owner: ItemFamily,
  families: readonly ResourceFamily[],
): StatedTotal[] {
  const taken = resourceSchema(document, owner, owner.create, 'taken').properties;
  return [...toldOf(document, owner)].flatMap(([name, schema]): StatedTotal[] => {
    const isNumber = schema.types.some((type) => type === 'integer' || type === 'number');
    const isSent = taken.get(name)?.readOnly === false;
    const meaning = isNumber && !isSent ? meaningOf(name, schema, owner) : undefined;
    if (meaning === undefined) return [];
    for (const counted of families) {
      const link = counted === owner ? undefined : linkOf(document, counted, owner);
      if (link === undefined || nounOf(counted.collection) !== meaning.noun) continue;
      const amountOf = amountFor(toldOf(document, counted), meaning);
      if (amountOf) return [{ owner, name, counted, ...link, isSaid: meaning.isSaid, amountOf }];
    }
    return [];
  });
}

function toldOf(document: OpenApiDocument, family: ResourceFamily): EffectiveSchema['properties'] {
  const read: Operation = operationAt(document, 'GET', family.item) ?? family.create;
  return resourceSchema(document, family, read, 'told').properties;
}

/** How what is counted belongs to its owner; `undefined` where nothing tells. */
function linkOf(
  document: OpenApiDocument,
  counted: ResourceFamily,
  { item }: ItemFamily,
): Pick<StatedTotal, 'reference'> | undefined {
  const parameter = /\{([^{}]+)\}\/?$/.exec(item)?.[1] ?? '';
  const names = namesOfReference(item, parameter);
  const reference = toldOf(document, counted)
    .keys()
    .find((name) => plainName(name) !== 'id' && names.has(plainName(name)));
  const isBelow = isPathBelow(counted.collection, item);
  return isBelow || reference !== undefined ? { reference } : undefined;
}

/** What a number is said to be. */
interface Meaning {
  /** Of which kind of resource, as {@link nounOf} calls them. */
  readonly noun: string;
  /** What only some of them are: `open`. */
  readonly quality?: string | undefined;
  /** What is added up of them, in words. Default: they are counted. */
  readonly summed?: string | undefined;
  readonly isSaid: boolean;
}

/** “The number of its open tasks”, “how many tasks there are”, and “how many of its tasks are open”. */
const COUNTING = '(?:total |current |overall )?(?:number of|how many(?: of)?)';
/** “The sum of the estimates of its tasks”, and “the total estimate of all tasks”. */
const ADDING = '(?:(?:sum|total) of (?:the |all |its )*|total )(?<summed>\\w+(?: \\w+)?) of';

/** A text that says so, and nothing more, of what belongs to one that is called so. */
function saying(owner: string): RegExp {
  const it = `(?:it|(?:the|this) ${owner})`;
  const place = '(?:in|of|on|below|under|within|for|that belong to|belonging to)';
  const rest = ` there are| ${it} has| ${place} ${it}| are (?<state>\\w+)`;
  const some = '(?:all )?(?:its |their |the )?(?:(?<quality>\\w+) )??(?<noun>\\w+)';
  return new RegExp(`^(?:the )?(?:${COUNTING}|${ADDING}) ${some}(?:${rest})?$`);
}

function meaningOf(name: string, schema: EffectiveSchema, owner: ItemFamily): Meaning | undefined {
  const said = schema.keyword('description');
  if (typeof said !== 'string') return meaningOfName(name);
  const words = said.trim().toLowerCase().replace(/\.$/, '');
  const found = saying(nounOf(owner.collection)).exec(words)?.groups;
  if (found === undefined) return undefined;
  const { noun = '', quality, state = quality, summed } = found;
  return { noun: nounOf(noun), quality: state, summed, isSaid: true };
}

/** `taskCount`, `tasks_count`, `numTasks`, `number_of_tasks` and `totalTasks`. */
function meaningOfName(name: string): Meaning | undefined {
  const [, ofNumber, ofCount] =
    /^(?:(?:number of|num|total|n) (\w+)|(\w+) (?:count|total))$/.exec(wordsOf(name).join(' ')) ??
    [];
  const noun = ofNumber ?? ofCount;
  return noun === undefined ? undefined : { noun: nounOf(noun), isSaid: false };
}

/** What one adds to a number; `undefined` where nothing says what is meant. */
function amountFor(
  told: EffectiveSchema['properties'],
  { quality, summed }: Meaning,
): StatedTotal['amountOf'] | undefined {
  const isCounted = quality === undefined ? () => true : hasQuality(told, quality);
  const place =
    summed === undefined
      ? undefined
      : [...told].find(([name, { types }]) => {
          const isNumber = types.some((type) => type === 'integer' || type === 'number');
          return isNumber && nounOf(plainName(summed)) === nounOf(plainName(name));
        })?.[0];
  if (isCounted === undefined || (summed !== undefined && place === undefined)) return undefined;
  return (resource) => {
    const isOne = isCounted(resource);
    if (isOne === undefined) return undefined;
    const value = place === undefined ? 1 : getProperty(resource, place);
    if (!isOne) return 0;
    return value !== undefined && isJsonNumber(value) ? Number(value) : undefined;
  };
}

/** Whether one is as a word says, by the only property that can say so: a state, or a flag. */
function hasQuality(
  told: EffectiveSchema['properties'],
  quality: string,
): ((resource: JsonObject) => boolean | undefined) | undefined {
  const found = stateCalled(quality, told);
  if (found === undefined) return undefined;
  const { property, state } = found;
  return (resource) => {
    const value = getProperty(resource, property);
    return value === undefined ? undefined : equalJson(value, state);
  };
}
