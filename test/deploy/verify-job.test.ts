import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Answer, recordingStore, send } from '../cli/recording-store.ts';
import { run } from '../cli/run-main.ts';

interface Job {
  readonly spec: {
    readonly completions: number;
    readonly parallelism: number;
    readonly template: { readonly spec: { readonly containers: readonly Container[] } };
  };
}

interface Container {
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
}

const root = join(import.meta.dirname, '../..');
const job = parse(readFileSync(join(root, 'deploy/kubernetes/verify-job.yaml'), 'utf8')) as Job;
const container = job.spec.template.spec.containers[0]!;

const folder = mkdtempSync(join(tmpdir(), 'verify-job-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
symlinkSync(join(root, 'bin/plant-store.js'), join(folder, 'plant-store'));

/** Runs a pod to its end, as the kubelet does; its log goes to a file. */
async function runPod(index: number, env: Readonly<Record<string, string>>): Promise<number> {
  const [command = '', ...words] = [...container.command, ...container.args];
  const status = join(folder, `status-${index}`);
  const args = words.map((word) => word.replace('/dev/termination-log', status));
  const PATH = [folder, process.env['PATH']].join(delimiter);
  const environment = { ...process.env, PATH, JOB_COMPLETION_INDEX: String(index), ...env };
  const { code, log } = await new Promise<{ code: number; log: string }>((resolve) => {
    const pod = execFile(command, args, { env: environment, cwd: folder }, (_, stdout) => {
      resolve({ code: pod.exitCode ?? -1, log: stdout });
    });
  });
  await writeFile(join(folder, `shard-${index}.json`), log);
  return code;
}

const COUNT = 2;
/** All pods of a job of two, and what is merged from their logs. */
async function runJob(answer?: Answer): Promise<{ codes: number[]; code: number; text: string }> {
  await using store = await recordingStore(answer);
  const env = { STORE_URL: store.url, SHARDS: String(COUNT) };
  const codes = await Promise.all([0, 1].map((index) => runPod(index, env)));
  const files = ['shard-0.json', 'shard-1.json'];
  const merged = await run(['merge', ...files, '--reporter', 'pretty'], { cwd: folder });
  return { codes, code: merged.code, text: merged.stdout + merged.stderr };
}

it('the pods of the indexed job send one shard each, and their logs are merged', async () => {
  expect(await runJob()).toEqual({
    codes: [0, 0],
    code: 0,
    text: expect.stringMatching(/^PASS /m),
  });
});

it('violations fail no pod, and the merged run', async () => {
  const faulty: Answer = ({ text }, response) =>
    /"name": *\d/.test(text) ? send(response, 200, { name: 'x' }) : undefined;
  expect(await runJob(faulty)).toEqual({
    codes: [0, 0],
    code: 1,
    text: expect.stringMatching(/^FAIL /m),
  });
});

it('wrong usage fails the pod, and its status says why', async () => {
  expect(await runPod(2, { STORE_URL: 'http://127.0.0.1:1', SHARDS: '2' })).not.toBe(0);
  expect(await readFile(join(folder, 'status-2'), 'utf8')).toContain(
    'It must be one of several parts',
  );
});

it('the job has as many pods as it has shards, and the page collects each', () => {
  const shards = container.env.find(({ name }) => name === 'SHARDS')?.value;
  expect(String(job.spec.completions)).toBe(shards);
  const page = readFileSync(join(root, 'docs/ci.md'), 'utf8');
  const indices = Array.from({ length: job.spec.completions }, (_, i) => i).join(' ');
  expect(page).toContain(`for index in ${indices}; do\n  kubectl logs`);
});
