import { readFileSync } from 'node:fs';
import { readdir, stat, symlink } from 'node:fs/promises';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNodeTooOld } from '../../src/package-root.ts';
import { installedKit, leanKit } from '../setup/installed-kit.ts';
import { messagesIn } from '../setup/listening-process.ts';
import { pageAssets } from '../serve/inspector/page-assets.ts';
import { Project } from './project.ts';

const root = join(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
};
/** Prism asks for a newer Node than the kit does. */
const hasPrism = !isNodeTooOld('>=24.18.0');
/** Prism's thread may start late on a busy machine. */
const PATIENT = { timeout: 15_000 };
const plant = { name: 'Rosa', tag: 'shrub' };

/** Every entry in use, with one mistake that the types must find. */
const USER = `
import { createMockServer } from 'plant-store-kit';
import { PlantStore, createHandlers, type Plant, type Profile } from 'plant-store-kit/mocks';
import { setupWorker } from 'plant-store-kit/mocks/browser';
import { setupServer } from 'plant-store-kit/mocks/node';
import schema from 'plant-store-kit/report.schema.json' with { type: 'json' };

const profile: Profile = { createPlant: { 'used-id': 'refused 409' } };
await using server = await createMockServer({ profile, prism: true });
const plants: readonly Plant[] = server.store.list();
setupServer({ profile: 'typical', store: new PlantStore() }).listen();
export const worker: Promise<unknown> = setupWorker().start();
export const rest = [plants, schema.$defs.run.type, createHandlers().length] as const;
// @ts-expect-error No question has this answer.
export const wrong: Profile = { createPlant: { 'used-id': 'perhaps' } };
`;

let project: Project;
beforeAll(async () => {
  project = await Project.sharing(await installedKit());
});
afterAll(() => project[Symbol.asyncDispose]());

/** Creates a plant, with an id that a double would round. */
async function create(url: string): Promise<unknown> {
  const response = await fetch(`${url}/plants`, {
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    body: `{"id":${2n ** 63n - BigInt(Math.ceil(Math.random() * 1e6))},"name":"Rosa","tag":"shrub"}`,
  });
  return await response.json();
}

