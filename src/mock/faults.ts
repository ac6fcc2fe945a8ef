import type { JsonValue } from '../openapi/json/json-value.ts';

/** Milliseconds that a timer can wait; one that is set to more ends at once. */
export const MAX_WAIT: number = 2 ** 31 - 1;

/** An answer that goes wrong on purpose. */
export interface FaultOptions {
  /**
   * - `answer`: the answer below instead of the service's. Nothing is stored.
   * - `latency`: only waits.
   * - `drop`: the connection ends without an answer. Nothing is stored.
   * - `truncate`: the service answers, and the body is cut in the middle.
   */
  readonly kind: 'answer' | 'latency' | 'drop' | 'truncate';
  /** Only requests of the operation with this id. Default: any but a CORS preflight. */
  readonly operation?: string | undefined;
  /** How often it acts; `null` for as long as it isn't taken back. Default 1. */
  readonly times?: number | null | undefined;
  /** Requests to let through first. Default `every - 1`. */
  readonly after?: number | undefined;
  /** Acts on each nth request. Default 1. */
  readonly every?: number | undefined;
  /** Of an `answer`. Default 500. */
  readonly status?: number | undefined;
  /** Of an `answer`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Of an `answer`. A string is sent as it is, anything else as JSON. Default: an error in the
   * document's error shape; nothing where the status is no error.
   */
  readonly body?: JsonValue | undefined;
  /** Milliseconds to wait first. Required for `latency`. Default 0. */
  readonly latency?: number | undefined;
}

/** A fault that waits, with its defaults filled in. */
export interface Fault extends FaultOptions {
  readonly id: number;
  /** How often it still acts. */
  readonly times: number | null;
  /** Requests that it still lets through. */
  readonly after: number;
  /** How often it has acted. */
  readonly fired: number;
}

/** The faults of a sandbox, in the order in which they are asked. */
export class Faults {
  #faults: Fault[] = [];
  #lastId = 0;

  constructor(faults: readonly FaultOptions[] = []) {
    for (const fault of faults) this.add(fault);
  }

  get size(): number {
    return this.#faults.length;
  }

  add(options: FaultOptions): Fault {
    const { times = 1, every = 1, after = every - 1 } = options;
    const fault = { ...options, id: ++this.#lastId, times, after, fired: 0 };
    this.#faults.push(fault);
    return fault;
  }

  list(): Fault[] {
    return [...this.#faults];
  }

  /** What {@link add} takes to make them wait for the same requests. */
  options(): FaultOptions[] {
    return this.#faults.map(({ id: _id, fired: _fired, ...options }) => options);
  }

  /** False where no fault has the id. */
  remove(id: number): boolean {
    const count = this.#faults.length;
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
    return this.#faults.length < count;
  }

  clear(): void {
    this.#faults = [];
  }

  /**
   * The fault that acts on a request, if one does. Those in front of it count the request, those
   * behind it don't see it.
   *
   * @param operation Id of the request's operation, if it has one.
   */
  take(operation: string | undefined): Fault | undefined {
    for (const [i, fault] of this.#faults.entries()) {
      if (fault.operation !== undefined && fault.operation !== operation) continue;
      if (fault.after > 0) {
        this.#faults[i] = { ...fault, after: fault.after - 1 };
        continue;
      }
      const acted = afterActing(fault);
      if (acted.times === 0) this.#faults.splice(i, 1);
      else this.#faults[i] = acted;
      return acted;
    }
    return undefined;
  }
}

function afterActing(fault: Fault): Fault {
  const times = fault.times === null ? null : fault.times - 1;
  return { ...fault, times, after: (fault.every ?? 1) - 1, fired: fault.fired + 1 };
}

/** A header's name and its value, as Node sends them (RFC 9110, 5.6.2 and 5.5). */
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** What frames a message is the server's to say. */
const FRAMING: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'trailer',
]);

/** Why a fault can't act; `undefined` where it can. */
export function faultProblem(
  { kind, operation, headers = {}, status = 500, latency }: FaultOptions,
  operations: ReadonlySet<string>,
): string | undefined {
  if (kind === 'latency' && latency === undefined) {
    return 'a fault that only waits needs its `latency`. Give it in milliseconds';
  }
  if (operation !== undefined && !operations.has(operation)) {
    const known = [...operations].join(', ');
    return `there is no operation ${JSON.stringify(operation)}. Known: ${known}`;
  }
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    return `${status} is no status that can be answered. Use 200 to 599`;
  }
  if (latency !== undefined && (!Number.isInteger(latency) || latency < 0)) {
    return `${latency} is not a number of milliseconds. Use 0 or more`;
  }
  for (const [name, value] of Object.entries(headers)) {
    const shown = JSON.stringify(name);
    if (FRAMING.has(name.toLowerCase())) return `the header ${shown} is set by the server itself`;
    if (!NAME.test(name) || !VALUE.test(value)) {
      return `the header ${shown} can't be sent: its name or value has a character that HTTP forbids`;
    }
  }
  return undefined;
}
