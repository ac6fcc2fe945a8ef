import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { RunResult } from '../../src/verify/run/event.ts';
import { checkReportsOf } from '../setup/check-report.ts';
import { type Change, startStore } from '../family/base-store.ts';
import { always } from '../family/changes.ts';
import { faulty } from '../family/faults/index.ts';
import type { Faulty } from '../family/member.ts';
import { startMember } from '../family/start-member.ts';
import { run } from './run-main.ts';

const folder = mkdtempSync(join(tmpdir(), 'judge-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const token = 'tok/en+s3cr3t';

async function command(args: readonly string[], env: Record<string, string> = {}) {
  const ran = await run(args, { env, cwd: folder });
  if (ran.code !== 2) checkReportsOf(args, ran.stdout, folder);
  return ran;
}

const read = (name: string) => readFileSync(join(folder, name), 'utf8');

/** A live run and the judgement of its recording. */
async function twice(flags: readonly string[], change?: Change) {
  await using store = await startStore(change);
  const live = await command([
    'verify',
    store.url,
    '--token',
    token,
    '--reporter',
    'json',
    '--har',
    'run.har',
    ...flags,
  ]);
  // The other flags are about sending.
  const judging = flags.filter((flag) => /^(--strict|--profile=.*)$/.test(flag));
  const offline = await command(['judge', 'run.har', '--reporter', 'json', ...judging]);
  return { live, offline };
}

/** Whose findings depend on time and on what else is under way. */
const restless = /parallel requests$|four are under way$|^hangs one time/;

/** One fault of each rule and severity, some of those besides that don't make a run wait. */
const chosen = faulty.filter((fault, i) => {
  const isFirst = faulty.findIndex((other) => kindOf(other) === kindOf(fault)) === i;
  return isFirst || (i % 20 === 0 && !fault.waits) || restless.test(fault.name);
});

function kindOf({ rules, severity }: Faulty): string {
  return `${rules[0]} ${severity ?? ''}`;
}

describe('a recorded run gives the same findings as the live one', () => {
  it.each(chosen)('$rules.0: $name', async ({ change, waits }) => {
    const { live, offline } = await twice(waits ? ['--timeout', '600'] : [], change);
    const expected = JSON.parse(live.stdout) as RunResult;
    const actual = JSON.parse(offline.stdout) as RunResult;
    expect(actual.findings).toEqual(expected.findings);
    expect(actual.counts).toEqual(expected.counts);
    expect(actual.answers).toEqual(expected.answers);
    expect(actual.target).toBe(expected.target);
    expect(offline.code).toBe(live.code);
    expect(offline.stderr).toBe('');
  });

  it('also where there is none, with --strict, and with a profile', async () => {
    for (const flags of [[], ['--strict'], ['--profile=lenient']]) {
      const { live, offline } = await twice(flags);
      const expected = JSON.parse(live.stdout) as RunResult;
      expect((JSON.parse(offline.stdout) as RunResult).findings).toEqual(expected.findings);
      expect(offline.code).toBe(live.code);
    }
  });
});

describe('the token', () => {
  const echo = always((reply, { headers: { authorization } }) => ({
    ...reply,
    headers: { ...reply.headers, 'x-echo': String(authorization) },
    json: { error: 'x', message: `no ${authorization}`, name: 5 },
  }));

  it('is in no report and in no recording, although the server repeats it', async () => {
    await using store = await startStore(echo);
    const formats = ['json', 'junit', 'sarif', 'html', 'markdown', 'github'];
    const { stdout, stderr } = await command(
      [
        'verify',
        store.url,
        '--only',
        'a-plain-plant',
        ...formats.flatMap((name) => ['--reporter', `${name}=echo.${name}`]),
        '--reporter',
        'pretty',
        '--har',
        'echo.har',
      ],
      { PLANT_STORE_TOKEN: token, GITHUB_ACTIONS: 'true' },
    );
    expect(stderr).not.toContain('s3cr3t');
    const texts = [stdout, ...[...formats, 'har'].map((name) => read(`echo.${name}`))];
    for (const text of texts) {
      expect(text).not.toContain('s3cr3t');
      expect(text).toContain('$PLANT_STORE_TOKEN');
    }
  });
});

describe('a recording that a browser saved', () => {
  const entry = (
    method: string,
    url: string,
    sent?: string,
    status = 200,
    text = '{"name":"a"}',
  ) => ({
    startedDateTime: '2026-01-01T10:00:00.000Z',
    time: 3,
    request: {
      method,
      url,
      headers: [
        { name: 'authorization', value: `Bearer ${token}` },
        { name: 'content-type', value: 'application/json' },
      ],
      ...(sent !== undefined && { postData: { mimeType: 'application/json', text: sent } }),
    },
    response: {
      status,
      statusText: '',
      headers: [{ name: 'content-type', value: 'application/json' }],
      content: { size: text.length, mimeType: 'application/json', text },
    },
  });
  const save = (...entries: readonly object[]) =>
    writeFileSync(
      join(folder, 'browser.har'),
      JSON.stringify({ log: { version: '1.2', entries } }),
    );
  const plants = 'https://shop.example/v1/plants';

  it('passes where the contract was kept, and says what was not judged', async () => {
    save(
      entry('POST', plants, '{"id":1,"name":"a"}'),
      entry('POST', plants, '{"id":1}', 400, '{"error":400,"message":"name is required"}'),
      entry('GET', 'https://shop.example/', undefined),
      entry('OPTIONS', plants, undefined),
    );
    const { code, stderr } = await command(['judge', 'browser.har']);
    expect(code).toBe(0);
    expect(stderr).toBe("Not judged: 2 requests that the document doesn't have.\n");
  });

  it.skipIf(!existsSync('/dev/full'))('has a verdict where a report finds no room', async () => {
    save(entry('POST', plants, '{"id":1,"name":"a"}'));
    const full = ['--reporter', 'har=/dev/full', '--reporter', 'pretty'];
    const { code, stdout, stderr } = await command(['judge', 'browser.har', ...full]);
    expect(stdout).toMatch(/^PASS /m);
    expect(stderr).toMatch(/^Failed to write the report \/dev\/full: the disk is full\. Choose/);
    expect(code).toBe(2);
  });

  it('fails where it was broken, without a word of the credential', async () => {
    save(entry('POST', plants, '{"id":1}'), entry('POST', plants, '{"id":2,"name":"b"}'));
    const { code, stdout } = await command(['judge', 'browser.har', '--reporter', 'json']);
    const { findings, target } = JSON.parse(stdout) as RunResult;
    expect(code).toBe(1);
    expect(target).toBe('https://shop.example');
    expect(findings.map(({ rule, case: id }) => [rule, id])).toEqual(
      expect.arrayContaining([
        ['R5', 'recorded/1'],
        ['R4', 'recorded/2'],
      ]),
    );
    expect(stdout).not.toContain('s3cr3t');
  });

  it('is judged below --base-url only', async () => {
    save(
      entry('POST', plants, '{"id":1}'),
      entry('POST', 'https://other.example/plants', '{"id":1}'),
    );
    const { code, stdout, stderr } = await command([
      'judge',
      'browser.har',
      '--reporter',
      'json',
      '--base-url',
      'https://other.example/',
    ]);
    expect(code).toBe(1);
    expect((JSON.parse(stdout) as RunResult).counts.exchanges).toBe(1);
    expect(stderr).toContain('Not judged: 1 request to another address than the base URL.');
  });

  it('is not judged where --base-url is another address, its own recording neither', async () => {
    await using store = await startMember('success is 201');
    await command(['verify', store.url, '--har', 'own.har']);
    const there = await command(['judge', 'own.har', '--base-url', store.url]);
    expect(there.stderr).toBe('');
    const elsewhere = await command(['judge', 'own.har', '--base-url', `${store.url}/v2`]);
    expect(elsewhere.code).toBe(2);
    expect(elsewhere.stderr).toMatch(
      /it has only \d+ requests to another address than the base URL\./,
    );
  });

  it('is judged by the document of --spec', async () => {
    writeFileSync(
      join(folder, 'other.yaml'),
      "openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths:\n  /things:\n    get:\n" +
        "      operationId: list\n      responses: {'204': {description: none}}\n",
    );
    save(entry('GET', 'https://shop.example/things'));
    const { code, stdout } = await command([
      'judge',
      'browser.har',
      '--spec',
      'other.yaml',
      '--reporter',
      'json',
    ]);
    expect(code).toBe(1);
    expect((JSON.parse(stdout) as RunResult).findings[0]?.location?.file).toBe('other.yaml');
  });
});

describe('what can not be judged', () => {
  it.each([
    ['is no JSON', 'nope', 'Failed to read the recording bad.har:\nnot-json: it is not JSON: '],
    ['is no HAR', '{"a":1}', 'Failed to read the recording bad.har:\nnot-har: log.entries must be'],
    ['is empty', '{"log":{"entries":[]}}', 'Failed to judge bad.har: it has no requests. Record'],
  ])('%s', async (_, text, words) => {
    writeFileSync(join(folder, 'bad.har'), text);
    const { code, stdout, stderr } = await command(['judge', 'bad.har']);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(words);
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  it('is not there', async () => {
    const { code, stderr } = await command(['judge', 'missing.har']);
    expect(code).toBe(2);
    expect(stderr).toBe(
      'Failed to read the recording missing.har: there is no such file. Check the path after judge.\n',
    );
  });

  it('has a wrong address', async () => {
    const { code, stderr } = await command(['judge', 'missing.har', '--base-url', 'shop']);
    expect(code).toBe(2);
    expect(stderr).toContain('Failed to read base_url: expected an http:// or https:// URL.');
  });
});

describe('on GitHub', () => {
  it('annotations and the step summary come by themselves', async () => {
    await using store = await startMember('success is 201');
    const { stdout, stderr } = await command(['verify', store.url, '--reporter', 'json'], {
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: 'summary.md',
      GITHUB_WORKSPACE: process.cwd(),
    });
    expect(() => JSON.parse(stdout) as unknown).not.toThrow();
    expect(stderr).toContain('::error file=spec/plant-store.openapi.yaml,line=');
    expect(read('summary.md')).toMatch(/^## ❌ Fail/);
  });

  it('come once where they were asked for, and a summary that fails is only said', async () => {
    await using store = await startStore();
    const { code, stdout, stderr } = await command(['verify', store.url, '--reporter', 'github'], {
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: 'no/such/folder.md',
    });
    expect(code).toBe(0);
    expect(stdout.match(/::notice title=pass::/g)).toHaveLength(1);
    expect(stderr).toBe(
      'Failed to write the step summary: ENOENT. The verdict stands without it.\n',
    );
  });
});
