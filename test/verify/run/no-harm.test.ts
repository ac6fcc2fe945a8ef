import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CaseFile, verify } from '../../../src/index.ts';
import { jsonOf } from '../../../src/http/body-text.ts';
import { loadDocument } from '../../../src/model/load-document.ts';
import {
  type JsonValue,
  isJsonNumber,
  isJsonObject,
} from '../../../src/openapi/json/json-value.ts';
import { stringifyJson, textOf } from '../../../src/openapi/json/stringify-json.ts';
import type { RunResult } from '../../../src/verify/run/event.ts';
import { type TestServer, serve } from '../../serve/http-helpers.ts';

const THING = '{ type: object, required: [name], properties: { name: { type: string } } }';
const MADE = `{ type: object, required: [id, name], properties: { id: { type: integer, examples: [42] }, name: { type: string } } }`;
const takes = (schema = THING): string =>
  `requestBody: { required: true, content: { application/json: { schema: ${schema} } } }`;
const ok = (schema = MADE, status = 200): string =>
  `responses: { '${status}': { description: it, content: { application/json: { schema: ${schema} } } }, default: { description: no } }`;
const done = "responses: { '204': { description: done }, default: { description: no } }";
const id = (name = 'id', schema = '{ type: integer }'): string =>
  `parameters: [{ name: ${name}, in: path, required: true, example: 42, schema: ${schema} }]`;
const query = (name: string): string =>
  `parameters: [{ name: ${name}, in: query, schema: { type: string } }]`;

const text = `openapi: 3.1.0
info: { title: Careless, version: '1' }
paths:
  /things:
    get: { operationId: listThings, ${ok(`{ type: array, items: ${MADE} }`)} }
    post: { operationId: addThing, ${takes()}, ${ok(MADE, 201)} }
    put: { operationId: replaceThings, ${takes(`{ type: array, items: ${MADE} }`)}, ${done} }
    patch: { operationId: patchThings, ${takes()}, ${done} }
    delete: { operationId: clearThings, ${query('before')}, ${done} }
  /things/{id}:
    ${id()}
    get: { operationId: getThing, ${ok()} }
    put: { operationId: putThing, ${takes()}, ${ok()} }
    patch: { operationId: patchThing, ${takes()}, ${ok()} }
    delete: { operationId: removeThing, ${done} }
  /things/{id}/cancel:
    ${id()}
    post: { operationId: cancelThing, ${done} }
  /things/bulk-delete:
    post: { operationId: bulkDelete, ${takes('{ type: object, properties: { ids: { type: array, items: { type: integer, examples: [42] } } } }')}, ${done} }
  /deleteThing:
    post: { operationId: deleteThing, ${takes('{ type: object, properties: { id: { type: integer, examples: [42] } } }')}, ${done} }
  /owners/{owner}:
    ${id('owner')}
    get: { operationId: getOwner, ${ok()} }
    put: { operationId: putOwner, ${takes()}, ${ok()} }
    delete: { operationId: removeOwner, ${done} }
  /boxes:
    post: { operationId: addBox, ${takes()}, ${ok(MADE, 201)} }
  /boxes/{box}:
    ${id('box')}
    get: { operationId: getBox, ${ok()} }
  /boxes/{box}/owners/{owner}:
    parameters:
      - { name: box, in: path, required: true, schema: { type: integer } }
      - { name: owner, in: path, required: true, example: 42, schema: { type: integer } }
    put: { operationId: moveOwner, ${takes()}, ${done} }
    delete: { operationId: dropOwner, ${done} }
  /settings:
    get: { operationId: getSettings, ${ok(THING)} }
    put: { operationId: putSettings, ${takes()}, ${ok(THING)} }
    post: { operationId: saveSettings, ${takes()}, ${ok(THING)} }
  /users/me/password:
    post: { operationId: setPassword, ${takes()}, ${done} }
  /admin/reset: { post: { operationId: adminReset, ${done} } }
  /admin/restart: { get: { operationId: restart, ${done} } }
  /shutdown: { post: { operationId: stop, ${done} } }
  /logout: { post: { operationId: leave, ${done} } }
  /mode: { post: { operationId: mode, summary: Switches maintenance mode on, ${takes()}, ${done} } }
  /backup: { post: { operationId: backup, description: Restores the newest backup., ${done} } }
  /reports:
    post: { operationId: addReport, summary: Made after a restart, description: Adds one. Restores nothing., ${takes()}, ${ok(MADE, 201)} }
`;

