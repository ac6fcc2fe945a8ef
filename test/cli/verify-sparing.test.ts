import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunResult } from '../../src/verify/run/event.ts';
import { type Answer, type Arrival, recordingStore, send } from './recording-store.ts';
import { type Around, verify } from './run-verify.ts';

async function report(
  args: readonly string[],
  around?: Around,
): Promise<RunResult & { readonly code: number }> {
  const { code, stdout, stderr } = await verify([...args, '--reporter', 'json'], around);
  expect(stderr).toBe('');
  return { ...(JSON.parse(stdout) as RunResult), code };
}

function violations({ findings }: RunResult): string[] {
  return findings.filter(({ severity }) => severity === 'violation').map(({ message }) => message);
}

const tooMany = { error: 429, message: 'slow down' };

// What waits does so together.
/** Where other tests have the processors, a run meets the server's limit many more times. */
const BUSY = { timeout: 120_000 };

describe.concurrent('--rate', BUSY, () => {
  it('spreads requests evenly over time', async () => {
    await using store = await recordingStore();
    const { code } = await report([store.url, '--rate', '40', '--max-cases', '20', '--only', '*']);
    expect(code).toBe(0);
    const times = store.arrivals.map(({ at }) => at);
    // One of 25 ms on average; in bursts, most would be next to nothing. A busy machine makes single
    // ones longer and the next ones shorter.
    const gaps = times.slice(1).map((at, i) => at - times[i]!);
    expect(gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)]).toBeGreaterThan(8);
    const rate = ((times.length - 1) / (times.at(-1)! - times[0]!)) * 1000;
    expect(rate).toBeLessThan(60);
    expect(rate).toBeGreaterThan(5);
  });
  it("isn't taken for a server that hangs", async () => {
    await using store = await recordingStore();
    const { stopped } = await report([
      store.url,
      '--rate',
      '2.5',
      '--only',
      'plain',
      '--timeout=500',
    ]);
    expect(stopped).toBeUndefined();
  });
  it('does not hide a server that hangs', async () => {
    await using store = await recordingStore((_, _response, count) =>
      count > 20 ? 'answered' : undefined,
    );
    const { stopped } = await report([store.url, '--rate', '50', '--timeout', '2500']);
    expect(stopped).toMatchObject({ reason: 'hanging' });
    expect(store.arrivals.length).toBeLessThan(90);
  });
});

describe.concurrent('a server that limits the rate', BUSY, () => {
  /** So many requests, then 429 for a while. */
  const limited = (most: number, headers: Record<string, string>, pauseMs: number): Answer =>
    (() => {
      let quietUntil = 0;
      let sent = 0;
      return ({ at }, response) => {
        if (at < quietUntil) return send(response, 429, tooMany, headers);
        sent += 1;
        if (sent % most !== 0) return undefined;
        quietUntil = at + pauseMs;
        return send(response, 429, tooMany, headers);
      };
    })();

  it('passes: Retry-After is obeyed, and noted', async () => {
    await using store = await recordingStore(limited(150, { 'retry-after': '1' }, 900));
    const result = await report([store.url]);
    expect(violations(result)).toEqual([]);
    expect(result).toMatchObject({ code: 0, verdict: 'pass' });
    expect(result.leftOut).toBeUndefined();
    const note = result.findings.find(({ check }) => check === 'rate-limited');
    expect(note).toMatchObject({ severity: 'note', rule: 'R8' });
    expect(note?.received).toContain('Retry-After: 1');
    const answers = result.answers['createPlant'];
    expect(Object.values(answers ?? {})).not.toContain('refused 429');
  });
  it('passes without a Retry-After, too', async () => {
    await using store = await recordingStore(limited(200, {}, 900));
    expect(await report([store.url])).toMatchObject({ code: 0, verdict: 'pass' });
  });
  it('is left alone when it asks for too much patience, and what was not sent is said', async () => {
    await using store = await recordingStore((_, response, count) =>
      count > 60 ? send(response, 429, tooMany, { 'retry-after': '3600' }) : undefined,
    );
    const result = await report([store.url]);
    expect(violations(result)).toEqual([]);
    expect(result).toMatchObject({ code: 4, leftOut: [{ reason: 'rate-limit' }] });
    // Those that were under way, and no more.
    expect(store.arrivals.length).toBeLessThan(80);
  });
  it('verifies nothing when it accepts nothing', async () => {
    await using store = await recordingStore((_, response) =>
      send(response, 429, tooMany, { 'retry-after': '3600' }),
    );
    const result = await report([store.url]);
    expect(violations(result)).toEqual([]);
    expect(result).toMatchObject({ code: 1, stopped: { reason: 'rate-limited' } });
    expect(store.arrivals).toHaveLength(1);
  });
  it('is not what refuses one and the same valid request each time', async () => {
    await using store = await recordingStore(({ text }, response) =>
      /"Ficus lyrata/.test(text) ? send(response, 429, tooMany) : undefined,
    );
    const only = ['--only', 'plain', '--only', 'without the optional tag', '--only', 'backslashes'];
    const result = await report([store.url, ...only]);
    expect(violations(result)).toContain('a valid request is refused with 429');
  }, 60_000);
});

