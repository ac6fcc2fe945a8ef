import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Readonly<
  Record<'dependencies' | 'peerDependencies' | 'devDependencies', Record<string, string>>
>;

/** The packages in a section's table; a row can name several. */
function namedBelow(heading: string): string[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const cells = [...section.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => cell.split(', ')).filter((name) => !/^package$|^-+$/.test(name));
}

const { dependencies, peerDependencies, devDependencies } = manifest;
// The peers are installed for work on the kit, too: one row has to do.
const workOnly = Object.keys(devDependencies).filter((name) => !(name in peerDependencies));

it.each([
  ['Users get these', Object.keys(dependencies)],
  ['Users add these for the commands that need them', Object.keys(peerDependencies)],
  ['Only for work on the kit', workOnly],
])('docs/dependencies.md has, under "%s", just those of package.json', (heading, names) => {
  const help = 'Give each dependency a row with its weight and reason in docs/dependencies.md.';
  expect(namedBelow(heading).sort(), help).toEqual(names.sort());
});