interface Stored {
  readonly id?: number;
  readonly name: string;
}

type Lists = Record<string, Record<string, Stored>>;

const PRESET: Lists = {
  things: { 42: { id: 42, name: 'mine' }, 1: { id: 1, name: 'first' } },
  owners: { 42: { id: 42, name: 'boss' }, 0: { id: 0, name: 'nobody' } },
  boxes: {},
  reports: {},
};

type Answer = readonly [status: number, body?: unknown];

/** Whatever changes something without saying which one changes all, and a box isn't looked at. */
class Careless {
  readonly lists: Lists = structuredClone(PRESET);
  readonly sent: string[] = [];
  #settings = 'light';
  #harm = 0;
  #next = 100;

  /** What was there before, as it is now. */
  get before(): readonly unknown[] {
    const { things, owners } = this.lists;
    return [things!['42'], things!['1'], owners!['42'], owners!['0'], this.#settings, this.#harm];
  }

  answer(method: string, path: string, name: string | undefined): Answer {
    this.sent.push(`${method} ${path}`);
    const [kind = '', first, below, inner] = path.split('?')[0]!.slice(1).split('/');
    if (kind === 'no-such-path') return [404];
    if (kind === 'settings') {
      if (method !== 'GET') this.#settings = name ?? '';
      return [200, { name: this.#settings }];
    }
    const list = this.lists[inner === undefined ? kind : below!];
    if (list === undefined || first === 'bulk-delete') return this.#harmed();
    if (first === undefined) return this.#onList(method, list, name);
    return this.#onOne(method, list, Number.parseInt(inner ?? first, 10), name, below);
  }

  #harmed(): Answer {
    this.#harm += 1;
    return [204];
  }

  #onList(method: string, list: Lists[string], name: string | undefined): Answer {
    if (method === 'GET') return [200, Object.values(list)];
    if (method !== 'POST') return this.#harmed();
    if (name === undefined) return [400];
    const id = this.#next++;
    list[id] = { id, name };
    return [201, list[id]];
  }

  #onOne(
    method: string,
    list: Lists[string],
    id: number,
    name: string | undefined,
    below: string | undefined,
  ): Answer {
    if (list[id] === undefined) return [404];
    if (method === 'GET') return [200, list[id]];
    if (method === 'DELETE') {
      delete list[id];
      return [204];
    }
    if (below !== 'cancel' && name === undefined) return [400];
    list[id] = { id, name: name ?? 'cancelled' };
    return [200, list[id]];
  }
}

let careless = new Careless();
let server: TestServer;

async function listen(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  let sent = '';
  for await (const chunk of incoming) sent += String(chunk);
  const value = jsonOf(Buffer.from(sent));
  const name = isJsonObject(value) ? value['name'] : undefined;
  const text = typeof name === 'string' ? name : undefined;
  const isSafe = incoming.method === 'HEAD' || incoming.method === 'OPTIONS';
  const [status, body] = isSafe ? [204] : careless.answer(incoming.method!, incoming.url!, text);
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(body === undefined ? '' : JSON.stringify(body));
}

beforeAll(async () => {
  server = await serve((incoming, outgoing) => void listen(incoming, outgoing));
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  careless = new Careless();
});

const document = loadDocument(text, 'careless.yaml');
const run = (options: object = {}): Promise<RunResult> =>
  verify({ document, baseUrl: server.url, large: false, requests: 0, ...options }).result;