describe.concurrent('--max-creates', () => {
  const isCreating = ({ method, text }: Arrival): boolean =>
    method === 'POST' && /^\{.*"id": ?-?\d+,.*"name": ?"/.test(text);

  it.each([0, 1, 30])('%i is a hard limit', async (most) => {
    await using store = await recordingStore();
    const result = await report([store.url, '--max-creates', String(most)]);
    expect(result).toMatchObject({
      code: 4,
      verdict: 'inconclusive',
      leftOut: [{ reason: 'max-creates' }],
    });
    expect(result.created.length).toBeLessThanOrEqual(most);
    expect(store.arrivals.filter(isCreating).length).toBeGreaterThanOrEqual(Math.min(most, 1));
    expect(result.counts.exchanges).toBe(store.arrivals.length);
  });
  it.each([
    ['30', '100', 0],
    ['0', '0', 0],
    ['0', '1', 4],
  ])('%s is enough for a coverage of %s %%: exit code %i', async (most, coverage, code) => {
    await using store = await recordingStore();
    const words = ['--max-creates', most, '--min-coverage', coverage, '--no-large'];
    const { code: status, stdout } = await verify([store.url, ...words]);
    expect(status).toBe(code);
    expect(stdout.includes('inconclusive: 0 of 1 operation succeeded (0 %)')).toBe(code === 4);
  });
  it('counts what a server accepts against the document', async () => {
    await using store = await recordingStore(({ method }, response) =>
      method === 'POST' ? send(response, 200, { name: 'x' }) : undefined,
    );
    const result = await report([store.url, '--max-creates', '10', '--concurrency', '1']);
    const { findings, created } = result;
    const invalid = findings.filter(({ check }) => check === 'accepted-invalid');
    const ids = new Set(invalid.map((finding) => finding.case));
    expect(ids.size).toBeGreaterThan(10);
    expect(created.filter((resource) => !ids.has(resource.case)).length).toBeLessThanOrEqual(10);
    expect(result.leftOut).toHaveLength(1);
  });
  it('0 still tells a server that is not there', async () => {
    const { code, stderr } = await verify(['http://127.0.0.1:1', '--max-creates', '0']);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^Failed to verify: the server is gone after 0 requests: .*ECONNREFUSED/,
    );
  });
});

describe.concurrent('what stays behind', () => {
  it('is listed, with a marker and the id of the run', async () => {
    await using store = await recordingStore();
    const { created, marker } = await report([store.url, '--marker', 'nightly']);
    expect(marker).toMatch(/^nightly-[0-9a-f]{8}$/);
    expect(created.length).toBeGreaterThan(150);
    const plain = created.find(({ case: id }) => id === 'curated/a-plain-plant');
    expect(plain).toMatchObject({ operation: 'createPlant', status: 200 });
    expect(plain?.values['name']).toContain(`Monstera deliciosa ${marker}-`);
    expect(plain?.values['id']).toMatch(/^\d+$/);
  });
  it('is counted for people', async () => {
    await using store = await recordingStore();
    const { stdout } = await verify([store.url]);
    expect(stdout).toMatch(/^Created: \d+ resources, marked verify-[0-9a-f]{8}; nothing deletes/m);
  });
  it('is listed, too, where no answer came', async () => {
    await using store = await recordingStore(({ text }, response) => {
      if (!text.includes('Ficus')) return undefined;
      response.destroy();
      return 'answered';
    });
    const { created } = await report([store.url]);
    const unsure = created.find(({ status }) => status === undefined);
    expect(unsure?.values['name']).toContain('Ficus');
  });
  it.each(['', ' x', 'a"b', 'x'.repeat(33)])('a marker %j is 2', async (marker) => {
    const { code, stderr } = await verify(['http://127.0.0.1:1', '--marker', marker]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/1 to 32 letters and digits/);
  });
});

