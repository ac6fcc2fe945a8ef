/** Numbers that tell how many others a resource has, or what these come to: `taskCount`, “the sum of the estimates of its tasks”. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonObject, getProperty, isJsonNumber } from '../../openapi/json/json-value.ts';
import { onceFor } from '../../openapi/once.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { wordsOf } from '../lists/item-properties.ts';
import { stateCalled } from './action-states.ts';
import { ownerReference, toldProperties } from './owner-reference.ts';
import { resourceSchema } from './envelopes-in.ts';
import { isPathBelow, literalPath, nounOf, plainName } from './names.ts';
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
  /** What is added up of them. Default: they are counted. */
  readonly summed?: Summed | undefined;
}

interface Summed {
  readonly name: string;
  readonly schema: EffectiveSchema;
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
  return [...toldProperties(document, owner)].flatMap(([name, schema]): StatedTotal[] => {
    const isNumber = schema.types.some((type) => type === 'integer' || type === 'number');
    const isSent = taken.get(name)?.readOnly === false;
    if (!isNumber || isSent) return [];
    for (const counted of families) {
      const meaning = counted === owner ? undefined : meaningOf(name, schema, owner, counted);
      const link = meaning && linkOf(document, counted, owner);
      if (meaning === undefined || link === undefined) continue;
      const amount = amountFor(toldProperties(document, counted), meaning);
      if (amount) return [{ owner, name, counted, ...link, isSaid: meaning.isSaid, ...amount }];
    }
    return [];
  });
}

/** How what is counted belongs to its owner; `undefined` where nothing tells. */
function linkOf(
  document: OpenApiDocument,
  counted: ResourceFamily,
  { item, collection }: ItemFamily,
): Pick<StatedTotal, 'reference'> | undefined {
  const reference = ownerReference(document, counted, { item, collection });
  if (isPathBelow(counted.collection, item)) return { reference };
  // What lies below another parent may have the same identity.
  const isAnywhere = !collection.includes('{');
  return reference !== undefined && isAnywhere ? { reference } : undefined;
}

/** What a number is said to be. */
interface Meaning {
  /** What only some of them are: `open`, or `pending` or `confirmed`. Default: all are meant. */
  readonly qualities?: readonly string[] | undefined;
  /** Whether those that are so are left out. Default false. */
  readonly isNegated?: boolean | undefined;
  /** What was done to them, or they do: `assigned`. Default: nothing is said of that. */
  readonly deed?: string | undefined;
  /** What is added up of them, in words. Default: they are counted. */
  readonly summed?: string | undefined;
  readonly isSaid: boolean;
}

/** “The number of its open tasks”, “how many tasks there are”, and “how many of its tasks are open”. */
const COUNTING = '(?:total |current |overall )?(?:number of|how many(?: of)?)';
/** “The sum of the estimates of its tasks”, and “the total estimate of all tasks”. */
const ADDING = '(?:(?:sum|total) of (?:the |all |its )*|total )(?<summed>\\w+(?: \\w+)?) of';

/** The words by which a collection calls its resources, with the last as any: `pick ` for `pick_tasks`. */
function wordsAbove(collection: string): string {
  const before = wordsOf(literalPath(collection).split('/').at(-1)!).slice(0, -1);
  return before.map((word) => `${word} `).join('');
}

/** A text that says so, and nothing more, of what belongs to one that is called so. */
function saying(owner: ItemFamily, counted: ResourceFamily): RegExp {
  const called = `(?:${wordsAbove(owner.collection)})?${wordsOf(nounOf(owner.collection)).at(-1)}`;
  const it = `(?:it|them|(?:the|this) ${called})`;
  const place = '(?:in|into|out of|of|on|below|under|within|for|from|to|by)';
  const places = `${place}(?: and ${place})*`;
  // What they were done to it: “assigned to this picker”.
  const deed = '(?:that (?:are|were) |that )?(?:(?<deed>\\w+) )?';
  const belonging = ` there are| (?:it|the ${called}|this ${called}) (?<deed>\\w+)| ${deed}${places} ${it}`;
  const state = ' (?:that |which )?are (?<not>not |no longer )?(?<state>\\w+)';
  const some = `(?:(?:all|its|their|the) )*(?:(?<some>\\w+(?:(?:,| and| or) \\w+)*) )??`;
  const noun = `${wordsAbove(counted.collection)}(?<noun>\\w+)`;
  return new RegExp(
    `^(?:the )?(?:${COUNTING}|${ADDING}) ${some}${noun}(?:${belonging})?(?:${state})?$`,
  );
}

