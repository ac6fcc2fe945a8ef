import { crc32 } from 'node:zlib';
import type { StoreChange } from '../../mock/store-journal.ts';
import { type JsonObject, isJsonObject } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';

/** What one line of a store's file says. */
export type JournalEntry =
  /** The first line: which version of the format the file has. */
  | { readonly kind: 'journal'; readonly version: number }
  /** Created: one by a request, or several at once, all or none. */
  | {
      readonly kind: 'add';
      readonly resources: readonly JsonObject[];
      /** The collection that they are in; `undefined` for the store itself. */
      readonly collection: string | undefined;
    }
  | LineChange;

/** Changed or deleted. */
export interface LineChange {
  readonly kind: 'change';
  /** How many of its list were created before it. */
  readonly place: number;
  /** Check sum of what was there; `undefined` where somebody has written the line by hand. */
  readonly was: string | undefined;
  /** `undefined` where it was deleted. */
  readonly by: JsonObject | undefined;
  /** As above. */
  readonly collection: string | undefined;
}

/** The version of a file without collections. */
export const JOURNAL_VERSION = 1;

/** The version of a file with collections: who doesn't know them must not read it. */
export const COLLECTIONS_VERSION = 2;

/** The version of a file with lines that change what others say, with or without collections. */
export const CHANGES_VERSION = 3;

/** `{"crc":"00000000",`, with the check sum of what follows on the line. */
const CHECK = /^\{"crc":"([\da-f]{8})",/;
const CHECK_LENGTH = 18;

/** The line that every file begins with, and that may come again with a higher version. */
export function headerLine(version: number): string {
  return withCheck(`"journal":${version}}`);
}

/** The line that keeps resources, exact to the last digit of every number. */
export function addLine(resources: readonly JsonObject[], collection?: string): string {
  const [only] = resources;
  const place = collection === undefined ? '' : `"in":${JSON.stringify(collection)},`;
  return only !== undefined && resources.length === 1
    ? withCheck(`${place}"add":${stringifyJson(only)}}`)
    : withCheck(`${place}"seed":${stringifyJson([...resources])}}`);
}

/** The line that changes or deletes what stands at a place. */
export function changeLine({
  place,
  old,
  by,
  collection,
}: Pick<StoreChange, 'place' | 'old' | 'by' | 'collection'>): string {
  const where = collection === undefined ? '' : `"in":${JSON.stringify(collection)},`;
  const what = by === undefined ? '"delete":true' : `"put":${stringifyJson(by)}`;
  return withCheck(`${where}"at":${place},"was":"${resourceSum(old)}",${what}}`);
}

/** Tells a resource from others in its place. */
export function resourceSum(resource: JsonObject): string {
  return checkSum(stringifyJson(resource));
}

function checkSum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

function withCheck(rest: string): string {
  return `{"crc":"${checkSum(rest)}",${rest}\n`;
}

/**
 * Reads a line, without its end. A line without `crc`, which somebody wrote by hand, counts as well.
 *
 * @returns What it says, or in a few words what is wrong with it.
 */
export function readLine(text: string): JournalEntry | string {
  const check = CHECK.exec(text)?.[1];
  if (check !== undefined && crc32(text.slice(CHECK_LENGTH)) !== Number.parseInt(check, 16)) {
    return 'the line was changed: its check sum is another';
  }
  const parsed = parseJson(text);
  if (!parsed.ok) return 'the line is not JSON';
  return entryOf(parsed.value) ?? 'the line is none of a store file';
}

function entryOf(value: unknown): JournalEntry | undefined {
  if (!isJsonObject(value as JsonObject)) return undefined;
  const { journal, add, seed, in: collection, at } = value as JsonObject;
  if (typeof journal === 'number') return { kind: 'journal', version: journal };
  if (collection !== undefined && typeof collection !== 'string') return undefined;
  if (at !== undefined) return changeOf(value as JsonObject, collection);
  if (isJsonObject(add)) return { kind: 'add', resources: [add], collection };
  if (!Array.isArray(seed) || !seed.every(isJsonObject)) return undefined;
  return { kind: 'add', resources: seed, collection };
}

function changeOf(
  { at: place, was, put: by, delete: isDeleted }: JsonObject,
  collection: string | undefined,
): LineChange | undefined {
  if (typeof place !== 'number' || !Number.isSafeInteger(place) || place < 0) return undefined;
  if (was !== undefined && typeof was !== 'string') return undefined;
  if (isJsonObject(by)) return { kind: 'change', place, was, by, collection };
  return isDeleted === true ? { kind: 'change', place, was, by: undefined, collection } : undefined;
}