describe.concurrent('--id-range', () => {
  it('is where all ids come from, exactly', async () => {
    await using store = await recordingStore();
    const range = '9007199254740993..9007199254742992';
    const result = await report([store.url, '--id-range', range]);
    expect(violations(result)).toEqual([]);
    const accepted = result.created.map(({ values }) => BigInt(values['id'] ?? 0));
    expect(accepted.length).toBeGreaterThan(100);
    const isOutside = (id: bigint): boolean => id < 9007199254740993n || id > 9007199254742992n;
    expect(accepted.filter(isOutside)).toEqual([]);
    expect(result.leftOut).toMatchObject([{ reason: 'id-range' }]);
  });
  it.each<[string, RegExp]>([
    ['5', /must be FROM\.\.TO/],
    ['9..1', /It is empty/],
    ['0..9223372036854775808', /must be int64/],
    ['1..100', /^Failed to use the range of ids: it has 100, and the run needs \d+\./],
  ])('%s is 2', async (range, message) => {
    const { code, stderr } = await verify(['http://127.0.0.1:1', '--id-range', range]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

it.concurrent('--no-large leaves large bodies out', async () => {
  await using store = await recordingStore();
  const result = await report([store.url, '--no-large']);
  expect(result).toMatchObject({ code: 0 });
  expect(Math.max(...store.arrivals.map(({ text }) => text.length))).toBeLessThanOrEqual(65_536);
  expect(Object.keys(result.answers['createPlant'] ?? {})).not.toContain('large-body');
  expect(Object.keys(result.answers['createPlant'] ?? {})).toContain('used-id');
});

it.concurrent('sends nothing where --learn has no question to learn from', async () => {
  await using store = await recordingStore();
  const { code, stderr } = await verify([store.url, '--learn', 'p.yaml', '--only', 'curated/*']);
  expect({ code, sent: store.arrivals.length }).toEqual({ code: 2, sent: 0 });
  expect(stderr).toContain('Failed to learn a profile: nothing that would be sent asks');
});

describe.concurrent('--max-cases', () => {
  it.each([1, 2, 3, 10, 60])('is the most cases that are sent, and questions: %i', async (most) => {
    await using store = await recordingStore();
    const { code, counts } = await report([store.url, '--max-cases', String(most)]);
    expect(code).toBe(0);
    expect(counts.cases).toBeLessThanOrEqual(most);
    expect(counts.cases).toBeGreaterThanOrEqual(most - 1);
    expect(store.arrivals.length).toBeLessThanOrEqual(most + 1);
  });
  it('takes some of every kind', async () => {
    await using store = await recordingStore();
    const { stdout } = await verify([store.url, '--max-cases', '20', '--dry-run']);
    for (const kind of ['curated', 'examples', 'boundary', 'broken', 'random', 'question']) {
      expect(stdout).toContain(`# ${kind}/`);
    }
  });
});

it.concurrent('--concurrency is the number of requests at a time', async () => {
  // So slow that no request gives its place away for being silent, on a busy machine neither.
  const ms = 40;
  let open = 0;
  let most = 0;
  await using store = await recordingStore((_, response) => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      send(response, 400, { error: 1, message: 'no' });
    }, ms);
    return 'answered';
  });
  // Different questions are asked side by side.
  await verify([store.url, '--concurrency', '3', '--only', 'question/*']);
  expect(most).toBe(3);
});

it.concurrent.each([
  ['--learn', 'none/profile.yaml', 'the profile none/profile.yaml: its folder is not there'],
  ['--learn', 'src', 'the profile src: it is a folder'],
  ['--har', 'none/run.har', 'the report none/run.har: its folder is not there'],
])('sends nothing where %s %s could not be written', async (flag, file, message) => {
  await using store = await recordingStore();
  const { code, stderr } = await verify([store.url, flag, file]);
  expect({ code, sent: store.arrivals.length }).toEqual({ code: 2, sent: 0 });
  expect(stderr).toContain(`Failed to write ${message}. `);
});

it('--max-time ends the run, and what was learnt until then is written, with what is missing', async () => {
  await using store = await recordingStore();
  const folder = mkdtempSync(join(tmpdir(), 'learnt-'));
  const words = ['--rate', '20', '--max-time', '1', '--learn', 'learnt.yaml'];
  const { code, stdout, stderr } = await verify([store.url, ...words], { cwd: folder });
  expect(code).toBe(4);
  expect(stdout).toMatch(/^INCONCLUSIVE .*; stopped: its time was up .*; \d+ of \d+ not sent$/m);
  expect(stderr).toMatch(
    /^The run was stopped: \d+ of \d+ answers learnt; missing: createPlant\//m,
  );
  const learnt = readFileSync(join(folder, 'learnt.yaml'), 'utf8');
  expect(learnt).toMatch(/^# The run was stopped/m);
  rmSync(folder, { recursive: true });
});
