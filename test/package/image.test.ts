import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const allowed = read('.dockerignore')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1));

it('lets into the image all of the package that a command reads', () => {
  const { files } = JSON.parse(read('package.json')) as { readonly files: readonly string[] };
  const parts = files
    .filter((part) => !/\.md$|^(?:deploy|docs|examples)$/.test(part))
    // The build makes it.
    .map((part) => (part === 'dist' ? 'scripts/build.ts' : part));
  const missing = parts.filter(
    (part) => !allowed.some((pattern) => pattern === part || matchesGlob(part, `${pattern}/**`)),
  );
  expect(missing, 'Name them in .dockerignore.').toEqual([]);
});

it('lets into the image all that its build copies and compiles', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
    .flatMap(([, names = '']) => names.split(' '))
    .filter((name) => name !== '.');
  const { include } = JSON.parse(read('tsconfig.build.json')) as { readonly include: string[] };
  expect(allowed).toEqual(expect.arrayContaining([...copied, ...include, 'tsconfig.json']));
});
