import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { examineLinks } from '../setup/dead-links.ts';

it('in all pages lead somewhere', () => {
  const { all, dead } = examineLinks(join(import.meta.dirname, '../..'));
  expect(dead).toEqual([]);
  expect(all).toBeGreaterThan(10);
});

it('are told apart from code, addresses and headings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'links-'));
  const page = `# One \`two\`, three
[a](#one-two-three) [b](#four) [c](page.md) [d](other.md "title") ![e](e.png)
[f](https://example.test/x) [g](page.md#one-two-three) \`[h](h.md)\`
\`\`\`md
# Four
[i](i.md)
\`\`\`
`;
  writeFileSync(join(folder, 'page.md'), page);
  expect(examineLinks(folder).dead).toEqual(
    ['#four', 'other.md', 'e.png'].map((to) => `page.md: ${to}`),
  );
  rmSync(folder, { recursive: true });
});
