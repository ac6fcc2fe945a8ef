import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StateError as SameError, createHandlers } from '../../mocks/index.ts';
import { type MockServer, PersistError, StateError, createMockServer } from '../../mocks/server.ts';
import { openQuestionSentences } from '../../mocks/open-questions.generated.ts';
import { plantDocument } from '../../mocks/plant-store.ts';
import { parseJson } from '../../src/openapi/json/parse-json.ts';
import { control } from '../serve/control/control-client.ts';
import { createPlant } from './create-plant.ts';

const MAX = 9_223_372_036_854_775_807n;

let server: MockServer;

beforeAll(async () => {
  server = await createMockServer({ seed: [{ id: 1, name: 'Seeded' }] });
});
afterAll(() => server.close());
beforeEach(() => server.reset());

describe('a mock server', () => {
  it('lists, seeds and clears plants', () => {
    server.plants.seed([{ id: MAX, name: 'Ivy', tag: 'climber' }]);
    expect(server.plants.list()).toEqual([
      { id: 1, name: 'Seeded' },
      { id: MAX, name: 'Ivy', tag: 'climber' },
    ]);
    expect(() =>
      server.plants.seed([
        { id: 2, name: 'a' },
        { id: 1, name: 'b' },
      ]),
    ).toThrow('Failed to seed /plants, item 2: id 1 is already used. Nothing was changed.');
    server.plants.clear();
    expect(server.store.size).toBe(0);
  });

  it('refuses with errors that a user can tell apart', async () => {
    const twice = [
      { id: 2, name: 'a' },
      { id: 2, name: 'b' },
    ];
    expect(() => server.plants.seed(twice)).toThrow(StateError);
    expect(() => server.sandbox('no name')).toThrow(StateError);
    expect(() =>
      createHandlers({ scenario: { scenario: 1, description: '', resources: twice } }),
    ).toThrow(StateError);
    await expect(createMockServer({ seed: twice })).rejects.toMatchObject({
      code: 'invalid-resource',
    });
    const persist = import.meta.dirname;
    await expect(createMockServer({ persist })).rejects.toThrow(PersistError);
    expect(SameError).toBe(StateError);
  });

  it('answers questions as it is told', async () => {
    expect(server.profile.get('used-id')).toBe('refused 400');
    server.profile.answer('used-id', 'refused 409');
    expect((await createPlant(server.url, 1)).status).toBe(409);
    expect(server.profile.name).toBeNull();
    server.profile.use('lenient');
    expect(server.profile.name).toBe('lenient');
    expect((await createPlant(server.url, 1)).status).toBe(200);
    server.profile.use({ createPlant: { 'used-id': 'refused 422' } });
    expect((await createPlant(server.url, 1)).status).toBe(422);
    expect(() => server.profile.answer('used-id', 'perhaps')).toThrow(/Possible: accepted/);
    expect(server.profile.get('no-such')).toBeUndefined();
  });

  it('lets the next request fail', async () => {
    const { id } = server.failNext({ status: 503, times: 3 });
    expect((await createPlant(server.url, 2)).status).toBe(503);
    expect(server.faults.list()).toMatchObject([{ id, times: 2, fired: 1 }]);
    expect(server.faults.remove(id)).toBe(true);
    expect(server.faults.remove(id)).toBe(false);
    expect(() => server.failNext({ operation: 'nope' })).toThrow(
      /no operation "nope"\. Choose from: createPlant/,
    );
    server.failNext();
    server.faults.clear();
    expect((await createPlant(server.url, 2)).status).toBe(200);
  });

  it('tells what was asked, without the token', async () => {
    await createPlant(server.url, 2);
    expect(server.requests()).toMatchObject([{ status: 200, operation: 'createPlant' }]);
    expect(JSON.stringify(server.requests())).not.toContain('secret-token');
    server.clearRequests();
    expect(server.requests()).toEqual([]);
  });

  it('takes a snapshot and puts it back', async () => {
    const before = server.snapshot();
    await createPlant(server.url, MAX);
    server.profile.use('typical');
    server.latency = 3;
    const after = server.snapshot();
    server.restore(before);
    expect(server.snapshot()).toEqual(before);
    server.restore(after);
    expect(server.snapshot()).toEqual(after);
    expect(server.latency).toBe(3);
    expect(() => (server.latency = -1)).toThrow(/Use 0 or more/);
  });

  it.each<[unknown, RegExp]>([
    ['x', /^Failed to restore the state: it must be an object, got string\. Give/],
    [null, /it must be an object/],
    [[], /it must be an object/],
    [{ resurces: [] }, /there is no "resurces"\. Known: resources, collections, profile/],
    [{ resources: {} }, /resources must be a list/],
    [{ collections: { '/a': 1 } }, /collections must be an object of lists/],
    [{ answers: null }, /answers must be an object/],
    [{ latency: -1 }, /latency must be a number of milliseconds, 0 or more/],
    [{ faults: 'drop' }, /faults must be a list/],
    [{ profile: 7 }, /profile must be a name or null/],
  ])('puts no %j back, and keeps what it has', async (state, message) => {
    await createPlant(server.url, MAX);
    const before = server.snapshot();
    expect(() => server.restore(state as object)).toThrow(StateError);
    expect(() => server.restore(state as object)).toThrow(message);
    expect(server.snapshot()).toEqual(before);
  });

  it('has the same for sandboxes, each with an address of its own', async () => {
    const sandbox = server.sandbox('one');
    expect(sandbox.url).toBe(`${server.url}/@one`);
    sandbox.failNext();
    expect((await createPlant(server.url, 2)).status).toBe(200);
    expect((await createPlant(sandbox.url, 2)).status).toBe(500);
    expect((await createPlant(sandbox.url, 2)).status).toBe(200);
    expect(sandbox.requests().map(({ status }) => status)).toEqual([500, 200]);
    expect(server.sandbox('one').plants.list()).toHaveLength(2);
    sandbox.reset();
    expect(sandbox.plants.list()).toEqual([{ id: 1, name: 'Seeded' }]);
    expect(server.dropSandbox('one')).toBe(true);
    expect(server.dropSandbox('one')).toBe(false);
    expect(() => server.sandbox('no/name')).toThrow(/Failed to make a sandbox: "no\/name"/);
  });

  it('goes back to its start, and forgets handlers', async () => {
    await createPlant(server.url, 2);
    server.profile.use('lenient');
    server.failNext();
    server.reset();
    expect(server.plants.list()).toEqual([{ id: 1, name: 'Seeded' }]);
    expect(server.profile.name).toBe('documented');
    expect(server.requests()).toEqual([]);
    expect((await createPlant(server.url, 2)).status).toBe(200);
  });

  it('refuses a seed that is none', async () => {
    await expect(
      createMockServer({
        seed: [
          { id: 1, name: 'a' },
          { id: 1, name: 'b' },
        ],
      }),
    ).rejects.toThrow('Failed to seed /plants, item 2: id 1 is already used. Nothing was changed.');
  });

  it('serves the document of this service, with what leaves each question open', async () => {
    const { body: health } = await control(server.url, 'GET', '/health');
    expect(health['title']).toBe('Plant Store');
    const { body: document } = await control(server.url, 'GET', '/document');
    expect(document['title']).toBe('Plant Store');
    const value = plantDocument.root;
    expect(parseJson(document['text'] as string)).toEqual({ ok: true, value });
    const { body } = await control(server.url, 'GET', '/profile');
    expect(body).toMatchObject({
      profiles: ['documented', 'lenient', 'typical'],
      operations: [
        {
          operation: 'createPlant',
          questions: expect.arrayContaining([
            expect.objectContaining({
              id: 'used-id',
              leftOpenBy: openQuestionSentences['used-id'],
            }),
          ]) as unknown,
        },
      ],
    });
    expect(openQuestionSentences['used-id']).toContain('not shown');
  });

  it('has the token in a variable of its own, for what the inspector copies', async () => {
    const response = await fetch(`${server.url}/_kit/page.json`);
    expect(await response.json()).toMatchObject({ tokenVariable: 'PLANT_STORE_TOKEN' });
  });

  it.each([
    ['documented', 400],
    ['typical', 409],
    ['lenient', 200],
  ] as const)('answers a used id as the profile %s says: %i', async (profile, status) => {
    await using other = await createMockServer({ profile });
    await createPlant(other.url, 1);
    expect((await createPlant(other.url, 1)).status).toBe(status);
  });

  it('reads a profile by name only where there is one', async () => {
    await expect(createMockServer({ profile: 'strict' as 'typical' })).rejects.toThrow(
      /^Failed to find the profile "strict"\. Known: documented, lenient, typical\.$/,
    );
  });
});
