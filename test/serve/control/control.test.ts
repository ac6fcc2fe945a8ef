import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { serveThings } from '../serve-things.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import { operations } from '../../../src/model/operation.ts';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { parseJson } from '../../../src/openapi/json/parse-json.ts';
import { controlRoutes } from '../../../src/serve/control/control.ts';
import { stateRoutes } from '../../../src/serve/control/state-routes.ts';
import { CONTROL_BODY_LIMIT } from '../../../src/serve/limits.ts';
import { control, createThing, errorCode, errorMessage } from './control-client.ts';
import { thingsDocument } from '../../setup/things-document.ts';
import { controlDocument } from './control-document.ts';

const MAX = 9_223_372_036_854_775_807n;

let server: MockServer;

beforeAll(async () => {
  const busy = {
    description: 'Two things, and the next create fails.',
    state: {
      resources: [
        { id: 1, name: 'Lamp' },
        { id: MAX, name: 'Mug' },
      ],
      profile: 'typical',
      faults: [{ kind: 'answer', status: 503 }],
      latency: 1,
    },
  } as const;
  server = await serveThings({ scenarios: new Map([['busy', busy]]) }, { bodyLimit: 100_000 });
});
afterAll(() => server.close());
beforeEach(() => server.reset());

describe('the document', () => {
  it('has the operations that there are routes for', () => {
    const ids = operations(controlDocument).map(({ id }) => id);
    expect(Object.keys({ ...controlRoutes, ...stateRoutes }).sort()).toEqual(ids.sort());
  });

  it('is served', async () => {
    const { body } = await control(server.url, 'GET', '/openapi.json');
    expect(body).toEqual(controlDocument.root);
  });
});

describe('health and document', () => {
  it('say what is served', async () => {
    const { body } = await control(server.url, 'GET', '/health');
    expect(body).toMatchObject({ status: 'ok', mode: 'mock', title: 'Things', sandboxes: 1 });
    const { body: document } = await control(server.url, 'GET', '/document');
    expect(document['title']).toBe('Things');
    expect(document['text']).toBe(thingsDocument.text);
  });

  it('have JSON for a text where the document was given as a value', async () => {
    const { root } = thingsDocument;
    await using other = await serveThings({ document: documentFromValue(root) });
    const { body } = await control(other.url, 'GET', '/document');
    expect(parseJson(body['text'] as string)).toEqual({ ok: true, value: root });
  });

  it('answer HEAD as GET without a body', async () => {
    for (const path of ['health', 'events']) {
      const response = await fetch(`${server.url}/_kit/${path}`, { method: 'HEAD' });
      expect(response.status).toBe(200);
      expect(await response.text()).toBe('');
    }
  });
});

describe('resources', () => {
  it('are listed with exact ids, in parts', async () => {
    for (const id of [1n, 2n, MAX]) await createThing(server.url, id);
    const { body, text } = await control(server.url, 'GET', '/resources?offset=1&limit=5');
    expect(body).toEqual({
      resources: [
        { id: 2, name: 'Lamp' },
        { id: MAX, name: 'Lamp' },
      ],
      total: 3,
      identity: 'id',
      collection: '/things',
    });
    expect(text).toContain('9223372036854775807');
  });

  it('are listed in parts that cost what they hold, not what is stored', async () => {
    let read = 0;
    const things = Array.from({ length: 1000 }, (_, id) => ({
      id,
      get name() {
        read += 1;
        return 'Lamp';
      },
    }));
    server.store.addAll(things);
    read = 0;
    const { body } = await control(server.url, 'GET', '/resources?offset=500&limit=10');
    expect(body['resources']).toHaveLength(10);
    expect(body['total']).toBe(1000);
    expect(read).toBe(10);
  });

  it('are seeded exactly, and cleared', async () => {
    const resources = [{ id: MAX, name: 'Mug', tag: 'blue' }];
    expect((await control(server.url, 'POST', '/resources', { resources })).body).toEqual({
      total: 1,
    });
    expect(server.resources.list()).toEqual(resources);
    expect((await createThing(server.url, MAX)).status).toBe(400);
    expect((await control(server.url, 'DELETE', '/resources')).status).toBe(204);
    expect(server.store.size).toBe(0);
  });

  it.each<[string, JsonValue[], RegExp]>([
    [
      'breaks the schema',
      [
        { id: 1, name: 'a' },
        { id: 'x', name: 'b' },
      ],
      /item 2: id must be/,
    ],
    ['is beyond int64', [{ id: MAX + 1n, name: 'a' }], /item 1: id must be an int64/],
    [
      'has an id twice',
      [
        { id: 5, name: 'a' },
        { id: 5, name: 'b' },
      ],
      /item 2: id 5 is already/,
    ],
    ['has a used id', [{ id: 7, name: 'a' }], /item 1: id 7 is already used/],
  ])('are not stored where one %s', async (_, resources, message) => {
    await createThing(server.url, 7);
    const answer = await control(server.url, 'POST', '/resources', { resources });
    expect(answer.status).toBe(400);
    expect(errorMessage(answer)).toMatch(message);
    expect(server.store.size).toBe(1);
  });
});

