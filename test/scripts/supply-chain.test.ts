import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (file: string): string => readFileSync(file, 'utf8');

const workflows = readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`);

it.each(['action.yml', ...workflows])('%s uses actions by their commits', (file) => {
  const uses = [...read(file).matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, use = '']) => use);
  expect(uses).not.toEqual([]);
  const others = uses.filter((use) => use !== './' && !/^[\w./-]+@[\da-f]{40} # v\d/.test(use));
  expect(others).toEqual([]);
});

it('a release is published with provenance, by nobody who holds a token', () => {
  const text = read('.github/workflows/release.yml');
  expect(text).toContain('npm publish --provenance');
  expect(text).toContain('id-token: write');
  expect(text).not.toMatch(/secrets\.|NODE_AUTH_TOKEN/);
});

it('what comes to users is pinned to one version, but for what a project shares', () => {
  const { dependencies } = JSON.parse(read('package.json')) as {
    dependencies: Record<string, string>;
  };
  const ranges = Object.entries(dependencies).filter(([, range]) => !/^\d+\.\d+\.\d+$/.test(range));
  expect(ranges.map(([name]) => name)).toEqual(['msw']);
});

it('the licences of what comes to users are named, and let anyone use it', () => {
  const rows = [...read('docs/licences.md').matchAll(/^\| [^|]+ \| \d[^|]* \| ([^|]+?) +\|$/gm)];
  expect(rows.length).toBeGreaterThan(20);
  const free =
    /^(?:MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|CC0-1\.0|BlueOak-1\.0\.0|\(MIT OR CC0-1\.0\))$/;
  expect(rows.map(([, licence = '']) => licence).filter((licence) => !free.test(licence))).toEqual(
    [],
  );
});
