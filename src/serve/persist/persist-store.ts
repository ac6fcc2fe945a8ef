/** Stores that survive their process: a journal on file, and who may write it. */
import type { MemoryStore } from '../../mock/resource-store.ts';
import type { StoreContent } from '../../mock/store-journal.ts';
import type { JsonObject } from '../../openapi/json/json-value.ts';
import { Journal, countOf } from './journal.ts';
import type { JournalContent } from './read-journal.ts';

/** A store that is kept in a file. */
export interface PersistedStore extends Disposable {
  /** Whether the file is new, so that the store begins with what it held already. */
  readonly isNew: boolean;
  /** What to tell people: which part of the file was damaged, and where it is kept aside. */
  readonly warnings: readonly string[];
  /** What was on file; `undefined` where that is new. */
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
  if (content === undefined) begin(journal, store.content());
  else store.restoreAll(content);
  store.keepIn(journal);
  return {
    isNew: content === undefined,
    warnings: warningsOf(journal),
    content,
    [Symbol.dispose]: () => {
      store.keepIn(undefined);
      journal.close();
    },
  };
}

function begin(journal: Journal, content: StoreContent): void {
  try {
    journal.replace(content);
  } catch (error) {
    journal.close();
    throw error;
  }
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
      `Failed to read all of the store file ${file}: it is damaged. ${count} stored resources could be used; the file as it was is ${aside}.`,
      ...shown,
      ...more,
    ].join('\n'),
  ];
}
