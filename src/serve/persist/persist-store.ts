/** Stores that survive their process: a journal on file, and who may write it. */
import type { MemoryStore } from '../../mock/resource-store.ts';
import type { StoreContent, StoreChange, StoreJournal } from '../../mock/store-journal.ts';
import type { JsonObject } from '../../openapi/json/json-value.ts';
import { type JournalContent, readJournal } from './read-journal.ts';
import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { lockFile } from './file-lock.ts';
import {
  CHANGES_VERSION,
  COLLECTIONS_VERSION,
  JOURNAL_VERSION,
  addLine,
  changeLine,
  headerLine,
} from './journal-line.ts';
import { type PersistError, isFullDisk, unwritableStore, persistError } from './persist-error.ts';

/** A store that is kept in a file. */
export interface PersistedStore extends Disposable {
  /** What to tell people: which part of the file was damaged, and where it is kept aside. */
  readonly warnings: readonly string[];
  /** What was on file; `undefined` where that is new, and the store begins with what it held already. */
  readonly content: JournalContent | undefined;
  /** Lets go of the file; what is stored later is in memory only. */
  [Symbol.dispose](): void;
}

/**
 * Gives a store what a file holds, and keeps every later change in it. Where there is no such file
 * yet, it is made and the store stays as it is.
 *
 * @throws {PersistError} where the file is in use, or can't be read or written.
 */
export function persistStore<Resource extends object = JsonObject>(
  store: MemoryStore<Resource>,
  file: string,
): PersistedStore {
  const journal = new Journal(file);
  const { content } = journal;
  try {
    if (content === undefined) journal.replace(store.content());
    else store.restoreAll(content);
  } catch (error) {
    journal.close();
    throw error;
  }
  store.keepIn(journal);
  return {
    warnings: warningsOf(journal),
    content,
    [Symbol.dispose]: () => {
      store.keepIn(undefined);
      journal.close();
    },
  };
}

/** Damages that are named one by one. */
const SHOWN = 5;

function warningsOf({ file, content, aside }: Journal): string[] {
  const damages = content?.damages ?? [];
  if (damages.length === 0) return [];
  const shown = damages.slice(0, SHOWN).map(({ line, message }) => `  ${file}:${line} ${message}`);
  const more = damages.length > SHOWN ? [`  and ${damages.length - SHOWN} more`] : [];
  const count = content === undefined ? 0 : countOf(content);
  return [
    [
      `Failed to read all of the store file ${file}: it is damaged. ${count} stored resources could be used; ${aside === undefined ? 'a full disk has no room for a copy' : `the file as it was is ${aside}`}.`,
      ...shown,
      ...more,
    ].join('\n'),
  ];
}

/**
 * A store's file: lines of exact JSON, one for each create, change and deletion, written before it is
 * answered. Whatever replaces the whole store replaces the whole file, at once; so do changes, once
 * there are many for what is stored, and the next start after some.
 */
class Journal implements StoreJournal {
  readonly file: string;
  /** What was on file; `undefined` where the file is new. */
  readonly content: JournalContent | undefined;
  /** Where a damaged file was kept aside. */
  readonly aside: string | undefined;
  readonly #path: string;
  readonly #unlock: () => void;
  #isClosed = false;
  #descriptor = -1;
  #size = 0;
  /** The highest that the file says; a line that needs a higher one has it said before. */
  #version = 0;
  /** Lines that change what others say. */
  #changes = 0;
  /** Whether part of a line stands behind what counts. */
  #isTorn = false;

  /**
   * Opens the file, or makes it. A damaged one is copied aside first, then written anew from what
   * can be used of it.
   *
   * @throws {PersistError} where the file is in use, or can't be read or written.
   */
  constructor(file: string) {
    this.file = file;
    this.#path = realPath(file);
    try {
      this.#unlock = lockFile(this.#path);
    } catch (error) {
      throw persistError(file, error);
    }
    try {
      this.#sweep();
      this.content = this.#read();
      if (this.content === undefined) this.#rewrite(EMPTY);
      else this.aside = this.#begin(this.content);
    } catch (error) {
      this.#unlock();
      throw persistError(file, error);
    }
  }

