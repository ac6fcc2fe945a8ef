import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { configSchema } from '../../src/cli/config/config-keys.ts';
import { plantStore } from '../../mocks/command.ts';
import { createProgram } from '../../src/cli/main.ts';
import type { RunResult } from '../../src/verify/run/event.ts';
import { recordingStore } from './recording-store.ts';
import { type Around, type Ran, verify } from './run-verify.ts';

const folders: string[] = [];
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-config-'));
  folders.push(folder);
});
afterAll(async () => {
  for (const directory of folders) await rm(directory, { recursive: true, force: true });
});

const file = 'plant-store.config.yaml';

async function withConfig(text: string, args: readonly string[], around?: Around): Promise<Ran> {
  await writeFile(join(folder, file), text);
  return await verify(args, { cwd: folder, ...around });
}

describe('the config file', () => {
  it('has values for parameters, also of one operation', async () => {
    const spec = join(folder, 'users.yaml');
    const parameters =
      'parameters: [{ name: owner, in: path, required: true, schema: { type: string } }]';
    const responses = "responses: { '200': { description: it } }";
    const path = (id: string): string =>
      `{ get: { operationId: ${id}, ${parameters}, ${responses} } }`;
    await writeFile(
      spec,
      `openapi: 3.1.0\ninfo: { title: Users, version: '1' }\npaths:\n  /users/{owner}: ${path('getUser')}\n  /keys/{owner}: ${path('getKey')}\n`,
    );
    const config = 'verify: { values: { owner: octocat, getKey: { owner: mona } } }\n';
    const { stdout } = await withConfig(config, [
      'http://127.0.0.1:1',
      '--spec',
      spec,
      '--dry-run',
    ]);
    expect(stdout).toContain('/users/octocat');
    expect(stdout).toContain('/keys/mona');
    const flags = ['--value', 'owner=hub'];
    const args = ['http://127.0.0.1:1', '--spec', spec, '--dry-run', ...flags];
    expect((await withConfig(config, args)).stdout).toContain('/keys/hub');
    const { stderr } = await withConfig('verify: { values: { owner: [1] } }\n', args.slice(0, 4));
    expect(stderr).toContain('[1] is no value of "owner"');
  });

  it('has what the command line leaves open', async () => {
    await using store = await recordingStore();
    const text = `
verify:
  base-url: ${store.url}
  only: [curated/a-plain, curated/without-the-optional]
  marker: from the file
  header:
    - 'X-Key: $KEY'
  reporter: json
`;
    const { code, stdout } = await withConfig(text, ['--config', file], { env: { KEY: 'secret' } });
    expect(code).toBe(0);
    const { target, counts, marker } = JSON.parse(stdout) as RunResult;
    expect({ target, counts }).toMatchObject({ target: store.url, counts: { cases: 2 } });
    expect(marker).toMatch(/^from the file-/);
    expect(store.arrivals[0]?.headers['x-key']).toBe('secret');
  });
  it('gives way to flags', async () => {
    await using store = await recordingStore();
    const text = 'verify: { base-url: "http://127.0.0.1:1", only: plain, marker: file }\n';
    const flags = ['--marker', 'flag', '--only', 'curated/without', '--reporter', 'json'];
    const { stdout } = await withConfig(text, [store.url, ...flags]);
    const { marker, created } = JSON.parse(stdout) as RunResult;
    expect(marker).toMatch(/^flag-/);
    expect(new Set(created.map((resource) => resource.case))).toEqual(
      new Set(['curated/without-the-optional-tag']),
    );
  });
  it('can have several servers, and flags that are off', async () => {
    await using store = await recordingStore();
    const text = `verify: { base-url: ["${store.url}/a", "${store.url}/b"], large: false, strict: true, max-creates: 3 }\n`;
    const { stdout } = await withConfig(text, ['--reporter', 'json']);
    const { runs } = JSON.parse(stdout) as { runs: RunResult[] };
    expect(runs.map(({ target }) => target.slice(-2))).toEqual(['/a', '/b']);
    expect(runs[0]?.settings).toEqual({ strict: true });
    expect(runs[0]?.created.length).toBeLessThanOrEqual(3);
    expect(Math.max(...store.arrivals.map((arrival) => arrival.text.length))).toBeLessThan(65_536);
  });
  it('is the one that --config names, or none with --no-config', async () => {
    await using store = await recordingStore();
    await writeFile(
      join(folder, 'other.yaml'),
      `verify: { base-url: "${store.url}", only: plain }`,
    );
    expect((await withConfig('verify: { nonsense: 1 }', ['--config', 'other.yaml'])).code).toBe(0);
    const none = await withConfig('verify: { nonsense: 1 }', [
      store.url,
      '--no-config',
      '--only',
      'plain',
    ]);
    expect(none.code).toBe(0);
    const missing = await verify(['--config', 'none.yaml'], { cwd: folder });
    expect(missing.code).toBe(2);
    expect(missing.stderr).toMatch(/^Failed to read the config file none\.yaml: there is no such/);
  });
  it.each(['', '# nothing\n', 'verify:\n'])('can say nothing: %j', async (text) => {
    await using store = await recordingStore();
    expect((await withConfig(text, [store.url, '--only', 'plain'])).code).toBe(0);
  });
  it.each<[string, string, string]>([
    [
      'an unknown option',
      'verify:\n  strict: true\n  max-create: 5\n',
      `${file}:3:3 unknown-option: there is no option "max-create"\n  3 |   max-create: 5\n        ^\n  help: Did you mean "max-creates"?`,
    ],
    ['an unknown command', 'verfy: {}\n', `${file}:1:1 unknown-option: there is no option "verfy"`],
    ['a number out of range', 'verify:\n  concurrency: 1000\n', `${file}:2:3 wrong-value: 1000 is`],
    ['a text for a number', 'verify:\n  rate: fast\n', 'It must be a number from 0.01 to 100000.'],
    ['a text for a flag', 'verify:\n  strict: "no"\n', 'It must be true or false.'],
    ['a map for a list', 'verify:\n  skip:\n    - {a: 1}\n', `${file}:3:7 wrong-value: {"a":1} is`],
    ['an empty range', 'verify:\n  id-range: 9..1\n', 'It is empty'],
    ['a token', 'verify:\n  token: hush\n', 'secret-in-config: a token has no place in a file'],
    ['a list', '- verify\n', `${file}:1:1 not-a-map: the config file must be a map`],
    ['no YAML', 'verify: [\n', 'Fix the YAML'],
  ])('with %s is 2, with its place', async (_, text, message) => {
    const { code, stdout, stderr } = await withConfig(text, ['http://127.0.0.1:1']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
describe('a config file that was found, and not named', () => {
  const refusal = new RegExp(
    `^Failed to use ${file}: it was found and not named, so it may not .*add --config ${file}; else .*\\n$`,
  );

  it.each<[string, string]>([
    ['insecure: true', 'set "insecure"'],
    ['ca: own.pem', 'set "ca"'],
    ['header: ["X-Key: $AWS_SECRET"]', 'read the variable AWS_SECRET for "header"'],
    ['credential: ["key=${AWS_SECRET}"]', 'read the variable AWS_SECRET for "credential"'],
    ['reporter: [pretty, json=/elsewhere.json]', 'lead "reporter" out of the working directory'],
    ['har: ../elsewhere.har', 'lead "har" out of the working directory'],
    ['har: linked/x.har', 'lead "har" out of the working directory'],
    ['login-values: { password: $AWS_SECRET }', 'read the variable AWS_SECRET for "login-values"'],
    ['allow-changes: true', 'set "allow-changes"'],
    ['har: dangling', 'lead "har" out of the working directory'],
    ['allow-refs: [./here, /]', 'lead "allow-refs" out of the working directory'],
    ['spec: /proc/self/environ', 'lead "spec" out of the working directory'],
    ['spec: linked/spec.yaml', 'lead "spec" out of the working directory'],
    ['cases: [own.yaml, ../cases.yaml]', 'lead "cases" out of the working directory'],
    ['profile: ../typical', 'lead "profile" out of the working directory'],
    ['baseline: /known.json', 'lead "baseline" out of the working directory'],
    ['allow-refs: "https://example.test"', 'lead "allow-refs" out of the working directory'],
  ])('may not say %s', async (option, what) => {
    await symlink(tmpdir(), join(folder, 'linked'));
    await symlink(join(folder, '..', 'nowhere'), join(folder, 'dangling'));
    const ran = await withConfig(`verify: { ${option} }`, ['http://127.0.0.1:1'], {
      env: { AWS_SECRET: 'hush' },
    });
    expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(refusal) });
    expect(ran.stderr).toContain(what);
  });

  it.each<[string, readonly string[], string, string]>([
    ['the token', [], '', 'the token'],
    ['a credential', ['--credential', 'a=$PLANT_STORE_KEY'], '', 'the credential a'],
    ['a header of the command line', ['--header', 'X-Key: hush'], '', 'the header X-Key'],
    ['a variable of its own', [], ', header: "X-Key: $PLANT_STORE_KEY"', 'the header X-Key'],
  ])('has not even %s sent to its base_url', async (what, args, more, secret) => {
    await using store = await recordingStore();
    const token = what === 'the token' ? { PLANT_STORE_TOKEN: 'hush' } : {};
    const text = `verify: { base-url: "${store.url}"${more} }`;
    const ran = await withConfig(text, args, { env: { PLANT_STORE_KEY: 'hush', ...token } });
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringMatching(refusal) });
    expect(ran.stderr).toContain(`${secret} sent to the base_url in it`);
    expect(store.arrivals).toEqual([]);
  });

  it("may use the service's own variables for a server of the command line, and write where it lies", async () => {
    await using store = await recordingStore();
    const text =
      'verify: { only: plain, header: "X-Key: $PLANT_STORE_KEY", reporter: json=out.json }';
    const env = { PLANT_STORE_KEY: 'hush', PLANT_STORE_TOKEN: 'token' };
    expect((await withConfig(text, [store.url], { env })).code).toBe(0);
    expect(store.arrivals[0]?.headers).toMatchObject({
      'x-key': 'hush',
      authorization: 'Bearer token',
    });
    expect(await readFile(join(folder, 'out.json'), 'utf8')).toContain('"verdict"');
  });

  it('may say all of it where --config names it', async () => {
    await using store = await recordingStore();
    const text = `verify: { base-url: "${store.url}", only: plain, insecure: true, header: "X-Key: $KEY" }`;
    const env = { KEY: 'hush', PLANT_STORE_TOKEN: 'token' };
    expect((await withConfig(text, ['--config', file], { env })).code).toBe(0);
    expect(store.arrivals[0]?.headers).toMatchObject({ 'x-key': 'hush' });
  });

  it('has no numbered report written through a link', async () => {
    await using store = await recordingStore();
    await symlink(join(tmpdir(), 'elsewhere-2.xml'), join(folder, 'r-2.xml'));
    const text = `verify: { base-url: ["${store.url}", "${store.url}/b"], only: plain, reporter: junit=r.xml }`;
    const { code, stderr } = await withConfig(text, []);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^Failed to write the report r-2\.xml: it is a symbolic link/),
    });
  });
});

