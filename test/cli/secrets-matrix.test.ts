/** No output of any command has a token that a server returns, however the server spells it. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { spellingsOf, tracesIn } from '../model/secrets/spellings.ts';
import { type RecordingStore, recordingStore } from './recording-store.ts';
import { run, serve } from './run-main.ts';

const TOKEN = 't0k/en+s3&cr3t<7f';
const spellings = spellingsOf(TOKEN);
const env = { PLANT_STORE_TOKEN: TOKEN, GITHUB_ACTIONS: 'true' };

let folder: string;
let store: RecordingStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matrix-'));
  // Each request gets the next few spellings; below /all, every one gets all of them.
  store = await recordingStore(({ target }, response, count) => {
    const next = Array.from(
      { length: 3 },
      (_, i) => spellings[(3 * count + i) % spellings.length]!,
    );
    const shown = target.startsWith('/all/') ? spellings : next;
    response.writeHead(500, {
      'Content-Type': 'text/html',
      'X-Echo': next[0]!.replaceAll(/[^ -~]/g, ''),
    });
    response.end(`<p>${shown.join('</p>\n<p>')}</p>`);
    return 'answered';
  });
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Holds outputs against all spellings; `shown` is what must stand there instead. */
function expectMasked(outputs: Readonly<Record<string, string>>, shown: string): void {
  for (const [name, text] of Object.entries(outputs)) {
    expect(tracesIn(text, TOKEN), name).toEqual([]);
    expect(text, name).toContain(shown);
  }
}

const formats = ['json', 'junit', 'har', 'html', 'markdown', 'sarif', 'github'];
const reporters = (command: string): string[] =>
  [...formats.map((name) => `${name}=${command}.${name}`), 'pretty'].flatMap((name) => [
    '--reporter',
    name,
  ]);

async function filesOf(...names: string[]): Promise<Record<string, string>> {
  const read = async (name: string) => [name, await readFile(join(folder, name), 'utf8')] as const;
  return Object.fromEntries(await Promise.all(names.map(read)));
}

it('finds each spelling where nothing is masked', () => {
  const found = spellings.filter(
    (text) => tracesIn(JSON.stringify(`<p>${text}</p>`), TOKEN).length > 0,
  );
  expect(found).toEqual(spellings);
});

it('verify masks it in every report', async () => {
  const { code, stdout, stderr } = await run(['verify', store.url, ...reporters('verify')], {
    env,
    cwd: folder,
  });
  expect(code, stderr).toBe(1);
  expect(tracesIn(stderr, TOKEN)).toEqual([]);
  const files = await filesOf(...formats.map((name) => `verify.${name}`));
  expectMasked({ stdout, ...files }, '$PLANT_STORE_TOKEN');
});

it('judge masks it in every report on a recording of another tool', async () => {
  const entries = spellings.map((text) => ({
    startedDateTime: '2026-01-01T10:00:00.000Z',
    time: 3,
    request: {
      method: 'POST',
      url: 'https://shop.example/plants',
      headers: [
        { name: 'authorization', value: `Bearer ${TOKEN}` },
        { name: 'content-type', value: 'application/json' },
      ],
      postData: { mimeType: 'application/json', text: JSON.stringify({ id: 1, name: text }) },
    },
    response: {
      status: 500,
      statusText: text.replaceAll(/[^ -~]/g, ''),
      headers: [{ name: 'x-echo', value: text }],
      content: { size: text.length, mimeType: 'text/html', text },
    },
  }));
  await writeFile(
    join(folder, 'foreign.har'),
    JSON.stringify({ log: { version: '1.2', entries } }),
  );
  const words = ['judge', 'foreign.har', ...reporters('judge')];
  const { code, stdout, stderr } = await run(words, { env, cwd: folder });
  expect(code, stderr).toBe(1);
  expect(tracesIn(stderr, TOKEN)).toEqual([]);
  const files = await filesOf(...formats.map((name) => `judge.${name}`));
  expectMasked({ stdout, ...files }, '$PLANT_STORE_TOKEN');
});

/** Sends each spelling, in the query and in the body, with the token in its place. */
async function sendAll(url: string): Promise<void> {
  for (let i = 0; i < spellings.length; i += 8) {
    const texts = spellings.slice(i, i + 8);
    const query = texts.map((text) => `x=${encodeURIComponent(text)}`).join('&');
    const response = await fetch(`${url}/plants?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: texts[0], name: texts }),
    });
    await response.arrayBuffer();
  }
}

/** What the control API shows once it has all of them: the proxy judges them first. */
async function recorded(url: string): Promise<string> {
  const count = Math.ceil(spellings.length / 8);
  return await vi.waitFor(
    async () => {
      const text = await (await fetch(`${url}/_kit/requests?limit=1000`)).text();
      expect((JSON.parse(text) as { requests: unknown[] }).requests).toHaveLength(count);
      return text;
    },
    { timeout: 30_000 },
  );
}

it(
  'proxy masks it in its log, its recording, its report and its control API',
  { timeout: 60_000 },
  async () => {
    const words = [
      'proxy',
      store.url,
      '--port',
      '0',
      '--har',
      'proxy.har',
      '--report',
      'proxy.json',
    ];
    const proxy = await serve(words, { env, cwd: folder });
    await sendAll(proxy.url);
    const control = await recorded(proxy.url);
    const { stdout, stderr } = await proxy.stop();
    expect(tracesIn(stderr, TOKEN)).toEqual([]);
    const { 'proxy.har': har = '', 'proxy.json': report = '' } = await filesOf(
      'proxy.har',
      'proxy.json',
    );
    expect(tracesIn(report, TOKEN)).toEqual([]);
    expectMasked({ log: stdout, har, control }, '***');
  },
);

it.each(['pretty', 'json'])(
  'mock masks it in its control API, and in its log as %s',
  async (log) => {
    const words = ['mock', '--no-prism', '--port', '0', '--log', log, '--token', TOKEN];
    const mock = await serve(words, { cwd: folder });
    await sendAll(mock.url);
    const control = await recorded(mock.url);
    const { stdout, stderr } = await mock.stop();
    expect(tracesIn(stderr, TOKEN)).toEqual([]);
    expectMasked({ log: stdout, control }, '***');
  },
);

it('dredd masks it in what it prints and in its reports', async () => {
  const files = ['dredd.html', 'dredd.md', 'dredd.xml'];
  const words = ['html', 'markdown', 'xunit'].flatMap((name, i) => {
    return ['--reporter', name, '--output', files[i]!];
  });
  const base = `${store.url}/all`;
  const { code, stdout, stderr } = await run(['dredd', base, '--details', ...words], {
    env: { ...env, PATH: process.env['PATH']! },
    cwd: folder,
  });
  expect(code, stderr).toBe(1);
  expect(tracesIn(stderr, TOKEN)).toEqual([]);
  expectMasked({ stdout, ...(await filesOf(...files)) }, '***');
});