const cases = (operation: string, parameters = '{}'): CaseFile => ({
  file: `${operation}.yaml`,
  text: `operation: ${operation}\ncases:\n  - { name: ${operation}, request: { fields: { name: New }, parameters: ${parameters} }, expect: either, because: it may }\n`,
});
const LEFT_OUT = [
  'replaceThings',
  'patchThings',
  'clearThings',
  'bulkDelete',
  'deleteThing',
  'putSettings',
  'saveSettings',
  'setPassword',
  'adminReset',
  'restart',
  'stop',
  'leave',
  'mode',
  'backup',
];

describe('a run', () => {
  it.each([
    {},
    { maxCreates: 0, maxCases: 200 },
    {
      seed: 9,
      values: { id: 42, owner: 42 },
      cases: [cases('putThing', '{ id: 42 }'), cases('patchThings'), cases('putSettings')],
    },
  ])('leaves what it has not created as it is, with %#', async (options) => {
    const { before } = careless;
    const { operations, leftOut } = await run(options);

    expect(careless.before).toEqual(before);
    expect(careless.sent.length).toBeGreaterThan(30);
    const none = operations!
      .filter(({ level }) => level === 'none')
      .map((operation) => operation.operation);
    expect(new Set(none)).toEqual(new Set(LEFT_OUT));
    const harm = leftOut!.find(({ reason }) => reason === 'harm');
    expect(harm?.operations).toEqual(expect.arrayContaining(LEFT_OUT));
    expect(harm?.operations).not.toContain('addReport');
  });

  it('changes and deletes what it has created, and says what is left of it', async () => {
    const { created, changed, deleted } = await run();
    const isOwn = ({ path }: { path: string }): boolean => Number(path.split('/')[2]) >= 100;
    expect(changed!.length).toBeGreaterThan(4);
    expect([...changed!, ...deleted!].filter((resource) => !isOwn(resource))).toEqual([]);
    const left = created.filter((resource) => resource.path && resource.deleted !== true);
    const there = Object.keys(careless.lists['things']!).filter((key) => Number(key) >= 100);
    const things = left.filter(({ path }) => path!.startsWith('/things/'));
    expect(new Set(things.map(({ path }) => path!.split('/')[2]))).toEqual(new Set(there));
    expect(deleted!.length).toBeGreaterThan(0);
  });

  it('sends everything where changes are allowed', async () => {
    const { operations, leftOut } = await run({ allowChanges: true, maxCases: 150 });
    expect(operations!.filter(({ level }) => level === 'none')).toEqual([]);
    expect(leftOut).toBeUndefined();
    const paths = new Set(careless.sent.map((line) => line.split('?')[0]));
    for (const line of ['DELETE /things', 'POST /shutdown', 'PUT /settings', 'DELETE /owners/42'])
      expect(paths).toContain(line);
  });

  it('counts every change', async () => {
    const {
      created,
      changed = [],
      deleted = [],
      leftOut,
      findings,
    } = await run({ maxChanges: 9, maxCases: 100 });
    // What the document rules out counts once it is known to be taken.
    const invalid = findings.filter(({ check }) => check === 'accepted-invalid');
    const ids = new Set(invalid.map((finding) => finding.case));
    const done = [...created, ...changed, ...deleted].filter((resource) => !ids.has(resource.case));
    expect(done.length).toBeLessThanOrEqual(9);
    expect(leftOut?.map(({ reason }) => reason)).toContain('max-changes');
  });

  it('asks no question of an operation that is skipped', async () => {
    const asked = async (options: object): Promise<Set<string>> => {
      const { questions } = await verify({ document, baseUrl: server.url, ...options }).plan();
      return new Set(questions.map(({ operation }) => operation));
    };
    expect(await asked({ skip: ['addThing'] })).toEqual(new Set(['addBox', 'addReport']));
    expect(await asked({ only: ['addReport'] })).toEqual(new Set(['addReport']));
  });
});