describe('its JSON Schema', async () => {
  const silent = { write: () => true };
  const signal = new AbortController().signal;
  const schema = configSchema(
    await createProgram(
      { stdout: silent, stderr: silent, env: {}, cwd: '.', signal, service: plantStore },
      () => {},
    ),
    plantStore.configFileName,
  );
  const validate = new Ajv2020({ strict: true, strictTypes: false }).compile(schema);

  it('is published', async () => {
    const text = await readFile('plant-store.config.schema.json', 'utf8');
    expect(JSON.parse(text)).toEqual(schema);
  });
  it.each<[string, boolean]>([
    ['verify: { base-url: "http://a.test", rate: 5, only: x, skip: [y, z], large: false }', true],
    ['verify: { max-creates: 10, id-range: 5..9, cases: [a.yaml] }', true],
    ['verify: { max-create: 10 }', false],
    ['verify: { concurrency: 0 }', false],
    ['verify: { id-range: 5 }', false],
    ['verify: { token: hush }', false],
    ['verify: { dry-run: true }', false],
  ])('judges %s', (text, isValid) => {
    expect(validate(parse(text))).toBe(isValid);
  });
  it.each([5000, 0, 0.5, '30s', '500ms', '5', '5h', 'long'])(
    'and the command take the same times: %j',
    async (time) => {
      const text = `verify: { timeout: ${time}, max-time: ${time} }\n`;
      const { stderr } = await withConfig(text, ['http://127.0.0.1:1', '--dry-run']);
      for (const option of ['timeout', 'max-time']) {
        expect(validate({ verify: { [option]: time } })).toBe(!stderr.includes(`"${option}"`));
      }
    },
  );
});