  /** @throws {PersistError} where it can't be written; the file is as before then. */
  add(resources: readonly JsonObject[], collection?: string): void {
    const version = collection === undefined ? JOURNAL_VERSION : COLLECTIONS_VERSION;
    this.#write(() => this.#say(addLine(resources, collection), version));
  }

  /** @throws {PersistError} where it can't be written; the file is as before then. */
  change(change: StoreChange, after: () => StoreContent): void {
    if (change.total === 0) {
      this.#write(() => this.#clear());
      return;
    }
    this.#write(() => this.#say(changeLine(change), CHANGES_VERSION));
    this.#changes += 1;
    if (this.#changes <= Math.max(FEW_CHANGES, change.total / 4)) return;
    // What is on file already is right, too: where it fails, it is tried again after as many.
    if (!this.#isRewritten(after())) this.#changes = 0;
  }

  /** @throws {PersistError} where it can't be written; the file is as before then. */
  replace(content: StoreContent): void {
    this.#write(() => {
      if (countOf(content) === 0) this.#clear();
      else this.#rewrite(content);
    });
  }

  /** Lets go of the file. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#descriptor !== -1) closeSync(this.#descriptor);
    this.#descriptor = -1;
    this.#unlock();
  }

  #write(act: () => void): void {
    try {
      this.#check();
      act();
    } catch (error) {
      throw persistError(this.file, error);
    }
  }

  #read(): JournalContent | undefined {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    // Anything else, such as a pipe, could be waited for for ever.
    if (!found.isFile()) throw Object.assign(new Error('it is no file'), { code: 'EISDIR' });
    const bytes = readFileSync(this.#path);
    return bytes.length === 0 ? undefined : readJournal(bytes, this.file);
  }

  /**
   * Opens what was read: written anew where it isn't whole or says much that no longer holds. What a
   * full disk has no room for can wait, since all that was acknowledged is there.
   *
   * @returns Where a damaged file was kept aside.
   */
  #begin(content: JournalContent): string | undefined {
    const isDamaged = content.damages.length > 0;
    if (!isDamaged && content.isWhole && content.changes === 0) {
      this.#open(content);
      return undefined;
    }
    try {
      const aside = isDamaged ? this.#keepAside() : undefined;
      this.#rewrite(content);
      return aside;
    } catch (error) {
      if (!isFullDisk(error) || content.end === undefined) throw error;
      this.#open(content);
      return undefined;
    }
  }

  #keepAside(): string {
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
    copyFileSync(this.#path, `${this.#path}.damaged-${stamp}`, COPYFILE_EXCL);
    return `${this.file}.damaged-${stamp}`;
  }

  #open({ version, changes, end }: JournalContent): void {
    this.#version = version;
    this.#changes = changes;
    this.#descriptor = openSync(this.#path, O_WRONLY);
    this.#size = end ?? 0;
    if (fstatSync(this.#descriptor).size > this.#size) this.#cut();
  }

  /** Removes what a crash has left of a file that was about to be replaced. */
  #sweep(): void {
    const name = basename(this.#path);
    for (const other of readdirSync(dirname(this.#path))) {
      if (other.startsWith(name) && DRAFT.test(other.slice(name.length))) {
        rmSync(join(dirname(this.#path), other), { force: true });
      }
    }
  }

  /** What is acknowledged must be in the file that the next start will read. */
  #check(): void {
    if (this.#descriptor === -1) throw this.#lost('it is closed');
    if (this.#isTorn) this.#cut();
    const { nlink, size } = fstatSync(this.#descriptor);
    if (nlink === 0) throw this.#lost('it was removed or replaced while in use');
    if (size !== this.#size) throw this.#lost('it was changed while in use');
  }

  #lost(cause: string): PersistError {
    return unwritableStore(this.file, `${cause}. Start the server again.`);
  }

  /** A line, after the version that it takes to read it. */
  #say(line: string, version: number): void {
    const header = version > this.#version ? headerLine(version) : '';
    this.#append(Buffer.from(header + line));
    this.#version = Math.max(this.#version, version);
  }

  #append(bytes: Uint8Array): void {
    try {
      writeWhole(this.#descriptor, bytes, this.#size);
      this.#size += bytes.length;
    } catch (error) {
      this.#isTorn = true;
      this.#cut();
      throw error;
    }
  }

  /** Takes back the part of a line that got onto a disk with no room for the rest. */
  #cut(): void {
    ftruncateSync(this.#descriptor, this.#size);
    this.#isTorn = false;
  }

  /** Takes no room, so that a full disk doesn't keep anyone from it. */
  #clear(): void {
    const { length } = headerLine(JOURNAL_VERSION);
    ftruncateSync(this.#descriptor, length);
    this.#size = length;
    // Saying more of it twice does no harm.
    this.#version = JOURNAL_VERSION;
    this.#changes = 0;
  }

  /** Writes the file anew where that can be done; else it stays as it is. */
  #isRewritten(content: StoreContent): boolean {
    try {
      this.#rewrite(content);
      return true;
    } catch {
      return false;
    }
  }

  /** Under another name first: whoever reads the file finds the old one or the new one, whole. */
  #rewrite(content: StoreContent): void {
    // A name that nobody can have put a link at, and what is there is never written over.
    const draft = `${this.#path}.new-${crypto.randomUUID()}`;
    const { mode } = statSync(this.#path, { throwIfNoEntry: false }) ?? {};
    const descriptor = openSync(draft, O_CREAT | O_EXCL | O_WRONLY, mode ?? 0o666);
    try {
      if (mode !== undefined) fchmodSync(descriptor, mode);
      let size = 0;
      for (const text of textOf(content)) size += writeWhole(descriptor, Buffer.from(text), size);
      fsyncSync(descriptor);
      this.#giveWay(draft);
    } catch (error) {
      closeSync(descriptor);
      unlinkSync(draft);
      throw error;
    }
    this.#descriptor = descriptor;
    this.#size = fstatSync(descriptor).size;
    this.#isTorn = false;
    this.#version = hasCollections(content) ? COLLECTIONS_VERSION : JOURNAL_VERSION;
    this.#changes = 0;
  }

  /** Lets a draft take the file's place. Windows replaces no file that is open. */
  #giveWay(draft: string): void {
    const wasOpen = this.#descriptor !== -1;
    if (wasOpen) closeSync(this.#descriptor);
    this.#descriptor = -1;
    try {
      renameSync(draft, this.#path);
    } catch (error) {
      if (wasOpen) this.#descriptor = openSync(this.#path, O_WRONLY);
      throw error;
    }
  }
}

/** Not worth writing a file anew. */
const FEW_CHANGES = 1000;

const EMPTY: StoreContent = { resources: [], collections: new Map() };

/** How many there are altogether. */
export function countOf({ resources, collections }: StoreContent): number {
  let count = resources.length;
  for (const { length } of collections.values()) count += length;
  return count;
}

function hasCollections({ collections }: StoreContent): boolean {
  return [...collections.values()].some(({ length }) => length > 0);
}

/** To write, and not with `O_APPEND`: Windows cuts no file that is open for that. */
const { COPYFILE_EXCL, O_CREAT, O_EXCL, O_WRONLY } = constants;

/** What follows the file's name in that of a draft; without more after the word, an older kit's. */
const DRAFT = /^\.new(?:-[\da-f-]{36})?$/;

/** Lines that are written at once. */
const BATCH = 1000;

function* textOf(content: StoreContent): Generator<string> {
  yield headerLine(hasCollections(content) ? COLLECTIONS_VERSION : JOURNAL_VERSION);
  yield* linesOf(content.resources);
  for (const [name, resources] of content.collections) yield* linesOf(resources, name);
}

function* linesOf(resources: readonly JsonObject[], collection?: string): Generator<string> {
  for (let i = 0; i < resources.length; i += BATCH) {
    const batch = resources.slice(i, i + BATCH);
    yield batch.map((resource) => addLine([resource], collection)).join('');
  }
}

/** A write can come to less than was asked for. */
function writeWhole(descriptor: number, bytes: Uint8Array, position: number): number {
  let written = 0;
  while (written < bytes.length) {
    const left = bytes.length - written;
    written += writeSync(descriptor, bytes, written, left, position + written);
  }
  return written;
}

/** Of a link, where it leads to: a rename would replace the link. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return resolve(file);
  }
}
