import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunResult } from '../../src/verify/run/event.ts';
import { type Answer, recordingStore, send } from './recording-store.ts';
import { type Ran, verify } from './run-verify.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-baseline-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const here = async (...args: readonly string[]): Promise<Ran> =>
  verify([...args, '--no-large'], { cwd: folder });
const text = async (name: string): Promise<string> => readFile(join(folder, name), 'utf8');

/** Takes names that are numbers. */
const faulty: Answer = ({ text: sent }, response) =>
  /"name": *\d/.test(sent) ? send(response, 200, { name: 'x' }) : undefined;

interface KnownFile {
  known: { cause: string; operations: string[]; expires?: string; reason?: string }[];
}

describe('--baseline', () => {
  it('passes on what is known, fails for what is new or has expired, and names what is mended', async () => {
    let fault = faulty;
    await using store = await recordingStore((...args) => fault(...args));
    expect((await here(store.url, '--write-baseline', 'known.json')).code).toBe(1);
    const known = JSON.parse(await text('known.json')) as KnownFile;
    expect(known.known.length).toBeGreaterThan(0);

    known.known[0]!.reason = 'the team is on it';
    known.known[0]!.expires = '2999-01-31';
    await writeFile(join(folder, 'known.json'), JSON.stringify(known));
    const formats = ['junit', 'sarif', 'gitlab', 'markdown', 'html', 'json'];
    const reporters = formats.flatMap((name) => ['--reporter', `${name}=report.${name}`]);
    const flags = ['--baseline', 'known.json', '--seed', '7'];
    const again = await here(store.url, ...flags, '--reporter', 'pretty', ...reporters);
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(/^known R\d: .*\(known until 2999-01-31: the team is on it\)$/m);
    expect(again.stdout).toMatch(/^PASS .* 0 violations, .*\d+ known in /m);
    const { counts, findings, failed } = JSON.parse(await text('report.json')) as RunResult;
    expect(counts.known).toBe(findings.filter((finding) => finding.known).length);
    expect(failed).toEqual([]);
    expect(await text('report.junit')).not.toContain('<failure');
    expect(await text('report.junit')).toContain('(known until 2999-01-31: the team is on it)');
    const { runs } = JSON.parse(await text('report.sarif')) as { runs: { results: object[] }[] };
    expect(runs[0]!.results).toContainEqual(
      expect.objectContaining({
        baselineState: 'unchanged',
        suppressions: [
          expect.objectContaining({ status: 'accepted', justification: 'the team is on it' }),
        ],
      }),
    );
    const issues = JSON.parse(await text('report.gitlab')) as { severity: string }[];
    expect(issues.filter(({ severity }) => severity === 'major')).toEqual([]);
    expect(await text('report.markdown')).toContain('### Known findings');
    expect(await text('report.html')).toContain('the team is on it');

    fault = (arrival, response, count) =>
      arrival.text.includes('Ficus lyrata')
        ? send(response, 500, { error: 1, message: 'no' })
        : faulty(arrival, response, count);
    const worse = await here(store.url, ...flags);
    expect(worse.code).toBe(1);
    expect(worse.stdout).toMatch(/^FAIL .* \d+ known in /m);

    fault = () => undefined;
    const update = ['--write-baseline', 'known.json'];
    const mended = await here(store.url, ...flags, ...update, '--reporter', 'github');
    expect(mended.code).toBe(0);
    expect(mended.stdout).toContain('::warning::No longer found, remove it from known.json: ');
    expect(JSON.parse(await text('known.json'))).toEqual({ baseline: 1, known: [] });

    fault = faulty;
    for (const entry of known.known) entry.expires = '2020-01-31';
    await writeFile(join(folder, 'known.json'), JSON.stringify(known));
    const expired = await here(store.url, ...flags);
    expect(expired.code).toBe(1);
    expect(expired.stdout).toMatch(/^Expired on 2020-01-31, so it counts again: /m);
  });
  it('says nothing of what a part of a run does not find', async () => {
    await using store = await recordingStore(faulty);
    expect((await here(store.url, '--write-baseline', 'part.json')).code).toBe(1);
    const { code, stdout } = await here(store.url, '--baseline', 'part.json', '--only', 'plain');
    expect(code).toBe(0);
    expect(stdout).not.toContain('No longer found');
  });
  it('does not stop at what is known, with --bail', async () => {
    await using store = await recordingStore(faulty);
    await here(store.url, '--write-baseline', 'bail.json');
    const { code, stdout } = await here(store.url, '--baseline', 'bail.json', '--bail');
    expect(code).toBe(0);
    expect(stdout).not.toContain('stopped');
  });
  it.each([
    ['--baseline', 'nothing.json', 'Failed to read the baseline'],
    ['--write-baseline', 'no/folder.json', 'Failed to write the baseline'],
  ])('refuses %s %s before anything is sent', async (flag, file, words) => {
    await using store = await recordingStore();
    const { code, stderr } = await here(store.url, flag, file);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
    expect(store.arrivals).toEqual([]);
  });
});
