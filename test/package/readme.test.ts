import { execFile } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MockServer, createMockServer } from '../../mocks/server.ts';
import { Project, type Serving } from './project.ts';
import { installLine } from '../../src/package-root.ts';
import { addons } from '../../src/cli/doctor/packages.ts';
import { installedKit } from '../setup/installed-kit.ts';

const root = join(import.meta.dirname, '../..');
const pages = ['README.md', 'docs/coming-from.md'];
const texts = pages.map((page) => readFileSync(join(root, page), 'utf8'));

/** The address of the real store, wherever the README speaks of one. */
const STORE = 'https://store.example/api';
/** Where the README's mock listens. */
const MOCK = 'http://127.0.0.1:4010';

/** What the README has for a checkout; the CI does the same, by its own name. */
const OF_THE_CHECKOUT = ['npm ci && npm start', 'npm cit'];

/** Done already: the tests' project has the kit and all that its commands need. */
const isInstall = (line: string): boolean => line.startsWith('npm install ');

/** Blocks of code in a language, in the order of the pages. */
function blocks(language: string): string[] {
  const fences = texts.join('\n').matchAll(/^```(\w+)\n(.*?)^```$/gms);
  return [...fences].flatMap(([, name, text]) => (name === language ? [text!] : []));
}

/** Commands without comments, with continued lines as one. */
function commands(): string[] {
  return blocks('sh')
    .flatMap((text) => text.replaceAll('\\\n', ' ').split('\n'))
    .map((line) => line.replace(/(^|\s{2,})# .*$/, '').trim())
    .filter((line) => line !== '');
}

let project: Project;
let store: MockServer;
/** The newest first: it takes the place of the one before. */
const servers: Serving[] = [];

beforeAll(async () => {
  project = await Project.sharing(await installedKit());
  store = await createMockServer({ profile: 'typical', token: 'readme-token' });
  copyFileSync(join(root, 'spec/plant-store.openapi.yaml'), join(project.folder, 'api.yaml'));
  await project.write('plants.yaml', '- { id: 1, name: Ivy }\n');
});

afterAll(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]();
  await store.close();
  await project[Symbol.asyncDispose]();
});

/** npx runs the first; it takes half a second to find what is on the path here, too. */
let isNpxTried = false;

function placed(command: string): string {
  const line = command.replaceAll(STORE, store.url).replaceAll(MOCK, servers[0]?.url ?? MOCK);
  if (!isNpxTried || !line.startsWith('npx ')) return line;
  return line.slice('npx '.length);
}

/** Runs a line in the user's project, as a shell would. */
async function run(line: string): Promise<{ code: number; text: string }> {
  const bin = join(project.folder, 'node_modules/.bin');
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env['PATH']}`,
    PLANT_STORE_TOKEN: 'readme-token',
  };
  return await new Promise((resolve) => {
    const options = { cwd: project.folder, env, timeout: 55_000, maxBuffer: 2 ** 26 };
    execFile('bash', ['--norc', '-c', line], options, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
      resolve({ code, text: stdout + stderr });
    });
  });
}

describe('each command, in order, in a project with nothing but the kit', () => {
  const tried = commands().filter((line) => !OF_THE_CHECKOUT.includes(line) && !isInstall(line));
  it.each(tried)('%s', async (line) => {
    const [, verb = '', flags = ''] =
      /^(?:npx )?plant-store (mock|proxy)(.*)$/.exec(placed(line)) ?? [];
    if (verb !== '') {
      const words = flags.split(' ').filter((word) => word !== '');
      servers.unshift(await project.serve(verb, ...words));
      return;
    }
    const { code, text } = await run(placed(line));
    if (line.startsWith('npx ')) isNpxTried = true;
    expect({ line, code, text: code === 0 ? '' : text }).toEqual({ line, code: 0, text: '' });
    if (line.startsWith('curl')) expect(text).toMatch(/^HTTP\/1\.1 (?:20[01]|400) /m);
  });
});

it('has commands for everyone', () => {
  const verbs = new Set(commands().map((line) => /^npx plant-store (\w+)/.exec(line)?.[1]));
  for (const verb of ['mock', 'verify', 'lint', 'init', 'proxy']) expect(verbs).toContain(verb);
  for (const line of OF_THE_CHECKOUT) expect(commands()).toContain(line);
});

it('has the lines that install what commands need, as the commands themselves name them', () => {
  const needed = addons.map(([name]) => installLine(name));
  expect(commands().filter(isInstall)).toEqual([
    'npm install --save-dev plant-store-kit',
    ...needed,
    installLine('redis'),
  ]);
});

it('says of a checkout what the CI does', () => {
  const ci = readFileSync(join(root, '.ci/run'), 'utf8');
  // npm cit is npm ci, then npm test.
  expect(ci).toMatch(/^npm ci\b[^]*^npm test\b/m);
});

describe('each module', () => {
  const modules = blocks('ts').filter((text) => !/\/(?:vitest|browser)'/.test(text));
  it.each(modules)('%s', async (text) => {
    await project.write('readme.ts', text);
    expect((await run('node readme.ts')).text).toBe('');
  });
});
