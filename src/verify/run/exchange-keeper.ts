import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { JudgedExchange } from '../cases/case.ts';
import { jsonOf } from '../../http/body-text.ts';
import {
  type HeaderList,
  type ReceivedResponse,
  type RelativeRequest,
  type SentRequest,
  type WireRequest,
  responseOf,
} from '../../http/exchange.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';

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
  const received = responseOf({ outcome })?.rawBody.length ?? 0;
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
  const { headers, body } = sent.request;
  const response = responseOf({ outcome }) ?? NO_RESPONSE;
  const place = file.write({
    planned: { headers, body },
    request: { headers: request.headers, body: request.body },
    response: { headers: response.headers, body: response.body, rawBody: response.rawBody },
  });
  return {
    ...exchange,
    case: { ...sent, request: new FiledPlan(sent.request, place) },
    request: new FiledRequest(request, place),
    outcome:
      outcome.kind === 'failure'
        ? outcome
        : { kind: 'response', response: new FiledResponse(outcome.response, place) },
  };
}

const NO_RESPONSE: Bulk['response'] = {
  headers: [],
  body: new Uint8Array(),
  rawBody: new Uint8Array(),
};

// Classes: of a hundred thousand, getters of their own would take more than what lies in the file.

class FiledPlan implements RelativeRequest {
  readonly method: string;
  readonly target: string;
  readonly withCredential: boolean | undefined;
  readonly credentialScheme: string | undefined;
  readonly madeUpCredential: boolean | undefined;
  readonly asOtherClient: boolean | undefined;
  readonly otherScheme: RelativeRequest['otherScheme'];
  readonly #place: Place;
  readonly #isApart: boolean;
  readonly #value: JsonValue | undefined;

  constructor(request: RelativeRequest, place: Place) {
    const { body, value } = request;
    this.method = request.method;
    this.target = request.target;
    this.withCredential = request.withCredential;
    this.credentialScheme = request.credentialScheme;
    this.madeUpCredential = request.madeUpCredential;
    this.asOtherClient = request.asOtherClient;
    this.otherScheme = request.otherScheme;
    this.#place = place;
    // Checks often compare small values; that of a form isn't JSON.
    this.#isApart = (body?.length ?? 0) > SMALL_VALUE && jsonOf(body) !== undefined;
    this.#value = this.#isApart ? undefined : value;
  }

  get headers(): HeaderList {
    return this.#place.read().planned.headers;
  }

  get body(): Uint8Array | undefined {
    return this.#place.read().planned.body;
  }

  get value(): JsonValue | undefined {
    return this.#isApart ? jsonOf(this.body) : this.#value;
  }
}

class FiledRequest implements SentRequest {
  readonly method: string;
  readonly url: string;
  readonly #place: Place;

  constructor({ method, url }: SentRequest, place: Place) {
    this.method = method;
    this.url = url;
    this.#place = place;
  }

  get headers(): HeaderList {
    return this.#place.read().request.headers;
  }

  get body(): Uint8Array | undefined {
    return this.#place.read().request.body;
  }
}

class FiledResponse implements ReceivedResponse {
  readonly status: number;
  readonly statusText: string;
  readonly decodingError: string | undefined;
  readonly #place: Place;

  constructor({ status, statusText, decodingError }: ReceivedResponse, place: Place) {
    this.status = status;
    this.statusText = statusText;
    this.decodingError = decodingError;
    this.#place = place;
  }

  get headers(): HeaderList {
    return this.#place.read().response.headers;
  }

  get body(): Uint8Array {
    return this.#place.read().response.body;
  }

  get rawBody(): Uint8Array {
    return this.#place.read().response.rawBody;
  }
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

  /** @returns Where it can be read again. */
  write(bulk: Bulk): Place {
    const bytes = serialize(bulk);
    const start = this.#end;
    this.#end += writeSync(this.#descriptor, bytes, 0, bytes.length, start);
    return new Place(this, start, bytes.length);
  }

  read(start: number, length: number): Bulk {
    const bytes = Buffer.allocUnsafe(length);
    readSync(this.#descriptor, bytes, 0, length, start);
    return deserialize(bytes) as Bulk;
  }
}

/** Where the bulk of an exchange lies. */
class Place {
  readonly #file: OverflowFile;
  readonly #start: number;
  readonly #length: number;

  constructor(file: OverflowFile, start: number, length: number) {
    this.#file = file;
    this.#start = start;
    this.#length = length;
  }

  read(): Bulk {
    return this.#file.read(this.#start, this.#length);
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
