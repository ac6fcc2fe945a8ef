import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';

const MODULE = new URL('../../src/cli/io.ts', import.meta.url).href;

/** How a process ends that says "ready" and gets signals then. */
async function endOf(
  program: string,
  ...signals: NodeJS.Signals[]
): Promise<{ code: number | null; signal: string | null; took: number; output: string }> {
  const script = `import { interruption } from ${JSON.stringify(MODULE)};\n${program}`;
  const words = ['--input-type=module', '--eval', script];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  let output = '';
  const ready = once(child.stdout, 'data');
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  await ready;
  const start = performance.now();
  for (const signal of signals) {
    child.kill(signal);
    await setTimeout(100);
  }
  const [code, signal] = await closed;
  return { code, signal, took: performance.now() - start, output };
}

const READY = "import { writeSync } from 'node:fs'; writeSync(1, 'ready ');";
const LISTENING = `const { signal } = interruption(); setInterval(() => {}, 1e6);
  signal.addEventListener('abort', () => console.log(signal.reason)); ${READY}`;

it.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends work that lets nothing through at once, while nobody listens',
  async (name) => {
    const end = await endOf(`interruption(); ${READY} for (;;);`, name);
    expect(end).toMatchObject({ signal: name });
    expect(end.took).toBeLessThan(1000);
  },
);

it('nobody listens any longer who has stopped to', async () => {
  const { signal } = await endOf(
    `const { signal } = interruption(); const listen = () => {};
     signal.addEventListener('abort', listen); signal.removeEventListener('abort', listen);
     ${READY} for (;;);`,
    'SIGTERM',
  );
  expect(signal).toBe('SIGTERM');
});

it('whoever listens has less than a second', async () => {
  const end = await endOf(LISTENING, 'SIGTERM');
  expect(end).toMatchObject({ code: 130, output: 'ready SIGTERM\n' });
  expect(end.took).toBeLessThan(1500);
});

it('a second signal ends it at once', async () => {
  const end = await endOf(LISTENING, 'SIGINT', 'SIGINT');
  expect(end).toMatchObject({ signal: 'SIGINT', output: 'ready SIGINT\n' });
  expect(end.took).toBeLessThan(800);
});

it('whoever has asked for time has more', async () => {
  const program = `const { signal, askForTime } = interruption(); askForTime(600); setInterval(() => {}, 1e6);
    signal.addEventListener('abort', () => setTimeout(() => console.log('done'), 1200)); ${READY}`;
  expect(await endOf(program, 'SIGTERM')).toMatchObject({ code: 130, output: 'ready done\n' });
});

it('who has said how it ends, ends so, also where the time does not do', async () => {
  const program = `const { signal, askForTime } = interruption(); askForTime(0, 0); setInterval(() => {}, 1e6);
    signal.addEventListener('abort', () => {}); ${READY}`;
  expect(await endOf(program, 'SIGINT')).toMatchObject({ code: 0 });
});

it('what is done in time ends by itself', async () => {
  const program = `const { signal } = interruption(); const timer = setInterval(() => {}, 1e6);
    signal.addEventListener('abort', () => { clearInterval(timer); process.exitCode = 3; }); ${READY}`;
  expect(await endOf(program, 'SIGINT')).toMatchObject({ code: 3 });
});
