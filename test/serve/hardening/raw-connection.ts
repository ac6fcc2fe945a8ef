import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

/** A response as it came over a raw socket. */
export interface WireResponse {
  readonly status: number;
  /** In lowercase. */
  readonly head: string;
  readonly body: string;
}

/** A connection whose every byte the test chooses. */
export class RawConnection implements Disposable {
  readonly socket: Socket;
  #text = '';
  #isClosed = false;
  #error: Error | undefined;

  private constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    this.socket.on('data', (chunk: Buffer) => (this.#text += chunk.toString('latin1')));
    this.socket.on('error', (error) => (this.#error = error));
    this.socket.on('close', () => (this.#isClosed = true));
  }

  static async open(port: number): Promise<RawConnection> {
    const connection = new RawConnection(port);
    await once(connection.socket, 'connect', { signal: AbortSignal.timeout(10_000) });
    return connection;
  }

  /** Sends; resolves when the bytes are on their way, or can't be any more. */
  send(bytes: string | Uint8Array): Promise<void> {
    const data = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
    return new Promise((resolve) => {
      if (this.socket.writable) this.socket.write(data, () => resolve());
      else resolve();
    });
  }

  /** What came until the server ended its side. */
  async toEnd(): Promise<string> {
    if (!this.#isClosed && !this.socket.readableEnded) {
      const signal = AbortSignal.timeout(20_000);
      await Promise.race([
        once(this.socket, 'end', { signal }),
        once(this.socket, 'close', { signal }),
      ]);
    }
    return this.#text;
  }

  /** All responses until the server ended its side. */
  async responses(): Promise<WireResponse[]> {
    return parseResponses(await this.toEnd());
  }

  get error(): Error | undefined {
    return this.#error;
  }

  get received(): string {
    return this.#text;
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}

/**
 * Takes a stream of HTTP/1.1 responses apart.
 *
 * @param methods Of the requests; where they aren't known, it is guessed whether one was HEAD.
 * @throws {Error} where it is anything else.
 */
export function parseResponses(text: string, methods?: readonly string[]): WireResponse[] {
  const found: WireResponse[] = [];
  let rest = text;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    const head = rest.slice(0, end);
    const [, code = ''] = /^HTTP\/1\.1 (\d{3}) /.exec(rest) ?? [];
    if (end === -1 || code === '')
      throw new Error(`No HTTP: ${JSON.stringify(rest.slice(0, 200))}`);
    rest = rest.slice(end + 4);
    const status = Number(code);
    if (status === 100) continue;
    const method = methods?.[found.length];
    const isHead = method === undefined ? isWithoutContent(rest) : method === 'HEAD';
    const hasNone = status === 204 || status === 304 || isHead;
    const { body, after } = hasNone ? { body: '', after: rest } : contentOf(head, rest);
    found.push({ status, head: head.toLowerCase(), body });
    rest = after;
  }
  return found;
}

/** A response to HEAD has a length, but no content: the next one follows at once. */
function isWithoutContent(rest: string): boolean {
  return rest === '' || rest.startsWith('HTTP/1.1 ');
}

/** What belongs to a response, and what comes after it. */
function contentOf(head: string, rest: string): { readonly body: string; readonly after: string } {
  if (/^transfer-encoding: *chunked\r?$/im.test(head)) return chunksOf(rest);
  const length = contentLength(head);
  if (rest.length < length) throw new Error(`A body is cut: ${JSON.stringify(rest.slice(0, 200))}`);
  return { body: rest.slice(0, length), after: rest.slice(length) };
}

/** RFC 9112, 7.1: what is long and not known beforehand. */
function chunksOf(rest: string): { readonly body: string; readonly after: string } {
  let [body, after] = ['', rest];
  for (;;) {
    const [line = '', digits] = /^([\da-f]+)\r\n/i.exec(after) ?? [];
    const size = Number.parseInt(digits ?? '', 16);
    const end = line.length + size;
    if (line === '' || after.slice(end, end + 2) !== '\r\n')
      throw new Error(`A chunk is cut: ${JSON.stringify(after.slice(0, 200))}`);
    body += after.slice(line.length, end);
    after = after.slice(end + 2);
    if (size === 0) return { body, after };
  }
}

function contentLength(head: string): number {
  const [, length] = /^content-length: *(\d+)\r?$/im.exec(head) ?? [];
  if (length === undefined) throw new Error(`No length: ${head}`);
  return Number(length);
}
