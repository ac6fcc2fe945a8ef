import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { JudgedExchange } from '../cases/case.ts';
import { jsonOf } from '../../http/body-text.ts';

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

function inFile(exchange: JudgedExchange, file: OverflowFile): JudgedExchange {
  const { case: sent, outcome } = exchange;
  const request = withPartsIn(file, sent.request, ['headers', 'body']);
  // Of small ones, checks compare the values often.
  const isLarge = (sent.request.body?.length ?? 0) > SMALL_VALUE;
  // That of a form isn't JSON.
  if (isLarge && jsonOf(sent.request.body) !== undefined) {
    define(request, 'value', () => jsonOf(request.body));
  }
  const response =
    outcome.kind === 'response' &&
    withPartsIn(file, outcome.response, ['headers', 'body', 'rawBody']);
  return {
    ...exchange,
    case: { ...sent, request },
    request: withPartsIn(file, exchange.request, ['headers', 'body']),
    outcome: response === false ? outcome : { kind: 'response', response },
  };
}

/** A copy of which some properties are read whenever they are asked for. */
function withPartsIn<Whole extends object>(
  file: OverflowFile,
  whole: Whole,
  names: readonly (keyof Whole & string)[],
): Whole {
  const read = file.write(Object.fromEntries(names.map((name) => [name, whole[name]])));
  const copy = { ...whole };
  for (const name of names) define(copy, name, () => read()[name]);
  return copy;
}

function define(target: object, name: string, get: () => unknown): void {
  Object.defineProperty(target, name, { enumerable: true, get });
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
  write(parts: Readonly<Record<string, unknown>>): () => Readonly<Record<string, unknown>> {
    const bytes = serialize(parts);
    const start = this.#end;
    this.#end += writeSync(this.#descriptor, bytes, 0, bytes.length, start);
    return () => this.#read(start, bytes.length);
  }

  #read(start: number, length: number): Readonly<Record<string, unknown>> {
    const bytes = Buffer.allocUnsafe(length);
    readSync(this.#descriptor, bytes, 0, length, start);
    return deserialize(bytes) as Readonly<Record<string, unknown>>;
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
