import { type FileHandle, open } from 'node:fs/promises';
import { type HeaderList, headerMap } from '../../http/exchange.ts';
import type { ExchangeRecord } from './exchange-record.ts';

/** A longer body is cut in the recording. */
const MAX_RECORDED = 1024 * 1024;

/** Writes exchanges to a HAR 1.2 file, which is complete JSON after every one of them. */
export class HarWriter {
  readonly #handle: FileHandle;
  readonly #tail = Buffer.from('\n]}}\n');
  #queue: Promise<void> = Promise.resolve();
  #end = 0;
  #isEmpty = true;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Creates or empties the file. */
  static async create(
    file: string,
    creator: { name: string; version: string },
  ): Promise<HarWriter> {
    const writer = new HarWriter(await open(file, 'w'));
    const head = JSON.stringify({ log: { version: '1.2', creator, entries: [] } });
    await writer.#append(head.slice(0, -']}}'.length));
    return writer;
  }

  /** Entries are written in the order of the calls; one that can't be is left out. */
  write(record: ExchangeRecord): Promise<void> {
    const written = this.#queue.then(() => this.#writeEntry(record));
    this.#queue = written.catch(() => {});
    return written;
  }

  async #writeEntry(record: ExchangeRecord): Promise<void> {
    await this.#append(`${this.#isEmpty ? '' : ','}\n${JSON.stringify(harEntry(record))}`);
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

/** One entry (HAR 1.2); what HAR has no field for stands in fields with an underscore. */
export function harEntry(record: ExchangeRecord): Record<string, unknown> {
  const { request, response, findings } = record;
  const url = URL.parse(request.url);
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  return {
    startedDateTime: record.startedAt.toISOString(),
    time: record.durationMs,
    request: {
      method: request.method,
      url: request.url,
      ...common,
      headers: nameValues(request.headers),
      queryString: nameValues([...(url?.searchParams ?? [])]),
      bodySize: request.bodySize,
      ...(request.bodySize === 0 ? {} : { postData: postData(record) }),
    },
    response: {
      status: response.status,
      statusText: response.statusText,
      ...common,
      headers: nameValues(response.headers),
      redirectURL: headerMap(response.headers)['location'] ?? '',
      bodySize: response.bodySize,
      content: content(response.headers, response.body),
    },
    cache: {},
    timings: { send: 0, wait: record.durationMs, receive: 0 },
    _findings: [...findings.request, ...findings.response],
    ...(record.failure === undefined ? {} : { _error: record.failure }),
    ...(record.failedBy === undefined ? {} : { _failedBy: record.failedBy }),
    ...(record.note === undefined ? {} : { comment: record.note }),
  };
}

function nameValues(pairs: HeaderList): { name: string; value: string }[] {
  return pairs.map(([name, value]) => ({ name, value }));
}

function postData({ request }: ExchangeRecord): Record<string, unknown> {
  const { mimeType, text, encoding, comment } = content(request.headers, request.body);
  // HAR has no encoding for what was posted.
  return { mimeType, text: text ?? '', ...(encoding ? { _encoding: encoding } : {}), comment };
}

interface HarContent {
  readonly size: number;
  readonly mimeType: string;
  readonly text?: string;
  readonly encoding?: 'base64';
  readonly comment?: string;
}

function content(headers: HeaderList, body: Uint8Array | undefined): HarContent {
  const mimeType = headerMap(headers)['content-type'] ?? '';
  if (body === undefined)
    return {
      size: -1,
      mimeType,
      comment: 'Not recorded: too large, or not what its Content-Encoding says',
    };
  const kept = body.subarray(0, MAX_RECORDED);
  const cut = kept.length < body.length ? { comment: 'Cut after the first MiB' } : {};
  const size = body.length;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(kept);
    return { size, mimeType, text, ...cut };
  } catch {
    const text = Buffer.from(kept).toString('base64');
    return { size, mimeType, text, encoding: 'base64', ...cut };
  }
}