describe('a snapshot', () => {
  it('is put back whole', async () => {
    await control(server.url, 'POST', '/resources', { resources: [{ id: MAX, name: 'Mug' }] });
    await control(server.url, 'PUT', '/profile', { profile: 'typical' });
    await control(server.url, 'PUT', '/settings', { latency: 2 });
    await control(server.url, 'POST', '/faults', {
      kind: 'answer',
      times: 2,
      status: 429,
      body: MAX,
    });
    const { body: snapshot } = await control(server.url, 'GET', '/snapshot');
    await control(server.url, 'POST', '/reset');
    const { body: fresh } = await control(server.url, 'GET', '/snapshot');
    expect(fresh).toMatchObject({ resources: [], profile: 'documented', latency: 0, faults: [] });
    expect((await control(server.url, 'PUT', '/snapshot', snapshot)).status).toBe(204);
    expect((await control(server.url, 'GET', '/snapshot')).body).toEqual(snapshot);
    expect(snapshot).toMatchObject({
      resources: [{ id: MAX, name: 'Mug' }],
      profile: 'typical',
      latency: 2,
      faults: [{ kind: 'answer', times: 2, status: 429, body: MAX }],
    });
  });

  it.each<[string, string, Record<string, string>]>([
    ['of the default sandbox', '', {}],
    ['of a sandbox', '/@large', {}],
    ['of a sandbox, by a client that escapes', '/%40large', {}],
    ['announced', '', { expect: '100-continue' }],
  ])('goes back where it is longer than --body-limit: %s', async (_, prefix, headers) => {
    const base = server.url + prefix;
    const resources = [1, 2, 3].map((id) => ({ id, name: 'x'.repeat(50_000) }));
    await control(base, 'POST', '/resources', { resources });
    const { text, body } = await control(base, 'GET', '/snapshot');
    expect(text.length).toBeGreaterThan(100_000);
    await control(base, 'DELETE', '/resources');
    const json = { 'content-type': 'application/json', ...headers };
    expect((await control(base, 'PUT', '/snapshot', body, json)).status).toBe(204);
    expect((await control(base, 'GET', '/snapshot')).text).toBe(text);
    await control(base, 'POST', '/reset');
  });

  it('beyond its limit is refused, and nothing of it read', async () => {
    const headers = {
      'content-type': 'application/json',
      'content-length': `${CONTROL_BODY_LIMIT + 1}`,
    };
    const answer = await control(server.url, 'PUT', '/snapshot', undefined, headers);
    expect([answer.status, errorCode(answer)]).toEqual([400, 'body-too-large']);
    expect(errorMessage(answer)).toContain(`at most ${CONTROL_BODY_LIMIT} bytes`);
  });

  it.each([
    ['a page of another origin', { origin: 'https://elsewhere.example' }],
    ['another Host', { host: 'elsewhere.example' }],
  ])('is not read beyond --body-limit from %s', async (_, from) => {
    const headers = { 'content-type': 'application/json', 'content-length': '100001', ...from };
    const answer = await control(server.url, 'PUT', '/snapshot', undefined, headers);
    expect(answer.status).toBe(403);
  });

  it.each<[string, JsonObject, string]>([
    ['resource', { resources: [{ id: 1 }] }, 'invalid-resource'],
    ['answer', { answers: { createThing: { 'used-id': 'maybe' } } }, 'invalid-answer'],
    ['profile', { profile: 'nobodys' }, 'unknown-profile'],
    ['operation of a fault', { faults: [{ kind: 'drop', operation: 'x' }] }, 'unknown-operation'],
    ['fault', { faults: [{ kind: 'explode' }] }, 'invalid-body'],
    ['key', { resurces: [] }, 'invalid-body'],
  ])('with an invalid %s changes nothing', async (_, wrong, code) => {
    await createThing(server.url, 1);
    const { body: before } = await control(server.url, 'GET', '/snapshot');
    const answer = await control(server.url, 'PUT', '/snapshot', { latency: 5, ...wrong });
    expect([answer.status, errorCode(answer)]).toEqual([400, code]);
    expect((await control(server.url, 'GET', '/snapshot')).body).toEqual(before);
  });
});

