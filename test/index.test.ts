import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  DiagnosticError,
  DocumentStore,
  type LoadedDocument,
  type Mock,
  type RunEvent,
  StateError,
  choices,
  createMock,
  describeDocument,
  formatProfile,
  judgeRecording,
  loadDocument,
  loadProfile,
  loadReport,
  loadReporters,
  loadScenario,
  loadSeed,
  verify,
} from '../src/index.ts';

const TEXT = `openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
security: [{ card: [] }]
paths:
  /members:
    post:
      operationId: createMember
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Member' } } }
      responses:
        '201':
          description: Created
          content: { application/json: { schema: { $ref: '#/components/schemas/Member' } } }
        '400': { description: Refused }
        '401': { description: No card }
    get:
      operationId: listMembers
      responses:
        '200':
          description: All
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Member' } }
        '401': { description: No card }
  /members/{id}:
    get:
      operationId: getMember
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer, format: int64 } }
      responses:
        '200':
          description: One
          content: { application/json: { schema: { $ref: '#/components/schemas/Member' } } }
        '401': { description: No card }
        '404': { description: None }
  /rooms:
    post:
      operationId: createRoom
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [name], properties: { name: { type: string } } }
      responses:
        '201': { description: Created }
        '400': { description: Refused }
        '401': { description: No card }
components:
  securitySchemes:
    card: { type: apiKey, in: header, name: X-Card }
  schemas:
    Member:
      type: object
      required: [id, name]
      properties:
        id: { type: integer, format: int64 }
        name: { type: string }
`;

type Member = { id: number | bigint; name: string };

const ANN: Member = { id: 1, name: 'Ann' };

let document: LoadedDocument;
let folder: string;
beforeAll(async () => {
  document = await loadDocument({ text: TEXT, file: 'library.yaml' });
  folder = await mkdtemp(join(tmpdir(), 'engine-'));
  await writeFile(join(folder, 'library.yaml'), TEXT);
});
afterAll(() => rm(folder, { recursive: true }));

function ask(
  path: string,
  init: Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> } = {},
): Request {
  const headers = { 'content-type': 'application/json', 'x-card': '7', ...init.headers };
  return new Request(`http://library.example${path}`, { ...init, headers });
}

function create(member: object): Request {
  return ask('/members', { method: 'POST', body: JSON.stringify(member) });
}

describe('loadDocument', () => {
  it('reads a path and a URL alike', async () => {
    const file = join(folder, 'library.yaml');
    const [byPath, byUrl] = [await loadDocument(file), await loadDocument(pathToFileURL(file))];
    expect(byPath.root).toEqual(document.root);
    expect(byUrl.root).toEqual(document.root);
    expect(byPath.file).toBe(file);
  });

  it('says what is wrong with a document, and where', async () => {
    const broken = loadDocument({ text: 'openapi: 3.1.0\npaths: 7\n', file: 'x.yaml' });
    await expect(broken).rejects.toThrow(DiagnosticError);
    await expect(broken).rejects.toThrow(/x\.yaml:2:/);
  });

  it('says which file it cannot read', async () => {
    await expect(loadDocument(join(folder, 'none.yaml'))).rejects.toThrow(
      /^Failed to read the document .*none\.yaml: .*Give a path, or the text/,
    );
  });
});

describe('describeDocument', () => {
  it('says what a document is about, and what a mock makes up', () => {
    const { title, version, operations } = describeDocument(document);
    expect({ title, version }).toEqual({ title: 'Library', version: '1.0.0' });
    expect(operations.find(({ method }) => method === 'POST')).toEqual({
      id: 'createMember',
      method: 'POST',
      path: '/members',
      isSampled: false,
    });
    expect(operations.filter(({ isSampled }) => isSampled)).toEqual([]);
  });

  it.each([
    ['test/rich/trips.openapi.yaml', []],
    ['test/own-api/library.openapi.yaml', ['GET /reports/{kind}', 'GET /shelves/{shelf}']],
  ])('%s: uploads and lists of what refers to others are not made up', async (file, sampled) => {
    const { operations } = describeDocument(await loadDocument(file));
    const made = operations.filter(({ isSampled }) => isSampled);
    expect(made.map(({ method, path }) => `${method} ${path}`)).toEqual(sampled);
  });
});

