import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type MockServer, createMockServer } from '../../mocks/server.ts';
import { plantStore } from '../../mocks/command.ts';

let server: MockServer;

beforeAll(async () => {
  server = await createMockServer();
});

afterAll(async () => {
  await server.close();
});

beforeEach(() => server.reset());

/** Statuses of creates one after the other; 0 where the connection was lost. */
async function create(count: number, url = server.url, token = 'Bearer t'): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const headers = { authorization: token, 'content-type': 'application/json' };
    const body = JSON.stringify({ id: 5_000_000 + server.store.size, name: 'Fern' });
    const answer = fetch(`${url}/plants`, { method: 'POST', headers, body });
    statuses.push(await answer.then(({ status }) => status).catch(() => 0));
  }
  return statuses;
}

describe('the scenarios of the kit', () => {
  const root = join(import.meta.dirname, '../..');
  const published = readFileSync(join(root, 'plant-store.scenario.schema.json'), 'utf8');
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  const validate = ajv.compile(JSON.parse(published) as object);

  it.each(readdirSync(join(root, 'mocks/scenarios')))('are as their schema has it: %s', (name) => {
    validate(parse(readFileSync(join(root, 'mocks/scenarios', name), 'utf8')));
    expect(validate.errors).toBeNull();
  });

  it('can all be chosen over HTTP, and left again', async () => {
    const api = `${server.url}/_kit`;
    const { scenarios } = (await (await fetch(`${api}/scenarios`)).json()) as {
      scenarios: { name: string }[];
    };
    expect(scenarios.map(({ name }) => name)).toEqual(plantStore.scenarioNames);
    for (const scenario of [...plantStore.scenarioNames, null]) {
      const answer = await fetch(`${api}/scenario`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ scenario }),
      });
      expect(answer.status).toBe(204);
      expect(server.snapshot().scenario).toBe(scenario);
    }
    expect(await create(1)).toEqual([200]);
  });

  it('are busy: a thousand plants, with exact ids', () => {
    server.scenario('busy');
    expect(server.plants.list()).toHaveLength(1000);
    expect(server.store.has(9_223_372_036_854_775_807n)).toBe(true);
    expect(server.store.get(500)).toEqual({ id: 500, name: 'Plant 500', tag: 'potted' });
  });

  it('are flaky: every third create fails', async () => {
    server.scenario('flaky');
    expect(await create(7)).toEqual([200, 200, 503, 200, 200, 503, 200]);
  });

  it('are full: three more plants', async () => {
    server.scenario('full');
    expect(await create(5)).toEqual([200, 200, 200, 400, 400]);
    expect(server.store.size).toBe(3);
  });

  it('are an outage that ends', async () => {
    server.scenario('outage');
    expect(await create(3)).toEqual([500, 0, 200]);
  });

  it('are slow', () => {
    server.scenario('slow');
    expect(server.latency).toBe(500);
  });

  it('are strict about credentials', async () => {
    server.scenario('strict-auth');
    for (const token of ['', 'Basic eA==', 'Bearer invalid-token', 'bearer t']) {
      expect(await create(1, server.url, token)).toEqual([401]);
    }
    expect(await create(1)).toEqual([200]);
  });
});

describe('a server that begins with a scenario', () => {
  it('puts every sandbox into it, and goes back to it', async () => {
    await using busy = await createMockServer({ scenario: 'busy' });
    expect(busy.sandbox('a').plants.list()).toHaveLength(1000);
    busy.plants.clear();
    busy.scenario('empty');
    busy.reset();
    expect(busy.store.size).toBe(1000);
    expect(busy.snapshot().scenario).toBe('busy');
  });

  it('counts what else it is told as more', async () => {
    const options = { scenario: 'slow', latency: 0, profile: 'typical' } as const;
    await using quick = await createMockServer({ ...options, seed: [{ id: 1, name: 'Fern' }] });
    expect(quick.latency).toBe(0);
    expect(quick.profile.name).toBe('typical');
    expect(quick.store.size).toBe(1);
    expect(quick.faults.list()).toHaveLength(1);
  });

  it('takes scenarios of the user, and refuses unknown ones', async () => {
    const state = { resources: [{ id: 7, name: 'Mine' }], profile: 'lenient' };
    const scenarios = new Map([['mine', { description: 'Mine.', state }]]);
    await using other = await createMockServer({ scenarios, scenario: 'mine' });
    expect(other.plants.list()).toEqual(state.resources);
    expect(other.profile.name).toBe('lenient');
    await expect(createMockServer({ scenario: 'busi' })).rejects.toThrow(
      'Failed to choose the scenario "busi": there is none of this name. Known: busy,',
    );
  });
});

describe('a server that reloads', () => {
  it('answers anew and keeps plants, and what was changed by hand', async () => {
    await using typical = await createMockServer({ profile: 'typical' });
    const other = typical.sandbox('other');
    other.profile.answer('used-id', 'accepted');
    other.latency = 3;
    typical.plants.seed([{ id: 1, name: 'Fern' }]);
    typical.reload({ profile: 'lenient', latency: 1 });
    expect(typical.plants.list()).toEqual([{ id: 1, name: 'Fern' }]);
    expect(typical.profile.name).toBe('lenient');
    expect(typical.latency).toBe(1);
    expect(other.profile.get('used-id')).toBe('accepted');
    expect(other.profile.get('missing-token')).toBe('refused 401');
    expect(other.latency).toBe(3);
    typical.reload({ seed: [{ id: 2, name: 'Later' }] });
    expect(typical.store.get(2)).toBeUndefined();
    typical.reset();
    expect(typical.plants.list()).toEqual([{ id: 2, name: 'Later' }]);
  });

  it('takes the changes of the scenario that is on, and only those', async () => {
    const mine = (status: number, more = {}): ReadonlyMap<string, never> =>
      new Map([
        [
          'mine',
          { description: 'x', state: { faults: [{ kind: 'answer', status, times: null }] } },
        ],
        ['other', { description: 'x', state: more }],
      ]) as never;
    await using other = await createMockServer({ scenarios: mine(503) });
    other.scenario('mine');
    other.sandbox('b').failNext({ status: 500 });
    other.reload({ scenarios: mine(418, { latency: 9 }) });
    expect(await create(1, other.url)).toEqual([418]);
    expect(other.latency).toBe(0);
    expect(await create(2, `${other.url}/@b`)).toEqual([500, 200]);
  });

  it('leaves everything as it is where something is wrong', async () => {
    await using other = await createMockServer({ profile: 'typical' });
    expect(() => other.reload({ profile: 'typical', scenario: 'none' })).toThrow('"none"');
    expect(other.profile.name).toBe('typical');
  });
});
