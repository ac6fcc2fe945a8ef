/**
 * The documentation as a site: the Markdown of the repository, in the order of `pages.js`. A link that leads nowhere
 * fails the build.
 */
import { cpSync, existsSync, globSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { defineConfig } from 'vitepress';
import { PARTS, decisions, files, listed, root, title } from './pages.js';

const pages = join(root, 'site/pages');

/** `docs/README.md` is `docs/`, as GitHub has it. */
const address = (file) => `/${file.replace(/(?:README|index)?\.md$/, '')}`;

/** An anchor as GitHub makes it: the pages are read there, too. */
function slugify(heading) {
  const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '');
  return words.trim().replaceAll(' ', '-');
}

/** `README.md` is `index.md` here, and what is no page is read where the source is. */
function redirect({ tokens, env }) {
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const href = token.type === 'link_open' ? token.attrGet('href') : null;
    if (href === null || /^[a-z]+:|^#/.test(href)) continue;
    const file = join(dirname(env.realPath ?? env.path), href).replace(pages, '');
    if (/\.md(?:#|$)/.test(href))
      token.attrSet('href', href.replace(/README\.md(?=#|$)/, 'index.md'));
    else if (existsSync(root + file)) token.attrSet('href', SOURCE + file);
  }
}

const SOURCE = 'https://github.com/plant-store/plant-store-kit/blob/main';

// A build looks for its packages from each page upwards, so that the pages must lie here.
rmSync(pages, { recursive: true, force: true });
for (const file of [...files, ...globSync('docs/images/*', { cwd: root })])
  cpSync(join(root, file), join(pages, file));

export default defineConfig({
  srcDir: 'pages',
  rewrites: Object.fromEntries(
    listed
      .filter((file) => /(?:^|\/)README\.md$/.test(file))
      .map((file) => [file, file.replace(/README\.md$/, 'index.md')]),
  ),
  title: 'plant-store-kit',
  description: 'A mock server and contract-testing kit for OpenAPI.',
  lang: 'en',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  cleanUrls: true,
  markdown: {
    anchor: { slugify },
    config: (markdown) => markdown.core.ruler.push('redirect', redirect),
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: Object.entries(PARTS).map(([text, pages]) => ({
      text,
      items: Object.entries(pages).map(([file, name]) => ({
        text: name,
        link: address(file),
        ...(file === 'docs/decisions/README.md' && {
          collapsed: true,
          items: decisions.map((one) => ({ text: title(one), link: address(one) })),
        }),
      })),
    })),
  },
});
