/**
 * The documentation as a site: the Markdown of the repository, in four parts. A page that is in no part fails the
 * build, and so does a link that leads nowhere.
 */
import { cpSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { defineConfig } from 'vitepress';

const root = join(import.meta.dirname, '../..');
const pages = join(root, 'site/pages');

/** The parts: what each page is called in the list, by its file. */
const PARTS = {
  Start: {
    'README.md': 'In one page',
    'docs/README.md': 'All pages',
    'examples/README.md': 'Examples',
  },
  Guides: {
    'docs/front-end.md': 'Build a front end',
    'docs/inspector.md': 'Look into the mock',
    'docs/state.md': 'Put it into any state',
    'docs/own-api.md': 'Use your own API',
    'docs/deployed-servers.md': 'Verify a deployed server',
    'docs/ci.md': 'Verify in CI',
    'docs/cases.md': 'Write cases',
    'docs/coming-from.md': 'Come from another tool',
    'docs/prism.md': 'Prism',
    'docs/dredd.md': 'Dredd',
  },
  Reference: {
    'docs/cli.md': 'Command line',
    'docs/configuration.md': 'Config file',
    'docs/engine.md': 'Engine',
    'docs/control-api.md': 'Control API',
    'docs/contract.md': 'Rules',
    'docs/open-questions.md': 'Open questions',
    'docs/oracles.md': 'Oracles',
    'docs/lint.md': 'Lint rules',
    'docs/reports.md': 'Reports',
    'CHANGELOG.md': 'Changes',
  },
  Explanations: {
    'ARCHITECTURE.md': 'Architecture',
    'docs/decisions/README.md': 'Decisions',
    'docs/security.md': 'Security',
    'SECURITY.md': 'Report a weakness',
    'docs/dependencies.md': 'Dependencies',
    'docs/licences.md': 'Licences',
    'docs/mutation.md': 'Mutation testing',
    'CONTRIBUTING.md': 'Contribute',
  },
  Measured: Object.fromEntries(
    globSync('bench/*.md', { cwd: root })
      .sort()
      .map((file) => [file, title(file)]),
  ),
};

/** What a page's first heading says. */
function title(file) {
  return /^# (.+)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? file;
}

/** `docs/README.md` is `docs/`, as GitHub has it. */
const address = (file) => `/${file.replace(/(?:README|index)?\.md$/, '')}`;

const decisions = globSync('docs/decisions/0*.md', { cwd: root }).sort();
const listed = [...Object.values(PARTS).flatMap((pages) => Object.keys(pages)), ...decisions];

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
for (const file of globSync('{*.md,{docs,bench,examples}/**/*.md,docs/images/*}', {
  cwd: root,
  exclude: ['**/node_modules/**'],
}))
  cpSync(join(root, file), join(pages, file));

export default defineConfig({
  srcDir: 'pages',
  outDir: process.env.SITE_FOLDER ?? '.vitepress/dist',
  cacheDir: '.vitepress/cache',
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
  transformPageData({ filePath }) {
    if (!listed.includes(filePath))
      throw new Error(
        `Failed to build the site: ${filePath} is in no part. Name it in site/.vitepress/config.js.`,
      );
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
