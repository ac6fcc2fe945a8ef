import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { JudgedExchange } from '../cases/case.ts';
import { jsonOf } from '../../http/body-text.ts';
import type { ReceivedResponse, WireRequest } from '../../http/exchange.ts';

/** Bytes of exchanges that stay in memory. */
const IN_MEMORY = 32_000_000;
/** What an exchange takes besides its bodies, about. */
const AROUND_BODIES = 4000;
/** A larger value is read from its body again. */
const SMALL_VALUE = 1000;

/**
 * Keeps exchanges for the checks that see all of them. Beyond some megabytes, headers and bodies lie in
 * a file that has no name any more, and are read when they are asked for.
 */
export class ExchangeKeeper {
  #left: number;
  /** `null` where none can be made: then the memory has to do. */
  #file: OverflowFile | null | undefined;

  /** @param inMemory So many bytes stay there, about. */
  constructor(inMemory: number = IN_MEMORY) {
    this.#left = inMemory;
  }

  /** The same exchange, wherever its parts lie. */
  keep(exchange: JudgedExchange): JudgedExchange {
    if (this.#left > 0) {
      this.#left -= sizeOf(exchange);
      return exchange;
    }
    this.#file ??= openOverflow();
    return this.#file === null ? exchange : inFile(exchange, this.#file);
  }
}

function sizeOf({ request, outcome }: JudgedExchange): number {
  const received = outcome.kind === 'response' ? outcome.response.rawBody.length : 0;
  return AROUND_BODIES + received + (request.body?.length ?? 0);
}

/** What is large in an exchange. */
interface Bulk {
  readonly planned: Pick<WireRequest, 'headers' | 'body'>;
  readonly request: Pick<WireRequest, 'headers' | 'body'>;
  readonly response: Pick<ReceivedResponse, 'headers' | 'body' | 'rawBody'>;
}

function inFile(exchange: JudgedExchange, file: OverflowFile): JudgedExchange {
  const { case: sent, request, outcome } = exchange;
  const { headers, body, value } = sent.request;
  const { response } = outcome.kind === 'response' ? outcome : { response: NO_RESPONSE };
  const read = file.write({
    planned: { headers, body },
    request: { headers: request.headers, body: request.body },
    response: { headers: response.headers, body: response.body, rawBody: response.rawBody },
  });
  // Checks often compare small values; that of a form isn't JSON.
  const isApart = (body?.length ?? 0) > SMALL_VALUE && jsonOf(body) !== undefined;
  const small = isApart ? undefined : value;
  return {
    ...exchange,
    case: {
      ...sent,
      request: {
        ...sent.request,
        get headers() {
          return read().planned.headers;
        },
        get body() {
          return read().planned.body;
        },
        get value() {
          return isApart ? jsonOf(read().planned.body) : small;
        },
      },
    },
    request: {
      ...request,
      get headers() {
        return read().request.headers;
      },
      get body() {
        return read().request.body;
      },
    },
    outcome: outcome.kind === 'failure' ? outcome : responseIn(outcome.response, read),
  };
}

const NO_RESPONSE: Bulk['response'] = {
  headers: [],
  body: new Uint8Array(),
  rawBody: new Uint8Array(),
};

function responseIn(response: ReceivedResponse, read: () => Bulk): JudgedExchange['outcome'] {
  return {
    kind: 'response',
    response: {
      ...response,
      get headers() {
        return read().response.headers;
      },
      get body() {
        return read().response.body;
      },
      get rawBody() {
        return read().response.rawBody;
      },
    },
  };
}

const unreachable = new FinalizationRegistry(closeSync);

/** A file without a name, which goes with the last who can read it. */
class OverflowFile {
  readonly #descriptor: number;
  #end = 0;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
    unreachable.register(this, descriptor);
  }

  /** @returns Reads it again. */
  write(bulk: Bulk): () => Bulk {
    const bytes = serialize(bulk);
    const { length } = bytes;
    const start = this.#end;
    this.#end += writeSync(this.#descriptor, bytes, 0, length, start);
    return () => this.#read(start, length);
  }

  #read(start: number, length: number): Bulk {
    const bytes = Buffer.allocUnsafe(length);
    readSync(this.#descriptor, bytes, 0, length, start);
    return deserialize(bytes) as Bulk;
  }
}

function openOverflow(): OverflowFile | null {
  const path = join(tmpdir(), `exchanges-${crypto.randomUUID()}`);
  try {
    const descriptor = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return new OverflowFile(descriptor);
  } catch {
    return null;
  }
}
