import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { choices } from '../../src/index.ts';
import type { RunResult } from '../../src/verify/run/event.ts';
import { checkReportsOf } from '../setup/check-report.ts';
import { readXml } from '../report/support/read-xml.ts';
import { type Answer, recordingStore, send } from './recording-store.ts';
import { run } from './run-main.ts';
import { verify } from './run-verify.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'merge-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const text = async (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
const COUNT = 3;
const FILES = Array.from({ length: COUNT }, (_, i) => `shard-${i + 1}.json`);

async function shards(url: string, ...flags: readonly string[]): Promise<number[]> {
  const codes: number[] = [];
  for (const [i, file] of FILES.entries()) {
    const shard = ['--shard', `${i + 1}/${COUNT}`, '--reporter', `json=${file}`];
    const { code } = await verify([url, '--no-large', ...shard, ...flags], { cwd: folder });
    codes.push(code);
  }
  return codes;
}

/** Takes names that are numbers. */
const faulty: Answer = ({ text: sent }, response) =>
  /"name": *\d/.test(sent) ? send(response, 200, { name: 'x' }) : undefined;

describe('merge', () => {
  it('has the verdict and the causes of the whole run, in every format', async () => {
    await using store = await recordingStore(faulty);
    const alone = await verify([store.url, '--no-large', '--reporter', 'json=whole.json'], {
      cwd: folder,
    });
    expect(alone.code).toBe(1);
    const codes = await shards(store.url);
    expect(codes).toContain(0);
    expect(codes).toContain(1);

    const formats = choices.reporters.filter((name) => name !== 'har' && name !== 'pretty');
    const reporters = formats.flatMap((name) => ['--reporter', `${name}=merged.${name}`]);
    const args = ['merge', ...FILES, '--reporter', 'pretty', ...reporters];
    const { code, stdout, stderr } = await run(args, { cwd: folder });
    expect(stderr).toBe('');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^FAIL /m);
    expect(stdout).not.toContain('shard');
    checkReportsOf(args, stdout, folder);
    const whole = JSON.parse(await text('whole.json')) as RunResult;
    const merged = JSON.parse(await text('merged.json')) as RunResult;
    const ids = ({ causes }: RunResult): string[] => causes.map(({ id }) => id).toSorted();
    expect(ids(merged)).toEqual(ids(whole));
    expect(merged.coverage).toEqual(whole.coverage);
    expect(merged.answers).toEqual(whole.answers);
    expect(merged.failed.map((failure) => failure.case).toSorted()).toEqual(
      whole.failed.map((failure) => failure.case).toSorted(),
    );
    const cases = readXml(await text('merged.junit')).children.flatMap(({ children }) =>
      children.filter(({ name }) => name === 'testcase'),
    );
    expect(cases).toHaveLength(merged.counts.cases);
    for (const name of formats) expect((await text(`merged.${name}`)).length).toBeGreaterThan(100);
  });
  it('passes where all shards do, also on what is known', async () => {
    await using store = await recordingStore(faulty);
    const write = [store.url, '--no-large', '--write-baseline', 'known.json'];
    await verify(write, { cwd: folder });
    expect(await shards(store.url, '--baseline', 'known.json')).toEqual([0, 0, 0]);
    const { code, stdout } = await run(['merge', ...FILES], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^PASS .* known in /m);
    expect(stdout).not.toContain('No longer found');

    await using good = await recordingStore();
    await shards(good.url, '--baseline', 'known.json');
    const mended = await run(['merge', ...FILES], { cwd: folder });
    expect(mended.code).toBe(0);
    expect(mended.stdout).toContain('No longer found, remove it from known.json');
  });
  it.each([
    [[FILES[0]!, FILES[1]!], 'of 3 shards, shard 3 is missing'],
    [['whole.json'], 'whole.json is the report of no shard'],
    [['known.json'], 'Failed to read the report known.json'],
    [['nothing.json'], 'Failed to read the report nothing.json'],
    [[...FILES, '--reporter', 'har=a.har'], 'har needs the requests'],
  ])('refuses %s', async (args, words) => {
    const { code, stderr } = await run(['merge', ...args], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });
});

it('the recipes of the page on CI divide a run, and merge what they have written', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/ci.md'), 'utf8');
  const [, github = '', gitlab = '', shell = ''] =
    /## Shards.*?```yaml\n(.*?)```.*?```yaml\n(.*?)```.*?```sh\n(.*?)```/s.exec(page) ?? [];
  await using store = await recordingStore();
  const commandsIn = (lines: readonly string[]): string[][] =>
    lines.flatMap((line) =>
      [...line.matchAll(/plant-store-kit@latest ([^\n&]+)/g)].map(([, words = '']) =>
        words.trim().replaceAll('"', '').split(/ +/),
      ),
    );
  const { jobs } = parse(github) as { jobs: Record<string, { steps: { run?: string }[] }> };
  const gitlabJobs = parse(gitlab) as Record<string, { script: string[] }>;
  const recipes = [
    commandsIn(Object.values(jobs).flatMap(({ steps }) => steps.map(({ run: line = '' }) => line))),
    commandsIn(Object.values(gitlabJobs).flatMap(({ script }) => script)),
    commandsIn([shell]),
  ];
  for (const [i, recipe] of recipes.entries()) {
    const cwd = await mkdtemp(join(folder, `recipe-${i}-`));
    const [verifying = [], merging = []] = recipe;
    const count = /\/(\d)/.exec(verifying.join(' '))?.[1] ?? '4';
    const files: string[] = [];
    for (let index = 1; index <= Number(count); index += 1) {
      const args = verifying.map((word) =>
        word
          .replace('$STORE_URL', store.url)
          .replace('$CI_NODE_TOTAL', count)
          .replaceAll(/\$(?:SHARD|shard|CI_NODE_INDEX)/g, String(index)),
      );
      expect((await run([...args, '--no-large'], { cwd })).code).toBe(0);
      files.push(`shard-${index}.json`);
    }
    const args = merging.flatMap((word) => (word === 'shard-*.json' ? files : word));
    const { code, stdout, stderr } = await run(args, { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^PASS /m);
  }
});

describe('--shard', () => {
  it('says that it is a part', async () => {
    await using store = await recordingStore();
    const { code, stdout } = await verify([store.url, '--no-large', '--shard', '2/3']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^PASS .*; shard 2 of 3: coverage is judged when all are merged$/m);
  });
  it.each([
    [['--shard', '0/3'], 'as in 2/4'],
    [['--shard', '4/3'], 'as in 2/4'],
    [['--shard', '1/2', '--learn', 'a.yaml'], '--learn is for a whole run'],
    [['--shard', '1/2', '--write-baseline', 'a.json'], '--write-baseline is for a whole run'],
  ])('refuses %s', async (args, words) => {
    const { code, stderr } = await verify(['http://127.0.0.1:1', ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });
});
