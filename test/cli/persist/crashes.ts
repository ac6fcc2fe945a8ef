/** Mocks that keep their store on file and end badly, again and again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as fc from 'fast-check';
import { type ListeningProcess, messagesIn } from '../../setup/listening-process.ts';
import { mockArguments, startProcess } from '../mock-process.ts';
import { type Disk, makeDisk } from './disk.ts';
import { Kept } from './kept.ts';
import { COLLECTIONS, SHOP, change, get } from './shop.ts';

/** One process, from its start to its end. */
const life = fc.record({
  /** Milliseconds after which another one is killed before it, while it starts. */
  early: fc.option(fc.nat(400), { nil: undefined, freq: 6 }),
  /** Others that start at the same time on the same file. */
  rivals: fc.constantFrom(0, 0, 0, 1, 2),
  clients: fc.integer({ min: 1, max: 4 }),
  /** Milliseconds that they have. */
  ms: fc.nat(300),
  /** Of the longest text of a resource. */
  letters: fc.constantFrom(10, 300, 20_000, 400_000),
  /** Bytes that the disk has from halfway on, until the next one has started; `undefined` for enough. */
  room: fc.option(fc.constantFrom(0, 4096, 30_000, 1_000_000), { nil: undefined, freq: 1 }),
  /** What is then changed of all resources at once. */
  whole: fc.constantFrom(undefined, undefined, 'clear' as const, 'restore' as const),
  /** Milliseconds from then to the end. */
  late: fc.nat(30),
  end: fc.constantFrom('SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGTERM'),
});

type Life = typeof life extends fc.Arbitrary<infer One> ? One : never;

/** Processes that have one file, one after the other. */
const LIVES = 4;

const story = fc.record({
  lives: fc.array(life, { minLength: LIVES, maxLength: LIVES }),
  /** What a file may have, in blocks of 512 bytes; `undefined` for any number. */
  blocks: fc.option(fc.constantFrom(64, 2048), { nil: undefined, freq: 2 }),
});

type Story = typeof story extends fc.Arbitrary<infer One> ? One : never;

/** What came of a run. */
export interface CrashResult {
  /** What was not as it must be. */
  readonly wrong: readonly string[];
  /** Whether a disk could be made full. */
  readonly isSmall: boolean;
  /** Changes that were acknowledged, that were refused, and that the end of a process left open. */
  readonly acknowledged: number;
  readonly refused: number;
  readonly open: number;
  /** Processes that were killed. */
  readonly kills: number;
  /** Starts that were refused: another process had the file, or a full disk no room for a lock. */
  readonly refusedStarts: number;
  /** Starts that found half a line. */
  readonly torn: number;
}

/**
 * Has mocks end, most of them killed, while clients change what they keep, with others that want the
 * same file and disks that are full at times. Each has to hold what those before it have acknowledged.
 *
 * @param count Processes that end.
 */
export async function tryCrashes(count: number, seed: number): Promise<CrashResult> {
  await using disk = await makeDisk();
  const run = new CrashRun(disk);
  const numRuns = Math.ceil(count / LIVES);
  for (const sample of fc.sample(story, { numRuns, seed })) await run.play(sample);
  return { ...run.counts, wrong: run.wrong, isSmall: disk.isSmall };
}

class CrashRun {
  readonly wrong: string[] = [];
  readonly counts = { acknowledged: 0, refused: 0, open: 0, kills: 0, refusedStarts: 0, torn: 0 };
  readonly #disk: Disk;
  readonly #document: string;
  readonly #file: string;
  /** Around what `number` can hold, so that a rounded id would be missed. */
  #nextId = 2n ** 53n;
  #blocks: number | undefined;
  #kept = new Kept();
  #room: number | undefined;
  /** Whether the last process has left no lock, for whose successor a full disk has no room. */
  #isTidy = true;

