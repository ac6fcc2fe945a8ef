import type { JsonValue } from '../openapi/json/json-value.ts';
import { demandOperation } from './demand-options.ts';
import { StateError } from './state-error.ts';
import { type StoreRoom, bytesOf } from './store-room.ts';

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

/** All that is known of the faults of a sandbox. */
export interface FaultsState {
  readonly faults: readonly Fault[];
  readonly lastId: number;
}

/** The faults of a sandbox, in the order in which they are asked. */
export class Faults {
  readonly #room: StoreRoom | undefined;
  #faults: Fault[] = [];
  #lastId = 0;
  #changes = 0;

  /** @param room What they take in memory. Default: any number of bytes. */
  constructor(faults: readonly FaultOptions[] = [], room?: StoreRoom) {
    this.#room = room;
    this.replace(faults);
  }

  get size(): number {
    return this.#faults.length;
  }

  /** Another number after every change. */
  get changes(): number {
    return this.#changes;
  }

  /** @throws {StateError} where there is no room for it. */
  add(options: FaultOptions): Fault {
    this.#room?.take(sizeOf(options));
    const fault = this.#waiting(options);
    this.#faults.push(fault);
    this.#changes += 1;
    return fault;
  }

  /**
   * Puts others in place of all.
   *
   * @param act What else is to be done then; where it throws, all are as before.
   * @throws {StateError} where there is no room for them; all are as before then.
   */
  replace(options: readonly FaultOptions[], act: () => void = () => {}): void {
    const before = this.#faults;
    const grown = sizesOf(options) - sizesOf(before);
    this.#room?.take(grown);
    this.#faults = options.map((option) => this.#waiting(option));
    this.#changes += 1;
    try {
      act();
    } catch (error) {
      this.#room?.take(-grown);
      this.#faults = before;
      throw error;
    }
  }

  #waiting(options: FaultOptions): Fault {
    const { times = 1, every = 1, after = every - 1 } = options;
    return { ...options, id: ++this.#lastId, times, after, fired: 0 };
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
    const place = this.#faults.findIndex((fault) => fault.id === id);
    if (place === -1) return false;
    this.#drop(place);
    return true;
  }

  clear(): void {
    this.replace([]);
  }

  /** What {@link take} has left of them, with their ids. */
  state(): FaultsState {
    return { faults: this.#faults, lastId: this.#lastId };
  }

  /** Puts back what {@link state} has told. */
  takeState({ faults, lastId }: FaultsState): void {
    this.#faults = [...faults];
    this.#lastId = lastId;
    this.#changes += 1;
  }

  /** As at the start: ids are counted anew. */
  begin(options: readonly FaultOptions[]): void {
    this.takeState({ faults: [], lastId: 0 });
    this.replace(options);
  }

  #drop(place: number): void {
    this.#changes += 1;
    const gone = this.#faults.splice(place, 1);
    this.#room?.take(-sizesOf(gone));
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
        this.#changes += 1;
        continue;
      }
      const acted = afterActing(fault);
      if (acted.times === 0) this.#drop(i);
      else this.#faults[i] = acted;
      this.#changes += 1;
      return acted;
    }
    return undefined;
  }
}

/** Bytes of what is the same for all. */
const BASE = 500;

function sizeOf({ body = null, headers = {} }: FaultOptions): number {
  return BASE + bytesOf([body, headers]);
}

function sizesOf(faults: readonly FaultOptions[]): number {
  return faults.reduce((sum, fault) => sum + sizeOf(fault), 0);
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

/** @throws {StateError} for a fault that can't act, and for an unknown operation. */
export function demandFaults(
  faults: readonly FaultOptions[],
  operations: ReadonlySet<string>,
): void {
  for (const fault of faults) {
    demandOperation(fault.operation, operations, 'add the fault');
    const problem = faultProblem(fault);
    if (problem === undefined) continue;
    throw new StateError('invalid-fault', `Failed to add the fault: ${problem}.`);
  }
}

type Kind = FaultOptions['kind'];
const KINDS: readonly string[] = ['answer', 'latency', 'drop', 'truncate'] satisfies Kind[];
const NAMES: readonly string[] =
  'kind operation times after every status headers body latency'.split(' ');

/** Why a fault can't act, of whichever operation; `undefined` where it can. */
export function faultProblem(fault: FaultOptions): string | undefined {
  const { kind, headers = {}, status = 500, latency } = fault;
  // In code that isn't typed, it would silently do something else.
  const strange = Object.keys(fault).find((name) => !NAMES.includes(name));
  if (strange !== undefined) return `it has no "${strange}", only ${NAMES.join(', ')}`;
  if (!KINDS.includes(kind)) {
    return `${JSON.stringify(kind)} is none of its kinds: ${KINDS.join(', ')}`;
  }
  if (kind === 'latency' && latency === undefined) {
    return 'a fault that only waits needs its `latency`. Give it in milliseconds';
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
