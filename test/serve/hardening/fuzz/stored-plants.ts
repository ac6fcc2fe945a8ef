import { isDeepStrictEqual } from 'node:util';
import { type Front, exchange } from '../fronts.ts';
import type { Creation, FuzzRequest, Plant } from './fuzz-request.ts';
import { readResources } from './read-plant.ts';

/** What must be stored by what was answered. */
export class StoredPlants {
  readonly #sandboxes = new Map<string, Map<bigint, Plant>>();

  /** What may be answered to each request of a connection: an id is taken once. */
  statuses(requests: readonly FuzzRequest[]): (readonly number[])[] {
    const keys = requests.map(({ creation: one }) => one && `${one.plant.id} ${one.sandbox}`);
    return requests.map(({ creation, statuses }, i) => {
      if (creation === undefined) return statuses;
      if (this.#sandboxes.get(creation.sandbox)?.has(creation.plant.id)) return [400];
      // Pipelined requests in codings needn't end in the order in which they began.
      const isTwice = keys.some((key, k) => k !== i && key === keys[i]);
      return isTwice ? [...statuses, 400] : statuses;
    });
  }

  /** @throws {Error} where the id was taken before. */
  add({ sandbox, plant }: Creation): void {
    const kept = this.#sandboxes.get(sandbox) ?? new Map<bigint, Plant>();
    if (kept.has(plant.id)) throw new Error(`Sandbox ${sandbox} takes the id ${plant.id} twice.`);
    this.#sandboxes.set(sandbox, kept.set(plant.id, plant));
  }

  forget(): void {
    this.#sandboxes.clear();
  }

  /** Takes over what was stored by requests that nothing is known of. */
  async learn(front: Front): Promise<void> {
    this.#sandboxes.delete('default');
    for (const plant of await storedIn(front, 'default'))
      if (plant !== undefined) this.add({ sandbox: 'default', plant });
  }

  /** @throws {Error} where the control API doesn't have just these plants, with exact ids. */
  async verify(front: Front): Promise<void> {
    for (const [sandbox, plants] of this.#sandboxes) {
      const found = await storedIn(front, sandbox);
      const byId = new Map(found.map((plant) => [plant?.id, plant]));
      if (found.length === plants.size && isDeepStrictEqual(byId, plants)) continue;
      const wrong = [...plants.values()].filter(
        (plant) => !isDeepStrictEqual(byId.get(plant.id), plant),
      );
      const shown = wrong.slice(0, 5).map(({ id, name }) => `${id} ${JSON.stringify(name)}`);
      throw new Error(
        `Sandbox ${sandbox} holds ${found.length} plants for ${plants.size} that it took; wrong: ${shown.join(', ')}`,
      );
    }
  }
}

async function storedIn({ mock }: Front, sandbox: string): Promise<(Plant | undefined)[]> {
  const head = `GET /@${sandbox}/_kit/resources?limit=10000 HTTP/1.1\r\nHost: 127.0.0.1`;
  const [answer] = await exchange(mock.port, `${head}\r\nConnection: close\r\n\r\n`);
  if (answer?.status !== 200) throw new Error(`The resources can't be read: ${answer?.body}`);
  return readResources(Buffer.from(answer.body, 'latin1').toString());
}
