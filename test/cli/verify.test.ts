import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMockServer } from '../../mocks/server.ts';
import type { Finding } from '../../src/verify/checks/check.ts';
import { startStore } from '../family/base-store.ts';
import { always } from '../family/changes.ts';
import { startMember } from '../family/start-member.ts';
import { run } from './run-main.ts';
import { type Around, type Ran, verify } from './run-verify.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-test-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const nowhere = 'http://127.0.0.1:1';
const here = async (args: readonly string[], around: Around = {}): Promise<Ran> =>
  await verify(args, { cwd: folder, ...around });

it('passes against the mock, twice in a row', async () => {
  await using mock = await createMockServer();
  for (const start of ['first', 'second']) {
    const { code, stdout, stderr } = await here([mock.url]);
    expect({ start, code, stderr }).toEqual({ start, code: 0, stderr: '' });
    expect(stdout).toMatch(/^PASS .*: 0 violations, /m);
  }
});

it('fails with 1, and says what, where and how to see it', async () => {
  await using store = await startMember('success is 201');
  const { code, stdout } = await here([store.url]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^ {2}violation R1: success has the status 201 \(\d+ times\)/m);
  expect(stdout).toMatch(/Document +\S+plant-store\.openapi\.yaml:\d+:\d+/);
  expect(stdout).toMatch(/Reproduce +curl /);
});

