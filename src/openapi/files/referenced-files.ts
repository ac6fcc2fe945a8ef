/** Where the references of a document may lead, and what is there. */
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Diagnostic } from '../diagnostic.ts';
import { isWithin, realPlace } from './real-place.ts';
import { MAX_BYTES, failure, fileProblem, readTextFile } from './read-text-file.ts';

/** Why a reference is not followed; with a place where the cause stands elsewhere. */
export type ReferenceFault = Pick<Diagnostic, 'code' | 'message' | 'help' | 'location'>;

/** Why a reference, as it is written, is not followed to a file. */
export type FaultOf = (reference: string) => ReferenceFault;

/** Whether a text is a URL; also without a scheme: `//host/path`. */
export function isUrl(text: string): boolean {
  return /^(?:[a-z][a-z\d+.-]+:|\/\/|\\\\)/i.test(text);
}

/** The folder of a path, or the beginning of a URL up to its file. */
export function folderOf(file: string): string {
  return isUrl(file) ? new URL('.', file).href : dirname(file);
}

/**
 * Whether a path or a URL lies in one of these folders, or begins as one of these URLs. Of a path, it
 * counts where it leads: symbolic links are followed.
 */
export function isAllowed(target: string, places: readonly string[]): boolean {
  if (isUrl(target)) {
    return places.some((place) => isUrl(place) && hrefOf(target).startsWith(hrefOf(place)));
  }
  const real = followed(target);
  return places.some((place) => !isUrl(place) && isWithin(followed(place), real));
}

/** Behind a link to nothing there is nothing to read, so its own place counts. */
function followed(path: string): string {
  return realPlace(path) ?? path;
}

/** In full, so that `https://a.example` is no beginning of `https://a.example.org`. */
function hrefOf(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url;
}

/**
 * Of a reference to where it may not lead.
 *
 * @param target The path or the URL that it names.
 */
export function refusal(reference: string, target: string): ReferenceFault {
  const isRemote = isUrl(target);
  const where = isRemote ? 'to a URL' : `out of the document's folder, to ${followed(target)}`;
  return {
    code: isRemote ? 'remote-reference' : 'outside-reference',
    message: `the $ref "${reference}" leads ${where}`,
    help: `Bundle the document, or allow it with --allow-refs <${isRemote ? 'beginning of the URL' : 'folder'}>.`,
  };
}

/** Of a reference to a file that can't be read. */
export function unreadable(reference: string, problem: string): ReferenceFault {
  const message = `the $ref "${reference}" can't be followed: ${problem}`;
  return { code: 'unreadable-reference', message, help: 'Let it lead to a YAML or JSON file.' };
}

/** Milliseconds that an address is given for its whole document. */
export const PATIENCE_MS = 10_000;

/** Redirects that are followed at most. */
export const MAX_REDIRECTS = 5;

/**
 * The text at an address.
 *
 * @param places Folders and beginnings of URLs that it may be redirected to. Default: anywhere.
 * @throws {Error} with a `code` where it is too large, and the abort's reason where the signal ends it.
 * @returns `undefined` where the answer is no success.
 */
export async function fetchText(
  address: string,
  signal: AbortSignal,
  places: readonly string[] = ['http://', 'https://'],
): Promise<string | undefined> {
  let response = await fetch(address, { signal, redirect: 'manual' });
  for (let count = 0; count < MAX_REDIRECTS && isRedirect(response); count++) {
    await response.body?.cancel();
    const next = new URL(response.headers.get('location') ?? '', response.url).href;
    if (!isAllowed(next, places)) return undefined;
    response = await fetch(next, { signal, redirect: 'manual' });
  }
  const { ok, body } = response;
  if (!ok) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw failure('TOO_LARGE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function isRedirect({ status, headers }: Response): boolean {
  return status >= 300 && status < 400 && headers.has('location');
}

/** A reader of a document that consists of several files. */
export interface ReferencingReader {
  /** The document's path, as messages call it. */
  readonly file: string;
  /** URLs of the files that it refers to, of which nothing is known yet. */
  readonly missing: readonly string[];
  add(address: string, text: string, file: string): void;
  refuse(address: string, faultOf: FaultOf): void;
}

/**
 * Gives a reader all files that it refers to, and those that they refer to.
 *
 * @param path Absolute, of the document.
 * @param allowed Folders and beginnings of URLs besides the document's folder.
 */
export async function readReferencedFiles(
  reader: ReferencingReader,
  path: string,
  allowed: readonly string[],
): Promise<void> {
  const folder = dirname(path);
  const places = [folder, ...allowed];
  const shown = (target: string): string =>
    isUrl(target) ? target : join(dirname(reader.file), relative(folder, target));
  for (let found = reader.missing; found.length > 0; found = reader.missing) {
    for (const address of found) {
      const target = pathOf(address);
      if (!isAllowed(target, places)) {
        reader.refuse(address, (reference) => refusal(reference, target));
        continue;
      }
      try {
        reader.add(address, await textAt(target, places), shown(target));
      } catch (error) {
        const problem = problemOf(error);
        reader.refuse(address, (reference) => unreadable(reference, problem));
      }
    }
  }
}

/** The URL of a path; of a URL, that itself. */
export function addressOf(source: string): string {
  return isUrl(source) ? source : pathToFileURL(source).href;
}

/** The path of a URL of this machine's file; the URL itself of what is not here, such as `file://other/a`. */
function pathOf(address: string): string {
  try {
    return address.startsWith('file:') ? fileURLToPath(address) : address;
  } catch {
    return address;
  }
}

async function textAt(target: string, places: readonly string[]): Promise<string> {
  if (!isUrl(target)) return readTextFile(target);
  const text = await fetchText(target, AbortSignal.timeout(PATIENCE_MS), places);
  if (text === undefined) throw new Error('the address answers with an error');
  return text;
}

function problemOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `no whole answer within ${PATIENCE_MS / 1000} s`;
  }
  return error instanceof TypeError ? 'nothing answers there' : fileProblem(error);
}
