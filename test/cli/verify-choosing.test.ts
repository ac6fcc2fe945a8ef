import { exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { RunResult } from '../../src/verify/run/event.ts';
import { recordingStore, send } from './recording-store.ts';
import { verify } from './run-verify.ts';

describe('--only and --skip', () => {
  it('name cases and questions', async () => {
    await using store = await recordingStore();
    const flags = ['--only', 'question/used-*', '--skip', '*-name', '--reporter', 'json'];
    const { code, stdout } = await verify([store.url, ...flags]);
    const { answers } = JSON.parse(stdout) as RunResult;
    expect(code).toBe(0);
    expect(answers).toEqual({ createPlant: { 'used-id': 'accepted' } });
    // One to make contact, and the two of the question.
    expect(store.arrivals).toHaveLength(3);
  });
  it.each(['/plants', 'post /plants', '/pl*s', 'createPlant'])(
    'name operations by their path, too: %s',
    async (pattern) => {
      await using store = await recordingStore();
      const flags = ['--only', pattern, '--skip', 'question/*', '--skip', 'broken/*'];
      expect((await verify([store.url, ...flags])).code).toBe(0);
      expect(store.arrivals.length).toBeGreaterThan(20);
    },
  );
  it('name no operation by a path that it has not', async () => {
    const { code, stderr } = await verify(['http://127.0.0.1:1', '--only', 'GET /plants']);
    expect(code).toBe(2);
    expect(stderr).toContain('no case has "GET /plants" in its id, name or operation');
  });
  it.each(['--only', '--skip'])(
    'each %s names something, before anything is sent',
    async (flag) => {
      const { code, stderr } = await verify([
        'http://127.0.0.1:1',
        flag,
        'createPlant',
        flag,
        'createPlants',
      ]);
      expect(code).toBe(2);
      expect(stderr).toContain(
        'Failed to find a case: no case has "createPlants" in its id, name or operation. Correct the pattern.',
      );
    },
  );
  it('--skip may name what few cases leave out, in any capitals', async () => {
    const skipped = ['oracle/replicas/create-station', 'Boundary/', 'question/create-trip'];
    const skip = skipped.flatMap((pattern) => ['--skip', pattern]);
    const args = ['--spec', 'test/rich/trips.openapi.yaml', '--max-cases', '20', '--dry-run'];
    expect(await verify(['http://127.0.0.1:1', ...args, ...skip])).toMatchObject({
      code: 0,
      stderr: '',
    });
  });
  it('--skip leaves the rest as it is', async () => {
    await using store = await recordingStore();
    const { stdout } = await verify([store.url, '--skip', 'curated/*', '--reporter', 'json']);
    const { counts, created } = JSON.parse(stdout) as RunResult;
    expect(counts.exchanges).toBeGreaterThan(150);
    expect(created.filter((resource) => resource.case.startsWith('curated/'))).toEqual([]);
  });
  it('judge an identity of every run as the whole run does', async () => {
    const used = new Set<string>();
    await using store = await recordingStore(({ text }, response) => {
      const id = /"id": *(-?\d+)/.exec(text)?.[1];
      if (id === undefined) return undefined;
      if (used.has(id)) return send(response, 409, { error: 409, message: `${id} is used` });
      used.add(id);
      return undefined;
    });
    for (const time of ['first', 'second']) {
      const { code } = await verify([store.url, '--only', 'id-2-63-1-the-largest']);
      expect({ time, code }).toEqual({ time, code: 0 });
    }
  });
  it('that leave nothing are 2', async () => {
    const { code, stderr } = await verify(['http://127.0.0.1:1', '--skip', '*']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/skip "\*" leaves none of \d+/);
  });
});

describe('--dry-run', () => {
  it('prints every request and sends none', async () => {
    await using store = await recordingStore();
    const { code, stdout, stderr } = await verify([store.url, '--dry-run']);
    expect({ code, stderr, arrivals: store.arrivals }).toEqual({
      code: 0,
      stderr: '',
      arrivals: [],
    });
    const { stdout: ran } = await verify([store.url, '--reporter', 'json']);
    const lines = stdout.split('\n').filter((line) => /^(curl|printf) /.test(line));
    expect(lines).toHaveLength((JSON.parse(ran) as RunResult).counts.exchanges);
    expect(stdout).toContain('# first, alone\n');
    expect(stdout).toContain('# asks: What happens when id was already used?\n');
    expect(stdout).toContain('# 16 at once\n');
    expect(stdout).toMatch(/\n# curated\/a-plain-plant \(valid\)\ncurl /);
  });
  it('names the scenes, whose requests nobody knows before', async () => {
    const args = ['http://127.0.0.1:1', '--spec', 'test/rich/trips.openapi.yaml', '--dry-run'];
    const { stdout } = await verify([...args, '--only', 'oracle/stored/*']);
    expect(stdout).toContain(
      '\n# then short scenes, whose requests follow from the answers\n' +
        '# oracle/stored/create-station/is-read-as-it-was-answered (about 3 requests)\n',
    );
  });
  it('prints what bash can run', async () => {
    await using store = await recordingStore();
    const args = [store.url, '--token', 'hush', '--only', 'curated/a-plain', '--only', '*json*'];
    const { stdout } = await verify([...args, '--dry-run']);
    expect(stdout).not.toContain('hush');
    const env = { ...process.env, PLANT_STORE_TOKEN: 'hush' };
    await promisify(exec)(stdout, { shell: 'bash', env });
    const printed = store.arrivals.splice(0);
    await verify(args);
    const forms = (arrivals: typeof printed): string[] =>
      arrivals.map(({ method, target, text, headers }) =>
        [
          method,
          target,
          headers['authorization'],
          headers['content-type'],
          text.replaceAll(/\d{9,}|[0-9a-f]{8}-\d+/g, '…'),
        ].join(' '),
      );
    expect(forms(printed)).toEqual(forms(store.arrivals));
    expect(printed.length).toBeGreaterThan(2);
  });
  it('obeys the limits of a run', async () => {
    const args = ['http://127.0.0.1:1', '--dry-run', '--no-large'];
    const all = await verify(args);
    const some = await verify([...args, '--max-creates', '5']);
    expect(some.code).toBe(0);
    expect(some.stdout.length).toBeLessThan(all.stdout.length);
    expect(some.stdout).not.toMatch(/question\/large/);
  });
});

describe('--bail', () => {
  it('stops at the first violation', async () => {
    await using store = await recordingStore((_, response, count) =>
      count >= 10 ? send(response, 500, {}) : undefined,
    );
    const flags = ['--bail', '--concurrency', '1', '--reporter', 'json'];
    const { code, stdout } = await verify([store.url, ...flags]);
    expect(code).toBe(1);
    const { counts, stopped } = JSON.parse(stdout) as RunResult;
    expect(counts).toMatchObject({ violations: 1, exchanges: 10 });
    expect(stopped?.reason).toBe('bail');
    expect(store.arrivals).toHaveLength(10);
  });
  it('stops at a valid request that is refused', async () => {
    await using store = await recordingStore((_, response, count) =>
      count >= 30 ? send(response, 400, { error: 1, message: 'no' }) : undefined,
    );
    const { code, stdout } = await verify([store.url, '--bail', '--reporter', 'json']);
    expect(code).toBe(1);
    expect((JSON.parse(stdout) as RunResult).stopped?.reason).toBe('bail');
    // The questions, which come first, take refusals for answers.
    expect(store.arrivals.length).toBeLessThan(130);
  });
  it('stops at an answer that the profile has otherwise', async () => {
    await using store = await recordingStore();
    const flags = ['--bail', '--profile', 'typical', '--reporter', 'json'];
    const { code, stdout } = await verify([store.url, ...flags]);
    expect(code).toBe(1);
    const { findings, stopped } = JSON.parse(stdout) as RunResult;
    expect(stopped?.reason).toBe('bail');
    expect(findings[0]).toMatchObject({ rule: 'P1', severity: 'violation' });
  });
  it('changes nothing for a server that keeps the contract', async () => {
    await using store = await recordingStore();
    expect((await verify([store.url, '--bail'])).code).toBe(0);
  });
});

describe('a server that hangs or dies', () => {
  it('that hangs from some request on is given up early', async () => {
    await using store = await recordingStore((_, _response, count) =>
      count > 40 ? 'answered' : undefined,
    );
    const { code, stdout } = await verify([store.url, '--timeout', '2000']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/stopped: the server hangs: \d+ requests without an answer/);
    expect(store.arrivals.length).toBeLessThan(100);
  });
  it('that is gone is given up early', async () => {
    await using store = await recordingStore((_, _response, count) => {
      if (count === 40) void store[Symbol.asyncDispose]();
      return undefined;
    });
    const { code, stdout } = await verify([store.url]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/stopped: the server is gone after \d+ requests: .*ECONNREFUSED/);
  });
});

it('Ctrl-C prints what was found so far, and ends with 130', async () => {
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  await using store = await recordingStore((_, response, count) => {
    if (count === 30) resolve();
    if (count >= 30) return 'answered';
    return count % 2 === 0 ? send(response, 500, {}) : undefined;
  });
  const child = spawn(process.execPath, ['bin/plant-store.js', 'verify', store.url]);
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  await enough;
  child.kill('SIGINT');
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(130);
  expect(printed).toMatch(/violation R6: /);
  expect(printed).toMatch(/^Created: \d+ resources \(\d+ of them perhaps: no answer came\)/m);
  expect(printed).toMatch(/^FAIL .*; stopped: the run was interrupted; \d+ of \d+ not sent$/m);
});

it('ends without a word where the reader of its output has gone', async () => {
  const child = spawn(process.execPath, [
    'bin/plant-store.js',
    'verify',
    'http://127.0.0.1:1',
    '--dry-run',
  ]);
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  child.stdout.once('data', () => child.stdout.destroy());
  const [code] = (await once(child, 'close')) as [number];
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
});
