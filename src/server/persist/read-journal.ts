import type { JsonObject } from '../../openapi/json/json-value.ts';
import { JOURNAL_VERSION, headerLine, readLine } from './journal-line.ts';
import { PersistError } from './persist-error.ts';

/** A place of a store's file that can't be used. */
export interface JournalDamage {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** What a store's file holds. */
export interface JournalContent {
  /** In order of creation. */
  readonly resources: readonly JsonObject[];
  /** What could not be used; everything else was. */
  readonly damages: readonly JournalDamage[];
  /** Whether it begins with this kit's first line and ends with the end of one. */
  readonly isWhole: boolean;
}

const LINE_FEED = 0x0a;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a store's file as far as it can be read.
 *
 * @param file How it is called in messages.
 * @throws {PersistError} where a later version of the kit wrote it.
 */
export function readJournal(bytes: Uint8Array, file: string): JournalContent {
  const resources: JsonObject[] = [];
  const damages: JournalDamage[] = [];
  let line = 0;
  for (const text of lines(bytes)) {
    line += 1;
    const entry = text === undefined ? 'the line is not UTF-8' : readLine(text);
    if (typeof entry === 'string') damages.push({ line, message: entry });
    else if (entry.kind === 'add') for (const one of entry.resources) resources.push(one);
    else refuseLater(entry.version, file);
    if (line === 1 && typeof entry === 'object' && entry.kind !== 'journal') {
      damages.push({ line, message: 'the first line of a store file is missing' });
    }
  }
  const header = Buffer.from(headerLine());
  const isWhole = header.equals(bytes.subarray(0, header.length)) && bytes.at(-1) === LINE_FEED;
  return { resources, damages, isWhole };
}

function refuseLater(version: number, file: string): void {
  if (version === JOURNAL_VERSION) return;
  throw new PersistError(
    `Failed to read the store file ${file}: it has version ${version} of the format, this kit knows ${JOURNAL_VERSION}. Use the version of the kit that wrote it, or name another file.`,
  );
}

/** `undefined` for a line that isn't UTF-8. Split as bytes: a text has a greatest length. */
function* lines(bytes: Uint8Array): Generator<string | undefined> {
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(LINE_FEED, start);
    const end = found === -1 ? bytes.length : found;
    yield decode(bytes.subarray(start, end));
    start = end + 1;
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