it.each(['POST', 'PUT'])(
  'no body names what another has, where %s takes it for what it has',
  async (method) => {
    const kept = new Map<number, string>([
      [0, 'nobody'],
      [1, 'first'],
      [42, 'mine'],
    ]);
    const before = [...kept];
    const answer = (response: ServerResponse, status: number, body?: unknown): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(body === undefined ? '' : JSON.stringify(body));
    };
    const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const named = Number(/\/cups\/(-?\d+)$/.exec(request.url ?? '')?.[1]);
      if (request.method === 'GET') {
        const name = kept.get(named);
        return answer(response, name === undefined ? 404 : 200, { id: named, name });
      }
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = jsonOf(Buffer.concat(chunks)) ?? null;
      if (!isJsonObject(body) || typeof body['name'] !== 'string') return answer(response, 400);
      const isNaming = request.method === method && (body['id'] ?? null) !== null;
      const id = isNaming ? Math.trunc(Number(body['id'])) : named || kept.size + 1000;
      kept.set(id, body['name']);
      answer(response, request.method === 'POST' ? 201 : 200, { id, name: body['name'] });
    };
    await using server = await serve((request, response) => void take(request, response));
    const cup =
      '{ type: object, required: [name], properties: { id: { type: integer }, name: { type: string } } }';
    const cups = loadDocument(
      `openapi: 3.1.0
info: { title: Careless, version: '1' }
paths:
  /cups: { post: { operationId: addCup, ${takes(cup)}, ${ok(MADE, 201)} } }
  /cups/{id}:
    ${id()}
    get: { operationId: getCup, ${ok()} }
    put: { operationId: putCup, ${takes(cup)}, ${ok()} }`,
      'cups.yaml',
    );
    const { result } = verify({ document: cups, baseUrl: server.url });
    const { leftOut } = await result;
    expect(before.filter(([name, text]) => kept.get(name) !== text)).toEqual([]);
    expect(leftOut?.find(({ reason }) => reason === 'harm')?.requests).toBeGreaterThan(0);
    expect(kept.has(-1)).toBe(method === 'POST');
  },
);

it.each([
  ['one of a few texts', '{ type: string, enum: [red, green, blue] }', 'green'],
  ['a number that few count up to', '{ type: integer, format: int64 }', '2147483648'],
  ['the largest number', '{ type: integer, format: int64 }', '9223372036854775807'],
])('no body names what another has by %s', async (_words, schema, named) => {
  const kept = new Map([[named, 'mine']]);
  const looked: string[] = [];
  await using server = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = (status: number, body: JsonValue = { error: 'no' }): void => {
        response.writeHead(status, { 'Content-Type': 'application/json' });
        response.end(stringifyJson(body));
      };
      if (request.method === 'GET') {
        const key = request.url!.split('/').at(-1)!;
        looked.push(key);
        const name = kept.get(key);
        const shown = schema.includes('string') ? key : (jsonOf(Buffer.from(key)) ?? null);
        return answer(name === undefined ? 404 : 200, { key: shown, name: name ?? '' });
      }
      const body = jsonOf(Buffer.concat(chunks)) ?? null;
      const { key = null, name = null } = isJsonObject(body) ? body : {};
      const isKey = schema.includes('string') ? typeof key === 'string' : isJsonNumber(key);
      if (!isKey || typeof name !== 'string' || textOf(key) === '') return answer(400);
      kept.set(textOf(key), name);
      answer(201, { key, name });
    });
  });
  const board = `{ type: object, required: [key, name], properties: { key: ${schema}, name: { type: string } } }`;
  const boards = loadDocument(
    `openapi: 3.1.0
info: { title: Careless, version: '1' }
paths:
  /boards: { post: { operationId: addBoard, ${takes(board)}, ${ok(board, 201)} } }
  /boards/{key}:
    parameters: [{ name: key, in: path, required: true, schema: ${schema} }]
    get: { operationId: getBoard, ${ok(board)} }`,
    'boards.yaml',
  );
  const { result } = verify({ document: boards, baseUrl: server.url, requests: 0 });
  const { leftOut, coverage } = await result;
  expect(kept.get(named)).toBe('mine');
  expect(leftOut?.map(({ reason }) => reason)).toEqual(['harm']);
  expect(coverage?.unverified).toEqual([]);
  // What is drawn is nobody's, and what is not is looked at once.
  expect(looked.length).toBeLessThan(90);
});
