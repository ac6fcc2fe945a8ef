import { sandboxError, tooManySandboxes } from '../sandbox/too-many.ts';
import { type KnownValues, knownAfter } from './known-values.ts';
import type { SharedResources } from './shared-resources.ts';
import { type SharedStore, type SharedValue, StoreAwayError } from './shared-store.ts';
import { NONE, NotKnownYet, Transaction } from './transaction.ts';

/** What of a sandbox is shared besides what is stored. */
export interface SharedSettings {
  /** As JSON. */
  text(): string;
  /** Whether anything was changed since it was taken last. */
  readonly isChanged: boolean;
  /** Takes what another replica has made of it. */
  take(text: string): void;
  /** As a sandbox begins; also what is stored. */
  begin(): void;
}

/** What is known beforehand of what is done. */
export interface WorkHints {
  /** Whether somebody is told how much is stored. Default false. */
  readonly isExact?: boolean | undefined;
  /** Whether it is likely to change something. Default false: it is found out. */
  readonly isChange?: boolean | undefined;
}

/** Something that looks into a sandbox or changes it, and nothing else: it may be done several times. */
interface Work<Result> {
  readonly work: () => Result;
  readonly isExact: boolean;
}

/** How often something is tried again that others came before. */
const MOST_TRIES = 1000;

/** Milliseconds for all tries together. */
export const LONGEST = 10_000;

/** So many changes go to the store together. */
const MOST_TOGETHER = 32;

/** A change that waits for its turn. */
interface Job extends Work<unknown> {
  readonly done: (result: unknown) => void;
  readonly failed: (error: unknown) => void;
}

/** What came of some work: its result, or what it has thrown. */
type Outcome<Result> = () => Result;

/**
 * Does what is done to a shared sandbox, one thing as if nothing else were done at the same time: it is tried
 * with what is known of the store; the store checks that all of that holds, and makes the changes in the same
 * step. Where something doesn't hold, it says what is so instead, and all is tried again.
 */
export class Transactions {
  readonly #sandbox: string;
  readonly #store: SharedStore;
  readonly #resources: SharedResources;
  readonly #settings: SharedSettings;
  readonly #known: KnownValues;
  /** Token of the settings that were taken. */
  #token = '';
  /** Changes wait for those before them: of all at once, all but one would be tried in vain. */
  readonly #waiting: Job[] = [];
  #isBusy = false;

  constructor(
    sandbox: string,
    parts: {
      readonly store: SharedStore;
      readonly resources: SharedResources;
      readonly settings: SharedSettings;
      readonly known: KnownValues;
    },
  ) {
    this.#sandbox = sandbox;
    this.#store = parts.store;
    this.#resources = parts.resources;
    this.#settings = parts.settings;
    this.#known = parts.known;
  }

  /** What is being done now; `undefined` where nothing is. */
  get current(): Transaction | undefined {
    return this.#resources.current;
  }

  /**
   * Does some work.
   *
   * @throws {StoreAwayError} where the store can't be reached: it may be done or not.
   * @throws where there are too many sandboxes.
   * @throws what the work throws.
   */
  run<Result>(work: () => Result, hints: WorkHints): Promise<Result> {
    const { isExact = false, isChange = false } = hints;
    return isChange ? this.#change({ work, isExact }) : this.#readOrChange({ work, isExact });
  }