function meaningOf(
  name: string,
  schema: EffectiveSchema,
  owner: ItemFamily,
  counted: ResourceFamily,
): Meaning | undefined {
  const said = schema.keyword('description');
  if (typeof said !== 'string') return isCalledSo(name, counted) ? { isSaid: false } : undefined;
  const words = said.trim().toLowerCase().replaceAll('`', '').replace(/\.$/, '');
  const found = saying(owner, counted).exec(words)?.groups;
  if (found === undefined || !isNoun(found['noun'] ?? '', counted)) return undefined;
  const { some, deed, not, state = some, summed } = found;
  if (some !== undefined && state !== some) return undefined;
  const qualities = state?.split(/, ?| and | or /).map((word) => word.trim());
  return { qualities, deed, isNegated: not !== undefined, summed, isSaid: true };
}

/** Whether a word is the last of what a collection calls its resources, one or several. */
function isNoun(word: string, { collection }: ResourceFamily): boolean {
  return nounOf(word) === nounOf(wordsOf(literalPath(collection).split('/').at(-1)!).at(-1) ?? '');
}

/** `taskCount`, `tasks_count`, `numTasks`, `number_of_tasks` and `totalTasks`. */
function isCalledSo(name: string, { collection }: ResourceFamily): boolean {
  const [, ofNumber, ofCount] =
    /^(?:(?:number of|num|total|n) ([\w ]+)|([\w ]+) (?:count|total))$/.exec(
      wordsOf(name).join(' '),
    ) ?? [];
  const noun = ofNumber ?? ofCount;
  return noun !== undefined && nounOf(plainName(noun)) === nounOf(collection);
}

/** What one adds to a number; `undefined` where nothing says what is meant. */
function amountFor(
  told: EffectiveSchema['properties'],
  { qualities, deed, isNegated, summed }: Meaning,
): Pick<StatedTotal, 'amountOf' | 'summed'> | undefined {
  const isSome = qualities === undefined ? () => true : hasQuality(told, qualities);
  // Those that are “cancelled by the user” are some of them.
  if (deed !== undefined && stateCalled(deed, told) !== undefined) return undefined;
  const [place, schema] =
    [...told].find(([name, { types }]) => {
      const isNumber = types.some((type) => type === 'integer' || type === 'number');
      return isNumber && nounOf(plainName(summed ?? '')) === nounOf(plainName(name));
    }) ?? [];
  if (isSome === undefined || (summed !== undefined && place === undefined)) return undefined;
  return {
    summed: place === undefined ? undefined : { name: place, schema: schema! },
    amountOf: (resource) => {
      const isOne = isSome(resource);
      if (isOne === undefined) return undefined;
      const value = place === undefined ? 1 : getProperty(resource, place);
      if (isOne === isNegated) return 0;
      return value !== undefined && isJsonNumber(value) ? Number(value) : undefined;
    },
  };
}

/** Whether one is as some words say, by the only property that can say so: a state, or a flag. */
function hasQuality(
  told: EffectiveSchema['properties'],
  qualities: readonly string[],
): ((resource: JsonObject) => boolean | undefined) | undefined {
  const found = qualities.map((quality) => stateCalled(quality, told));
  const [first] = found;
  if (first === undefined || found.some((other) => other?.property !== first.property))
    return undefined;
  return (resource) => {
    const value = getProperty(resource, first.property);
    return value === undefined ? undefined : found.some((other) => equalJson(value, other!.state));
  };
}
