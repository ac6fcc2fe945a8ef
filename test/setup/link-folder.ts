import { copyFileSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** What npm writes where it stands; all else it replaces. */
const WRITTEN = '.package-lock.json';

/** What others keep there between two runs, which can be larger than what is installed. */
const CACHE = /^\.(?:cache|vite.*)$/;

/** Copies what npm has installed by hard links, in a tenth of the time that installing takes. */
export function linkFolder(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (CACHE.test(entry.name)) continue;
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.name === WRITTEN) copyFileSync(source, target);
    else linkSync(source, target);
  }
}
