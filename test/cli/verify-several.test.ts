import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunResult } from '../../src/verify/run/event.ts';
import { recordingStore, send } from './recording-store.ts';
import { verify } from './run-verify.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-several-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const nowhere = 'http://127.0.0.1:1';

describe('several servers', () => {
  it('get a verdict each, and the worst is the exit code', async () => {
    await using good = await recordingStore();
    await using bad = await recordingStore((_, response) => send(response, 500, {}));
    const flags = ['--only', 'plain'];
    const { code, stdout } = await verify([good.url, bad.url, good.url, ...flags]);
    expect(code).toBe(1);
    expect(stdout.match(/^(PASS|FAIL) \S+/gm)).toEqual([
      `PASS ${good.url}:`,
      `FAIL ${bad.url}:`,
      `PASS ${good.url}:`,
    ]);
    expect((await verify([good.url, good.url, ...flags])).code).toBe(0);
    expect((await verify([good.url, nowhere, ...flags])).code).toBe(3);
    expect((await verify([nowhere, bad.url, ...flags])).code).toBe(1);
  });
  it('are one JSON document', async () => {
    await using good = await recordingStore();
    const flags = ['--only', 'plain', '--reporter', 'json'];
    const { stdout } = await verify([good.url, nowhere, ...flags]);
    const report = JSON.parse(stdout) as { verdict: string; runs: RunResult[] };
    expect(report.verdict).toBe('fail');
    expect(report.runs.map(({ verdict, target }) => [verdict, target])).toEqual([
      ['pass', good.url],
      ['fail', nowhere],
    ]);
  });
  it('create different resources', async () => {
    await using store = await recordingStore();
    await verify([store.url, store.url, '--only', 'curated/a-plain']);
    const ids = store.arrivals.map(({ text }) => /"id": *(\d+)/.exec(text)?.[1]);
    expect(new Set(ids).size).toBe(ids.length);
  });
  it('are all ended by Ctrl-C', async () => {
    const signal = AbortSignal.abort('SIGINT');
    const args = [nowhere, nowhere, '--reporter', 'json=interrupted.json'];
    expect((await verify(args, { signal, cwd: folder })).code).toBe(130);
    const text = await readFile(join(folder, 'interrupted.json'), 'utf8');
    expect((JSON.parse(text) as { runs: unknown[] }).runs).toHaveLength(2);
  });
  it('have no profile in common', async () => {
    const { code, stderr } = await verify([nowhere, nowhere, '--learn', 'profile.yaml']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/it would be of 2 servers/);
  });
});
