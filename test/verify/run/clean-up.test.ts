import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createMock, verify } from '../../../src/index.ts';
import { jsonOf } from '../../../src/http/body-text.ts';
import { loadDocument } from '../../../src/model/load-document.ts';
import type { RunEvent, RunResult } from '../../../src/verify/run/event.ts';
import { type TestServer, serve } from '../../serve/http-helpers.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const NEW = '{ type: object, required: [name], properties: { name: { type: string } } }';
const MADE =
  '{ type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }';
const id = (name: string): string =>
  `{ name: ${name}, in: path, required: true, schema: { type: integer } }`;
const create = (operation: string): string =>
  `post: { operationId: ${operation}, requestBody: { required: true, ${json(NEW)} }, responses: { '201': { description: made, ${json(MADE)} }, default: { description: no } } }`;
const remove = (operation: string): string =>
  `delete: { operationId: ${operation}, responses: { '204': { description: gone }, default: { description: no } } }`;

const document = loadDocument(
  `openapi: 3.1.0
info: { title: Trips, version: '1' }
paths:
  /trips: { ${create('addTrip')} }
  /trips/{trip}: { parameters: [${id('trip')}], ${remove('dropTrip')} }
  /trips/{trip}/legs: { parameters: [${id('trip')}], ${create('addLeg')} }
  /trips/{trip}/legs/{leg}: { parameters: [${id('trip')}, ${id('leg')}], ${remove('dropLeg')} }
  /notes: { ${create('addNote')} }
`,
  'trips.yaml',
);

type Refusal = (method: string, path: string) => number | undefined;

/** Deletes no trip that has legs, and says in which order it was asked to. */
class Trips {
  readonly stored = new Map<string, string>();
  readonly refused: string[] = [];
  readonly #refuse: Refusal;
  #next = 1;

  constructor(refuse: Refusal) {
    this.#refuse = refuse;
  }

  get left(): string[] {
    return [...this.stored.keys()];
  }

  async answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    let sent = '';
    for await (const chunk of incoming) sent += String(chunk);
    const { method = '', url: path = '' } = incoming;
    const status = this.#refuse(method, path) ?? this.#act(method, path, sent);
    if (status === 0) return void incoming.socket.destroy();
    const body = JSON.stringify({ id: this.#next - 1, name: nameIn(sent) });
    outgoing.writeHead(status, { 'content-type': 'application/json' });
    outgoing.end(status === 204 ? '' : body);
  }

  #act(method: string, path: string, sent: string): number {
    if (method === 'POST') {
      const parent = path.slice(0, path.lastIndexOf('/'));
      if (parent !== '' && !this.stored.has(parent)) return 404;
      if (nameIn(sent) === undefined) return 400;
      this.stored.set(`${path}/${this.#next++}`, sent);
      return 201;
    }
    if (!this.stored.has(path)) return 404;
    if (this.left.some((other) => other.startsWith(`${path}/`))) {
      this.refused.push(path);
      return 409;
    }
    this.stored.delete(path);
    return 204;
  }
}

function nameIn(sent: string): string | undefined {
  const value = jsonOf(Buffer.from(sent));
  const name = typeof value === 'object' && value !== null && 'name' in value ? value['name'] : 0;
  return typeof name === 'string' ? name : undefined;
}

async function cleaned(
  options: object,
  refuse: Refusal = () => undefined,
): Promise<{ trips: Trips; result: RunResult; events: RunEvent[] }> {
  const trips = new Trips(refuse);
  await using server: TestServer = await serve(
    (message, other) => void trips.answer(message, other),
  );
  const events: RunEvent[] = [];
  const run = verify({ document, baseUrl: server.url, large: false, cleanUp: true, ...options });
  for await (const event of run) events.push(event);
  return { trips, events, result: await run.result };
}

