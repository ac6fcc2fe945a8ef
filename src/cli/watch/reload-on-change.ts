import { relative } from 'node:path';
import type { Io } from '../io.ts';
import { type LogFormat, printable } from '../request-log.ts';
import { watchFiles } from './watch-files.ts';

/** Options of {@link reloadOnChange}. */
export interface ReloadOptions {
  readonly io: Io;
  readonly log: LogFormat;
  /**
   * Reads everything again and puts it to use; where it fails, nothing has changed.
   *
   * @param files What has changed since it last succeeded.
   */
  readonly reload: (files: readonly string[]) => Promise<void>;
}

/** Reloads whenever one of the files changes, and says so. What is broken is told and left out. */
export function reloadOnChange(
  paths: readonly string[],
  { io, log, reload }: ReloadOptions,
): Disposable {
  let unread: readonly string[] = [];
  const change = async (changed: readonly string[]): Promise<void> => {
    const files = [...new Set([...unread, ...changed])];
    const names = files.map((file) => relative(io.cwd, file));
    try {
      await reload(files);
      unread = [];
    } catch (error) {
      unread = files;
      const message = error instanceof Error ? error.message : String(error);
      io.stderr.write(`${message}\nNot reloaded: the last good state stays in use.\n`);
      return;
    }
    io.stdout.write(reloadLine(names, log));
  };
  // One after the other: what is read last is what counts.
  let last = Promise.resolve();
  return watchFiles(paths, (files) => {
    last = last.then(() => change(files));
  });
}

function reloadLine(names: readonly string[], log: LogFormat, now: Date = new Date()): string {
  if (log === 'silent') return '';
  if (log === 'json') return `${JSON.stringify({ time: now.toISOString(), reloaded: names })}\n`;
  return `${now.toTimeString().slice(0, 8)} reloaded ${printable(names.join(', '))}\n`;
}