describe('the profile', () => {
  it('says every question with its answer', async () => {
    const { body } = await control(server.url, 'GET', '/profile');
    expect(body).toMatchObject({
      profile: 'documented',
      profiles: ['documented', 'lenient', 'typical'],
      operations: [{ operation: 'createThing' }],
    });
    const [{ questions }] = body['operations'] as [{ questions: JsonObject[] }];
    expect(questions[0]).toEqual({
      id: 'used-id',
      question: 'What happens when id was already used?',
      leftOpenBy: 'No 409 is documented.',
      answer: 'refused 400',
      answers: ['accepted'],
      takesStatus: true,
      takesNumber: false,
      isDefault: true,
    });
  });

  it('changes what the next request gets', async () => {
    await createThing(server.url, 1);
    expect((await createThing(server.url, 1)).status).toBe(400);
    const answer = { question: 'used-id', answer: 'refused 409' };
    const { body } = await control(server.url, 'PATCH', '/profile', answer);
    expect(body['profile']).toBeNull();
    expect((await createThing(server.url, 1)).status).toBe(409);
    await control(server.url, 'PATCH', '/profile', { ...answer, answer: 'accepted' });
    expect((await createThing(server.url, 1)).status).toBe(200);
    await control(server.url, 'PUT', '/profile', { profile: 'typical' });
    expect(await (await createThing(server.url, 2)).json()).toEqual({ id: 2, name: 'Lamp' });
    await control(server.url, 'PUT', '/profile', { answers: {} });
    expect(await (await createThing(server.url, 3)).json()).toEqual({ name: 'Lamp' });
  });

  it.each<[string, JsonObject, RegExp]>([
    ['an unknown question', { question: 'why', answer: 'yes' }, /no operation has the question/],
    [
      'an impossible answer',
      { question: 'used-id', answer: 'no' },
      /Possible: accepted, refused 400/,
    ],
    [
      'an unknown operation',
      { operation: 'x', question: 'used-id', answer: 'accepted' },
      /there is no operation "x"\. Choose from: createThing/,
    ],
  ])('refuses %s', async (_, given, message) => {
    const answer = await control(server.url, 'PATCH', '/profile', given);
    expect(answer.status).toBe(400);
    expect(errorMessage(answer)).toMatch(message);
  });

  it('refuses an unknown name', async () => {
    const answer = await control(server.url, 'PUT', '/profile', { profile: '__proto__' });
    expect([answer.status, errorCode(answer)]).toEqual([400, 'unknown-profile']);
  });
});

