import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemOf } from '../setup/command-problem.ts';

const root = join(import.meta.dirname, '../..');
const pages = globSync('{*.md,docs/**/*.md,examples/*.md}', { cwd: root });

/** The kit's commands in a page's shell blocks, without comments, with continued lines as one. */
function commandsIn(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8').replaceAll('\r\n', '\n');
  return [...text.matchAll(/^ *```sh\n([^]*?)^ *```$/gm)]
    .flatMap(([, block = '']) => block.replaceAll('\\\n', ' ').split('\n'))
    .map((line) => line.replace(/(^|\s)# .*$/, '').trim())
    .flatMap(
      (line) =>
        /(?:^|[;&|] *|npx (?:--yes )?)(plant-store(?:-kit@latest)? .*)/.exec(line)?.[1] ?? [],
    );
}

/** The words of a line, as a shell has them; what follows the command is left out. */
function wordsOf(line: string): string[] {
  const [command = ''] = line.split(/ (?:[|>&;]|2>)/);
  const words = command.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g);
  return [...words].map(([word]) => word.replaceAll(/['"]/g, '').replace('$shard', '1')).slice(1);
}

const lines = pages.flatMap((page) => commandsIn(page).map((line) => ({ page, line })));

describe('each command in the pages', () => {
  it('is found', () => {
    expect(lines.length).toBeGreaterThan(60);
  });

  it('has flags and values that the command line takes', async () => {
    const wrong: string[] = [];
    for (const { page, line } of lines) {
      const problem = await problemOf(wordsOf(line));
      if (/^Failed/m.test(problem)) wrong.push(`${page}: ${line}: ${problem}`);
    }
    expect(wrong).toEqual([]);
  });

  it('would be noticed, were it wrong', async () => {
    expect(await problemOf(['mock', '--prot', '1'])).toMatch(/^Failed .*--prot/);
    expect(await problemOf(wordsOf("plant-store verify 'http://a' --rate x | cat"))).toMatch(
      /^Failed .*--rate/,
    );
  });
});
