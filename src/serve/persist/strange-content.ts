import { ResourceInspector } from '../../mock/resource-inspector.ts';
import type { MemoryStore } from '../../mock/resource-store.ts';
import { creationRules, demandCreation, ownRules } from '../../model/resources/creation-rules.ts';
import { hasCollections } from '../../model/resources/collections.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { JsonObject } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import type { JournalContent } from './read-journal.ts';

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
    const [problem] = resources.flatMap((one) => problemOf(one, collection) ?? []);
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
  const isValidated = !hasCollections(document) && ownRules(document) !== undefined;
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
  if (collection === undefined) return ownRules(document)?.identity;
  const creation = demandCreation(document, collection);
  return 'message' in creation ? undefined : creationRules(document, creation).identity;
}
