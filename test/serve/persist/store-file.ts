import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { MemoryStore } from '../../../src/mock/resource-store.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { type PersistedStore, persistStore } from '../../../src/serve/persist/persist-store.ts';

export const fern = { id: 9_223_372_036_854_775_807n, name: 'Fern 🌿\n' };
export const ivy = { id: -9_223_372_036_854_775_808n, name: 'Ivy', __proto: 1.5 };
export const moss = { id: 3, name: 'Moss' };

/** A store over a file, as at the start of a process. */
export interface Opened {
  readonly store: MemoryStore;
  readonly persisted: PersistedStore;
}

const opened: PersistedStore[] = [];

export function openStore(file: string, resources: readonly JsonObject[] = []): Opened {
  const store = new MemoryStore();
  store.addAll(resources);
  const persisted = persistStore(store, file);
  opened.push(persisted);
  return { store, persisted };
}

export function closeStores(): void {
  for (const store of opened.splice(0)) store[Symbol.dispose]();
}

/** What the next process finds. */
export function reopenStore(file: string): {
  readonly resources: JsonObject[];
  readonly warnings: readonly string[];
} {
  closeStores();
  const { store, persisted } = openStore(file);
  return { resources: store.list(), warnings: persisted.warnings };
}

export function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').slice(0, -1);
}

/** Gives each test of a file a folder of its own, whose name and store file `begin` is told. */
export function inFolder(begin: (folder: string, file: string) => void): void {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'store-'));
    begin(folder, join(folder, 'store.jsonl'));
  });
  afterEach(() => {
    closeStores();
    rmSync(folder, { recursive: true });
  });
}
