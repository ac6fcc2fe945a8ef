import { expect, it } from 'vitest';
import { withSection } from './page-section.ts';

it('writes its own section of a page, and leaves the others', () => {
  const page = withSection(withSection('# Judges\n\nWhat?\n', 'One', 'first\n'), 'Two', 'second\n');
  expect(page).toBe('# Judges\n\nWhat?\n\n## One\n\nfirst\n\n## Two\n\nsecond\n');
  expect(withSection(page, 'One', 'another\n\n### Part\n')).toBe(
    '# Judges\n\nWhat?\n\n## One\n\nanother\n\n### Part\n\n## Two\n\nsecond\n',
  );
});
