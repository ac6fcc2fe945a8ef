import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { oracles } from '../../src/verify/oracles/index.ts';

const text = readFileSync(new URL('../../docs/oracles.md', import.meta.url), 'utf8');

it('docs/oracles.md has a section for each oracle, with a faulty exchange and how to silence it', () => {
  const sections = new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.split('\n', 1)[0]!.trim(), section] as const),
  );
  expect([...sections.keys()].toSorted()).toEqual(oracles.map(({ id }) => id).toSorted());
  for (const [id, section] of sections) {
    expect(section, id).toContain(`--skip oracle/${id}\``);
    expect(section, id).toMatch(/^```\n[A-Z]+ .*→/m);
  }
});
