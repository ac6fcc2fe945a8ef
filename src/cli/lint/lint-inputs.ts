import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isUrl } from '../inputs/addresses.ts';
import { readInput } from '../inputs/read-input.ts';
import { comesOnce } from '../inputs/read-once.ts';
import { demandFile } from '../../openapi/files/read-text-file.ts';
import type { PipedDocument } from '../../openapi/linter.ts';
import { utf8Problem } from '../../openapi/files/utf8-text.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';

/**
 * The documents that the words of the command line stand for: addresses as they are, files as
 * absolute paths, globs as the files that they match.
 */
export async function findDocuments(words: readonly string[], cwd: string): Promise<string[]> {
  const found: string[] = [];
  for (const word of words) {
    if (isUrl(word)) found.push(word);
    else found.push(...(await expand(word, cwd)));
  }
  return [...new Set(found)];
}

/**
 * The document that comes from standard input (`-`) or a pipe; `undefined` where none does.
 *
 * @throws {UserError} where it can't be read, and where there are others beside it.
 */
export function readPipedDocument(words: readonly string[], io: Io): PipedDocument | undefined {
  const word = words.find((one) => !isUrl(one) && comesOnce(one, io));
  if (word === undefined) return undefined;
  if (words.length > 1) {
    throw new UserError(
      `Failed to lint ${word}: what comes from a pipe is linted alone. Lint the others by themselves.`,
    );
  }
  const text = readInput(word, 'the document', 'lint', io);
  return { name: resolve(io.cwd, 'stdin'), text };
}

/** A text for people in which the document that no file has is called what it is. */
export function withoutPipedName(text: string, input: PipedDocument | undefined): string {
  if (input === undefined) return text;
  const name = new RegExp(`${RegExp.escape(input.name)}(?![\\w./-])`, 'g');
  return text.replace(name, 'standard input');
}

/** The ruleset as Spectral wants it: absolute, and there. */
export async function findRuleset(word: string, cwd: string): Promise<string> {
  if (isUrl(word)) return word;
  const file = resolve(cwd, word);
  await assertReadable(file);
  return file;
}

async function expand(word: string, cwd: string): Promise<string[]> {
  const file = resolve(cwd, word);
  // A file may be called `a[1].yaml`: what exists under its name is no pattern.
  if (!/[*?[\]{}]/.test(word) || existsSync(file)) return [file];
  const matches: string[] = [];
  for await (const match of glob(word, { cwd })) matches.push(match);
  if (matches.length === 0) {
    throw new UserError(`Failed to find documents: nothing matches ${word}. Check the pattern.`);
  }
  return matches.toSorted().map((match) => resolve(cwd, match));
}

/** @throws {UserError} where a file is not there, or no text. */
export async function assertReadable(file: string): Promise<void> {
  const bytes = await readBytes(file).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`Failed to read ${file}: ${explain(error)}`);
  });
  const problem = bytes.includes(0) ? 'it is not text' : utf8Problem(bytes);
  if (problem !== undefined) {
    throw new UserError(`Failed to read ${file}: ${problem}. Name a YAML or JSON file (UTF-8).`);
  }
}

async function readBytes(file: string): Promise<Buffer> {
  demandFile(file);
  return await readFile(file);
}

function explain(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'there is no such file. Check the name.';
  if (error.code === 'EISDIR') return 'it is a folder. Name a file in it.';
  if (error.code === 'EACCES') return 'permission denied. Make it readable.';
  return `${error.message}. Check the name.`;
}
