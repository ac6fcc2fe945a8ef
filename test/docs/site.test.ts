import { expect, it } from 'vitest';

/** Written in JavaScript: the site's generator reads it, from an install of its own. */
interface Pages {
  readonly files: readonly string[];
  readonly listed: readonly string[];
}

it('has a place for each page, once', async () => {
  const file = new URL('../../site/.vitepress/pages.js', import.meta.url).href;
  const { files, listed } = (await import(file)) as Pages;
  const help = 'Give each page a line in site/.vitepress/pages.js.';
  expect([...listed].sort(), help).toEqual([...files].sort());
});
