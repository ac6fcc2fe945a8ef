import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type Ran, main, run } from './run-main.ts';

const bin = join(import.meta.dirname, '../../bin/plant-store.js');
const script = fileURLToPath(import.meta.resolve('msw/mockServiceWorker.js'));
const EMPTY = '{ "name": "front-end" }\n';
const WORKER = 'public/mockServiceWorker.js';

const folders: string[] = [];

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

/** A project with these files; a name that ends in `/` is a folder. */
async function project(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'init-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name.endsWith('/') ? name : dirname(name)), { recursive: true });
    if (!name.endsWith('/')) await writeFile(join(folder, name), text);
  }
  return folder;
}

/** Every file of a project with its text. */
async function contents(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    files.sort().map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'utf8')]),
  );
  return Object.fromEntries(texts) as Record<string, string>;
}

/** With no terminal. */
function init(folder: string, ...flags: string[]): Promise<Ran> {
  return run(['init', ...flags], { cwd: folder });
}

/** As npx has it: a process of its own. */
function initInProcess(folder: string, ...flags: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const words = [bin, 'init', ...flags];
    execFile(process.execPath, words, { cwd: folder, timeout: 20_000 }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

/** At a terminal, with these answers typed. */
async function initWith(
  folder: string,
  answers: readonly string[],
  signal: AbortSignal = new AbortController().signal,
): Promise<Ran> {
  const outcome = { stdout: '', stderr: '' };
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.end(answers.map((answer) => `${answer}\n`).join(''));
  const code = await main(['init'], {
    stdin: () => stdin,
    stdout: { isTTY: true, write: (text) => (outcome.stdout += text) },
    stderr: { write: (text) => (outcome.stderr += text) },
    env: {},
    cwd: folder,
    signal,
  });
  return { code, ...outcome };
}

describe('init', () => {
  it('sets a project up: worker script, module, script lines, what to do next', async () => {
    const folder = await project({ 'package.json': EMPTY, 'src/': '', 'public/': '' });
    const { code, stdout, stderr } = await initInProcess(folder, '--yes');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('npm install --save-dev plant-store-kit');
    const files = await contents(folder);
    expect(Object.keys(files)).toEqual([
      'package.json',
      WORKER,
      'src/mocks/api.test.js',
      'src/mocks/browser.js',
    ]);
    expect(files[WORKER]).toBe(await readFile(script, 'utf8'));
    expect(files['src/mocks/browser.js']).toContain("from 'plant-store-kit/mocks/browser'");
    expect(JSON.parse(files['package.json']!)).toEqual({
      name: 'front-end',
      scripts: { mock: 'plant-store mock', verify: 'plant-store verify' },
    });
  });

  it('is of a document of your own, which it turns into JSON for the page, again after a change', async () => {
    const api =
      'openapi: 3.1.0\ninfo: { title: Bookings, version: "1" }\npaths: { /a: { get: {} } }\n';
    const folder = await project({ 'package.json': EMPTY, 'src/': '', 'api.yaml': api });
    const { code, stderr } = await init(folder, '--yes', '--spec', 'api.yaml');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const files = await contents(folder);
    expect(JSON.parse(files['src/mocks/api.json']!)).toMatchObject({ info: { title: 'Bookings' } });
    expect(files['src/mocks/browser.js']).toContain('document: documentFrom(api)');
    expect(files['package.json']).toContain('plant-store mock --spec api.yaml --fill 25"');
    const again = await init(folder, '--spec', 'api.yaml');
    expect(again.stdout).not.toMatch(/^ {2}(?:create|update|overwrite)/m);
    await writeFile(join(folder, 'api.yaml'), api.replace('Bookings', 'Trips'));
    await init(folder, '--yes', '--spec', 'api.yaml');
    expect((await contents(folder))['src/mocks/api.json']).toContain('Trips');
  });

  const dependsOn = (...names: readonly string[]): string =>
    JSON.stringify({ devDependencies: Object.fromEntries(names.map((name) => [name, '*'])) });

  it.each<[string, Record<string, string>, readonly string[], RegExp]>([
    [
      'Vite',
      { 'package.json': dependsOn('vite', 'vitest', 'typescript'), 'src/': '' },
      [
        'public/mockServiceWorker.js',
        'src/mocks/api.json',
        'src/mocks/api.test.ts',
        'src/mocks/browser.ts',
      ],
      /import\.meta\.env\.MODE === 'development'/,
    ],
    [
      'Next',
      { 'package.json': dependsOn('next', 'typescript'), 'public/': '' },
      ['mocks/api.json', 'mocks/api.test.mjs', 'mocks/api.ts'],
      /node --test mocks\/api\.test\.mjs/,
    ],
    [
      'Nuxt',
      { 'package.json': dependsOn('nuxt', 'vite', 'typescript'), 'app/': '' },
      ['app/composables/use-api.ts', 'app/mocks/api.json', 'app/mocks/api.test.mjs'],
      /useApi/,
    ],
    [
      'Nuxt without types',
      { 'package.json': dependsOn('nuxt'), 'app/': '' },
      ['app/composables/use-api.js', 'app/mocks/api.json', 'app/mocks/api.test.js'],
      /useApi/,
    ],
    [
      'SvelteKit',
      { 'package.json': dependsOn('@sveltejs/kit', 'vite', 'vitest'), 'src/': '', 'static/': '' },
      ['src/hooks.server.js', 'src/mocks/api.json', 'src/mocks/api.test.js'],
      /load functions/,
    ],
    [
      'Storybook',
      { 'package.json': dependsOn('storybook', 'vite'), 'src/': '', 'public/': '' },
      [
        'public/mockServiceWorker.js',
        'src/mocks/api.json',
        'src/mocks/api.test.js',
        'src/mocks/browser.js',
      ],
      /\.storybook\/preview:\n {2}import \{ worker \} from '\.\.\/src\/mocks\/browser'/,
    ],
  ])('knows %s', async (_, files, written, exp) => {
    const api = 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: { /a: { get: {} } }\n';
    const folder = await project({ ...files, 'api.yaml': api });
    const { code, stdout, stderr } = await init(folder, '--yes', '--spec', 'api.yaml');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const made = Object.keys(await contents(folder)).filter(
      (name) => !/^(?:api|package)/.test(name),
    );
    expect(made).toEqual(written);
    expect(stdout).toMatch(exp);
    const again = await init(folder, '--spec', 'api.yaml');
    expect(again.stdout).not.toMatch(/^ {2}(?:create|update|overwrite)/m);
  });

  it('does the second time what is left to do: nothing', async () => {
    const folder = await project({ 'package.json': EMPTY });
    await init(folder, '--yes');
    const before = await contents(folder);
    const { code, stdout } = await init(folder);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/^ {2}(?:create|update|overwrite)/m);
    expect(await contents(folder)).toEqual(before);
  });

  it.each([
    ['a tsconfig.json', { 'tsconfig.json': '{}', 'package.json': EMPTY }],
    ['typescript', { 'package.json': '{ "devDependencies": { "typescript": "^7.0.0" } }' }],
  ])('writes TypeScript where there is %s', async (_, files) => {
    const folder = await project(files);
    await init(folder, '--yes');
    expect(Object.keys(await contents(folder))).toContain('mocks/browser.ts');
  });

  it.each<[string, Record<string, string>, string[], string]>([
    ['public/, which it makes', {}, [], 'public'],
    ['static/, where there is one', { 'static/': '' }, [], 'static'],
    ['public/ rather than static/', { 'static/': '', 'public/': '' }, [], 'public'],
    ['where msw has it', { 'package.json': '{"msw":{"workerDirectory":["web"]}}' }, [], 'web'],
    ['where --public says', { 'public/': '' }, ['--public', 'web/files/'], 'web/files'],
  ])('puts the worker script into %s', async (_, files, flags, expected) => {
    const folder = await project({ 'package.json': EMPTY, ...files });
    await init(folder, '--yes', ...flags);
    expect(Object.keys(await contents(folder))).toContain(`${expected}/mockServiceWorker.js`);
  });

  it('brings a worker script of another msw up to date', async () => {
    const old = "const INTEGRITY_CHECKSUM = 'old'\n";
    const folder = await project({ 'package.json': EMPTY, [WORKER]: old });
    expect((await init(folder, '--yes')).stdout).toMatch(/update +public\/mockServiceWorker\.js/);
    expect((await contents(folder))[WORKER]).not.toBe(old);
  });

  it('writes a first test that fails no build: the types of the runner must be there', async () => {
    const [node, vitest] = await Promise.all(
      [dependsOn('vite', 'typescript'), dependsOn('vite', 'typescript', 'vitest')].map((manifest) =>
        project({ 'package.json': manifest, 'src/': '' }),
      ),
    );
    expect((await init(node!, '--yes')).stdout).toContain('node --test src/mocks/api.test.mjs\n');
    const output = (await init(vitest!, '--yes')).stdout;
    expect(output).toContain('npx vitest run src/mocks/api.test.ts\n');
    const made = Object.keys(await contents(node!));
    expect(made).toContain('src/mocks/api.test.mjs');
    expect(made).not.toContain('src/mocks/api.test.ts');
  });

  it('leaves what differs as it is with --yes, and overwrites it with --force', async () => {
    const mine = {
      'package.json': '{ "scripts": { "mock": "mine" } }\n',
      [WORKER]: '// mine\n',
      'mocks/browser.js': '// mine\n',
    };
    const folder = await project({ ...mine, 'mocks/api.test.js': '// a test\n' });
    const outcome = await init(folder, '--yes');
    expect(outcome.stdout.match(/^ {2}keep/gm)).toHaveLength(3);
    expect(await contents(folder)).toEqual({
      ...mine,
      'mocks/api.test.js': '// a test\n',
      'package.json': '{ "scripts": { "mock": "mine", "verify": "plant-store verify" } }\n',
    });
    expect((await init(folder, '--force')).code).toBe(0);
    expect(Object.values(await contents(folder)).join('')).not.toContain('mine');
  });

  it('only says what it would do with --dry-run', async () => {
    const folder = await project({ 'package.json': EMPTY });
    const { code, stdout } = await init(folder, '--dry-run', '--yes');
    expect(code).toBe(0);
    expect(stdout.match(/^ {2}(?:create|update) /gm)).toHaveLength(5);
    expect(await contents(folder)).toEqual({ 'package.json': EMPTY });
  });

  it('writes nothing without a terminal, unless it is told to', async () => {
    const folder = await project({ 'package.json': EMPTY });
    const { code, stdout, stderr } = await init(folder);
    expect(code).toBe(2);
    expect(stdout).toContain('create     public/mockServiceWorker.js');
    expect(stderr).toMatch(/no terminal to ask on\. Nothing was written\. Add --yes/);
    expect(await contents(folder)).toEqual({ 'package.json': EMPTY });
  });
});

describe('at a terminal, init', () => {
  it('asks for the public folder where it cannot know it', async () => {
    const folder = await project({ 'package.json': EMPTY, 'static/': '', 'public/': '' });
    const { code, stdout } = await initWith(folder, ['static']);
    expect(code).toBe(0);
    expect(stdout).toContain('Which folder is served as it is? [public] ');
    expect(Object.keys(await contents(folder))).toContain('static/mockServiceWorker.js');
  });

  it.each([
    ['y', 'plant-store mock'],
    ['', 'mine'],
    ['no', 'mine'],
  ])('asks before it overwrites, answered with "%s"', async (answer, line) => {
    const manifest = '{ "scripts": { "mock": "mine" } }';
    const folder = await project({ 'package.json': manifest, 'public/': '' });
    const { code, stdout } = await initWith(folder, [answer]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/package\.json differs.*Overwrite it\? \[y\/N\]/);
    const { scripts } = JSON.parse((await contents(folder))['package.json']!) as {
      scripts: unknown;
    };
    expect(scripts).toEqual({ mock: line, verify: 'plant-store verify' });
  });

  it('writes nothing after Ctrl-C', async () => {
    const mine = { 'package.json': EMPTY, [WORKER]: '// mine\n' };
    const folder = await project(mine);
    expect((await initWith(folder, [], AbortSignal.abort('SIGINT'))).code).toBe(130);
    expect(await contents(folder)).toEqual(mine);
  });

  it('overwrites nothing where the answers end', async () => {
    const folder = await project({ 'package.json': EMPTY, [WORKER]: '// mine\n', 'mocks/': '' });
    expect((await initWith(folder, [])).code).toBe(0);
    expect((await contents(folder))[WORKER]).toBe('// mine\n');
  });
});

describe('package.json', () => {
  it.each([
    ['{}', '{\n  "scripts": {\n    "mock": "M",\n    "verify": "V"\n  }\n}'],
    [
      '{\r\n\t"scripts": {\r\n\t\t"dev": "vite"\r\n\t},\r\n\t"files": ["a",  "b"]\r\n}\r\n',
      '{\r\n\t"scripts": {\r\n\t\t"dev": "vite",\r\n\t\t"mock": "M",\r\n\t\t"verify": "V"\r\n\t},\r\n\t"files": ["a",  "b"]\r\n}\r\n',
    ],
    [
      '\uFEFF{\n    "version": 1.0,\n    "scripts": {}\n}',
      '\uFEFF{\n    "version": 1.0,\n    "scripts": {\n        "mock": "M",\n        "verify": "V"\n    }\n}',
    ],
    [
      '{ "a": { "scripts": 1 }, "scripts": { "a": "1" } }',
      '{ "a": { "scripts": 1 }, "scripts": { "a": "1", "mock": "M", "verify": "V" } }',
    ],
  ])('keeps its own form: %j', async (before, after) => {
    const folder = await project({ 'package.json': before });
    await init(folder, '--yes');
    const written = (await contents(folder))['package.json']!;
    const lines = { M: 'plant-store mock', V: 'plant-store verify' };
    expect(written).toBe(after.replace(/"([MV])"/g, (_, key: 'M' | 'V') => `"${lines[key]}"`));
  });
});

describe('init refuses', () => {
  it.each([
    [{}, /read package\.json: there is no such file.*npm init/],
    [{ 'package.json': '{ "a": }' }, /read package\.json: .*JSON.*Fix it/],
    [{ 'package.json': '[]' }, /read package\.json: it is no object/],
    [{ 'package.json': '{"scripts":[]}' }, /its "scripts" is no object/],
    [
      { 'package.json': EMPTY, public: 'a file' },
      /write public\/mock\S+: public is no folder\. Move/,
    ],
    [{ 'package.json': EMPTY, 'mocks/browser.js/': '' }, /mocks\/browser\.js: it is a folder/],
  ])('a project with %j, and says why', async (files, message) => {
    const { code, stderr } = await init(await project(files), '--yes');
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  it('a public folder outside of the project', async () => {
    const folder = await project({ 'package.json': EMPTY });
    const { code, stderr } = await init(folder, '--yes', '--public', '../other');
    expect(stderr).toMatch(/\.\.\/other is outside of it/);
    expect(code).toBe(2);
  });
});
