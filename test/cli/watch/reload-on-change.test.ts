import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { reloadOnChange } from '../../../src/cli/watch/reload-on-change.ts';
import { until } from '../../serve/http-helpers.ts';

it('what a broken file kept from being read is read once that is mended', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reloading-'));
  const [broken, other] = [join(folder, 'broken'), join(folder, 'other')];
  await writeFile(broken, 'good');
  await writeFile(other, 'old');
  const seen: string[] = [];
  let isBroken = true;
  const sink = { write: () => true };
  const io = { cwd: folder, stdout: sink, stderr: sink };
  const reload = async (files: readonly string[]): Promise<void> => {
    seen.push(files.map((file) => basename(file)).join(' '));
    if (isBroken) throw new Error('broken');
  };
  const told = async (text: string): Promise<void> => {
    await until(() => (seen.at(-1) === text ? true : undefined));
  };
  {
    using _watch = reloadOnChange([broken, other], { io, log: 'silent', reload });
    await writeFile(other, 'new');
    await told('other');
    isBroken = false;
    await writeFile(broken, 'mended');
    await told('other broken');
    await writeFile(broken, 'better');
    await told('broken');
  }
  await rm(folder, { recursive: true });
  expect(seen).toEqual(['other', 'other broken', 'broken']);
});
