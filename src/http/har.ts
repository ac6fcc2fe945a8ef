/** HAR 1.2: a log of exchanges, as it is written; what entries mean is up to their reader. */
import { type FileHandle, open } from 'node:fs/promises';
import type { JsonValue } from '../openapi/json/json-value.ts';
import { stringifyJson } from '../openapi/json/stringify-json.ts';
import { type HeaderList, type RecordedExchange, headerValue } from './exchange.ts';
import { utf8Text } from './body-text.ts';

/** A body as HAR holds it: text, or base64 where the bytes aren't UTF-8. */
export interface HarBody {
  readonly text: string;
  readonly encoding?: 'base64';
}

/** A control character or a lone byte order mark survives JSON, so only bytes need base64. */
export function encodeHarBody(bytes: Uint8Array): HarBody {
  const text = utf8Text(bytes);
  return text === undefined
    ? { text: Buffer.from(bytes).toString('base64'), encoding: 'base64' }
    : { text };
}

/** The bytes of {@link encodeHarBody}, or of any tool's HAR. */
export function decodeHarBody(text: string, encoding: string | undefined): Uint8Array {
  return Uint8Array.from(Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8'));
}

/** An entry; its writer adds what HAR has no field for, in fields with an underscore. */
export interface HarEntry {
  readonly startedDateTime: string;
  readonly request: object;
  readonly response: object;
  readonly [field: string]: unknown;
}

/**
 * An exchange without secrets as an entry.
 *
 * @param maxBody Bytes of a body that are recorded; a longer one is cut. Default: all.
 */
export function harEntry(exchange: RecordedExchange, maxBody: number = Infinity): HarEntry {
  const { startedAt, durationMs, request, response } = exchange;
  const { url, headers, body, bodySize } = request;
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  const isSent = body !== undefined || bodySize !== 0;
  return {
    startedDateTime: startedAt.toISOString(),
    time: durationMs,
    request: {
      method: request.method,
      url,
      ...common,
      headers: nameValues(headers),
      queryString: nameValues([...(URL.parse(url)?.searchParams ?? [])]),
      ...(isSent ? { postData: postData(headers, body, maxBody) } : {}),
      bodySize,
    },
    response: {
      status: response.status,
      statusText: response.statusText,
      ...common,
      headers: nameValues(response.headers),
      redirectURL: headerValue(response.headers, 'location') ?? '',
      content: content(response, maxBody),
      bodySize: response.bodySize,
    },
    cache: {},
    // What the client does before its first byte isn't part of an exchange's time.
    timings: { blocked: -1, dns: -1, connect: -1, send: 0, wait: durationMs, receive: 0 },
  };
}

function nameValues(pairs: HeaderList): { name: string; value: string }[] {
  return pairs.map(([name, value]) => ({ name, value }));
}

function postData(headers: HeaderList, body: Uint8Array | undefined, maxBody: number): object {
  const mimeType = headerValue(headers, 'content-type') ?? '';
  const { text = '', encoding, comment } = recordedBody(body, maxBody);
  if (encoding === undefined) return { mimeType, text, comment };
  // HAR has no encoding for requests, so that a reader needs this hint.
  const hint = ['The text is the body in base64.', comment].filter(Boolean).join(' ');
  return { mimeType, text, _encoding: encoding, comment: hint };
}

function content(
  { headers, body, bodySize }: RecordedExchange['response'],
  maxBody: number,
): object {
  const size = body?.length ?? -1;
  const isDecoded = body !== undefined && bodySize >= 0 && bodySize !== size;
  return {
    size,
    ...(isDecoded ? { compression: size - bodySize } : {}),
    mimeType: headerValue(headers, 'content-type') ?? '',
    ...recordedBody(body, maxBody),
  };
}

function recordedBody(
  body: Uint8Array | undefined,
  maxBody: number,
): Partial<HarBody> & { readonly comment?: string } {
  if (body === undefined) {
    return { comment: 'Not recorded: too large, or not what its Content-Encoding says.' };
  }
  if (body.length <= maxBody) return encodeHarBody(body);
  return { ...encodeHarBody(body.subarray(0, maxBody)), comment: `Cut after ${maxBody} bytes.` };
}

/** Whether a body's comment says that the writer of this module has cut it. */
export function isCutBody(comment: string): boolean {
  return /\bCut after (?:\d+ bytes\.|the first MiB)$/.test(comment);
}

/** What wrote a log. */
export interface HarCreator {
  readonly name: string;
  readonly version: string;
}

/** A log up to its entries, which follow with commas between them; `fields` stand before them. */
export function harStart(creator: HarCreator, fields: object = {}): string {
  const head = JSON.stringify({ log: { version: '1.2', creator, ...fields, entries: [] } });
  return head.slice(0, -']}}'.length);
}

/** An entry on a line of its own: a log that was cut off can be mended by hand. */
export function harLine(entry: HarEntry, isFirst: boolean): string {
  // JSON has no `undefined`: such fields are left out.
  return `${isFirst ? '' : ','}\n${stringifyJson(entry as JsonValue)}`;
}

/** A log from the end of its entries on; `fields` stand behind them. */
export function harEnd(fields: object = {}): string {
  const rest = JSON.stringify(fields).slice(1, -1);
  return `\n]${rest === '' ? '' : `,${rest}`}}}\n`;
}

/** Writes entries to a file, which is complete JSON after every one of them. */
export class HarFile {
  readonly #handle: FileHandle;
  readonly #tail = Buffer.from(harEnd());
  #queue: Promise<void> = Promise.resolve();
  #end = 0;
  #isEmpty = true;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Creates or empties the file. */
  static async create(file: string, creator: HarCreator): Promise<HarFile> {
    const har = new HarFile(await open(file, 'w'));
    await har.#append(harStart(creator));
    return har;
  }

  /** Entries are written in the order of the calls; one that can't be is left out. */
  write(entry: HarEntry): Promise<void> {
    const written = this.#queue.then(() => this.#writeEntry(entry));
    this.#queue = written.catch(() => {});
    return written;
  }

  async #writeEntry(entry: HarEntry): Promise<void> {
    await this.#append(harLine(entry, this.#isEmpty));
    this.#isEmpty = false;
  }

  /** Over the old end, and the end again behind it: a killed process leaves a readable file. */
  async #append(text: string): Promise<void> {
    const bytes = Buffer.concat([Buffer.from(text), this.#tail]);
    let written = 0;
    // A disk that gets full takes a part before it refuses.
    while (written < bytes.length) {
      const rest = bytes.subarray(written);
      written += (await this.#handle.write(rest, 0, rest.length, this.#end + written)).bytesWritten;
    }
    this.#end += bytes.length - this.#tail.length;
  }

  async close(): Promise<void> {
    await this.#queue;
    await this.#handle.close();
  }
}
