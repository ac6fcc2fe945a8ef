import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { plantStore } from '../../mocks/command.ts';
import { type Answer, type Received, closedUrl, startStore } from '../addons/dredd/store.ts';
import { recordingStore } from './recording-store.ts';
import { type Ran, run } from './run-main.ts';

/** A folder for this file's inputs and reports. */
let folder = '';
/** What the runs take for the system's temporary folder. */
let temporary = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dredd-test-'));
  temporary = join(folder, 'temporary');
  await mkdir(temporary);
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, temporary);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function dredd(
  args: readonly string[],
  env: Record<string, string> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Ran> {
  return await run(['dredd', ...args], { env, cwd: folder, signal });
}

const ok = (body: unknown): Answer => ({ status: 200, body });

type Change = (answer: Answer, received: Received) => Answer;

const onSuccess =
  (change: Answer) =>
  (answer: Answer): Answer =>
    answer.status === 200 ? change : answer;
const onRefusal =
  (change: Answer) =>
  (answer: Answer): Answer =>
    answer.status === 400 ? change : answer;
const error = { error: 400, message: 'no' };

const conformant: [string, Change][] = [
  ['with a charset', (answer) => ({ ...answer, type: 'application/json; charset=utf-8' })],
  ['with an odd spelling of the media type', (answer) => ({ ...answer, type: 'Application/JSON' })],
  [
    'that repeats the id, and has fields of its own',
    ({ status, body }, received) => {
      const { id } = JSON.parse(received.body) as { id?: number };
      return { status, body: { ...(body as object), id, water: { weekly: true } } };
    },
  ],
  [
    'that returns the name only',
    ({ status, body }) =>
      status === 200 ? ok({ name: (body as { name: string }).name }) : { status, body },
  ],
];
const successes: [string, Change][] = [
  ['500', onSuccess({ status: 500, body: error })],
  ['201', onSuccess({ status: 201, body: { name: 'a' } })],
  ['no name', onSuccess(ok({ tag: 'a' }))],
  ['a name that is a number', onSuccess(ok({ name: 5 }))],
  ['a tag that is null', onSuccess(ok({ name: 'a', tag: null }))],
  ['a list', onSuccess(ok([]))],
  ['HTML', onSuccess({ status: 200, type: 'text/html', body: '<p>Thanks</p>' })],
  ['JSON that is broken', onSuccess(ok('{"name": '))],
  ['an empty body', onSuccess(ok(''))],
];
const refusals: [string, Change][] = [
  ['success for an invalid request', onRefusal(ok({ name: 'a' }))],
  ['422', onRefusal({ status: 422, body: error })],
  ['an error without a message', onRefusal({ status: 400, body: { error: 400 } })],
  ['an error that is a string', onRefusal({ status: 400, body: { ...error, error: '400' } })],
  ['an error beyond int32', onRefusal({ status: 400, body: { ...error, error: 2 ** 31 } })],
];

/** What Dredd says of many stores at once: each is a copy of the operation, below a path of its own. */
describe('of many stores', () => {
  const stores = [...conformant, ...successes, ...refusals];
  let ran: Ran;
  beforeAll(async () => {
    const { paths, ...document } = parse(await readFile(plantStore.document, 'utf8')) as {
      readonly paths: Readonly<Record<string, { readonly post: object }>>;
    };
    const { post } = paths['/plants']!;
    const copies = stores.map((_, i) => [
      `/${i}/plants`,
      { post: { ...post, operationId: `c${i}` } },
    ]);
    const spec = join(folder, 'many.json');
    await writeFile(spec, JSON.stringify({ ...document, paths: Object.fromEntries(copies) }));
    await using store = await startStore((answer, received) => {
      const [, i] = received.url.split('/');
      return stores[Number(i)]![1](answer, received);
    });
    ran = await dredd([store.url, '--spec', spec]);
  });

  /** The names of the stores with which Dredd says so of an answer, if only of one. */
  function storesThat(verdict: 'pass' | 'fail', status: string): string[] {
    const line = new RegExp(`^${verdict}: POST \\(${status}\\) /(\\d+)/plants duration`, 'gm');
    // Dredd lists those that fail once more at the end.
    const found = new Set([...ran.stdout.matchAll(line)].map(([, i]) => stores[Number(i)]![0]));
    return [...found];
  }
  const names = (list: readonly [string, Change][]): string[] => list.map(([name]) => name);

  it('the conformant ones pass', () => {
    const passing = new Set(storesThat('pass', '200')).intersection(
      new Set(storesThat('pass', '400')),
    );
    expect([...passing]).toEqual(names(conformant));
    expect(ran.stderr).toBe('');
    expect(ran.stdout).not.toContain('warn');
  });

  it.each([
    ['200', successes, refusals],
    ['400', refusals, successes],
  ] as const)('those faulty in place of a %s fail, and only there', (status, faulty, others) => {
    expect(storesThat('fail', status)).toEqual(names(faulty));
    expect(storesThat('pass', status)).toEqual(names([...conformant, ...others]));
    expect(ran.code).toBe(1);
  });

  it('are counted', () => {
    expect(ran.stdout).toContain('22 passing, 14 failing, 0 errors, 0 skipped, 36 total');
  });
});

/** A conformant store, with a token in each of the ways, and with a reporter that prints otherwise. */
describe('of a conformant store', () => {
  let received: readonly Received[];
  let ran: readonly Ran[];
  beforeAll(async () => {
    await using store = await startStore();
    const base = `${store.url}/api/`;
    ran = [
      // Where there is no npm, either.
      await dredd([base], { PATH: folder }),
      await dredd([base, '--reporter', 'dot', '--token', 'a-long-token']),
      await dredd([base, '--reporter', 'nyan'], { PLANT_STORE_TOKEN: 'from-the-environment' }),
    ];
    ({ received } = store);
  });

  it('Dredd says that it passes', () => {
    const { stdout } = ran[0]!;
    expect(stdout).toContain('2 passing, 0 failing, 0 errors, 0 skipped, 2 total');
    expect(stdout).not.toContain('warn');
    for (const { code, stderr } of ran) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it.each([
    ['dot', '..', 1],
    ['nyan', '_,------,', 2],
  ])('the reporter %s prints', (_name, sign, index) => {
    expect(stripVTControlCharacters(ran[index]!.stdout)).toContain(sign);
  });

  it('is sent a valid plant with a fresh id and a token, then an invalid one', () => {
    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual(
      Array.from({ length: 6 }, () => 'POST /api/plants'),
    );
    expect(received.map(({ headers }) => headers['authorization'])).toEqual([
      'Bearer anonymous',
      'Bearer anonymous',
      'Bearer a-long-token',
      'Bearer a-long-token',
      'Bearer from-the-environment',
      'Bearer from-the-environment',
    ]);
    const ids = received.map(({ body }) => (JSON.parse(body) as { id?: number }).id);
    expect(ids.map((id) => typeof id)).toEqual([0, 1, 2].flatMap(() => ['number', 'undefined']));
    expect(new Set(ids).size).toBe(4);
    expect(ids.filter((id) => id !== undefined).every(Number.isSafeInteger)).toBe(true);
  });
});

describe('credentials', () => {
  const keyed = async (): Promise<string> => {
    const file = join(folder, 'keyed.yaml');
    const ok = 'responses: { "200": { description: a } }';
    await writeFile(
      file,
      `openapi: 3.1.0
info: { title: a, version: "1" }
paths:
  /open: { get: { ${ok} } }
  /header: { get: { security: [{ key: [] }], ${ok} } }
  /query: { get: { security: [{ ask: [] }], ${ok}, parameters: [
    { name: a, in: query, required: true, schema: { type: string }, example: b }] } }
  /cookie: { get: { security: [{ jar: [] }], ${ok} } }
  /basic: { get: { security: [{ login: [] }], ${ok} } }
  /spare: { get: { security: [{ spare: [] }], ${ok} } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    ask: { type: apiKey, in: query, name: ask }
    jar: { type: apiKey, in: cookie, name: jar }
    login: { type: http, scheme: basic }
    spare: { type: apiKey, in: header, name: X-Spare }
`,
    );
    return file;
  };
  const env = { KEY: 'the-header-key', ASK: 'the query&key', JAR: 'jar-1', LOGIN: 'ann:hunter22' };
  const named = ['key=$KEY', 'ask=$ASK', 'jar=$JAR', 'login=$LOGIN'];

  describe('that are named', () => {
    let received: readonly Received[];
    let ran: Ran;
    beforeAll(async () => {
      await using store = await startStore(() => ({ status: 200, type: 'text/plain', body: '' }));
      const options = named.flatMap((credential) => ['--credential', credential]);
      const others = ['--spec', await keyed(), '--details', '--token', 'a-long-token'];
      ran = await dredd([store.url, ...others, ...options], env);
      ({ received } = store);
    });
    const login = Buffer.from(env.LOGIN).toString('base64');

    it('go where the security scheme of each operation says', () => {
      const { code, stderr } = ran;
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(
        received
          .filter(({ url }) => url !== '/spare')
          .map(({ url, headers }) => [
            url,
            headers['x-key'] ?? headers['cookie'] ?? headers['authorization'],
          ]),
      ).toEqual([
        ['/open', undefined],
        ['/header', env.KEY],
        ['/query?a=b&ask=the%20query%26key', undefined],
        ['/cookie', 'jar=jar-1'],
        ['/basic', `Basic ${login}`],
      ]);
    });

    it('are the token where none is named', () => {
      const spare = received.find(({ url }) => url === '/spare');
      expect(spare?.headers['x-spare']).toBe('a-long-token');
    });

    it('stand in no output', () => {
      expect(ran.stdout).toContain('X-Key: ***');
      expect(ran.stdout).toContain('X-Spare: ***');
      for (const secret of [env.KEY, 'query&', 'query%26', 'jar-1', 'hunter22', login, 'a-long']) {
        expect(ran.stdout).not.toContain(secret);
      }
    });
  });

  it.each([
    ['nothing=$KEY', 'no operation asks for a security scheme of this name'],
    ['key=hunter22', "it is not of the form 'scheme=$VARIABLE'"],
    ['key=$UNSET', 'the environment variable UNSET is not set'],
  ])('%s ends with 2', async (given, message) => {
    const args = ['http://127.0.0.1:1', '--spec', await keyed(), '--credential', given];
    const { code, stderr } = await dredd(args, env);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('hunter22');
    expect(code).toBe(2);
  });
});

describe.concurrent('a run that proves nothing ends with 2', () => {
  const hooks = async (name: string, text: string): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, text);
    return file;
  };
  const signing = `
    const { appendFileSync, readFileSync } = require('node:fs');
    const run = JSON.parse(readFileSync(process.env.DREDD_RUN, 'utf8'));
    appendFileSync(run.proofFile, JSON.stringify({ nonce: run.nonce }) + '\\n');`;

  it.each([
    ['that do nothing', 'idle.cjs', '', "the hooks didn't run"],
    ['that are broken', 'broken.cjs', 'this is no program', "the hooks didn't run"],
    [
      'that sign for no transaction',
      'careless.cjs',
      `${signing} require('hooks').beforeEach((transaction) => {
        if (transaction.expected.statusCode === '400') transaction.skip = true;
      });`,
      "Dredd didn't test POST /plants 200, POST /plants 400",
    ],
  ])('hooks %s', async (_title, name, text, cause) => {
    await using store = await startStore();
    const { code, stderr } = await dredd([store.url, '--hooks', await hooks(name, text)]);
    expect(stderr).toContain(`Failed to judge ${store.url} with Dredd: ${cause}`);
    expect(code).toBe(2);
  });

  it('a document with a parameter that Dredd has no value for, named with its place', async () => {
    await using store = await startStore();
    const spec = join(folder, 'left-out.yaml');
    const responses = 'responses: { "200": { description: a } }';
    await writeFile(
      spec,
      `openapi: 3.1.0
info: { title: a, version: "1" }
paths:
  /all: { get: { ${responses} } }
  /one/{id}:
    parameters: [{ name: id, in: path, required: true, schema: {} }]
    get: { ${responses} }
`,
    );
    const { code, stdout, stderr } = await dredd([store.url, '--spec', spec]);
    expect(stderr).toMatch(/^Failed to test \S+ with Dredd:\n/);
    expect(stderr).toContain(
      'left-out.yaml:6:18 no-example: the path parameter "id" of GET /one/{id} has no value',
    );
    expect(stderr).toContain('help: Give it an `example`, or its schema');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('a document without a response of an exact status', async () => {
    await using store = await startStore();
    const spec = join(folder, 'empty.yaml');
    const paths = '{ /a: { get: { responses: { default: { description: d } } } } }';
    await writeFile(spec, `openapi: 3.1.0\ninfo: { title: a, version: "1" }\npaths: ${paths}\n`);
    const { code, stderr } = await dredd([store.url, '--spec', spec]);
    expect(stderr).toContain('the document has no response with an exact status');
    expect(code).toBe(2);
  });
});

describe.concurrent('wrong usage ends with 2', () => {
  it.each([
    ['a base_url that is none', ['nonsense'], 'Failed to read base_url'],
    ['another protocol', ['ftp://127.0.0.1'], 'Failed to read base_url'],
    ['a password in base_url', ['http://a:hidden@127.0.0.1'], 'it holds credentials'],
    ['a query in base_url', ['http://127.0.0.1/?a=1'], 'it has a query or a fragment'],
    [
      'a missing document',
      ['http://127.0.0.1', '--spec', 'no.yaml'],
      'Failed to read the document',
    ],
    ['missing hooks', ['http://127.0.0.1', '--hooks', 'no.cjs'], 'Failed to read the hooks'],
    [
      'hooks that Node takes for an ES module',
      ['http://127.0.0.1', '--hooks', 'deep/x.mjs'],
      "the name doesn't end in .cjs. Write them with require, and name them x.cjs.",
    ],
    [
      'a report in no folder',
      ['http://127.0.0.1', '--reporter', 'xunit', '--output', 'none/r.xml'],
      'none/r.xml: its folder is not there. Check the path after --output.',
    ],
    ['an unknown reporter', ['http://127.0.0.1', '--reporter', 'junit'], 'Failed to set up'],
    ['a token with a line break', ['http://127.0.0.1', '--token', 'hid\nden'], 'use the token'],
    ['no time', ['http://127.0.0.1', '--timeout', '0'], 'It must be whole milliseconds from 1'],
    ['no base_url', [], 'missing required argument'],
  ])('%s', async (_title, args, message) => {
    const { code, stderr } = await dredd(args);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/hid(\n)?den/);
    expect(code).toBe(2);
  });

  it('a document that is broken', async () => {
    const spec = join(folder, 'broken.yaml');
    await writeFile(spec, 'openapi: 2.0.0\npaths: {}\n');
    const { code, stderr } = await dredd(['http://127.0.0.1', '--spec', spec]);
    expect(stderr).toContain('unsupported-version');
    expect(code).toBe(2);
  });
});

describe.concurrent('a server that does not answer', () => {
  it('is unreachable: 3', async () => {
    const url = await closedUrl();
    const { code, stdout, stderr } = await dredd([url]);
    expect(stderr).toMatch(/^Failed to reach http.*ECONNREFUSED.*Start the server/);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  });

  it('has a certificate that nobody trusts: 3', async () => {
    await using store = await recordingStore(undefined, { secure: true });
    const { code, stdout, stderr } = await dredd([store.url]);
    expect(stderr).toMatch(/^Failed to reach .* not trusted \(\w+\)\. .*NODE_EXTRA_CA_CERTS=FILE/);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  });

  it('hangs: 1, within the time limit', async () => {
    await using store = await startStore(() => undefined);
    const { code, stdout } = await dredd([store.url, '--timeout', '200']);
    expect(stdout).toContain('2 errors');
    expect(code).toBe(1);
  });

  it('is given up at once on Ctrl-C: 130', async () => {
    const controller = new AbortController();
    await using store = await startStore(() => {
      controller.abort('SIGINT');
      return undefined;
    });
    const { code } = await dredd([store.url], {}, controller.signal);
    expect(code).toBe(130);
    expect(store.received).toHaveLength(1);
  });
});

describe('reports', () => {
  const token = 'a-token-that-nobody-may-see';
  const files = ['r.html', 'r.md', 'r.xml'];

  it('are written, and masked', async () => {
    await using store = await startStore((answer, { headers }) =>
      answer.status === 200 ? { status: 500, body: { echo: headers['authorization'] } } : answer,
    );
    const reporters = ['html', 'markdown', 'xunit'].flatMap((name) => ['--reporter', name]);
    const outputs = files.flatMap((file) => ['--output', file]);
    const args = [store.url, '--token', token, '--details', ...reporters, ...outputs];
    const { code, stdout, stderr } = await dredd(args);
    expect(code).toBe(1);
    expect(stdout).toContain('1 passing, 1 failing');
    expect(stdout).toContain('Authorization: Bearer ***');
    expect(stdout + stderr).not.toContain(token);
    for (const file of files) {
      const text = await readFile(join(folder, file), 'utf8');
      expect(text).toContain('Bearer ***');
      expect(text).not.toContain(token);
    }
  });

  it.skipIf(!existsSync('/dev/full'))('on a full disk end with 2, after the others', async () => {
    await using store = await startStore();
    const reporters = ['--reporter', 'xunit', '--reporter', 'markdown'];
    const outputs = ['--output', '/dev/full', '--output', 'whole.md'];
    const { code, stderr } = await dredd([store.url, ...reporters, ...outputs]);
    expect(stderr).toMatch(/Failed to write the report \/dev\/full: the disk is full\. Choose a/);
    expect(await readFile(join(folder, 'whole.md'), 'utf8')).toContain('Pass');
    expect(code).toBe(2);
  });

  it('that cannot be written end with 2, before anything is sent', async () => {
    await writeFile(join(folder, 'file'), '');
    const args = [await closedUrl(), '--reporter', 'xunit', '--output', 'file/r.xml'];
    const { code, stderr } = await dredd(args);
    expect(stderr).toContain('file/r.xml: its folder is not there');
    expect(code).toBe(2);
  });
});

describe('after all these runs', () => {
  it('nothing is left behind', async () => {
    expect(await readdir(temporary)).toEqual([]);
    expect((await readdir(folder)).filter((name) => /^(report|draft|dredd)/.test(name))).toEqual(
      [],
    );
  });
});
