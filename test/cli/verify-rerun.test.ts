import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunResult } from '../../src/verify/run/event.ts';
import { type Answer, recordingStore, send } from './recording-store.ts';
import { type Ran, verify } from './run-verify.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-rerun-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const here = async (args: readonly string[]): Promise<Ran> => await verify(args, { cwd: folder });

/** Refuses one plain name, and takes names that are numbers. */
const faulty: Answer = ({ text }, response) => {
  if (text.includes('Ficus lyrata')) return send(response, 400, { error: 1, message: 'no' });
  return /"name": *\d/.test(text) ? send(response, 200, { name: 'x' }) : undefined;
};
const REFUSED = 'curated/without-the-optional-tag';

async function rerun(args: readonly string[]): Promise<RunResult & { readonly code: number }> {
  const { code, stdout, stderr } = await here([...args, '--reporter', 'json']);
  expect(stderr).toBe('');
  return { ...(JSON.parse(stdout) as RunResult), code };
}

describe('--rerun', () => {
  it('sends just what failed, and says what is mended', async () => {
    let fault = faulty;
    await using store = await recordingStore((...args) => fault(...args));
    expect((await here([store.url, '--reporter', 'json=first.json'])).code).toBe(1);
    const first = JSON.parse(await readFile(join(folder, 'first.json'), 'utf8')) as RunResult;
    const failed = first.failed.map((failure) => failure.case);
    expect(failed).toContain(REFUSED);
    expect(failed.length).toBeGreaterThan(2);

    store.arrivals.length = 0;
    const same = await rerun(['--rerun', 'first.json']);
    expect(same).toMatchObject({ code: 1, verdict: 'fail', target: store.url });
    expect(same.rerun?.failing.toSorted()).toEqual(failed.toSorted());
    expect(store.arrivals.length).toBeLessThan(10 + failed.length * 3);

    fault = (arrival, response, count) =>
      arrival.text.includes('Ficus lyrata') ? undefined : faulty(arrival, response, count);
    const half = await rerun([store.url, '--rerun', 'first.json']);
    expect(half.code).toBe(1);
    expect(half.rerun).toMatchObject({ report: 'first.json', mended: [REFUSED], unsent: [] });

    fault = () => undefined;
    const { code, stdout } = await here(['--rerun', 'first.json']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^What failed in first\.json\n {2}Fixed: /m);
    expect(stdout).toMatch(/^PASS /m);
  });

  it.each([409, 400])(
    "can't tell of ids that the store refuses as used, with %s",
    async (status) => {
      const ids = new Set<string>();
      let isMended = false;
      await using store = await recordingStore(({ text }, response) => {
        const id = /"id": *(-?\d+)/.exec(text)?.[1] ?? '';
        // One beyond the largest is taken for the largest.
        const isBeyond = !isMended && id === '9223372036854775808';
        if (!isBeyond && !/^-?\d{1,18}$|^922337203685477580[0-7]$/.test(id)) return undefined;
        if (ids.has(id)) return send(response, status, { error: status, message: 'id is used' });
        const name = /"name": *"([^"\\]+)"/.exec(text)?.[1];
        if (name === undefined) return undefined;
        ids.add(id);
        const isRounded = !isMended && id === '9007199254740993';
        const shown = isRounded ? '9007199254740992' : id;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(`{"id":${shown},"name":${JSON.stringify(name)}}`);
        return 'answered';
      });
      const only = ['--only', 'id 2^*'];
      const file = `used-${status}.json`;
      expect((await here([store.url, ...only, '--reporter', `json=${file}`])).code).toBe(1);

      const rounded = 'curated/id-2-53-1-which-a-double-rounds';
      const again = await rerun(['--rerun', file]);
      expect(again).toMatchObject({ code: 1, verdict: 'fail', rerun: { failing: [] } });
      expect(again.rerun?.untold).toContain(rounded);
      // With 400, it is as well refused for what it is.
      const beyond = 'curated/id-2-63-one-too-many';
      expect(again.rerun?.[status === 409 ? 'untold' : 'mended']).toContain(beyond);
      const { stdout } = await here(['--rerun', file]);
      expect(stdout).toMatch(/Not judged, .*Clear the store.*: curated/);

      ids.clear();
      expect((await rerun(['--rerun', file])).rerun?.failing).toContain(rounded);
      ids.clear();
      isMended = true;
      const cleared = await rerun(['--rerun', file]);
      expect(cleared).toMatchObject({ code: 0, rerun: { untold: [] } });
      expect(cleared.rerun?.mended).toContain(rounded);
    },
  );

  it('asks the questions again whose answers were wrong, with the same profile', async () => {
    await using store = await recordingStore();
    await here([store.url, '--profile', 'typical', '--reporter', 'json=profile.json']);
    const { code, rerun: outcome } = await rerun(['--rerun', 'profile.json']);
    expect(code).toBe(1);
    expect(outcome?.failing).toContain('question/used-id-2');
    expect(outcome?.mended).toEqual([]);
  });

  it("doesn't call mended what fails now and then", async () => {
    let every = 20;
    await using store = await recordingStore((_, response, count) =>
      count % every === 0 ? send(response, 500, {}) : undefined,
    );
    await here([store.url, '--reporter', 'json=fitful.json']);
    const again = await rerun(['--rerun', 'fitful.json']);
    expect(again.counts.exchanges).toBeGreaterThan(100);
    expect(again.code).toBe(1);
    every = 1_000_000;
    const calm = await rerun(['--rerun', 'fitful.json']);
    expect(calm.rerun).toMatchObject({ mended: [], failing: [] });
    expect(calm.rerun?.notSeenAgain.length).toBeGreaterThan(0);
  });

  it('refuses to go without the secrets that the report was made with', async () => {
    await using store = await recordingStore(faulty);
    const secrets = ['--token', 'hush-hush', '--header', 'X-Key: very-secret'];
    await here([store.url, ...secrets, '--reporter', 'json=secret.json']);
    const text = await readFile(join(folder, 'secret.json'), 'utf8');
    expect(text).not.toMatch(/hush-hush|very-secret/);
    expect(JSON.parse(text)).toMatchObject({ withToken: true, settings: { headers: ['X-Key'] } });
    const { code, stdout, stderr } = await here(['--rerun', 'secret.json']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /that run had a token and the header X-Key, and without it, the run can't show/,
    );
    expect((await rerun(['--rerun', 'secret.json', ...secrets])).rerun?.failing).toContain(REFUSED);
  });

  it('says which cases are no longer there', async () => {
    await using store = await recordingStore(faulty);
    await here([store.url, '--reporter', 'json=gone.json']);
    const text = await readFile(join(folder, 'gone.json'), 'utf8');
    await writeFile(join(folder, 'gone.json'), text.replaceAll(REFUSED, 'curated/no-such-case'));
    const { code, rerun: outcome } = await rerun(['--rerun', 'gone.json']);
    expect(code).toBe(1);
    expect(outcome?.unknown).toEqual(['curated/no-such-case']);
    await writeFile(
      join(folder, 'none.json'),
      text.replaceAll(/"case": "[^"]+"/g, '"case": "curated/none"'),
    );
    const { code: noneCode, stdout } = await here(['--rerun', 'none.json']);
    expect(noneCode).toBe(1);
    expect(stdout).toMatch(/No longer there: curated\/none/);
  });

  it('of a report without a failure sends nothing, and passes', async () => {
    await using store = await recordingStore();
    await here([store.url, '--reporter', 'json=fine.json']);
    store.arrivals.length = 0;
    expect(await here(['--rerun', 'fine.json'])).toMatchObject({ code: 0 });
    expect(store.arrivals).toEqual([]);
  });

  it('of several servers goes to each, or to the one that is named', async () => {
    await using good = await recordingStore();
    await using bad = await recordingStore(faulty);
    await here([good.url, bad.url, '--reporter', 'json=both.json']);
    const { code, stdout } = await here(['--rerun', 'both.json']);
    expect(code).toBe(1);
    expect(stdout.match(/^(PASS|FAIL) /gm)).toEqual(['PASS ', 'FAIL ']);
    expect((await rerun([bad.url, '--rerun', 'both.json'])).rerun?.failing).toContain(REFUSED);
    const other = await here(['http://127.0.0.1:1', '--rerun', 'both.json']);
    expect(other.code).toBe(2);
    expect(other.stderr).toMatch(/both\.json has no such run/);
  });

  it.each<[string, string, RegExp]>([
    ['no JSON', '{', /^Failed to read the report report\.json: /],
    ['another JSON', '{"a": 1}', /it is no report of this version/],
  ])('of a file that is %s is 2', async (_, text, message) => {
    await writeFile(join(folder, 'report.json'), text);
    const { code, stderr } = await here(['--rerun', 'report.json']);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('of a run that was cut short is 2', async () => {
    await using store = await recordingStore((_, response) => send(response, 500, {}));
    await here([store.url, '--bail', '--reporter', 'json=cut.json']);
    const { code, stderr } = await here(['--rerun', 'cut.json']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/its run was cut short .*Verify again without --rerun/);
  });
});
