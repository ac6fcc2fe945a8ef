import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { parseJson } from '../../../src/openapi/json/parse-json.ts';
import { showJson } from '../../../src/openapi/json/stringify-json.ts';

/** A resource as text; `undefined` where there is none. */
type Text = string | undefined;

/** What a mock must have after any end, from what it has acknowledged. */
export class Kept {
  /** By address: one text, or several where a change was never answered. */
  #texts = new Map<string, readonly Text[]>();
  /** What there is instead, should a change of all have been made. */
  #instead: Map<string, readonly Text[]> | undefined;

  /** A request that makes a resource another one is about to be sent. */
  begin(address: string, text: Text): void {
    this.#texts.set(address, [...(this.#texts.get(address) ?? [undefined]), text]);
  }

  /** It was answered; what was refused must not have been made. */
  settle(address: string, isMade: boolean): void {
    const texts = this.#texts.get(address) ?? [];
    this.#texts.set(address, [isMade ? texts.at(-1) : texts[0]]);
  }

  /** A request that replaces everything is about to be sent. */
  beginAll(snapshot: string): void {
    this.#instead = textsOf(snapshot);
  }

  /** It was answered. */
  settleAll(isMade: boolean): void {
    if (isMade && this.#instead !== undefined) this.#texts = this.#instead;
    this.#instead = undefined;
  }

  /** What is not as it must be; what is there is taken for what is kept from now on. */
  compare(snapshot: string): string[] {
    const now = textsOf(snapshot);
    const wrong = differences(this.#texts, now);
    const found =
      wrong.length > 0 && this.#instead !== undefined ? differences(this.#instead, now) : wrong;
    this.#texts = now;
    this.#instead = undefined;
    return found;
  }

  /** Of what is there for certain. */
  addresses(): string[] {
    const all = [...this.#texts].filter(([, texts]) => texts.length === 1);
    return all.flatMap(([address, [text]]) => (text === undefined ? [] : [address]));
  }
}

function textsOf(snapshot: string): Map<string, readonly Text[]> {
  const parsed = parseJson(snapshot);
  const { resources, collections = {} } = (parsed.ok ? parsed.value : {}) as JsonObject;
  const lists = [['', resources], ...Object.entries(collections as JsonObject)] as const;
  return new Map(
    lists.flatMap(([path, list]) =>
      (list as readonly JsonObject[]).map(
        ({ id, name }) => [`${path}/${showJson(id!)}`, [name as string]] as const,
      ),
    ),
  );
}

function differences(
  expected: ReadonlyMap<string, readonly Text[]>,
  now: ReadonlyMap<string, readonly Text[]>,
): string[] {
  return [...new Set([...expected.keys(), ...now.keys()])].flatMap((address) => {
    const [text] = now.get(address) ?? [undefined];
    const texts = expected.get(address) ?? [undefined];
    return texts.includes(text)
      ? []
      : [`${address} is ${show(text)} and must be ${texts.map(show).join(' or ')}`];
  });
}

function show(text: Text): string {
  return text === undefined ? 'not there' : `${text.slice(0, 30)} (${text.length} letters)`;
}