  async #readOrChange<Result>(asked: Work<Result>): Promise<Result> {
    const outcome = await this.#read(asked);
    return outcome === undefined ? await this.#change(asked) : outcome();
  }

  /** `undefined` where the work changes something. */
  async #read<Result>(asked: Work<Result>): Promise<Outcome<Result> | undefined> {
    const outcomes = await this.#try([asked], (transaction) => !transaction.changes);
    return outcomes?.[0] as Outcome<Result> | undefined;
  }

  #change<Result>({ work, isExact }: Work<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.push({ work, isExact, done: resolve, failed: reject });
    if (!this.#isBusy) {
      this.#isBusy = true;
      // Together with those that have arrived at the same time: each way to the store costs as much as a request.
      setImmediate(() => void this.#doWaiting());
    }
    return promise as Promise<Result>;
  }

  /** Those that have come in the meantime together, in their order. */
  async #doWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const jobs = this.#waiting.splice(0, MOST_TOGETHER);
      try {
        const outcomes = await this.#try(jobs);
        for (const [i, job] of jobs.entries()) settle(job, outcomes![i]!);
      } catch (error) {
        for (const { failed } of jobs) failed(error);
      }
    }
    this.#isBusy = false;
  }

  /**
   * Tries until all that was read holds.
   *
   * @param goesOn Whether what is tried is to be done. Default: it is.
   * @returns `undefined` where it isn't.
   */
  async #try(
    works: readonly Work<unknown>[],
    goesOn: (transaction: Transaction) => boolean = () => true,
  ): Promise<Outcome<unknown>[] | undefined> {
    const until = performance.now() + LONGEST;
    /** What was found for this alone, also where it is too long to be remembered. */
    const found = new Map<string, SharedValue>();
    /** Of it, what was so at one and the same time: in the last exchange. */
    let vouched = NOTHING;
    for (let tries = 0; tries < MOST_TRIES && performance.now() < until; tries += 1) {
      const transaction = new Transaction((name) => found.get(name) ?? this.#recall(name));
      const outcomes = this.#doAll(transaction, works);
      if (!goesOn(transaction) && !transaction.isBeginning) return undefined;
      const { reads, isUnknown, changes, isBeginning } = transaction;
      if (!isUnknown && !changes && reads.keys().every((name) => vouched.has(name)))
        return outcomes;
      const isDone = await this.#exchange(transaction, found);
      if (isDone && !isBeginning) return outcomes;
      if (isDone) found.clear();
      vouched = isDone ? NOTHING : new Set(reads.keys());
    }
    throw new StoreAwayError(`the store ${this.#store.name} is too busy: others came first`);
  }

  /** One try; what comes of it counts when it is known to hold. */
  #doAll(transaction: Transaction, works: readonly Work<unknown>[]): Outcome<unknown>[] {
    const resources = this.#resources;
    resources.current = transaction;
    try {
      this.#takeSettings(transaction);
      const outcomes = works.map(({ work, isExact }) => {
        resources.isExact = isExact;
        return this.#do(transaction, work);
      });
      if (this.#settings.isChanged) transaction.write(['state', this.#settings.text()]);
      if (transaction.changesResources) transaction.write(['tell', 'resources']);
      return outcomes;
    } catch (error) {
      if (!(error instanceof NotKnownYet)) throw error;
      return [];
    } finally {
      resources.current = undefined;
    }
  }

  /** What fails changes nothing. */
  #do(transaction: Transaction, work: () => unknown): Outcome<unknown> {
    const before = transaction.writes.length;
    try {
      const result = work();
      return () => result;
    } catch (error) {
      if (error instanceof NotKnownYet) throw error;
      transaction.writes.length = before;
      return () => {
        throw error;
      };
    }
  }

  #takeSettings(transaction: Transaction): void {
    const settings = this.#settings;
    const { token, values } = transaction.read(['state']);
    if (token === NONE.token) {
      settings.begin();
      transaction.write(['state', settings.text()]);
      transaction.isBeginning = true;
      this.#token = '';
      throw new NotKnownYet('the sandbox has just begun');
    }
    if (token === this.#token && !settings.isChanged) return;
    settings.take(values[0]!);
    this.#token = token;
  }

  /** False where something was not as it was taken to be; what is so instead is known then. */
  async #exchange(
    { reads, changes, joined }: Transaction,
    found: Map<string, SharedValue>,
  ): Promise<boolean> {
    const asked = [...reads.values()];
    const writes = changes ? joined : [];
    const reply = await this.#store.exchange(this.#sandbox, { reads: asked, writes });
    if (reply.outcome === 'full') throw sandboxError(tooManySandboxes());
    if (reply.outcome === 'done') {
      if (changes) {
        for (const [name, value] of knownAfter(writes, reply, asked)) this.#remember(name, value);
      }
      return true;
    }
    const names = [...reads.keys()];
    // What is not told of is as it was taken to be.
    for (const [name, { value }] of reads) found.set(name, value ?? NONE);
    for (const [index, value] of reply.found) {
      found.set(names[index]!, value);
      this.#remember(names[index]!, value);
    }
    return false;
  }

  #recall(name: string): SharedValue | undefined {
    return this.#known.get(this.#sandbox, name);
  }

  #remember(name: string, value: SharedValue | undefined): void {
    if (value === undefined) this.#known.delete(this.#sandbox, name);
    else this.#known.set(this.#sandbox, name, value);
  }
}

const NOTHING: ReadonlySet<string> = new Set();

function settle({ done, failed }: Job, outcome: Outcome<unknown>): void {
  try {
    done(outcome());
  } catch (error) {
    failed(error);
  }
}
