import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../serve/http-helpers.ts';
import { startProcess } from './mock-process.ts';
import { run } from './run-main.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'several-files-'));
  await mkdir(join(folder, 'api'));
  await mkdir(join(folder, 'shared'));
  await write('api/api.yaml', HEAD);
  await write('shared/greeting.yaml', greeting('hello'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const HEAD = `openapi: 3.1.0
info: { title: Greetings, version: "1" }
paths:
  /greeting:
    get:
      operationId: greet
      responses:
        200: { $ref: ../shared/greeting.yaml#/answer }
`;

/** A response whose body is one word. */
function greeting(word: string): string {
  return `answer:\n  description: d\n  content: { application/json: { schema: { const: ${word} } } }\n`;
}

function write(name: string, text: string): Promise<void> {
  return writeFile(join(folder, name), text);
}

const spec = (): string[] => ['--spec', join(folder, 'api/api.yaml')];

it.each([
  ['mock', '--port', '0'],
  ['verify', 'http://127.0.0.1:9', '--dry-run'],
  ['proxy', 'http://127.0.0.1:9', '--port', '0'],
])('%s follows no reference out of the folder unasked', async (...words) => {
  const { code, stderr } = await run([...words, ...spec()]);
  expect(stderr).toContain('api.yaml:8:16 outside-reference');
  expect(stderr).toContain('--allow-refs <folder>');
  expect(code).toBe(2);
});

it('lint, mock and verify take what was allowed', async () => {
  const allowed = [...spec(), '--allow-refs', join(folder, 'shared')];
  await using mock = await startProcess(allowed);
  const judged = await run(['verify', mock.url, ...allowed]);
  expect(judged.stdout).toContain('PASS');
  expect(judged.code).toBe(0);
  const linted = await run(['lint', ...allowed.slice(1)]);
  // What it finds is about style, such as descriptions.
  expect(linted.stdout + linted.stderr).not.toMatch(/reference|invalid-ref/);
  expect(linted.code).toBe(0);
});

it('mock --watch reads a file that the document refers to again', async () => {
  const allowed = [...spec(), '--allow-refs', join(folder, 'shared'), '--watch'];
  await using mock = await startProcess(allowed);
  const word = async (): Promise<unknown> => await (await fetch(`${mock.url}/greeting`)).json();
  expect(await word()).toBe('hello');
  await write('shared/greeting.yaml', greeting('moin'));
  await until(async () => ((await word()) === 'moin' ? true : undefined));
  expect(mock.stdout()).toContain('greeting.yaml');
  await write('shared/greeting.yaml', greeting('[broken'));
  await until(() => (mock.stderr().includes('Not reloaded') ? true : undefined));
  expect(mock.stderr()).toMatch(/greeting\.yaml:\d+:\d+ yaml-/);
  expect(await word()).toBe('moin');
});
