import { type BigIntStats, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Io } from '../io.ts';
import { jsonLine } from '../json-log.ts';
import { type LogFormat, printable } from '../request-log.ts';
import { readBytes } from '../../openapi/files/read-text-file.ts';
import { errorMessage } from '../../openapi/error-message.ts';

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
  paths: ReadonlySet<string>,
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
      const message = errorMessage(error);
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
  if (log === 'json') {
    return jsonLine('info', `Reloaded ${names.join(', ')}`, { reloaded: names }, now);
  }
  return `${now.toTimeString().slice(0, 8)} reloaded ${printable(names.join(', '))}\n`;
}

/** Options of {@link watchFiles}. */
export interface WatchOptions {
  /** Milliseconds without a change before it is told: editors save in several steps. Default 60. */
  readonly quiet?: number;
  /** Milliseconds that a file may be missing before that is told. Default 500. */
  readonly missing?: number;
  /** Milliseconds between looks. Default 150. */
  readonly interval?: number;
}

/**
 * Tells of files whose content is another. The files are looked at again and again: not every file system
 * tells of changes, and a folder that was replaced, as `git checkout` does, is another one.
 *
 * @param paths Files, and folders of which all YAML and JSON files are watched; may grow.
 * @param changed Is told which files have changed, come or gone.
 */
export function watchFiles(
  paths: ReadonlySet<string>,
  changed: (files: readonly string[]) => void,
  options: WatchOptions = {},
): Disposable {
  return new FileWatcher(paths, changed, options);
}

const IS_DATA = /\.(?:ya?ml|json)$/;
const ABSENT = '\0';

class FileWatcher implements Disposable {
  readonly #paths: ReadonlySet<string>;
  readonly #changed: (files: readonly string[]) => void;
  readonly #options: Required<WatchOptions>;
  readonly #poll: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  #stamp: string;
  #contents: ReadonlyMap<string, string>;

  constructor(
    paths: ReadonlySet<string>,
    changed: (files: readonly string[]) => void,
    options: WatchOptions,
  ) {
    this.#paths = paths;
    this.#changed = changed;
    this.#options = { quiet: 60, missing: 500, interval: 150, ...options };
    this.#stamp = stampOf(paths);
    this.#contents = contentsOf(paths);
    this.#poll = setInterval(() => this.#look(), this.#options.interval).unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#poll);
    clearTimeout(this.#timer);
  }

  #look(): void {
    if (this.#timer === undefined && this.#isStirred()) this.#wait(this.#options.quiet);
  }

  /** Whether a file may have changed since it was asked last. */
  #isStirred(): boolean {
    const before = this.#stamp;
    this.#stamp = stampOf(this.#paths);
    return this.#stamp !== before;
  }

  #wait(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#compare(milliseconds), milliseconds).unref();
  }

  #compare(waited: number): void {
    this.#timer = undefined;
    if (this.#isStirred()) return this.#wait(this.#options.quiet);
    const { missing } = this.#options;
    const contents = contentsOf(this.#paths);
    const files = [...new Set([...contents.keys(), ...this.#contents.keys()])].filter((file) => {
      const isAnother = (contents.get(file) ?? ABSENT) !== (this.#contents.get(file) ?? ABSENT);
      return isAnother && (this.#contents.has(file) || !this.#paths.has(file));
    });
    if (files.length === 0) {
      this.#contents = contents;
      return;
    }
    const isGone = files.some((file) => (contents.get(file) ?? ABSENT) === ABSENT);
    // Some editors remove a file and write it anew.
    if (isGone && waited < missing) return this.#wait(missing);
    this.#contents = contents;
    this.#changed(files);
  }
}

/** What comes of a look; a watcher must outlive what can't be looked at, such as a wrong link. */
function look<Found>(at: () => Found, otherwise: Found): Found {
  try {
    return at();
  } catch {
    return otherwise;
  }
}

function stat(path: string): BigIntStats | undefined {
  return look(() => statSync(path, { throwIfNoEntry: false, bigint: true }), undefined);
}

function filesOf(paths: ReadonlySet<string>): string[] {
  return [...paths].flatMap((path) => {
    if (stat(path)?.isDirectory() !== true) return [path];
    const names = look(() => readdirSync(path), []);
    return names.filter((name) => IS_DATA.test(name)).map((name) => join(path, name));
  });
}

function contentsOf(paths: ReadonlySet<string>): Map<string, string> {
  const contentOf = (file: string): string =>
    look(() => readBytes(file).toString('latin1'), ABSENT);
  return new Map(filesOf(paths).map((file) => [file, contentOf(file)]));
}

/** Changes whenever a file may have changed, and costs no reading. */
function stampOf(paths: ReadonlySet<string>): string {
  const stamps = filesOf(paths).map((file) => {
    const found = stat(file);
    return found === undefined ? file : `${file} ${found.ino} ${found.size} ${found.mtimeNs}`;
  });
  return stamps.join('\n');
}
