/** What several replicas have together: sandboxes whose state is in a store beside them. */
import { DEFAULT_MAX_RESOURCES } from '../../mock/resource-store.ts';
import { operations } from '../../model/operation.ts';
import { answeredIdentity } from '../../model/resources/identity.ts';
import { creationAt, familyAt, onlyCollection } from '../../model/resources/collections.ts';
import { matchOperation } from '../../model/routes.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { RECORDED_REQUESTS } from '../limits.ts';
import { Sandbox, type SandboxSettings } from '../sandbox/sandbox.ts';
import type { SharedParts } from '../sandbox/service.ts';
import type { KnownValues } from './known-values.ts';
import { SharedRecords } from './shared-records.ts';
import { SharedResources } from './shared-resources.ts';
import type { SharedStore } from './shared-store.ts';
import { type SharedSettings, Transactions } from './transactions.ts';

/** A sandbox that other replicas have too, as this one sees it. */
export function shareSandbox(
  name: string,
  shared: SharedParts,
  { store, known }: { readonly store: SharedStore; readonly known: KnownValues },
): Sandbox {
  const { service } = shared;
  const { maxResources = DEFAULT_MAX_RESOURCES } = service;
  const resources = new SharedResources(
    identities(() => service.document),
    maxResources,
  );
  const made: Transactions[] = [];
  return new Sandbox({
    name,
    shared,
    store: resources,
    transactions: (sandbox) => {
      const settings = new SettingsOf(sandbox);
      const transactions = new Transactions(name, { store, resources, settings, known });
      made.push(transactions);
      return transactions;
    },
    records: (viewer) => {
      const parts = { store, transactions: made[0]!, limit: RECORDED_REQUESTS };
      return new SharedRecords(name, parts, (kept) => viewer().mockedText(kept, name));
    },
  });
}

/** The settings of a sandbox, as text. */
class SettingsOf implements SharedSettings {
  readonly #sandbox: Sandbox;
  #changes = -1;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  get isChanged(): boolean {
    return this.#sandbox.settingsChanges !== this.#changes;
  }

  text(): string {
    return stringifyJson(this.#sandbox.settings as object as JsonValue);
  }

  take(text: string): void {
    const parsed = parseJson(text);
    if (!parsed.ok) throw new Error('the settings in the store are no JSON');
    this.#sandbox.takeSettings(parsed.value as object as SandboxSettings);
    this.#changes = this.#sandbox.settingsChanges;
  }

  begin(): void {
    this.#sandbox.begin();
  }
}

/** The property by which resources of a collection are looked for; found once for each. */
function identities(
  documentNow: () => OpenApiDocument,
): (collection: string | undefined) => string | undefined {
  let document = documentNow();
  let known = new Map<string | undefined, string | undefined>();
  return (collection) => {
    if (documentNow() !== document || known.size > MOST_NAMES) {
      document = documentNow();
      known = new Map();
    }
    if (!known.has(collection)) known.set(collection, identityIn(document, collection));
    return known.get(collection);
  };
}

/** There can be as many collections as parents. */
const MOST_NAMES = 10_000;

function identityIn(document: OpenApiDocument, given: string | undefined): string | undefined {
  const path = given ?? onlyCollection(document);
  if (path === undefined) return undefined;
  const { operation } = matchOperation(operations(document), 'POST', path, '') ?? {};
  return (
    familyAt(document, given)?.identity ??
    creationAt(document, path)?.identity ??
    (operation && answeredIdentity(document, operation))
  );
}
