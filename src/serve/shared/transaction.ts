import { keyOf } from '../../mock/resource-list.ts';
import type { JsonObject, JsonValue } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import type { SharedRead, SharedResource, SharedValue, SharedWrite } from './shared-store.ts';

/** Something is read that isn't known yet: what reads it is done again when it is. */
export class NotKnownYet extends Error {
  override readonly name = 'NotKnownYet';
}

/** What is known of a sandbox, by {@link nameOfRead}; may be old. */
export type Known = (name: string) => SharedValue | undefined;

/** One read with what was known of it. */
export interface DoneRead {
  readonly read: SharedRead;
  readonly value: SharedValue | undefined;
  /** Of the value; `?` where it isn't known. */
  readonly token: string;
}

export function nameOfRead(read: SharedRead): string {
  return read.join('\0');
}

/** One try to do something with a sandbox: what was read for it, and what is to be written. */
export class Transaction {
  readonly reads: Map<string, DoneRead> = new Map<string, DoneRead>();
  readonly writes: SharedWrite[] = [];
  /** Whether something was read that isn't known: nothing that came of it counts. */
  isUnknown = false;
  /** Whether the sandbox begins with it, so that nothing else is done yet. */
  isBeginning = false;
  readonly #known: Known;

  constructor(known: Known) {
    this.#known = known;
  }

  /** @throws {NotKnownYet} where it isn't known. */
  read(read: SharedRead): SharedValue {
    const value = this.#note(read);
    if (value !== undefined) return value;
    this.isUnknown = true;
    throw new NotKnownYet(`${read[0]} is not known yet`);
  }

  /** Of what isn't known, that there is none is likely: it is found out at the end whether that was wrong. */
  readOrNone(read: SharedRead): SharedValue {
    return this.#note(read) ?? NONE;
  }

  write(write: SharedWrite): void {
    this.writes.push(write);
  }

  /** Whether something that is stored changes. */
  get changesResources(): boolean {
    return this.writes.some(([kind]) => RESOURCES.has(kind));
  }

  /** Whether there is anything to write. To tell of what stays as it was is of no use. */
  get changes(): boolean {
    return !this.isUnknown && this.writes.some(([kind]) => kind !== 'tell');
  }

  /** What is written; what is created in a collection, by one write unless something is changed in between. */
  get joined(): readonly SharedWrite[] {
    const all: SharedWrite[] = [];
    const adds = new Map<string, [...AddWrite]>();
    for (const write of this.writes) {
      const isAdd = write[0] === 'add';
      const before = isAdd ? adds.get(write[1]) : undefined;
      if (before !== undefined) {
        for (const text of write.slice(2)) before.push(text);
      } else if (isAdd) {
        const add: [...AddWrite] = [...write];
        adds.set(write[1], add);
        all.push(add);
      } else {
        all.push(write);
        if (RESOURCES.has(write[0])) adds.clear();
      }
    }
    return all;
  }

  /** How many resources are more then than before, as far as that is plain. */
  get more(): number {
    return this.writes.reduce((sum, write) => {
      if (write[0] === 'add') return sum + (write.length - 2) / 2;
      return write[0] === 'remove' ? sum - 1 : sum;
    }, 0);
  }

  #note(read: SharedRead): SharedValue | undefined {
    const name = nameOfRead(read);
    const noted = this.reads.get(name);
    if (noted !== undefined) return noted.value;
    const value = this.#known(name);
    this.reads.set(name, { read, value, token: value?.token ?? guessOf(read) });
    return value;
  }
}

/** That there is none is a guess where nothing is known of what is looked for. */
function guessOf([kind]: SharedRead): string {
  return kind === 'find' || kind === 'answer' ? NONE.token : '?';
}

type AddWrite = Extract<SharedWrite, readonly [kind: 'add', ...rest: string[]]>;

export const NONE: SharedValue = { token: '-', values: [] };

const RESOURCES: ReadonlySet<SharedWrite[0]> = new Set([
  'add',
  'replace',
  'remove',
  'clear',
  'clear-below',
  'clear-all',
]);

/** Where a resource is in the store that it was read from. */
const origins = new WeakMap<JsonObject, SharedResource>();

/** @param value As the store has it: revision, key and JSON, a line each. */
export function resourceFrom(seq: string, value: string): JsonObject {
  const start = value.indexOf('\n') + 1;
  const end = value.indexOf('\n', start);
  const text = value.slice(end + 1);
  const parsed = parseJson(text);
  const resource = (parsed.ok ? parsed.value : {}) as JsonObject;
  origins.set(resource, { seq, key: value.slice(start, end), text });
  return resource;
}

/** `undefined` for a resource that was not read from the store. */
export function originOf(resource: JsonObject): SharedResource | undefined {
  return origins.get(resource);
}

/** A value as the store finds it; no line break is in it. Empty where there is no value. */
export function keyText(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  const key = keyOf(value);
  if (typeof key !== 'string') return (typeof key)[0] + String(key);
  return `s${encodeURI(key.toWellFormed())}${loneHalves(key)}`;
}

/** What {@link String.toWellFormed} would make one of: texts with lone surrogates are told apart. */
function loneHalves(text: string): string {
  return text.isWellFormed() ? '' : `%${Buffer.from(text, 'utf16le').toString('hex')}`;
}

export function textOfResource(resource: JsonObject): string {
  return stringifyJson(resource);
}
