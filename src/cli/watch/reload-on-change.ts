import { relative, basename, dirname, join } from 'node:path';
import type { Io } from '../io.ts';
import { type LogFormat, printable } from '../request-log.ts';
import {
  type BigIntStats,
  type FSWatcher,
  readdirSync,
  realpathSync,
  statSync,
  watch,
} from 'node:fs';
import { readBytes } from '../../openapi/files/read-text-file.ts';

/** Options of {@link reloadOnChange}. */
interface ReloadOptions {
  readonly io: Pick<Io, 'cwd' | 'stdout' | 'stderr'>;
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

/** Options of {@link watchFiles}. */
export interface WatchOptions {
  /** Milliseconds without a change before it is told: editors save in several steps. Default 60. */
  readonly quiet?: number | undefined;
  /** Milliseconds that a file may be missing before that is told. Default 500. */
  readonly missing?: number | undefined;
  /** Milliseconds between looks at what the system tells nothing of. Default 1,000. */
  readonly interval?: number | undefined;
}

/**
 * Tells of files whose content is another. The folders are watched, not the files, since editors
 * put a new file in an old one's place; and the files are looked at now and then, since not every
 * file system tells of changes.
 *
 * @param paths Files, and folders of which all YAML and JSON files are watched.
 * @param changed Is told which files have changed, come or gone.
 */
export function watchFiles(
  paths: readonly string[],
  changed: (files: readonly string[]) => void,
  options: WatchOptions = {},
): Disposable {
  return new FileWatcher(paths, changed, options);
}

const IS_DATA = /\.(?:ya?ml|json)$/;
const ABSENT = '\0';

class FileWatcher implements Disposable {
  readonly #paths: readonly string[];
  readonly #changed: (files: readonly string[]) => void;
  readonly #quiet: number;
  readonly #missing: number;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #poll: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  #contents: ReadonlyMap<string, string>;
  #stamp: string;

  constructor(
    paths: readonly string[],
    changed: (files: readonly string[]) => void,
    options: WatchOptions,
  ) {
    this.#paths = paths;
    this.#changed = changed;
    this.#quiet = options.quiet ?? 60;
    this.#missing = options.missing ?? 500;
    this.#contents = contentsOf(paths);
    this.#stamp = stampOf(paths);
    this.#arm();
    this.#poll = setInterval(() => this.#look(), options.interval ?? 1000).unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#poll);
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #look(): void {
    this.#arm();
    const stamp = stampOf(this.#paths);
    if (stamp !== this.#stamp && this.#timer === undefined) this.#wait(this.#quiet);
  }

  #wait(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#compare(milliseconds), milliseconds).unref();
  }

  #compare(waited: number): void {
    this.#timer = undefined;
    this.#stamp = stampOf(this.#paths);
    const contents = contentsOf(this.#paths);
    const files = [...new Set([...contents.keys(), ...this.#contents.keys()])].filter(
      (file) => (contents.get(file) ?? ABSENT) !== (this.#contents.get(file) ?? ABSENT),
    );
    if (files.length === 0) return;
    const isGone = files.some((file) => (contents.get(file) ?? ABSENT) === ABSENT);
    // Some editors remove a file and write it anew.
    if (isGone && waited < this.#missing) {
      this.#wait(this.#missing);
      return;
    }
    this.#contents = contents;
    this.#changed(files);
  }

  /** Watches the folders that aren't watched yet: one that comes back is another folder. */
  #arm(): void {
    for (const folder of foldersOf(this.#paths)) {
      if (this.#watchers.has(folder)) continue;
      try {
        const watcher = watch(folder, { persistent: false }, (_, name) => {
          if (name === null || this.#concerns(name)) this.#wait(this.#quiet);
        });
        watcher.on('error', () => this.#disarm(folder, watcher));
        this.#watchers.set(folder, watcher);
      } catch {
        // It isn't there; the next look tries again.
      }
    }
    for (const [folder, watcher] of this.#watchers) {
      if (stat(folder) === undefined) this.#disarm(folder, watcher);
    }
  }

  /** A log that grows in the same folder must not put off what has changed. */
  #concerns(name: string): boolean {
    return this.#paths.some(
      (path) =>
        basename(path) === name ||
        basename(realPath(path) ?? '') === name ||
        (IS_DATA.test(name) && isFolder(path)),
    );
  }

  #disarm(folder: string, watcher: FSWatcher): void {
    watcher.close();
    this.#watchers.delete(folder);
  }
}

/** Also those that links lead to. */
function foldersOf(paths: readonly string[]): Set<string> {
  return new Set(
    paths.flatMap((path) => [
      dirname(path),
      ...(isFolder(path) ? [path] : []),
      dirname(realPath(path) ?? path),
    ]),
  );
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function isFolder(path: string): boolean {
  return stat(path)?.isDirectory() === true;
}

/** `undefined` also for what can't be looked at: a watcher must outlive a wrong link. */
function stat(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false, bigint: true });
  } catch {
    return undefined;
  }
}

function filesOf(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!isFolder(path)) return [path];
    const names = namesIn(path).filter((name) => IS_DATA.test(name));
    return names.map((name) => join(path, name));
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function contentsOf(paths: readonly string[]): Map<string, string> {
  return new Map(filesOf(paths).map((file) => [file, contentOf(file)]));
}

function contentOf(file: string): string {
  try {
    return readBytes(file).toString('latin1');
  } catch {
    return ABSENT;
  }
}

/** Changes whenever a file may have changed, and costs no reading. */
function stampOf(paths: readonly string[]): string {
  const stamps = filesOf(paths).map((file) => {
    const found = stat(file);
    return found === undefined ? file : `${file} ${found.ino} ${found.size} ${found.mtimeNs}`;
  });
  return stamps.join('\n');
}
