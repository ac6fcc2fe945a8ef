import { ResourceInspector } from '../../mock/resource-inspector.ts';
import type { MemoryStore } from '../../mock/resource-store.ts';
import {
  hasCollections,
  creationRules,
  demandCreation,
  rulesOutsideCollections,
} from '../../model/resources/collections.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { JsonObject } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import type { StoreContent } from '../../mock/store-journal.ts';
import {
  CHANGES_VERSION,
  COLLECTIONS_VERSION,
  JOURNAL_VERSION,
  type JournalEntry,
  type LineChange,
  headerLine,
  readLine,
  resourceSum,
} from './journal-line.ts';
import { PersistError } from './persist-error.ts';

/** A place of a store's file that can't be used. */
interface JournalDamage {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** A line that somebody wrote by hand, and what it stores. */
interface HandLine {
  /** From 1. */
  readonly line: number;
  /** As `resources` and `collections` have them. */
  readonly resources: readonly JsonObject[];
  readonly collection: string | undefined;
}

/** What a store's file holds. */
export interface JournalContent extends StoreContent {
  /** What could not be used; everything else was. */
  readonly damages: readonly JournalDamage[];
  readonly byHand: readonly HandLine[];
  /** The highest that it says; 0 where it says none. */
  readonly version: number;
  /** Whether it begins with this kit's first line, ends with the end of one, and says its version. */
  readonly isWhole: boolean;
  /** How many of its lines change what others say. */
  readonly changes: number;
  /** Bytes to the end of its last line, where nothing that could be used stands behind it. */
  readonly end: number | undefined;
}

const VERSIONS: readonly number[] = [JOURNAL_VERSION, COLLECTIONS_VERSION, CHANGES_VERSION];

const LINE_FEED = 0x0a;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a store's file as far as it can be read.
 *
 * @param file How it is called in messages.
 * @throws {PersistError} where a later version of the kit wrote it, and where it is no store file.
 */
export function readJournal(bytes: Uint8Array, file: string): JournalContent {
  const resources: JsonObject[] = [];
  const collections = new Map<string, JsonObject[]>();
  const damages: JournalDamage[] = [];
  const byHand: HandLine[] = [];
  const places = new ChangedPlaces();
  let version = 0;
  let needed = 0;
  let changes = 0;
  let line = 0;
  let understood = 0;
  for (const text of lines(bytes)) {
    line += 1;
    const entry = text === undefined ? 'the line is not UTF-8' : readLine(text);
    if (typeof entry === 'object') understood += 1;
    if (typeof entry === 'string') damages.push({ line, message: entry });
    else if (entry.kind === 'journal') version = Math.max(version, known(entry.version, file));
    else {
      needed = Math.max(needed, versionOf(entry));
      const list = listOf(entry.collection, resources, collections);
      if (text?.startsWith('{"crc":') === false) byHand.push(handLine(line, entry));
      if (entry.kind === 'add') for (const resource of entry.resources) list.push(resource);
      else if (places.apply(entry, list)) changes += 1;
      else damages.push({ line, message: 'what the line changes is not there' });
    }
    if (line === 1 && typeof entry === 'object' && entry.kind !== 'journal') {
      damages.push({ line, message: 'the first line of a store file is missing' });
    }
  }
  if (understood === 0 && line > 0 && !isTorn(bytes)) throw new PersistError(foreign(file));
  const isWhole = beginsWell(bytes) && bytes.at(-1) === LINE_FEED && version >= needed;
  const end = endOf(bytes, damages.at(-1)?.line === line);
  return { resources, collections, damages, byHand, version, isWhole, changes, end };
}

function endOf(bytes: Uint8Array, isLastDamaged: boolean): number | undefined {
  const end = bytes.lastIndexOf(LINE_FEED) + 1;
  return end === bytes.length || isLastDamaged ? end : undefined;
}

function handLine(line: number, entry: Exclude<JournalEntry, { kind: 'journal' }>): HandLine {
  const { collection } = entry;
  if (entry.kind === 'add') return { line, resources: entry.resources, collection };
  return { line, resources: entry.by === undefined ? [] : [entry.by], collection };
}

/** Whether a first line of the kit's may have been cut. */
function isTorn(bytes: Uint8Array): boolean {
  const start = Buffer.from('{"crc":"');
  const length = Math.min(start.length, bytes.length);
  return start.subarray(0, length).equals(bytes.subarray(0, length));
}

function foreign(file: string): string {
  return `Failed to keep the store in ${file}: it is there, and no line of it is one of a store file. Name another file, or move this one away.`;
}

/** The lowest version of a file with such a line. */
function versionOf({ kind, collection }: Exclude<JournalEntry, { kind: 'journal' }>): number {
  if (kind === 'change') return CHANGES_VERSION;
  return collection === undefined ? JOURNAL_VERSION : COLLECTIONS_VERSION;
}

function listOf(
  collection: string | undefined,
  resources: JsonObject[],
  collections: Map<string, JsonObject[]>,
): JsonObject[] {
  if (collection === undefined) return resources;
  const list = collections.get(collection) ?? [];
  collections.set(collection, list);
  return list;
}

function beginsWell(bytes: Uint8Array): boolean {
  return VERSIONS.some((version) => {
    const header = Buffer.from(headerLine(version));
    return header.equals(bytes.subarray(0, header.length));
  });
}

function known(version: number, file: string): number {
  if (VERSIONS.includes(version)) return version;
  throw new PersistError(
    `Failed to read the store file ${file}: it has version ${version} of the format, this kit knows ${VERSIONS.join(', ')}. Use the version of the kit that wrote it, or name another file.`,
  );
}

/** `undefined` for a line that isn't UTF-8. Split as bytes: a text has a greatest length. */
function* lines(bytes: Uint8Array): Generator<string | undefined> {
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(LINE_FEED, start);
    const end = found === -1 ? bytes.length : found;
    yield decode(bytes.subarray(start, end));
    start = end + 1;
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** How many resources are looked at in search of those that aren't at their place, in a whole file. */
const MOST_LOOKS = 1_000_000;

/**
 * Changes of a file's resources, at the place that each names. Where lines before it were damaged, what
 * it changes stands elsewhere, and is told by its check sum.
 */
class ChangedPlaces {
  #looks = 0;

  /** Makes a change in a list; false where what it changes is not there. */
  apply(change: LineChange, list: JsonObject[]): boolean {
    const place = this.#placeOf(change, list);
    if (place === undefined) return false;
    if (change.by === undefined) list.splice(place, 1);
    else list[place] = change.by;
    return true;
  }

  /** Outwards from where it should be. */
  #placeOf({ place, was }: LineChange, list: readonly JsonObject[]): number | undefined {
    if (was === undefined) return place < list.length ? place : undefined;
    const farthest = Math.max(place, list.length);
    for (let distance = 0; distance <= farthest && this.#looks < MOST_LOOKS; distance += 1) {
      if (isAt(list, place - distance, was)) return place - distance;
      if (isAt(list, place + distance, was)) return place + distance;
      if (distance > 0) this.#looks += 2;
    }
    return undefined;
  }
}

function isAt(list: readonly JsonObject[], place: number, sum: string): boolean {
  const resource = list[place];
  return resource !== undefined && resourceSum(resource) === sum;
}

/** As many resources as tell what a file is about. */
const LOOKED_AT = 100;

/** Collections, or lines, that are named one by one. */
const NAMED = 5;

type Kept = Pick<MemoryStore<object>, 'size' | 'sizes' | 'list'>;

type Content = Pick<JournalContent, 'resources' | 'collections' | 'byHand'>;

/**
 * What to tell people of a store file that doesn't look as if requests to this document had written
 * it; `undefined` where nothing speaks for that.
 *
 * @param store What holds it now.
 * @param content What was read; `undefined` where the file is new.
 * @param file How it is called.
 */
export function strangeContent(
  document: OpenApiDocument,
  store: Kept,
  content: Content | undefined,
  file: string,
): string | undefined {
  const byHand = content && handwrittenLines(document, content, file);
  return byHand ?? foreignContent(document, store, file);
}

/** What it holds, this document doesn't create: so another one has. */
function foreignContent(document: OpenApiDocument, store: Kept, file: string): string | undefined {
  const strange = [...store.sizes()]
    .filter(([path, size]) => size > 0 && 'message' in demandCreation(document, path))
    .map(([path]) => path);
  const more = strange.length > NAMED ? [`${strange.length - NAMED} more`] : [];
  const cause =
    strange.length > 0
      ? `it holds ${[...strange.slice(0, NAMED), ...more].join(', ')}, where this document creates nothing`
      : faultOutside(document, store);
  return cause === undefined
    ? undefined
    : `The store file ${file} may be of another document: ${cause}. What it holds is kept beside what is created now. Give each document a file of its own.`;
}

/** Of what is in no collection. */
function faultOutside(document: OpenApiDocument, store: Kept): string | undefined {
  if (store.size === 0) return undefined;
  if (hasCollections(document))
    return `it holds resources that are in no collection, ${store.size} of them`;
  const resources = store.list(0, LOOKED_AT) as readonly JsonObject[];
  const fault = new ResourceInspector({ document }).fault(resources);
  return fault && `resource ${fault.item ?? 1}: ${fault.message}`;
}

/**
 * Lines that nobody but themselves has written: an identity that others have too, and what the
 * document doesn't allow.
 */
function handwrittenLines(
  document: OpenApiDocument,
  content: Content,
  file: string,
): string | undefined {
  if (content.byHand.length === 0) return undefined;
  const problemOf = createCheck(document, content);
  const told = content.byHand.flatMap(({ line, resources, collection }) => {
    const [problem] = resources.flatMap((resource) => problemOf(resource, collection) ?? []);
    return problem === undefined ? [] : [`  ${file}:${line} ${problem}`];
  });
  if (told.length === 0) return undefined;
  const more = told.length > NAMED ? [`  and ${told.length - NAMED} more`] : [];
  return [
    `The store file ${file} has lines written by hand that no request could have stored. The store keeps them. Fix them, or clear the store.`,
    ...told.slice(0, NAMED),
    ...more,
  ].join('\n');
}

type Check = (resource: JsonObject, collection: string | undefined) => string | undefined;

function createCheck(document: OpenApiDocument, content: Content): Check {
  // What a document with collections has outside of them is told of as another document's.
  const isValidated = !hasCollections(document) && rulesOutsideCollections(document) !== undefined;
  const inspector = new ResourceInspector({ document });
  const known = new Map<string | undefined, Identities>();
  return (resource, collection) => {
    let identities = known.get(collection);
    if (identities === undefined) {
      identities = identitiesOf(document, content, collection);
      known.set(collection, identities);
    }
    // What a later line has changed or deleted doesn't count.
    if (!identities.stored.has(resource)) return undefined;
    const isOutside = isValidated && collection === undefined;
    const fault = isOutside ? inspector.fault([resource]) : undefined;
    if (fault !== undefined) return fault.message;
    const value = identities.name === undefined ? undefined : resource[identities.name];
    const key = value === undefined ? undefined : showJson(value);
    const isAlone = key === undefined || identities.counts.get(key) === 1;
    return isAlone ? undefined : `${identities.name} ${key} is there more than once`;
  };
}

/** Who is in a collection. */
interface Identities {
  /** The property that no two may have in common. */
  readonly name: string | undefined;
  readonly stored: ReadonlySet<JsonObject>;
  /** How many have a value, as JSON. */
  readonly counts: ReadonlyMap<string, number>;
}

function identitiesOf(
  document: OpenApiDocument,
  { resources, collections }: Content,
  collection: string | undefined,
): Identities {
  const list = collection === undefined ? resources : (collections.get(collection) ?? []);
  const name = identityOf(document, collection);
  const counts = new Map<string, number>();
  for (const resource of list) {
    const value = name === undefined ? undefined : resource[name];
    if (value === undefined) continue;
    const key = showJson(value);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return { name, stored: new Set(list), counts };
}

function identityOf(document: OpenApiDocument, collection: string | undefined): string | undefined {
  if (collection === undefined) return rulesOutsideCollections(document)?.identity;
  const creation = demandCreation(document, collection);
  return 'message' in creation ? undefined : creationRules(document, creation).identity;
}