describe('files for a document', () => {
  it('become the options of a mock', async () => {
    const profile = await loadProfile(
      { text: 'profile: 1\nanswers: { createMember: { used-id: refused 409 } }\n', file: 'p.yaml' },
      document,
    );
    const many = 'many: { count: 2, resource: { name: "Member {n}" } }';
    const text = `scenario: 1\ndescription: Two.\ncollections: { /members: [{ id: 5, name: Bo }] }\n`;
    const scenario = await loadScenario({ text, file: 's.yaml' }, document);
    const mock = createMock({ document, profile, scenario: 'two', scenarios: { two: scenario } });
    expect(mock.collection('/members').list()).toEqual([{ id: 5, name: 'Bo' }]);
    expect((await mock.fetch(create({ id: 5, name: 'Cy' }))).status).toBe(409);
    const file = join(folder, 'seed.yaml');
    await writeFile(file, '/members: [{ id: 1, name: Ann }]\n');
    const seeded = createMock({ document, ...(await loadSeed(file, document)) });
    expect(seeded.collection('/members').list()).toEqual([ANN]);
    await expect(loadScenario({ text: many, file: 's.yaml' }, document)).rejects.toThrow(
      /s\.yaml:1:1 missing-key/,
    );
    await expect(loadProfile(file, document)).rejects.toThrow(DiagnosticError);
  });

  it('are written as they are read', async () => {
    const answers = { createMember: { 'used-id': 'refused 409' } };
    const text = formatProfile(answers, document, ['Of a test.']);
    expect(text).toMatch(/^# Of a test\.\nprofile: 1\n/);
    expect(await loadProfile({ text, file: 'p.yaml' }, document)).toMatchObject(answers);
  });
});

describe('createMock', () => {
  let mock: Mock;
  beforeEach(() => {
    mock = createMock({ document });
  });

  it('answers requests without a server, and remembers them', async () => {
    const created = await mock.fetch(create(ANN));
    expect(created.status).toBe(201);
    expect(await created.json()).toEqual(ANN);
    const listed = await mock.fetch(ask('/members'));
    expect(await listed.json()).toEqual([ANN]);
    expect(mock.requests().map(({ operation, status }) => [operation, status])).toEqual([
      ['createMember', 201],
      ['listMembers', 200],
    ]);
    expect(JSON.stringify(mock.requests())).not.toContain('"7"');
  });

  it('has a collection at each path that something is created at', async () => {
    const members = mock.collection<Member>('/members');
    members.seed([ANN, { id: 2n ** 60n, name: 'Bo' }]);
    expect(members.get(1)?.name).toBe('Ann');
    expect(members.has(2n ** 60n)).toBe(true);
    expect(members.list().map(({ name }) => name)).toEqual(['Ann', 'Bo']);
    expect((await (await mock.fetch(ask('/members'))).json()) as unknown[]).toHaveLength(2);
    expect(mock.collection('/rooms').size).toBe(0);
    expect(() => mock.collection('/rooms').seed([{}])).toThrow(
      'Failed to seed /rooms, item 1: name is required. Nothing was changed.',
    );
    members.clear();
    expect(await (await mock.fetch(ask('/members'))).json()).toEqual([]);
  });

  it('has sandboxes, which are chosen as over HTTP', async () => {
    await mock.fetch(ask('/@other/members', { method: 'POST', body: JSON.stringify(ANN) }));
    expect(mock.collection('/members').size).toBe(0);
    expect(mock.sandbox('other').collection('/members').list()).toEqual([ANN]);
    const listed = await mock.fetch(ask('/members', { headers: { 'x-sandbox': 'other' } }));
    expect(await listed.json()).toEqual([ANN]);
    expect((await mock.fetch(ask('/@no%20name/members'))).status).toBe(400);
    expect(mock.dropSandbox('other')).toBe(true);
  });

  it('takes a body with a content coding', async () => {
    const zipped = new Blob([JSON.stringify(ANN)])
      .stream()
      .pipeThrough(new CompressionStream('gzip'));
    const body = await new Response(zipped).arrayBuffer();
    const headers = { 'content-encoding': 'gzip' };
    const created = await mock.fetch(ask('/members', { method: 'POST', body, headers }));
    expect(await created.json()).toEqual(ANN);
  });

  it('fails on demand', async () => {
    mock.failNext({ status: 503 });
    expect((await mock.fetch(ask('/members'))).status).toBe(503);
    mock.failNext({ kind: 'drop' });
    expect((await mock.fetch(ask('/members'))).type).toBe('error');
    expect(mock.requests().map(({ status }) => status)).toEqual([503, 0]);
    expect((await mock.fetch(ask('/members'))).status).toBe(200);
  });

  it('has handlers for msw, of the same store', async () => {
    const server = setupServer(...mock.handlers);
    server.listen({ onUnhandledFrame: 'error' });
    try {
      expect((await fetch(create(ANN))).status).toBe(201);
    } finally {
      server.close();
    }
    expect(mock.collection('/members').list()).toEqual([ANN]);
    expect(mock.requests().map(({ target }) => target)).toEqual(['/members']);
  });

  it('listens, with the same store', async () => {
    mock.collection('/members').seed([ANN]);
    await using server = await mock.listen();
    const listed = await fetch(`${server.url}/members`, { headers: { 'x-card': '7' } });
    expect(await listed.json()).toEqual([ANN]);
    server.collection('/members').clear();
    expect(await (await mock.fetch(ask('/members'))).json()).toEqual([]);
    expect(server.sandbox('a').url).toBe(`${server.url}/@a`);
  });

  it('takes profiles and scenarios by name', async () => {
    const strict = { createMember: { 'used-id': 'refused 409' } };
    const named = createMock({
      document,
      profile: 'strict',
      profiles: { strict, ofAnother: { createThing: {} } },
      scenario: 'one',
      scenarios: {
        one: { scenario: 1, description: 'One member.', collections: { '/members': [ANN] } },
      },
    });
    expect((await named.fetch(create(ANN))).status).toBe(409);
    expect(named.profile.name).toBe('strict');
    expect(() => named.profile.use('ofAnother')).toThrow(/Known: strict/);
  });

  it('keeps what a store of the user’s holds', async () => {
    const store = new DocumentStore(document);
    const filled = createMock({ document, store });
    filled.collection('/members').seed([ANN]);
    const again = createMock({ document, store });
    expect(again.collection('/members').list()).toEqual([ANN]);
    expect(() => store.seed([{ id: 1 }])).toThrow(StateError);
  });

  it.each([
    [{ maxResource: 1 }, /Did you mean "maxResources"/],
    [{ seed: {} }, /"seed": it must be a list/],
    [{ scenario: 'none' }, /no.*of this name/],
    [{ document: 'library.yaml' }, /^Failed to use the document/],
    [{ token: 'ä' }, /^Failed to use the token: .* Give it without blanks\.$/],
  ])('refuses %j', (options, message) => {
    expect(() => createMock({ document, ...(options as object) })).toThrow(message);
  });

  it('refuses an option of listen that it does not know', async () => {
    await expect(mock.listen({ prt: 1 } as object)).rejects.toThrow(/Did you mean "port"/);
  });
});

describe('verify', () => {
  it('tells events, then what the run came to', async () => {
    await using server = await createMock({ document }).listen();
    const run = verify({ document, baseUrl: server.url, credentials: { card: '7' }, requests: 0 });
    const events: RunEvent[] = [];
    for await (const event of run) events.push(event);
    const { verdict, findings, created, answers } = await run.result;
    expect(findings.filter(({ severity }) => severity === 'violation')).toEqual([]);
    expect(verdict).toBe('pass');
    expect(created.length).toBeGreaterThan(0);
    expect(answers['createMember']?.['used-id']).toMatch(/^refused/);
    expect(events[0]?.type).toBe('start');
    expect(events.at(-1)?.type).toBe('end');
  });

  it('sends the requests for who asks only for the result', async () => {
    const options = { document, baseUrl: 'http://127.0.0.1:9', timeoutMs: 500 };
    const { verdict, stopped } = await verify(options).result;
    expect(verdict).toBe('fail');
    expect(stopped?.reason).toBe('unreachable');
  });

  it('says what kept the run from its end', async () => {
    const cases = [{ text: 'cases: 7', file: 'mine.yaml' }];
    const run = verify({ document, baseUrl: 'http://127.0.0.1:9', cases });
    await expect(run.result).rejects.toThrow(/mine\.yaml/);
    await expect(verify({ document, baseUrl: 'nowhere' }).result).rejects.toThrow(/http/);
  });

  it('plans what it would send, and sends nothing', async () => {
    const file = join(folder, 'cases.yaml');
    const lines =
      'cases: [{ name: a plain one, request: { fields: { id: 1, name: A } }, expect: success }]';
    await writeFile(file, `operation: createMember\n${lines}\n`);
    const other = { text: 'operation: createThing\ncases: []\n', file: 'x.yaml', optional: true };
    const options = { document, baseUrl: 'http://127.0.0.1:9', cases: [file, other] };
    const run = verify({ ...options, token: '7', only: ['curated/*'] });
    const plan = await run.plan();
    const { cases, questions } = plan;
    expect(cases).toMatchObject([{ title: 'a plain one' }]);
    expect(questions).toEqual([]);
    expect([...plan.requests()][0]).toMatchObject({
      case: cases[0]?.id,
      validity: 'valid',
      after: [],
      curl: expect.stringContaining('$ACCESS_TOKEN'),
    });
    await expect(verify({ ...options, only: ['none'] }).plan()).rejects.toThrow(
      /^Failed to find a case: no case has "none" in its id, name or operation\. Correct the pattern\.$/,
    );
    await expect(verify({ ...options, cases: ['none.yaml'] }).plan()).rejects.toThrow(
      /^Failed to read the case file none\.yaml: /,
    );
  });

  it.each([
    [{ token: 'a b\n' }, /^Failed to use the token: it has characters that a header cannot carry/],
    [{ credentials: { kard: '7' } }, /^Failed to use the credential kard: .* It asks for card\.$/],
    [{ credentials: { card: 'ä' } }, /^Failed to use the credential card: its value/],
  ])('refuses secrets that no request can carry', async (secrets, message) => {
    const options = { document, baseUrl: 'http://127.0.0.1:9', ...secrets };
    await expect(verify(options).plan()).rejects.toThrow(message);
  });

  it('asks no question that changes what was there', async () => {
    const text = TEXT.replace(
      '  /rooms:',
      `    put:
      operationId: putMember
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer, format: int64 } }
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Member' } } }
      responses: { '200': { description: Changed }, '400': { description: Refused } }
  /rooms:`,
    );
    const changing = await loadDocument({ text, file: 'changing.yaml' });
    const plan = await verify({ document: changing, baseUrl: 'http://127.0.0.1:9' }).plan();
    const asked = new Set(plan.questions.map(({ operation }) => operation));
    expect(asked).toContain('createMember');
    expect(asked).not.toContain('putMember');
  });

  it('sends again what failed in an earlier run', async () => {
    const text = TEXT.replace('name: { type: string }', 'name: { type: integer }');
    const wrong = await loadDocument({ text, file: 'wrong.yaml' });
    await using faulty = await createMock({ document: wrong }).listen();
    await using mended = await createMock({ document }).listen();
    const options = { document, token: '7', questions: false };
    const result = await verify({ ...options, baseUrl: faulty.url, only: ['create-room'] }).result;
    expect(result.failed.length).toBeGreaterThan(0);
    const rerun = { report: 'the first', result };
    const again = await verify({ ...options, baseUrl: mended.url, rerun }).result;
    expect(again.rerun?.mended).toEqual(result.failed.map((failure) => failure.case));
    expect(again.verdict).toBe('pass');
    expect(again.counts.exchanges).toBeLessThan(5 * result.failed.length);
  });

  it('waits until the server is up', async () => {
    const options = { document, baseUrl: 'http://127.0.0.1:9', waitMs: 300 };
    const { stopped, counts } = await verify(options).result;
    expect(stopped?.message).toMatch(/was not there within 0\.3 s/);
    expect(counts.exchanges).toBe(0);
  });

  it('has no result where the run is left', async () => {
    await using server = await createMock({ document }).listen();
    const run = verify({ document, baseUrl: server.url });
    for await (const _ of run) break;
    await expect(run.result).rejects.toThrow(/left before its end/);
  });
});

describe('loadReporters', () => {
  it('turn events into reports, of which that in JSON is read again', async () => {
    await using server = await createMock({ document }).listen();
    const reporters = await loadReporters();
    expect(choices.reporters).toEqual(Object.keys(reporters));
    let text = '';
    const report = reporters.json({
      color: false,
      version: '1.0.0',
      write: (part) => (text += part),
    });
    const options = { document, token: '7', requests: 0, questions: false };
    for await (const event of verify({ ...options, baseUrl: server.url })) report(event);
    const [run] = await loadReport({ text, file: 'report.json' });
    expect(run).toMatchObject({ verdict: 'pass', target: server.url });
    await expect(loadReport({ text: '{}', file: 'report.json' })).rejects.toThrow(
      /^Failed to read the report report\.json: it is no report of this version: /,
    );
  });
});

describe('judgeRecording', () => {
  const har = (path: string, status: number): string =>
    JSON.stringify({
      log: {
        version: '1.2',
        entries: [
          {
            startedDateTime: '2026-01-01T00:00:00Z',
            time: 1,
            request: { method: 'GET', url: `http://library.example${path}`, headers: [] },
            response: {
              status,
              headers: [{ name: 'Content-Type', value: 'application/json' }],
              content: { size: 2, mimeType: 'application/json', text: '[]' },
            },
          },
        ],
      },
    });

  it('judges what was recorded as verify judges what it sends', async () => {
    const recording = { text: har('/members', 200), file: 'a.har' };
    const { result, events, skipped } = await judgeRecording({ document, recording });
    expect(result.counts.exchanges).toBe(1);
    expect(events.map(({ type }) => type)).toEqual(['start', 'exchange', 'end']);
    expect(skipped).toEqual([]);
    const file = join(folder, 'b.har');
    await writeFile(file, har('/members', 299));
    const wrong = await judgeRecording({ document, recording: file });
    expect(wrong.result.verdict).toBe('fail');
  });

  it('is no pass where nothing can be judged', async () => {
    const recording = { text: har('/none', 200), file: 'a.har' };
    await expect(judgeRecording({ document, recording })).rejects.toThrow(
      /^Failed to judge a\.har: it has only 1 request that the document doesn't have\./,
    );
  });
});
