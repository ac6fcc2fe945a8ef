import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

describe('mock', () => {
  const run = promisify(execFile);
  const root = join(import.meta.dirname, '../..');

  /** Packages that `mock` has loaded into its own thread, and whether an answer had findings. */
  async function loaded(...words: string[]): Promise<{ found: string[]; hasFindings: boolean }> {
    const script = `
      import { registerHooks } from 'node:module';
      const seen = new Set();
      registerHooks({ load: (url, context, next) => {
        seen.add(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1] ?? 'own');
        return next(url, context);
      } });
      const { main } = await import(${JSON.stringify(join(root, 'src/cli/main.ts'))});
      const { plantStore } = await import(${JSON.stringify(join(root, 'mocks/command.ts'))});
      const end = new AbortController();
      let url;
      const stdout = { write: (text) => (url ??= JSON.parse(text).listening) };
      const words = ['mock', '--port', '0', '--log', 'json', ...${JSON.stringify(words)}];
      const stderr = { write: () => true };
      const io = { stdout, stderr, env: {}, cwd: '/', signal: end.signal };
      const running = main(words, io, plantStore);
      const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
      while (!url) await pause();
      const body = '{"id":1}';
      const ask = async () => (await fetch(url + '/plants', { method: 'POST', body })).headers;
      // The first answer doesn't wait for Prism.
      const first = (await ask()).has('sl-violations');
      let last = first;
      while (!last && !words.includes('--no-prism')) {
        await pause();
        last = (await ask()).has('sl-violations');
      }
      end.abort('SIGINT');
      await running;
      console.log(JSON.stringify([[...seen], first, last]));
      process.exit();`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
    const [found, first, hasFindings] = JSON.parse(stdout.trim().split('\n').at(-1)!) as [
      string[],
      boolean,
      boolean,
    ];
    expect(first).toBe(false);
    return { found, hasFindings };
  }

  const ofPrism = (name: string): boolean => /stoplight|prism/.test(name);

  it('has Prism on by default, and in another thread', async () => {
    const { found, hasFindings } = await loaded('--prism-deadline', '20000');
    expect(found.filter(ofPrism)).toEqual([]);
    expect(hasFindings).toBe(true);
  });

  it('has nothing of Prism with --no-prism', async () => {
    const { found, hasFindings } = await loaded('--no-prism');
    expect(found.filter(ofPrism)).toEqual([]);
    expect(hasFindings).toBe(false);
  });
});
