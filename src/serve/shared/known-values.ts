import type { SharedReply, SharedValue, SharedWrite } from './shared-store.ts';
import { type DoneRead, nameOfRead } from './transaction.ts';

/** Bytes of values that a replica remembers, of all sandboxes together. */
const MOST_BYTES: number = 32 * 2 ** 20;

/** Values of more bytes are forgotten after their use: a list of everything would push all others out. */
const LONGEST: number = 2 ** 20;

/** Bytes that an entry takes, and each text of its value, besides the texts themselves; measured in V8's heap. */
const ENTRY = 300;
const TEXT = 100;

/**
 * What a replica remembers of the store. All of it may be old: the store is asked each time whether it still
 * holds, so that it only spares the way of what has not changed. What was not used for long goes: there are two
 * halves, and when the newer one is full, the older one is let go of.
 */
export class KnownValues {
  #newer = new Map<string, Map<string, SharedValue>>();
  #older = new Map<string, Map<string, SharedValue>>();
  /** Of the newer half. */
  #bytes = 0;

  get(sandbox: string, name: string): SharedValue | undefined {
    const value = this.#newer.get(sandbox)?.get(name);
    if (value !== undefined) return value;
    const old = this.#older.get(sandbox)?.get(name);
    if (old !== undefined) this.set(sandbox, name, old);
    return old;
  }

  set(sandbox: string, name: string, value: SharedValue): void {
    const bytes = bytesOf(name, value);
    if (bytes > LONGEST) {
      this.delete(sandbox, name);
      return;
    }
    let values = this.#newer.get(sandbox);
    if (values === undefined) this.#newer.set(sandbox, (values = new Map()));
    values.set(name, value);
    this.#bytes += bytes;
    if (this.#bytes <= MOST_BYTES / 2) return;
    this.#older = this.#newer;
    this.#newer = new Map();
    this.#bytes = 0;
  }

  delete(sandbox: string, name: string): void {
    this.#newer.get(sandbox)?.delete(name);
    this.#older.get(sandbox)?.delete(name);
  }
}

function bytesOf(name: string, { values }: SharedValue): number {
  return values.reduce((sum, value) => sum + value.length + TEXT, name.length + ENTRY);
}

/** What is known of a sandbox after its writes were done, by the names of the reads that would find it; `undefined`: no more. */
export function* knownAfter(
  writes: readonly SharedWrite[],
  { revision }: Extract<SharedReply, { outcome: 'done' }>,
  reads: Iterable<DoneRead>,
): Generator<readonly [name: string, value: SharedValue | undefined], void, undefined> {
  // Where something is changed, what was found may be another one.
  for (const { read, value } of reads) {
    if (read[0] === 'find' && value !== undefined) yield [nameOfRead(read), undefined];
  }
  // Of what is created, nothing is remembered: most of it is not changed here, and all of it would be
  // carried through several garbage collections.
  for (const write of writes) {
    const [kind, collection] = write;
    if (kind === 'number') {
      yield [nameOfRead(['number', collection]), { token: write[2], values: [] }];
    } else if (kind === 'replace') {
      yield found(collection, { seq: write[2], key: write[3], text: write[4] }, revision);
    } else if (kind === 'state') {
      yield ['state', { token: revision, values: [collection] }];
    }
  }
}

function found(
  collection: string,
  { seq, key, text }: { readonly seq: string; readonly key: string; readonly text: string },
  revision: string,
): readonly [string, SharedValue] {
  const token = `${seq}:${revision}`;
  return [
    nameOfRead(['find', collection, key]),
    { token, values: [seq, `${revision}\n${key}\n${text}`] },
  ];
}
