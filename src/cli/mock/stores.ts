/** The store that several mocks share, as the command line names it. */
import { type SharedStore, connectStore } from '../../index.ts';
import { requireTool } from '../doctor/packages.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';

/** What is said of the store. */
export interface StoreFlags {
  readonly store?: string;
  readonly storePrefix?: string;
  /** Milliseconds. */
  readonly wait: number;
  readonly sandboxIdle?: number | undefined;
}

/** The part of each document, by the path that the document is below; empty where nothing is shared. */
export type Stores = ReadonlyMap<string, SharedStore>;

/**
 * Connects to the store.
 *
 * @throws {UserError} where it can't be used with the other flags, or `redis` isn't installed.
 * @throws {StoreAwayError} where it can't be reached in time.
 */
export async function connectStores(
  documents: readonly { readonly name: string }[],
  flags: StoreFlags & { readonly persist?: string; readonly har?: string },
  io: Io,
): Promise<Stores> {
  const { store: url, storePrefix = 'mock', wait, sandboxIdle } = flags;
  const stores = new Map<string, SharedStore>();
  if (url === undefined) return stores;
  demandStore(url, flags);
  for (const { name } of documents) {
    const prefix = name === '' ? storePrefix : `${storePrefix}:${name}`;
    const onTrouble = (message: string): void => void io.stderr.write(`${message}\n`);
    stores.set(name, await connectStore({ url, prefix, wait, sandboxIdle, onTrouble }));
  }
  return stores;
}

function demandStore(
  url: string,
  flags: { readonly persist?: string; readonly har?: string },
): void {
  const stray = (['persist', 'har'] as const).find((flag) => flags[flag] !== undefined);
  if (stray !== undefined) {
    throw new UserError(
      `Failed to share the store: --${stray} is for a mock of its own. Leave --${stray} or --store out.`,
    );
  }
  if (!/^rediss?:\/\/[^/]/.test(url) || !URL.canParse(url)) {
    throw new UserError(
      'Failed to share the store: --store is no redis:// or rediss:// URL. Write it as redis://host:6379.',
    );
  }
  requireTool('redis', 'share the store');
}