  constructor(disk: Disk) {
    this.#disk = disk;
    this.#file = join(disk.folder, 'store.jsonl');
    this.#document = join(disk.folder, '..', 'shop.json');
  }

  async play({ lives, blocks }: Story): Promise<void> {
    this.#leave(undefined);
    for (const name of await readdir(this.#disk.folder)) await rm(join(this.#disk.folder, name));
    await writeFile(this.#document, SHOP);
    this.#kept = new Kept();
    this.#blocks = blocks;
    this.#isTidy = true;
    const before = this.wrong.length;
    try {
      for (const live of lives) await this.#live(live);
      await this.#lookAtLast();
    } catch (error) {
      this.wrong.push(String(error));
    }
    if (this.wrong.length > before) this.wrong.push(`in ${JSON.stringify({ blocks, lives })}`);
  }

  async #lookAtLast(): Promise<void> {
    this.#leave(undefined);
    await using last = await this.#start(0);
    if (last !== undefined) await this.#look(last);
    await last?.end('SIGTERM');
    await this.#expectFiles([]);
  }

  async #live(played: Life): Promise<void> {
    if (played.early !== undefined) await this.#killEarly(played.early);
    await using mock = await this.#start(played.rivals);
    if (mock === undefined) return;
    await this.#expectFiles(['store.jsonl.lock']);
    this.#leave(undefined);
    const snapshot = await this.#look(mock);
    await this.#clients(mock.url, played, played.ms / 2);
    this.#leave(played.room);
    const changes =
      played.whole === undefined
        ? this.#clients(mock.url, played, Number.POSITIVE_INFINITY)
        : this.#changeAll(mock.url, played.whole, snapshot);
    await delay(played.late + (played.whole === undefined ? played.ms / 2 : 0));
    const code = await mock.end(played.end);
    await changes;
    this.#isTidy = played.end === 'SIGTERM';
    if (!this.#isTidy) this.counts.kills += 1;
    else if (code !== 0) this.wrong.push(`SIGTERM ended a mock with ${code}: ${mock.stderr()}`);
  }

  #leave(room: number | undefined): void {
    this.#room = this.#disk.isSmall ? room : undefined;
    this.#disk.leave(room);
  }

  async #killEarly(ms: number): Promise<void> {
    const child = spawn(process.execPath, mockArguments(this.#words()), { stdio: 'ignore' });
    const exited = once(child, 'exit');
    await delay(ms);
    child.kill('SIGKILL');
    await exited;
    this.counts.kills += 1;
  }

  #words(): string[] {
    return ['--spec', this.#document, '--persist', this.#file];
  }

  /** Of those that start at once, just one has to listen. */
  async #start(rivals: number): Promise<ListeningProcess | undefined> {
    const all = Array.from({ length: rivals + 1 }, () =>
      startProcess(this.#words(), this.#blocks).catch(String),
    );
    const mocks: ListeningProcess[] = [];
    const refusals: string[] = [];
    for (const process of await Promise.all(all)) {
      if (typeof process === 'string') refusals.push(process);
      else mocks.push(process);
    }
    this.counts.refusedStarts += refusals.length;
    this.wrong.push(...refusals.filter((refusal) => !this.#isDue(refusal, rivals)));
    const [mock, ...others] = mocks;
    if (others.length > 0) this.wrong.push(`${mocks.length} processes use one file`);
    for (const other of others) await other.end('SIGKILL');
    if (mock === undefined && (rivals > 0 || this.#room !== undefined)) {
      if (rivals === 0) this.#leave(undefined);
      return await this.#start(0);
    }
    return mock;
  }

  #isDue(refusal: string, rivals: number): boolean {
    if (!refusal.includes('ended with 2: Failed to keep the store in')) return false;
    if (/the process \d+ uses it|other processes are about to/.test(refusal)) return rivals > 0;
    return this.#isTidy && this.#room === 0 && refusal.includes('the disk is full');
  }

  /** Holds what is stored against what must be, and takes it for right from now on. */
  async #look(mock: ListeningProcess): Promise<string> {
    const snapshot = await get(mock.url, '/_kit/snapshot');
    this.wrong.push(...this.#kept.compare(snapshot));
    // The last line can be torn; no other.
    const damages = messagesIn(mock.stderr()).match(/^ {2}.*store\.jsonl:\d+ .*$/gm) ?? [];
    if (damages.length > 0) this.counts.torn += 1;
    if (damages.length > 1) this.wrong.push(mock.stderr());
    return snapshot;
  }

  /** What was damaged is kept aside; but for that, nothing else may be there. */
  async #expectFiles(others: readonly string[]): Promise<void> {
    const known = new Set(['store.jsonl', ...others]);
    for (const name of await readdir(this.#disk.folder)) {
      const isKnown = known.has(name) || name.startsWith('store.jsonl.damaged-');
      if (!isKnown) this.wrong.push(`${name} was left behind`);
    }
  }

  async #changeAll(url: string, whole: 'clear' | 'restore', snapshot: string): Promise<void> {
    this.#kept.beginAll(whole === 'clear' ? '{"resources":[]}' : snapshot);
    const status =
      whole === 'clear'
        ? await change(url, { method: 'DELETE', path: '/_kit/resources' })
        : await change(url, { method: 'PUT', path: '/_kit/snapshot', body: snapshot });
    if (this.#count(status, 204)) this.#kept.settleAll(status === 204);
  }

  async #clients(url: string, { clients, letters }: Life, ms: number): Promise<void> {
    const agent = new Agent({ keepAlive: true });
    const end = performance.now() + ms;
    const addresses = this.#kept.addresses();
    const runClient = async (_: unknown, client: number): Promise<void> => {
      // What others change at the same time could end either way.
      const addressesOfClient = addresses.filter((_address, i) => i % clients === client);
      for (let turn = client; performance.now() < end; turn += 1) {
        const isAnswered = await this.#change(url, addressesOfClient, turn, letters, agent);
        if (!isAnswered) return;
      }
    };
    await Promise.all(Array.from({ length: clients }, runClient));
    agent.destroy();
  }

  /** One change by a client: of five, three create, one replaces and one deletes. */
  async #change(
    url: string,
    addressesOfClient: string[],
    turn: number,
    letters: number,
    agent: Agent,
  ): Promise<boolean> {
    const action = addressesOfClient.length === 0 ? 0 : turn % 5;
    const collection = COLLECTIONS[turn % COLLECTIONS.length]!;
    const address =
      action < 3 ? `${collection}/${(this.#nextId += 1n)}` : addressesOfClient.shift()!;
    const name = action === 4 ? undefined : `${turn} ${'x'.repeat((turn * 7919) % letters)}`;
    const body = name && `{"id":${address.slice(address.lastIndexOf('/') + 1)},"name":"${name}"}`;
    const [method, path] =
      action < 3 ? ['POST', collection] : [name === undefined ? 'DELETE' : 'PUT', address];
    this.#kept.begin(address, name);
    const status = await change(url, { method, path, body, agent });
    if (!this.#count(status, 200)) return false;
    this.#kept.settle(address, status === 200);
    // What is refused is tried again.
    if (name !== undefined ? action > 2 || status === 200 : status !== 200)
      addressesOfClient.push(address);
    return true;
  }

  /** Whether a change was answered. */
  #count(status: number | undefined, due: number): boolean {
    if (status === undefined) this.counts.open += 1;
    else if (status === due) this.counts.acknowledged += 1;
    else if (status === 500 && this.#mayRefuse()) this.counts.refused += 1;
    else this.wrong.push(`a change was answered with ${status}`);
    return status !== undefined;
  }

  #mayRefuse(): boolean {
    return this.#room !== undefined || this.#blocks !== undefined;
  }
}
