/** What several replicas have together: sandboxes whose state is in a store beside them. */
import { StateError } from '../../mock/state-error.ts';
import type { Recorded, RecorderListener, Records, SandboxTopic } from '../sandbox/recorder.ts';
import type { SharedStore } from './shared-store.ts';
import { type SharedSettings, Transactions } from './transactions.ts';
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
import { SharedResources } from './shared-resources.ts';

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
      return new SharedRecords(name, parts, (exchange) => viewer().mockedText(exchange, name));
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

/** Records that wait to be kept where the store is slow; more are lost. */
export const MOST_WAITING = 1000;

/** Milliseconds for which records are gathered: each way to the store costs as much as a request. */
const TOGETHER = 10;

/** What was asked of a shared sandbox, whichever replica has answered: kept without secrets. */
class SharedRecords<Kept, Shown extends { readonly seq: number }> implements Records<Kept, Shown> {
  readonly name: string;
  readonly #store: SharedStore;
  readonly #transactions: Transactions;
  readonly #text: (record: Kept) => string;
  readonly #limit: number;
  #waiting: Kept[] = [];
  #keeping: Promise<void> = Promise.resolve();
  #listeners = 0;

  /**
   * @param limit How many are kept.
   * @param text What is shown, as JSON.
   */
  constructor(
    name: string,
    parts: {
      readonly store: SharedStore;
      readonly transactions: Transactions;
      readonly limit: number;
    },
    text: (record: Kept) => string,
  ) {
    this.name = name;
    this.#store = parts.store;
    this.#transactions = parts.transactions;
    this.#limit = parts.limit;
    this.#text = text;
  }

  get isWatched(): boolean {
    return this.#listeners > 0;
  }

  add(record: Kept): void {
    if (this.#waiting.length === 0) setTimeout(() => void this.#keep(), TOGETHER);
    if (this.#waiting.length < MOST_WAITING) this.#waiting.push(record);
  }

  trim(): void {
    // The store does it.
  }

  list(): Shown[] {
    throw new StateError(
      'shared-store',
      'Failed to look into the requests: other processes keep them too. Use the control API.',
    );
  }

  async read(after = 0, limit: number = this.#limit): Promise<Recorded<Shown>> {
    // What this replica has answered is told by it.
    await this.#keep();
    const known = Number.isFinite(after) ? after : Number.MAX_SAFE_INTEGER;
    const { records, last, dropped } = await this.#store.records(this.name, known, limit);
    const requests = records.map(({ seq, text }) => ({ ...(JSON.parse(text) as Shown), seq }));
    return { requests, last, dropped };
  }

  clear(): Promise<void> {
    return this.#store.clearRecords(this.name);
  }

  subscribe(listener: RecorderListener<Shown>): () => void {
    this.#listeners += 1;
    let told: number | undefined;
    const begin = async (): Promise<void> => {
      told = (await this.read(Infinity)).last;
    };
    let pulling: Promise<void> = begin().catch(ignore);
    const pull = async (): Promise<void> => {
      const { requests, last } = await this.read(told);
      // It was emptied, or is another one of the same name.
      told = last;
      for (const exchange of requests) listener.exchange(exchange);
    };
    const end = this.#store.follow(this.name, (topic) => {
      if (topic === 'exchange' || topic === 'reload') pulling = pulling.then(pull).catch(ignore);
      if (topic !== 'exchange') listener.changed(topic);
    });
    return () => {
      this.#listeners -= 1;
      end();
    };
  }

  /** Together with what is being done, where something is; else at once. */
  notify(topic: SandboxTopic): void {
    const { current } = this.#transactions;
    if (current !== undefined) current.write(['tell', topic]);
    else this.#store.tell(this.name, topic).catch(ignore);
  }

  #keep(): Promise<void> {
    const waiting = this.#waiting;
    if (waiting.length === 0) return this.#keeping;
    this.#waiting = [];
    // All at once: between requests, each would be dearer.
    const texts = waiting.map(this.#text);
    this.#keeping = this.#store.record(this.name, texts).catch(ignore);
    return this.#keeping;
  }
}

/** Nobody could be told: who asks the store next is. */
function ignore(): void {}