/** Bytes below a folder, as `du --apparent-size` counts them. */
async function megabytes(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = files
    .filter((file) => file.isFile())
    .map(async (file) => (await stat(join(file.parentPath, file.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1e6;
}

/** The packages that run code when a module is imported. */
async function packagesBehind(text: string): Promise<string[]> {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({
      load(url, context, next) {
        const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
        if (name !== undefined) loaded.add(name);
        return next(url, context);
      },
    });
    ${text}
    console.log(JSON.stringify([...loaded].sort()));`;
  const { stdout, stderr } = await project.node(script);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as string[];
}

describe('what is exported', () => {
  it.each([
    ['.', 'createMockServer'],
    ['./mocks', 'createHandlers, PlantStore'],
    ['./mocks/node', 'setupServer'],
    ['./mocks/fetch', 'createFetch'],
  ])('%s has %s', async (entry, names) => {
    const specifier = `plant-store-kit${entry.slice(1)}`;
    const text = `import { ${names} } from '${specifier}'; console.log(typeof ${names.split(',')[0]});`;
    expect(await project.node(text)).toEqual({ code: 0, stdout: 'function\n', stderr: '' });
  });

  it.each(Object.keys(manifest.exports).filter((entry) => entry.endsWith('.json')))(
    '%s is JSON',
    async (entry) => {
      const text = `import it from 'plant-store-kit${entry.slice(1)}' with { type: 'json' };
        console.log(Object.keys(it).length > 1);`;
      expect(await project.node(text)).toMatchObject({ code: 0, stdout: 'true\n' });
    },
  );

  it('answers in process and over HTTP', async () => {
    const text = `
      import { createMockServer } from 'plant-store-kit';
      import { setupServer } from 'plant-store-kit/mocks/node';
      const post = (url) => fetch(url + '/plants', {
        method: 'POST',
        headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
        body: '{"id":1,"name":"Rosa"}',
      }).then((response) => response.text());
      const server = await createMockServer({ prism: ${String(hasPrism)} });
      const overHttp = await post(server.url);
      const inProcess = setupServer();
      inProcess.listen();
      console.log(overHttp === await post('http://store.example'), overHttp);
      inProcess.close();
      await server.close();`;
    expect(await project.node(text)).toEqual({
      code: 0,
      stdout: 'true {"name":"Rosa"}\n',
      stderr: '',
    });
  });

  it('says where what a page has is in Node, and the other way round', async () => {
    const call = (entry: string, name: string): string =>
      `const { ${name} } = await import('plant-store-kit/mocks/${entry}'); ${name}();`;
    expect(await project.node(call('browser', 'setupWorker'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Call setupServer of plant-store-kit/mocks/node here.'),
    });
    const flags = ['--conditions=browser'];
    expect(await project.node(call('node', 'setupServer'), flags)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Call setupWorker of plant-store-kit/mocks/browser here.'),
    });
  });

  it('keeps from browsers what only Node runs', async () => {
    const missing = { code: 1, stderr: expect.stringContaining('ERR_PACKAGE_PATH_NOT_EXPORTED') };
    for (const entry of ['', '/engine', '/vitest']) {
      const text = `await import('plant-store-kit${entry}');`;
      expect(await project.node(text, ['--conditions=browser'])).toMatchObject(missing);
    }
  });
});

describe.skipIf(!('registerHooks' in nodeModule))('an import', () => {
  const heavy = /^@stoplight\/|spectral|^dredd|^commander$|^yaml$|^fast-check$/;

  it.each(['/mocks', '/mocks/node', ''])('of plant-store-kit%s runs no tool', async (entry) => {
    const packages = await packagesBehind(`await import('plant-store-kit${entry}');`);
    expect(packages).toContain('plant-store-kit');
    expect(packages.filter((name) => heavy.test(name))).toEqual([]);
  });

  it('of Prism would be seen', async () => {
    const packages = await packagesBehind(`await import('@stoplight/prism-http');`);
    expect(packages).toContain('@stoplight/prism-http');
  });
});

/** What a mock says beside the notice that Prism takes part from its second moment only. */
function withoutLoading(text: string): string {
  return messagesIn(text).replaceAll(/^Prism (?:is still loading|has loaded): .*\n/gm, '');
}

describe('the command', () => {
  it('is on the path of npm, with a version and help', async () => {
    const exec = ['exec', '--', 'plant-store'];
    expect(await project.npm([...exec, '--version'])).toBe(`${manifest.version}\n`);
    expect(await project.npm([...exec, '--help'])).toContain('verify');
  });

  it('lints', async () => {
    expect(await project.kit('lint')).toMatchObject({ code: 0, stderr: '' });
  });

  it('serves, verifies, judges, and runs Dredd', async () => {
    await using mock = await project.serve('mock');
    expect(await create(mock.url)).toEqual(plant);
    const assets = await pageAssets(mock.url);
    expect(assets.filter(({ status }) => status !== 200)).toEqual([]);
    expect(assets.length).toBeGreaterThan(20);
    const verified = await project.kit('verify', mock.url, '--har', 'traffic.har');
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    expect(verified.stdout).toContain('PASS');
    expect(await project.kit('judge', 'traffic.har')).toMatchObject({ code: 0 });
    expect(await project.kit('dredd', mock.url)).toMatchObject({ code: 0 });
    const exp = hasPrism ? /^$/ : /^Prism does not take part: .* needs Node/;
    await expect.poll(() => withoutLoading(mock.stderr()), PATIENT).toMatch(exp);
  });

  it('proxies, or says which Node that needs', async () => {
    await using mock = await project.serve('mock');
    if (!hasPrism) {
      const { code, stderr } = await project.kit('proxy', mock.url);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/needs Node >= ?24\.18/)]);
      return;
    }
    await using proxy = await project.serve('proxy', mock.url);
    expect(await create(proxy.url)).toEqual(plant);
    expect(proxy.stderr()).toBe('');
  });
});

describe('without the optional peers', () => {
  let lean: Project;
  beforeAll(async () => {
    lean = await Project.sharing(await leanKit());
  });
  afterAll(() => lean[Symbol.asyncDispose]());

  it('is as small as docs/dependencies.md says', async () => {
    expect(await megabytes(join(await installedKit(), 'node_modules'))).toBeLessThan(140);
    expect(await megabytes(join(await leanKit(), 'node_modules'))).toBeLessThan(27);
  });

  it('has types that compile, and are strict', async () => {
    await lean.write('user.ts', USER);
    const flags = '--noEmit --strict --target es2024 --types node';
    const lib = ['--lib', 'es2024,esnext.disposable,dom,dom.iterable', '--resolveJsonModule'];
    // The kit's own types are checked with the first, and again for pages below.
    for (const module of [
      '--skipLibCheck false --module nodenext',
      '--skipLibCheck --module esnext --moduleResolution bundler',
    ]) {
      const words = [...flags.split(' '), ...module.split(' '), ...lib, 'user.ts'];
      expect(await lean.tsc(...words)).toEqual({ code: 0, stdout: '', stderr: '' });
    }
  });

  it('has types for pages that do without those of Node', async () => {
    const names = ['mocks', 'mocks/browser'];
    await lean.write(
      'page.ts',
      names.map((name) => `import 'plant-store-kit/${name}';\n`).join(''),
    );
    const compilerOptions = {
      noEmit: true,
      strict: true,
      skipLibCheck: false,
      types: [],
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2024', 'dom', 'dom.iterable'],
    };
    await lean.write('page.json', JSON.stringify({ compilerOptions, files: ['page.ts'] }));
    expect(await lean.tsc('-p', 'page.json')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('mocks and verifies', async () => {
    await using mock = await lean.serve('mock');
    expect(await create(mock.url)).toEqual(plant);
    const complaint =
      'Prism does not take part: @stoplight/prism-http is not installed (npm install ' +
      '--save-dev @stoplight/prism-http@5). Exchanges pass without its findings.\n';
    await expect.poll(() => withoutLoading(mock.stderr()), PATIENT).toBe(complaint);
    expect(await lean.kit('verify', mock.url)).toMatchObject({ code: 0 });
  });

  it.each([
    [['lint'], 'Failed to lint', '@stoplight/spectral-cli', 6],
    [['dredd', 'http://127.0.0.1:9'], 'Failed to run Dredd', 'dredd', 14],
    [['proxy', 'http://127.0.0.1:9'], 'Failed to start the proxy', '@stoplight/prism-http', 5],
  ])('%s says how to install what it needs', async (words, failure, name, major) => {
    const help = `Install it: npm install --save-dev ${name}@${major}.`;
    const stderr = `${failure}: ${name} is not installed. ${help}\n`;
    expect(await lean.kit(...words)).toEqual({ code: 2, stdout: '', stderr });
  });

  it('has the contract as a Vitest suite', async () => {
    const vitest = join(root, 'node_modules/vitest');
    // Into the shared folder: what is there finds it from its real path only.
    await symlink(vitest, join(await leanKit(), 'node_modules/vitest'), 'junction');
    await lean.write(
      'store.test.js',
      `import { describeContract } from 'plant-store-kit/vitest';\ndescribeContract();\n`,
    );
    const run = `process.argv.push('run'); await import('./node_modules/vitest/vitest.mjs');`;
    const { code, stdout, stderr } = await lean.node(run);
    expect(stdout + stderr).toMatch(/Tests .*\d+ passed/);
    expect(code).toBe(0);
  });
});
