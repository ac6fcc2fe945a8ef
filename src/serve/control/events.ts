/** The stream of events of the control API. */
import type { ServerResponse } from 'node:http';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { NEWS_WAITING } from '../limits.ts';
import type { ExchangeView } from '../sandbox/exchange-view.ts';
import type { Recorded } from '../sandbox/recorder.ts';
import type { Traffic } from '../traffic.ts';

/** Proxies and browsers give up on a connection that is silent for much longer. */
const HEARTBEAT_MS = 15_000;

/** The server that tells. */
interface StreamingServer {
  /** Another one after every start. */
  readonly instance: string;
  /** Aborted when it begins to close. */
  readonly closing: AbortSignal;
}

/**
 * Writes server-sent events (HTML Living Standard, 9.2) until the client goes away.
 *
 * @param after Number of the last exchange that the client has seen; `undefined` for none but new ones.
 */
export function streamEvents(
  outgoing: ServerResponse,
  traffic: Traffic,
  { instance, closing }: StreamingServer,
  after: number | undefined,
): void {
  outgoing.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const news = new News(outgoing);
  const send = (event: string, data: unknown, id?: number): void => {
    const line = id === undefined ? '' : `id: ${id}\n`;
    news.add(`${line}event: ${event}\ndata: ${stringifyJson(data as JsonValue)}\n\n`);
  };
  news.add('retry: 1000\n\n');
  // What is kept is bounded already; without this, one that missed much would never catch up.
  let allowed = Infinity;
  let told = Infinity;
  const missed: ExchangeView[] = [];
  const sendNew: typeof send = (...event) => {
    send(...event);
    // One that reads slower is better off with a new start.
    if (news.length + outgoing.writableLength > allowed) outgoing.destroy();
  };
  const unsubscribe = traffic.subscribe({
    exchange: (exchange) => {
      if (told === Infinity) missed.push(exchange);
      else if (exchange.seq > told) sendNew('exchange', exchange, exchange.seq);
    },
    changed: (topic) => {
      sendNew(topic, {});
      if (topic === 'dropped') end();
    },
  });
  const end = (): void => {
    news.write();
    outgoing.end();
  };
  closing.addEventListener('abort', end);
  // Whoever has come later is told so, and comes back to another replica.
  if (closing.aborted) end();
  const begin = async (): Promise<void> => {
    const { last, requests } = await missedSince(traffic, after);
    send('hello', { instance, sandbox: traffic.name, last });
    const all = new Map([...requests, ...missed].map((exchange) => [exchange.seq, exchange]));
    for (const [seq, exchange] of all) send('exchange', exchange, seq);
    told = Math.max(last, ...all.keys());
    news.write();
    allowed = NEWS_WAITING.each + outgoing.writableLength;
  };
  begin().catch(() => outgoing.destroy());
  // The server lets clients close their sending side and wait; whoever closes a stream is gone.
  outgoing.socket?.once('end', () => outgoing.destroy());
  const heartbeat = setInterval(() => outgoing.write(':\n\n'), HEARTBEAT_MS);
  outgoing.once('close', () => {
    clearInterval(heartbeat);
    closing.removeEventListener('abort', end);
    unsubscribe();
  });
}

/** What a client has not seen, which has seen all up to a number; `undefined` for one that is new. */
async function missedSince(
  traffic: Traffic,
  after: number | undefined,
): Promise<Recorded<ExchangeView>> {
  const recorded = await traffic.read(after ?? Infinity);
  // A higher number than there is: of an earlier run of the server.
  return after !== undefined && after > recorded.last ? await traffic.read() : recorded;
}

/** What comes in one turn of the event loop is written at once: in a flood, half the work is to write. */
class News {
  /** Of all streams, what clients have not read. */
  static readonly #waiting = new Map<ServerResponse, number>();
  static #all = 0;
  readonly #outgoing: ServerResponse;
  #text = '';

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing;
    outgoing.on('drain', () => News.#count(outgoing, 0));
    outgoing.once('close', () => News.#leave(outgoing));
  }

  /** Characters that are still to be written. */
  get length(): number {
    return this.#text.length;
  }

  add(text: string): void {
    if (this.#text === '') setImmediate(() => this.write());
    this.#text += text;
  }

  write(): void {
    const { destroyed, writableEnded } = this.#outgoing;
    if (this.#text !== '' && !destroyed && !writableEnded) {
      this.#outgoing.write(this.#text);
      News.#count(this.#outgoing, this.#outgoing.writableLength);
    }
    this.#text = '';
  }

  /** Where too much waits for all together, the streams end for which the most does. */
  static #count(outgoing: ServerResponse, bytes: number): void {
    News.#all += bytes - (News.#waiting.get(outgoing) ?? 0);
    News.#waiting.set(outgoing, bytes);
    while (News.#all > NEWS_WAITING.all) {
      const [slowest] = [...News.#waiting].reduce((longest, other) =>
        other[1] > longest[1] ? other : longest,
      );
      News.#leave(slowest);
      slowest.destroy();
    }
  }

  static #leave(outgoing: ServerResponse): void {
    News.#all -= News.#waiting.get(outgoing) ?? 0;
    News.#waiting.delete(outgoing);
  }
}
