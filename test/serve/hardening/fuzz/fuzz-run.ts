import * as fc from 'fast-check';
import { type Front, createRequest, creates, freshBody } from '../fronts.ts';
import { heapAfterCollection } from '../../heap.ts';
import { RawConnection, type WireResponse, parseResponses } from '../raw-connection.ts';
import { attacks } from './attack.ts';
import { lastRequest, writesOf } from './attack-writes.ts';
import { expectAnswer, expectClean } from './expect-answer.ts';
import { type Attack, type FuzzRequest, TOKEN } from './fuzz-request.ts';
import { expectTraffic } from './expect-traffic.ts';
import { reproduction, withoutToken } from './reproduction.ts';
import { thingsFile } from '../../../setup/things-document.ts';
import { SANDBOXES } from './service-place.ts';
import { StoredThings } from './stored-things.ts';

/** Attacks after which everything is looked at. */
const BATCH = 50;
/** Attacks from which on the heap is looked at: to collect a large one takes its time. */
const LONG = 1000;
/** Bytes that the heap may have more at the end than once warm: 8 MiB of them are recordings. */
const MAX_GROWTH = 16 * 2 ** 20;
/** A failure is made smaller for this many milliseconds. */
const SHRINKING = 20_000;

/** What came of a fuzz run. */
export interface FuzzResult {
  readonly connections: number;
  readonly requests: number;
  /** By kind of request, then by status. What broken HTTP came to is not told apart. */
  readonly answers: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Bytes of heap after collection, once warm and at the end; absent after a short run. */
  readonly heap: readonly [before: number, after: number] | undefined;
}

/**
 * Attacks a server on raw connections, one by one.
 *
 * @param front A new one.
 * @throws {Error} with the smallest attack that broke it, as a line for a shell, and the seed.
 */
export async function fuzz(front: Front, connections: number, seed: number): Promise<FuzzResult> {
  const run = new FuzzRun(front, connections);
  const hooks = fc.asyncProperty(attacks(front), (attack) => run.attack(attack));
  const { failed, counterexample, numShrinks } = await fc.check(hooks, {
    numRuns: connections,
    seed,
  });
  if (!failed || counterexample === null) return run.finish(connections);
  const cause = withoutToken(String(run.failure?.message));
  throw new Error(
    `Seed ${seed}, made smaller ${numShrinks} times. ${cause}\n` +
      `To see it again, start a mock of ${thingsFile} on port 4010 and run:\n${await reproduction(counterexample[0], 4010)}`,
  );
}

class FuzzRun {
  failure: Error | undefined;
  readonly #front: Front;
  readonly #warm: number;
  readonly #isLong: boolean;
  readonly #stored = new StoredThings();
  readonly #answers = new Map<string, Map<number, number>>();
  #attacks = 0;
  #requests = 0;
  #heap: number | undefined;
  /** When shrinking ends, by the process's clock. */
  #end = Number.POSITIVE_INFINITY;

  constructor(front: Front, connections: number) {
    this.#front = front;
    this.#warm = Math.ceil(connections / 4 / BATCH) * BATCH;
    this.#isLong = connections >= LONG;
  }

  async attack(attack: Attack): Promise<void> {
    if (performance.now() > this.#end) return;
    if (this.failure !== undefined) await this.#reset();
    try {
      await this.#attack(attack);
      this.#attacks += 1;
      // So that the attack that does it is found, and not the fiftieth after it.
      if (this.failure !== undefined || this.#attacks % BATCH === 0) await this.#lookAtAll();
      if (this.#isLong && this.#attacks === this.#warm) this.#heap = heapAfterCollection();
    } catch (error) {
      if (this.failure === undefined) this.#end = performance.now() + SHRINKING;
      this.failure = error as Error;
      throw error;
    }
  }

  async finish(connections: number): Promise<FuzzResult> {
    await this.#lookAtAll();
    return { connections, requests: this.#requests, answers: this.#answers, heap: this.#growth() };
  }

  #growth(): FuzzResult['heap'] {
    const before = this.#heap;
    if (before === undefined) return undefined;
    const after = heapAfterCollection();
    if (after - before > MAX_GROWTH)
      throw new Error(`The heap has grown from ${before} to ${after} bytes.`);
    return [before, after];
  }

  async #attack(attack: Attack): Promise<void> {
    const { requests, style } = attack;
    this.#requests += requests.length;
    const statuses = this.#stored.statuses(requests);
    const text = await this.#exchange(attack);
    if (text.includes(TOKEN)) throw new Error(`The token is shown: ${text}`);
    if (style === 'exact') {
      const all = [...requests, lastRequest()];
      const answers = parseResponses(
        text,
        all.map(({ method }) => method),
      );
      if (answers.length !== all.length)
        throw new Error(`${answers.length} answers to ${all.length} requests: ${text}`);
      for (const [i, request] of all.entries()) this.#judge(request, answers[i]!, statuses[i]);
    } else if (style === 'broken') {
      for (const answer of parseResponses(text)) this.#judgeBroken(requests, answer);
      await this.#stored.learn(this.#front);
    }
    if (attack.changesState) await this.#reset();
    else if (requests.some(({ creation }) => creation)) await this.#stored.verify(this.#front);
  }

  #judge(request: FuzzRequest, answer: WireResponse, statuses = request.statuses): void {
    expectAnswer({ ...request, statuses }, answer);
    this.#count(request.kind, answer.status);
    if (answer.status === 200 && request.creation) this.#stored.add(request.creation);
  }

  #judgeBroken([first]: readonly FuzzRequest[], answer: WireResponse): void {
    expectClean(answer);
    first?.inspect(answer);
    this.#count('broken HTTP', answer.status);
  }

  #count(kind: string, status: number): void {
    const counts = this.#answers.get(kind) ?? new Map<number, number>();
    this.#answers.set(kind, counts.set(status, (counts.get(status) ?? 0) + 1));
  }

  /** All that the server wrote. */
  async #exchange(attack: Attack): Promise<string> {
    const { style, ends } = attack;
    using connection = await RawConnection.open(this.#front.port);
    const last = style === 'exact' ? [Buffer.from(lastRequest().bytes, 'latin1')] : [];
    const parts = [...writesOf(attack), ...last];
    for (const part of parts) {
      await connection.send(part);
      if (attack.cuts.length > 0) await new Promise(setImmediate);
    }
    // A request that the server waits for the rest of would keep the connection for its whole time.
    if (ends) connection.socket.end();
    else if (style !== 'exact')
      await connection.send(createRequest(freshBody(), ['Connection: close']));
    if (style !== 'exact') setTimeout(() => connection.socket.end(), 150).unref();
    return await connection.toEnd().catch((error: unknown) => {
      // A fault may end a connection abruptly, and so does a refusal behind which more is sent.
      const isLast = /^connection: close\r$/im.test(connection.received);
      if (style === 'faulty' || (style === 'broken' && isLast)) return connection.received;
      throw error;
    });
  }

  async #lookAtAll(): Promise<void> {
    const front = this.#front;
    if (!(await creates(front.port))) throw new Error('Nothing can be created any more.');
    await this.#stored.learn(front);
    await this.#stored.verify(front);
    await expectTraffic(front.port);
    await front.assertClean();
    await this.#reset();
  }

  async #reset(): Promise<void> {
    await this.#front.reset(SANDBOXES);
    this.#stored.forget();
  }
}
