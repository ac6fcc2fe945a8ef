import { ResourceInspector } from '../src/mock/resource-inspector.ts';
import { creationRules, demandCreation, ownRules } from '../src/model/resources/creation-rules.ts';
import { hasCollections } from '../src/model/resources/creation.ts';
import type { OpenApiDocument } from '../src/openapi/document.ts';
import type { JsonObject } from '../src/openapi/json/json-value.ts';
import { showJson } from '../src/openapi/json/stringify-json.ts';
import type { JournalContent } from '../src/serve/persist/read-journal.ts';

/** Lines that are named one by one. */
const SHOWN = 5;

type Content = Pick<JournalContent, 'resources' | 'collections' | 'byHand'>;

/**
 * What to tell people of lines of a store file that nobody but themselves has written: an identity
 * that others have too, and what the document doesn't allow. `undefined` where there is nothing.
 */
export function handwrittenLines(
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
  const more = told.length > SHOWN ? [`  and ${told.length - SHOWN} more`] : [];
  return [
    `The store file ${file} has lines written by hand that no request could have stored. What they say is kept. Mend them, or clear the store.`,
    ...told.slice(0, SHOWN),
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
    const isOwn = isValidated && collection === undefined;
    const problem = isOwn ? inspector.problem([resource]) : undefined;
    if (problem !== undefined) return problem.replace(/^resource 1:? /, '');
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