describe('a server that is not there', () => {
  it('is 3, at once', async () => {
    const startedAt = performance.now();
    const { code, stdout, stderr } = await here([nowhere, '--reporter', 'json=out.json']);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(/^Failed to verify: .* can't be reached: .*ECONNREFUSED.*\. Start the/);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});

describe('a server that never answers', () => {
  it('is 1, and the run stops by itself', async () => {
    await using store = await startMember('hangs always');
    const { code, stdout } = await here([store.url, '--timeout', '300']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/; stopped: the server hangs: no answer in \d+ ms to the first request/);
  });
  it.concurrent.each([
    'hangs on broken JSON',
    'hangs one time in fifty',
    'hangs after 50 requests',
    'half a body, and then silence',
  ])('or does so now and then, is waited for as long as --timeout says: %s', async (name) => {
    await using store = await startMember(name);
    const { code, stdout } = await here([store.url, '--timeout', '600', '--reporter', 'json']);
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly Finding[] };
    expect({ code, rule: findings[0]?.rule }).toEqual({ code: 1, rule: 'R6' });
    const waited = /^no (?:answer|end) in (\d+) ms/.exec(findings[0]?.received ?? '')?.[1];
    expect(Number(waited)).toBeGreaterThan(500);
    expect(Number(waited)).toBeLessThan(3000);
  });
});

it('is 130 when it is interrupted', async () => {
  await using store = await startStore();
  const { code, stdout } = await here([store.url], { signal: AbortSignal.abort('SIGINT') });
  expect(code).toBe(130);
  expect(stdout).toMatch(/stopped: the run was interrupted/);
});

describe('the token', () => {
  it.each(['123456', 'abc', 'Sample', 'json', 'error', '400'])(
    '%j, which is in many a text by chance, raises no alarm',
    async (token) => {
      await using store = await startMember('repeats the id');
      const har = join(folder, 'chance.har');
      expect(await verify([store.url, '--token', token, '--har', har])).toMatchObject({ code: 0 });
      expect(await run(['judge', har])).toMatchObject({ code: 0 });
    },
  );

  it.each<[string, readonly string[], Record<string, string>]>([
    ['from the flag', ['--token', 'secret'], { PLANT_STORE_TOKEN: 'wrong' }],
    ['from the environment', [], { PLANT_STORE_TOKEN: 'secret' }],
  ])('is taken %s', async (_, flags, env) => {
    await using store = await startMember('demands a token, else 400');
    expect(
      await here([store.url, '--only', 'without-the-optional', ...flags], { env }),
    ).toMatchObject({
      code: 0,
    });
  });
  it('is asked for where the server refuses a made-up one', async () => {
    await using store = await startMember('demands a token, else 401');
    const { code, stderr } = await here([store.url]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/no token was given: .* --token or PLANT_STORE_TOKEN/);
  });
  it('that is refused is asked about, and nothing is learnt with it', async () => {
    await using store = await startMember('demands a token, else 401');
    const profile = join(folder, 'good.yaml');
    const learn = async (token: string, ...more: string[]): Promise<Ran> =>
      await here([store.url, '--token', token, '--learn', 'good.yaml', ...more]);
    expect(await learn('secret', '--only', 'question/e*')).toMatchObject({ code: 0, stderr: '' });
    const good = await readFile(profile, 'utf8');
    const { code, stdout, stderr } = await learn('expired');
    expect(code).toBe(1);
    expect(stderr).toMatch(/was refused, with 401: is the credential that was given right/);
    expect(stderr).toMatch(
      /^Failed to learn a profile: .* good\.yaml is not written\. Check the to/m,
    );
    expect(stdout).toContain('every valid request is refused: 401');
    expect(stdout).not.toContain('a request that the schema allows is refused');
    expect(await learn('expired', '--only', 'question/empty-name')).toMatchObject({ code: 1 });
    expect(await readFile(profile, 'utf8')).toBe(good);
  });
  it('stands in no report', async () => {
    await using store = await startStore(
      always((reply, { headers }) => ({
        ...reply,
        status: 500,
        json: { authorization: headers.authorization },
      })),
    );
    const flags = [
      '--token',
      'open-sesame',
      '--only',
      'a-plain-plant',
      '--reporter',
      'pretty',
      '--reporter',
      'json=token.json',
    ];
    const { stdout, stderr } = await here([store.url, ...flags]);
    const report = await readFile(join(folder, 'token.json'), 'utf8');
    expect(stdout + stderr + report).not.toContain('open-sesame');
    expect(stdout).toContain('$PLANT_STORE_TOKEN');
  });
});

it('reproduces with both requests what it takes two of', async () => {
  await using store = await startMember('takes rounded ids for used');
  const { stdout } = await verify([store.url, '--reporter', 'json']);
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  const { curl = '' } = findings.find(({ case: id }) => id === 'run/neighbour-integers') ?? {};
  // On a store that has neither yet.
  await using fresh = await startMember('takes rounded ids for used');
  const line = curl.replaceAll(store.url, fresh.url);
  const { stdout: answers } = await promisify(execFile)('bash', ['--norc', '-c', line]);
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
});

describe('reporters', () => {
  it('can be several', async () => {
    await using store = await startStore();
    const flags = ['--reporter', 'pretty', '--reporter=json=report.json'];
    const { code, stdout } = await here([store.url, ...flags]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^PASS/m);
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as object;
    expect(report).toMatchObject({ verdict: 'pass', target: store.url, seed: 1 });
  });
  it.skipIf(!existsSync('/dev/full'))('on a full disk take nothing from the others', async () => {
    await using store = await startStore();
    const words = [store.url, '--only', 'plain'];
    const full = ['json', 'junit', 'sarif', 'html', 'har'].map((name) => `${name}=/dev/full`);
    for (const wanted of [...full, 'json=whole.json', 'pretty']) words.push('--reporter', wanted);
    const { code, stdout, stderr } = await here(words);
    expect(stdout).toMatch(/^PASS/m);
    const complaint =
      'Failed to write the report /dev/full: the disk is full. Choose a file that can be written.\n';
    expect(stderr).toBe(complaint.repeat(full.length));
    expect(await readFile(join(folder, 'whole.json'), 'utf8')).toContain('"verdict": "pass"');
    expect(code).toBe(2);
  });
  it('go to standard output where the file is called -', async () => {
    await using store = await startStore();
    const { stdout } = await here([store.url, '--only', 'plain', '--reporter', 'json=-']);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'pass' });
    expect(existsSync(join(folder, '-'))).toBe(false);
  });
  it('write colour and progress on a terminal, unless NO_COLOR is set', async () => {
    await using store = await startStore();
    const coloured = await here([store.url], { isTTY: true });
    expect(coloured.stdout).toContain('\u001B[');
    const plain = await here([store.url], { isTTY: true, env: { NO_COLOR: '1' } });
    expect(plain.stdout).not.toContain('\u001B[');
  });
});

describe('--only', () => {
  it('sends just the cases that it names', async () => {
    await using store = await startStore();
    const { stdout } = await here([store.url, '--only', 'body*NUMBER']);
    expect(stdout).toMatch(/in 1 request of 1 case,/);
    expect(store.count).toBe(1);
  });
});

describe('--strict', () => {
  it('takes what the schema allows for promised', async () => {
    await using store = await startMember('nothing beyond ASCII');
    expect((await here([store.url])).code).toBe(0);
    expect((await here([store.url, '--strict'])).code).toBe(1);
  });
});

describe("wrong usage and inputs that can't be read are 2", () => {
  it.each<[string, readonly string[], RegExp]>([
    ['no base_url', [], /missing required argument 'base_url'/],
    [
      'a relative base_url',
      ['/api'],
      /^Failed to read base_url: expected an http:\/\/ or https:\/\/ URL\./,
    ],
    ['another scheme', ['ftp://store.test'], /^Failed to read base_url/],
    ['a password in base_url', ['http://me:hush@store.test'], /^Failed to use base_url: it holds/],
    ['a query in base_url', ['http://store.test/?a=b'], /^Failed to use base_url: it has a query/],
    ['a timeout in words', [nowhere, '--timeout', 'long'], /must be whole milliseconds from 1/],
    ['no concurrency', [nowhere, '--concurrency', '0'], /must be an integer from 1 to 256/],
    ['an unknown flag', [nowhere, '--sharp'], /unknown option '--sharp'/],
    ['a token with a line end', [nowhere, '--token', 'a\nb'], /^Failed to use the token/],
    [
      'an unknown reporter',
      [nowhere, '--reporter', 'xml'],
      /no reporter "xml"\. Choose from pretty/,
    ],
    ['a reporter without a file', [nowhere, '--reporter', 'json='], /names no file/],
    [
      'two reporters on stdout',
      [nowhere, '--reporter', 'json', '--reporter', 'pretty'],
      /would both write to stdout/,
    ],
    [
      'a report in no folder',
      [nowhere, '--reporter', 'json=no/where.json'],
      /^Failed to write the report no\/where\.json/,
    ],
    ['a pattern that nothing has', [nowhere, '--only', 'zebra'], /no case has "zebra"/],
    [
      'no such document',
      [nowhere, '--spec', 'none.yaml'],
      /^Failed to read the document none\.yaml/,
    ],
    [
      'no such case file',
      [nowhere, '--cases', 'none.yaml'],
      /^Failed to read the case file none\.yaml/,
    ],
  ])('%s', async (_, args, message) => {
    const { code, stdout, stderr } = await here(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('hush');
  });
  it('a broken document and a broken case file, with their lines', async () => {
    await writeFile(join(folder, 'broken.yaml'), 'openapi: 3.1.0\npaths: [');
    await writeFile(join(folder, 'cases.yaml'), 'operation: createPlant\ncases:\n  - nam: x\n');
    const document = await here([nowhere, '--spec', 'broken.yaml']);
    expect(document.code).toBe(2);
    expect(document.stderr).toMatch(/broken\.yaml:2:/);
    const cases = await here([nowhere, '--cases', 'cases.yaml']);
    expect(cases.code).toBe(2);
    expect(cases.stderr).toMatch(/cases\.yaml:3:/);
  });
});
