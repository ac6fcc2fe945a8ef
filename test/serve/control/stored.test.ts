import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { serveThings } from '../serve-things.ts';
import { control, createThing, errorCode, errorMessage } from './control-client.ts';

const MAX = 9_223_372_036_854_775_807n;

let server: MockServer;

beforeAll(async () => {
  server = await serveThings();
});
afterAll(() => server.close());
beforeEach(() => server.reset());

describe('stored resources', () => {
  it('are found by words and put in order', async () => {
    const resources = [
      { id: 3, name: 'Blue mug' },
      { id: 20, name: 'Lamp', tag: 'blue' },
      { id: 1, name: 'Lamp' },
    ];
    await control(server.url, 'POST', '/resources', { resources });
    const ids = async (query: string): Promise<unknown[]> => {
      const { body } = await control(server.url, 'GET', `/resources?${query}`);
      const found = (body['resources'] as JsonObject[]).map(({ id }) => id);
      return [...found, 'of', body['total']];
    };
    expect(await ids('q=blue')).toEqual([3, 20, 'of', 2]);
    expect(await ids('q=LAMP+blue')).toEqual([20, 'of', 1]);
    expect(await ids('q=20')).toEqual([20, 'of', 1]);
    // No name of a property, and none of JSON's own characters.
    for (const q of ['name', '"', 'null']) expect(await ids(`q=${q}`)).toEqual(['of', 0]);
    expect(await ids('sort=id')).toEqual([1, 3, 20, 'of', 3]);
    expect(await ids('sort=-id&limit=1&offset=1')).toEqual([3, 'of', 3]);
    expect(await ids('sort=tag&limit=1')).toEqual([20, 'of', 3]);
  });

  it('are changed, replaced and forgotten one by one, exactly', async () => {
    await createThing(server.url, MAX);
    const path = `/resources/${MAX}`;
    const changed = await control(server.url, 'PATCH', path, { tag: 'blue' });
    expect(changed.body).toEqual({ id: MAX, name: 'Lamp', tag: 'blue' });
    const whole = { id: MAX, name: 'Mug' };
    expect((await control(server.url, 'PUT', path, whole)).body).toEqual(whole);
    expect(server.resources.list()).toEqual([whole]);
    expect((await control(server.url, 'DELETE', path)).status).toBe(204);
    expect(server.store.size).toBe(0);
    for (const [method, body] of [['DELETE'], ['PATCH', {}]] as const) {
      const answer = await control(server.url, method, path, body);
      expect([answer.status, errorCode(answer)]).toEqual([404, 'unknown-resource']);
    }
    expect((await control(server.url, 'PUT', path, whole)).status).toBe(200);
    expect(server.resources.list()).toEqual([whole]);
  });

  it.each<[string, JsonObject, RegExp]>([
    ['names another identity', { id: 8, name: 'a' }, /id is 8, and the address says 7/],
    ['names none', { name: 'a' }, /id is required/],
    ['breaks the schema', { id: 7 }, /name is required/],
  ])('are not replaced by one that %s', async (_, resource, message) => {
    await createThing(server.url, 7);
    const answer = await control(server.url, 'PUT', '/resources/7', resource);
    expect(answer.status).toBe(400);
    expect(errorMessage(answer)).toMatch(message);
    expect(server.resources.list()).toEqual([{ id: 7, name: 'Lamp' }]);
  });
});

describe('a recording', () => {
  it('holds what was asked, and is answered where it is put back', async () => {
    await createThing(server.url, 5);
    const { body } = await control(server.url, 'GET', '/har');
    const other = `${server.url}/@replays`;
    const told = await control(other, 'PUT', '/har', body);
    expect(told.body).toEqual({ answers: 1, skipped: 0 });
    const { entries } = body['log'] as { entries: { response: { content: { text: string } } }[] };
    const again = await createThing(other, 5);
    expect(await again.text()).toBe(entries[0]?.response.content.text);
    expect(server.sandbox('replays').snapshot().resources).toEqual([]);
    await control(other, 'PUT', '/har', { log: { entries: [] } });
    expect((await createThing(other, 5)).status).toBe(200);
    expect(server.sandbox('replays').snapshot().resources).toHaveLength(1);
  });

  it('is refused where it is no HAR', async () => {
    const answer = await control(server.url, 'PUT', '/har', { log: { entries: [5] } });
    expect([answer.status, errorCode(answer)]).toEqual([400, 'invalid-recording']);
  });
});