describe('scenarios', () => {
  it('put a sandbox into a state and back', async () => {
    const { body } = await control(server.url, 'GET', '/scenarios');
    const scenarios = [{ name: 'busy', description: 'Two things, and the next create fails.' }];
    expect(body).toEqual({
      scenarios: expect.arrayContaining(scenarios) as unknown,
      scenario: null,
    });
    expect((await control(server.url, 'PUT', '/scenario', { scenario: 'busy' })).status).toBe(204);
    expect(server.snapshot()).toMatchObject({ scenario: 'busy', profile: 'typical', latency: 1 });
    expect((await createThing(server.url, 3)).status).toBe(503);
    expect(server.resources.list()).toHaveLength(2);
    await control(server.url, 'PUT', '/scenario', { scenario: null });
    expect(server.snapshot()).toMatchObject({
      scenario: null,
      resources: [],
      latency: 0,
      faults: [],
    });
  });

  it('refuse an unknown name', async () => {
    const answer = await control(server.url, 'PUT', '/scenario', { scenario: 'nope' });
    expect(answer.status).toBe(400);
    expect(errorMessage(answer)).toMatch(/Known: busy/);
  });
});

describe('recorded requests', () => {
  it('say what was asked and answered, without the token', async () => {
    const body = '{"id":"x","name":"secret-token"}';
    await fetch(`${server.url}/things?access_token=hush-hush`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer secret-token',
        'content-type': 'application/json',
        'x-amz-security-token': 'hush-hush-2',
      },
      body,
    });
    const answer = await control(server.url, 'GET', '/requests');
    expect(answer.body).toMatchObject({
      requests: [
        {
          sandbox: 'default',
          method: 'POST',
          target: '/things?access_token=***',
          status: 400,
          operation: 'createThing',
          request: { body: '{"id":"x","name":"***"}', encoding: 'utf-8', size: body.length },
          problem: { kind: 'schema', message: 'id must be an int64, got the string "x"' },
          findings: [],
        },
      ],
      dropped: 0,
    });
    expect(answer.text).toContain('Bearer ***');
    expect(answer.text).not.toMatch(/secret-token|hush-hush/);
  });

  it('go on with their numbers, and can be forgotten', async () => {
    for (const id of [1, 2, 3]) await createThing(server.url, id);
    const { body } = await control(server.url, 'GET', '/requests?limit=2');
    const [first, two] = (body['requests'] as { seq: number }[]).map(({ seq }) => seq);
    expect(two).toBe(Number(first) + 1);
    expect(body['last']).toBe(two);
    const after = await control(server.url, 'GET', `/requests?after=${two! - 1}`);
    expect(after.body['requests']).toHaveLength(1);
    expect((await control(server.url, 'DELETE', '/requests')).status).toBe(204);
    expect((await control(server.url, 'GET', '/requests')).body).toMatchObject({
      requests: [],
      last: two!,
    });
  });

  it('are a bounded list, the newest last', async () => {
    const bounded = `${server.url}/@bounded`;
    for (let i = 0; i < 600; i += 1) await createThing(bounded, i);
    const { body } = await control(bounded, 'GET', '/requests?limit=10000');
    const requests = body['requests'] as { request: { body: string } }[];
    expect(requests.length).toBeGreaterThan(300);
    expect(requests.at(-1)!.request.body).toContain('"id":599,');
    expect(requests.length + Number(body['dropped'])).toBe(600);
    expect(body['dropped']).toBeGreaterThan(0);
  });

  it('leave out bodies that are too large, and write bytes as base64', async () => {
    const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
    for (const body of [new Uint8Array([0xff, 0]), new Uint8Array(70_000)]) {
      await fetch(`${server.url}/things`, { method: 'POST', headers, body });
    }
    const { body } = await control(server.url, 'GET', '/requests');
    expect(body['requests']).toMatchObject([
      { request: { body: '/wA=', encoding: 'base64', size: 2 } },
      { request: { body: null, size: 70_000 } },
    ]);
  });
});

