import { isDeepStrictEqual } from 'node:util';
import { type Front, exchange } from '../fronts.ts';
import type { Creation, FuzzRequest, Thing } from './fuzz-request.ts';
import { readResources } from './read-thing.ts';

/** What must be stored by what was answered. */
export class StoredThings {
  readonly #sandboxes = new Map<string, Map<bigint, Thing>>();

  /** What may be answered to each request of a connection: an id is taken once. */
  statuses(requests: readonly FuzzRequest[]): (readonly number[])[] {
    const keys = requests.map(
      ({ creation }) => creation && `${creation.thing.id} ${creation.sandbox}`,
    );
    return requests.map(({ creation, statuses }, i) => {
      if (creation === undefined) return statuses;
      if (this.#sandboxes.get(creation.sandbox)?.has(creation.thing.id)) return [400];
      const before = requests.slice(0, i).filter((_, k) => keys[k] === keys[i]);
      if (before.some((request) => request.statuses.every((status) => status === 200)))
        return [400];
      return before.length > 0 ? [...statuses, 400] : statuses;
    });
  }

  /** @throws {Error} where the id was taken before. */
  add({ sandbox, thing }: Creation): void {
    const things = this.#sandboxes.get(sandbox) ?? new Map<bigint, Thing>();
    if (things.has(thing.id)) throw new Error(`Sandbox ${sandbox} takes the id ${thing.id} twice.`);
    this.#sandboxes.set(sandbox, things.set(thing.id, thing));
  }

  forget(): void {
    this.#sandboxes.clear();
  }

  /** Takes over what was stored by requests that nothing is known of. */
  async learn(front: Front): Promise<void> {
    this.#sandboxes.delete('default');
    for (const thing of await storedIn(front, 'default'))
      if (thing !== undefined) this.add({ sandbox: 'default', thing });
  }

  /** @throws {Error} where the control API doesn't have just these things, with exact ids. */
  async verify(front: Front): Promise<void> {
    for (const [sandbox, things] of this.#sandboxes) {
      const found = await storedIn(front, sandbox);
      const byId = new Map(found.map((thing) => [thing?.id, thing]));
      if (found.length === things.size && isDeepStrictEqual(byId, things)) continue;
      const wrong = [...things.values()].filter(
        (thing) => !isDeepStrictEqual(byId.get(thing.id), thing),
      );
      const shown = wrong.slice(0, 5).map(({ id, name }) => `${id} ${JSON.stringify(name)}`);
      throw new Error(
        `Sandbox ${sandbox} holds ${found.length} things for ${things.size} that it took; wrong: ${shown.join(', ')}`,
      );
    }
  }
}

async function storedIn({ mock }: Front, sandbox: string): Promise<(Thing | undefined)[]> {
  const head = `GET /@${sandbox}/_kit/resources?limit=10000 HTTP/1.1\r\nHost: 127.0.0.1`;
  const [answer] = await exchange(mock.port, `${head}\r\nConnection: close\r\n\r\n`);
  if (answer?.status !== 200) throw new Error(`The resources can't be read: ${answer?.body}`);
  return readResources(Buffer.from(answer.body, 'latin1').toString());
}
