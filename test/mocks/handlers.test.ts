import type { SetupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CreateHandlersOptions,
  PlantStore,
  type ScenarioFile,
  createHandlers,
  scenarios,
} from '../../mocks/index.ts';
import { setupServer } from '../../mocks/node.ts';
import { fakeTimers } from '../setup/fake-timers.ts';

const BASE = 'https://store.example';
let network: SetupServer;

beforeAll(() => {
  network = setupServer();
  network.listen({ onUnhandledFrame: 'error' });
});
afterAll(() => network.close());

function use(options: CreateHandlersOptions): void {
  network.resetHandlers(...createHandlers({ baseUrl: BASE, ...options }));
}

function create(id: number, method = 'POST', token = 'Bearer t'): Promise<Response> {
  const headers = { authorization: token, 'content-type': 'application/json' };
  const body = method === 'POST' ? { body: JSON.stringify({ id, name: 'Fern' }) } : {};
  return fetch(`${BASE}/plants`, { method, headers, ...body });
}

/** Statuses of creates one after the other; 0 where the connection was lost. */
async function statuses(count: number): Promise<number[]> {
  const list: number[] = [];
  for (let i = 0; i < count; i += 1) {
    list.push(
      await create(5000 + i).then(
        ({ status }) => status,
        () => 0,
      ),
    );
  }
  return list;
}

function scenario(file: Partial<ScenarioFile>): ScenarioFile {
  return { scenario: 1, description: 'One of the test.', ...file };
}

describe('handlers with a scenario of the kit', () => {
  it('begin with its plants, ids exact', async () => {
    const store = new PlantStore();
    use({ store, scenario: scenarios.busy });
    expect(store.size).toBe(1000);
    expect(store.has(9_223_372_036_854_775_807n)).toBe(true);
    expect((await create(500)).status).toBe(400);
  });

  it('fail as it says', async () => {
    use({ scenario: scenarios.flaky });
    expect(await statuses(7)).toEqual([200, 200, 503, 200, 200, 503, 200]);
    use({ scenario: scenarios.outage });
    expect(await statuses(3)).toEqual([500, 0, 200]);
    const store = new PlantStore();
    use({ store, scenario: scenarios.full });
    expect(await statuses(5)).toEqual([200, 200, 200, 400, 400]);
    expect(store.size).toBe(3);
  });

  it('answer the open questions as it says', async () => {
    use({ scenario: scenarios['strict-auth'] });
    expect((await create(1, 'POST', 'bearer t')).status).toBe(401);
    use({ scenario: scenarios['strict-auth'], profile: 'lenient' });
    expect((await create(1, 'POST', 'bearer t')).status).toBe(200);
  });
});

describe('handlers with a scenario of the user', () => {
  it('give the answers of its faults, in the document’s shape or as it stands there', async () => {
    const faults = [
      { kind: 'answer', status: 503, headers: { 'Retry-After': '7' } },
      { kind: 'answer', status: 204 },
      { kind: 'answer', status: 418, body: 'teapot' },
      { kind: 'answer', operation: 'createPlant', status: 500 },
    ] as const;
    use({ scenario: scenario({ faults }) });
    const busy = await create(1);
    expect(busy.status).toBe(503);
    expect(busy.headers.get('retry-after')).toBe('7');
    expect(await busy.json()).toEqual({ error: 503, message: expect.any(String) as string });
    expect((await create(1)).status).toBe(204);
    expect(await (await create(1)).text()).toBe('teapot');
    expect((await create(1, 'GET')).status).toBe(405);
    expect(await statuses(2)).toEqual([500, 200]);
  });

  it('cut a body in the middle, and have stored what they answer', async () => {
    const store = new PlantStore();
    use({ store, scenario: scenario({ faults: [{ kind: 'truncate' }] }) });
    const answer = await create(1);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow('terminated');
    expect(store.has(1)).toBe(true);
  });

  it('wait before each answer', async () => {
    const store = new PlantStore();
    const faults = [{ kind: 'latency', latency: 60 }] as const;
    use({ store, scenario: scenario({ latency: 60, faults }) });
    using clock = fakeTimers();
    const answer = create(1);
    await clock.waiting();
    await clock.advance(119);
    expect(store.size).toBe(0);
    await clock.advance(1);
    expect((await answer).status).toBe(200);
  });

  it('let a store that holds something keep it', () => {
    const store = new PlantStore();
    store.seed([{ id: 7, name: 'Mine' }]);
    use({ store, scenario: scenarios.busy });
    expect(store.list()).toEqual([{ id: 7, name: 'Mine' }]);
  });

  it.each<[string, Partial<ScenarioFile>, CreateHandlersOptions, string]>([
    [
      'a plant that is none',
      { resources: [{ id: 1 }] },
      {},
      'Failed to seed /plants, item 1: name is required. Nothing was changed.',
    ],
    [
      'an id twice',
      {
        resources: [
          { id: 1, name: 'a' },
          { id: 1, name: 'b' },
        ],
      },
      {},
      'item 2: id 1 is already used',
    ],
    [
      'more than the store takes',
      { many: { count: 3, resource: { name: 'Plant {n}' } } },
      { maxResources: 2 },
      'there would be 3 and the store takes 2',
    ],
    [
      'an unknown profile',
      { profile: 'typicl' },
      {},
      'Failed to find the profile "typicl". Known:',
    ],
    [
      'an unknown question',
      { answers: { createPlant: { 'used-idd': 'accepted' } } },
      {},
      'there is no question "used-idd". Did you mean',
    ],
    [
      'a fault of an unknown operation',
      { faults: [{ kind: 'drop', operation: 'createPlnt' }] },
      {},
      'Failed to use the scenario: there is no operation "createPlnt". Did you mean',
    ],
  ])('refuse %s', (_, file, options, message) => {
    expect(() => createHandlers({ ...options, scenario: scenario(file) })).toThrow(message);
  });
});