describe('cleaning up', () => {
  it('deletes children before parents, and says what is left and why', async () => {
    const { trips, result, events } = await cleaned({});
    expect(trips.left.filter((path) => !path.startsWith('/notes/'))).toEqual([]);
    expect(trips.left.length).toBeGreaterThan(0);
    const left = result.created.filter(({ deleted }) => deleted !== true);
    expect(new Set(left.map((resource) => `${resource.operation}: ${resource.left}`))).toEqual(
      new Set(['addNote: nothing tells where it is']),
    );
    expect(left).toHaveLength(trips.left.length);
    const sent = events.flatMap((event) => (event.type === 'clean-up' ? event.exchange : []));
    expect(result.deleted!.length).toBeGreaterThanOrEqual(sent.length);
    expect(sent.length).toBeGreaterThan(20);
    // They are no cases.
    expect(result.counts.exchanges).toBe(events.filter(({ type }) => type === 'exchange').length);
    expect(result.findings.filter(({ case: id }) => id === 'clean-up')).toEqual([]);
  });
  it('tells apart what lies below something that it deletes', async () => {
    const text = document.text.replace(/delete: (?=\{ operationId: dropLeg)/, 'get: ');
    const without = loadDocument(text, 'trips.yaml');
    await using mock = await createMock({ document: without }).listen({ port: 0, prism: false });
    const { created } = await verify({ document: without, baseUrl: mock.url, cleanUp: true })
      .result;
    const legs = created.filter(({ operation }) => operation === 'addLeg');
    expect(legs.length).toBeGreaterThan(10);
    expect(legs.filter(({ deleted }) => deleted)).toEqual([]);
    expect(legs.map(({ left }) => left)).toContain(
      'no operation deletes it, but what it lies below is deleted',
    );
  });
  it('deletes what has a path elsewhere, by what the answer to its creation says', async () => {
    let next = 0;
    const notes = new Set<string>();
    const answer = `{ type: object, properties: { noteID: { type: string } } }`;
    const name = '{ name: noteID, in: path, required: true, schema: { type: string } }';
    const siblings = loadDocument(
      `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes: { post: { requestBody: { required: true, ${json(NEW)} }, responses: { '200': { description: made, ${json(answer)} }, '400': { description: no } } } }
  /note/{noteID}: { parameters: [${name}], delete: { responses: { '200': { description: gone }, '404': { description: none } } } }
`,
      'notes.yaml',
    );
    const answerTo = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
      const sent = await text(incoming);
      const { method, url = '' } = incoming;
      const isNew = method === 'POST' && nameIn(sent) !== undefined;
      const noteID = isNew ? `n${(next += 1)}` : url.slice('/note/'.length);
      if (isNew) notes.add(noteID);
      const isThere = isNew || (method === 'DELETE' && notes.delete(noteID));
      const status = isThere ? 200 : method === 'DELETE' ? 404 : 400;
      outgoing.writeHead(status, { 'content-type': 'application/json' });
      outgoing.end(isNew ? JSON.stringify({ noteID }) : '');
    };
    await using server: TestServer = await serve(
      (incoming, outgoing) => void answerTo(incoming, outgoing),
    );
    const run = verify({ document: siblings, baseUrl: server.url, cleanUp: true, seed: 1 });
    const result = await run.result;
    expect(result.created.length).toBeGreaterThan(0);
    expect([...notes]).toEqual([]);
  });

  it('stays within what the run may change', async () => {
    const { trips, result } = await cleaned({ maxChanges: 30 });
    const left = result.created.filter(({ path, deleted }) => path && !deleted);
    expect(left.length).toBeGreaterThan(5);
    const reasons = new Set(left.map((resource) => resource.left));
    expect([...reasons]).toEqual(['the run may change no more (--max-changes)']);
    expect(trips.left.length).toBeGreaterThan(5);
  });
  it.each([
    [500, 'refused with 500'],
    [0, 'the server answers no more'],
  ])('notes that a deletion fails (%s)', async (status, why) => {
    let isOver = false;
    const refuse: Refusal = (method) => (isOver && method === 'DELETE' ? status : undefined);
    const trips = new Trips(refuse);
    await using server = await serve((message, other) => void trips.answer(message, other));
    const run = verify({ document, baseUrl: server.url, only: ['addTrip'], cleanUp: true });
    for await (const event of run) isOver = event.type !== 'start';
    const { findings, created, verdict } = await run.result;
    const ofCleanUp = findings.filter((finding) => finding.case === 'clean-up');
    expect(ofCleanUp.length).toBeGreaterThan(0);
    expect(new Set(ofCleanUp.map(({ severity, rule }) => `${severity} ${rule}`))).toEqual(
      new Set(['note R6']),
    );
    expect(created.map(({ left }) => left)).toContain(why);
    expect(verdict).toBe('pass');
  });
  it('waits as long as a 429 asks for', async () => {
    let isAsked = false;
    const { trips, result } = await cleaned({ only: ['dropTrip'] }, (method, path) => {
      if (method !== 'DELETE' || isAsked || trips429(path)) return undefined;
      isAsked = true;
      return 429;
    });
    expect(isAsked).toBe(true);
    expect(trips.left).toEqual([]);
    expect(result.created.every(({ deleted }) => deleted)).toBe(true);
  });
  it('comes also when the run is stopped or interrupted', async () => {
    const { trips, result } = await cleaned({ bail: true }, (method, path) =>
      method === 'POST' && path === '/notes' ? 500 : undefined,
    );
    expect(result.stopped?.reason).toBe('bail');
    expect(trips.left).toEqual([]);

    const controller = new AbortController();
    const other = new Trips(() => undefined);
    await using server = await serve((message, answer) => void other.answer(message, answer));
    const { signal } = controller;
    const run = verify({ document, baseUrl: server.url, cleanUp: true, signal, skip: ['addNote'] });
    let count = 0;
    for await (const { type } of run) if (type === 'exchange' && ++count === 60) controller.abort();
    const interrupted = await run.result;
    expect(interrupted.stopped?.reason).toBe('interrupted');
    const known = new Set(
      interrupted.created.flatMap(({ path, deleted }) => (deleted ? path! : [])),
    );
    expect(known.size).toBeGreaterThan(10);
    // What was under way is known to nobody.
    expect(other.left.length).toBeLessThanOrEqual(8);
  });
  it('leaves nothing on a mock of a document with versions', async () => {
    const versioned = loadDocument(
      `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes: { ${create('addNote').replace('description: made,', 'description: made, headers: { ETag: { schema: { type: string } } },')}, get: { operationId: list, responses: { '200': { description: all, ${json(`{ type: array, items: ${MADE} }`)} } } } }
  /notes/{note}:
    parameters: [${id('note')}]
    get: { operationId: get, responses: { '200': { description: it, headers: { ETag: { schema: { type: string } } }, ${json(MADE)} }, '404': { description: none } } }
    delete: { operationId: drop, parameters: [{ name: If-Match, in: header, required: true, schema: { type: string } }], responses: { '204': { description: gone }, default: { description: no } } }
`,
      'notes.yaml',
    );
    await using mock = await createMock({ document: versioned }).listen({ port: 0, prism: false });
    const { created } = await verify({ document: versioned, baseUrl: mock.url, cleanUp: true })
      .result;
    expect(created.length).toBeGreaterThan(20);
    expect(created.filter(({ deleted }) => !deleted)).toEqual([]);
    expect(await (await fetch(`${mock.url}/notes`)).json()).toEqual([]);
  });
});

/** Of a resource that nothing has created. */
function trips429(path: string): boolean {
  return Number(path.split('/')[2]) > 1_000_000;
}