describe('wrong requests to the control API', () => {
  it.each<[string, string, string | undefined, number, string]>([
    ['GET', '/nothing', undefined, 404, 'unknown-path'],
    ['PUT', '/health', undefined, 405, 'unknown-method'],
    ['POST', '/resources', '{"resources":[', 400, 'invalid-json'],
    ['POST', '/resources', '{"resources":[],"resources":1}', 400, 'invalid-body'],
    ['POST', '/resources', '{}', 400, 'invalid-body'],
    ['PUT', '/settings', '{"latency":-1}', 400, 'invalid-body'],
    ['PUT', '/settings', '{"latency":1.5}', 400, 'invalid-body'],
    ['PUT', '/settings', '{"latency":99999999999}', 400, 'invalid-body'],
    ['POST', '/faults', '{"kind":"answer","status":99}', 400, 'invalid-body'],
    ['POST', '/faults', '{"kind":"drop","stauts":500}', 400, 'invalid-body'],
    ['POST', '/faults', '{"kind":"drop","operation":"x"}', 400, 'unknown-operation'],
    ['POST', '/faults', '{"kind":"latency"}', 400, 'invalid-fault'],
    ['GET', '/requests?limit=5?after=1', undefined, 400, 'invalid-parameter'],
    ['POST', '/faults', '{"kind":"answer","headers":{"a b":"c"}}', 400, 'invalid-fault'],
    ['POST', '/faults', '{"kind":"answer","headers":{"a":"b\\nc"}}', 400, 'invalid-fault'],
    ['POST', '/faults', '{"kind":"answer","headers":{"Content-Length":"5"}}', 400, 'invalid-fault'],
    ['POST', '/faults', '{"kind":"answer","headers":{"Trailer":"X"}}', 400, 'invalid-fault'],
    ['DELETE', '/faults/99', undefined, 404, 'unknown-fault'],
    ['DELETE', '/faults/x', undefined, 400, 'invalid-parameter'],
    ['GET', '/resources?limit=0', undefined, 400, 'invalid-parameter'],
    ['GET', '/resources?limit=ten', undefined, 400, 'invalid-parameter'],
    ['GET', '/resources?page=2', undefined, 400, 'unknown-parameter'],
    ['DELETE', '/sandboxes/nobody', undefined, 404, 'unknown-sandbox'],
  ])('%s %s %s', async (method, path, body, status, code) => {
    const answer = await control(server.url, method, path, body);
    expect([answer.status, errorCode(answer)]).toEqual([status, code]);
    expect(errorMessage(answer)).not.toMatch(/\n\s+at /);
  });

  it('are refused for their head as those to the service are, also where they are for the page', async () => {
    for (const path of ['/health', '/', '/page.json']) {
      const answer = await control(server.url, 'GET', path, undefined, { expect: 'a miracle' });
      expect([answer.status, errorCode(answer)]).toEqual([417, 'expectation-unknown']);
    }
  });

  it('for a parameter say which, and what its value must be', async () => {
    const answerAt = async (limit: string): Promise<string> =>
      errorMessage(await control(server.url, 'GET', `/resources?limit=${limit}`));
    const limit = 'The parameter limit is invalid: its value';
    expect(await answerAt('-1')).toBe(`${limit} must be at least 1, got -1.`);
    expect(await answerAt('abc')).toBe(`${limit} must be an int32, got the string "abc".`);
  });

  it('are told the methods that there are', async () => {
    const { headers } = await control(server.url, 'POST', '/profile');
    expect(headers['allow']).toBe('GET, PUT, PATCH');
  });

  it('in the name of an impossible sandbox', async () => {
    const answer = await control(`${server.url}/@-x`, 'GET', '/health');
    expect([answer.status, errorCode(answer)]).toEqual([400, 'sandbox-name']);
  });
});

describe('--no-control', () => {
  it('leaves the paths to the service', async () => {
    await using without = await serveThings({}, { control: false });
    const response = await fetch(`${without.url}/_kit/health`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ message: 'there is no path "/_kit/health"' });
  });
});
