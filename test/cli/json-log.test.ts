import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProcess } from './mock-process.ts';
import { run, serve } from './run-main.ts';

const START = ['mock', '--port', '0', '--no-prism', '--log', 'json'];
const SECRET = 'a-token-to-hide';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'json-log-'));
  await writeFile(
    join(folder, 'throws.mjs'),
    `import { http } from ${JSON.stringify(import.meta.resolve('msw/http'))};
export default [http.get('*/extra', () => { throw new Error('oh no'); })];\n`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

/** Every line as the object that it must be. */
function objects(text: string): Record<string, unknown>[] {
  const lines = text.split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => {
    const value = JSON.parse(line) as Record<string, unknown>;
    const { time, level, message } = value;
    expect(new Date(String(time)).toISOString()).toBe(time);
    expect(['info', 'warn', 'error']).toContain(level);
    expect(typeof message).toBe('string');
    return value;
  });
}

async function create(url: string, body: string): Promise<void> {
  const headers = { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' };
  await (await fetch(url, { method: 'POST', headers, body })).text();
}

describe('the log as JSON', () => {
  it('has an object for each request: what it was for, what came of it, and how long it took', async () => {
    const mock = await serve(START);
    await create(`${mock.url}/plants`, '{"id":1,"name":"Fern"}');
    await create(`${mock.url}/@one/plants?token=${SECRET}`, `{"id":"${SECRET}"}`);
    await fetch(`${mock.url}/nothing/${SECRET}?access_token=${SECRET}`);
    const { stdout, stderr } = await mock.stop();
    const [listening, created, refused, unknown] = objects(stdout);
    expect(listening).toMatchObject({ level: 'info', message: `Listening on ${mock.url}` });
    expect(created).toEqual({
      time: expect.any(String),
      level: 'info',
      message: 'POST /plants 200',
      method: 'POST',
      target: '/plants',
      status: 200,
      duration: expect.any(Number),
      operation: 'createPlant',
      sandbox: 'default',
    });
    expect(refused).toMatchObject({
      level: 'warn',
      target: '/@one/plants?token=***',
      operation: 'createPlant',
      sandbox: 'one',
      problem: expect.any(String),
    });
    expect(refused?.['message']).toBe(
      `POST /@one/plants?token=*** 400: ${String(refused?.['problem'])}`,
    );
    expect(unknown).toMatchObject({ level: 'warn', status: 404 });
    expect(unknown).not.toHaveProperty('operation');
    expect(stdout + stderr).not.toContain(SECRET);
  });

  it('has every other message of the command, too', async () => {
    const handlers = ['--handlers', join(folder, 'throws.mjs')];
    const mock = await serve([...START, '--host', '0.0.0.0', ...handlers]);
    await fetch(`${mock.url.replace('0.0.0.0', '127.0.0.1')}/extra`);
    const { stdout, stderr } = await mock.stop();
    expect(objects(stdout).at(-1)).toMatchObject({ level: 'error', status: 500 });
    expect(objects(stderr)).toMatchObject([
      { level: 'warn', message: expect.stringMatching(/^listening on 0\.0\.0\.0/) },
      { level: 'error', message: 'Failed to run a handler: oh no. The request got a 500.' },
    ]);
  });

  it('says in it why the command could not start', async () => {
    const { code, stderr } = await run([...START, '--spec', join(folder, 'none.yaml')]);
    expect(code).toBe(2);
    expect(objects(stderr)).toMatchObject([
      { level: 'error', message: expect.stringMatching(/^Failed to read the document/) },
    ]);
  });

  it('has the warnings of the process', async () => {
    const warning = 'setTimeout(() => process.emitWarning("look", "ServerWarning"), 50)';
    const module = join(folder, 'warns.mjs');
    await writeFile(module, `${warning}; export default [];\n`);
    await using mock = await startProcess(['--handlers', module]);
    await new Promise((resolve) => setTimeout(resolve, 150));
    await mock.end('SIGTERM');
    expect(objects(mock.stderr())).toMatchObject([
      { level: 'warn', message: 'look', name: 'ServerWarning' },
    ]);
  });
});
