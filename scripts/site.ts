/**
 * Builds the documentation as a site, in `site/.vitepress/dist`: `npm run site`. It installs the generator first, beside
 * the project. A warning, and a link or an anchor that leads nowhere, are failures.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const site = join(dirname(import.meta.dirname), 'site');
const dist = join(site, '.vitepress/dist');

// Not `npm ci`: it refuses a lock file as a whole where a registry lacks another platform's package.
if (!existsSync(join(site, 'node_modules')))
  run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']);
const output = run(process.execPath, [
  join(site, 'node_modules/vitepress/bin/vitepress.js'),
  'build',
]);
const warnings = output.split('\n').filter((line) => /warn|▲|\(!\)/i.test(line));
const pages = globSync('**/*.html', { cwd: dist, exclude: ['404.html'] }).map((page) =>
  page.replaceAll('\\', '/'),
);
const problems = [...warnings, ...pages.flatMap(deadLinks)];
for (const problem of problems) console.error(problem);
console.log(`${pages.length} pages, ${problems.length} problems`);
process.exitCode = problems.length === 0 && pages.length > 30 ? 0 : 1;

/** What it printed. */
function run(command: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: site, encoding: 'utf8' });
  const text = `${stdout}${stderr}`;
  if (status === 0) return text;
  throw new Error(`Failed to build the site: ${command} ended with ${status}.\n${text}`);
}

/** The links of a page within the site that lead to no page, or to no place in it. */
function deadLinks(page: string): string[] {
  const hrefs = [...textOf(page).matchAll(/<a\b[^>]*? href="([^"]*)"/g)].map(
    ([, href = '']) => href,
  );
  return hrefs
    .filter((href) => !/^[a-z]+:/.test(href) && !leads(page, href))
    .map((href) => `${page}: ${href}`);
}

function leads(page: string, href: string): boolean {
  const [path = '', anchor = ''] = decodeURI(href.replaceAll('&amp;', '&')).split('#');
  const target = path === '' ? page : posix.join(path.startsWith('/') ? '.' : dirname(page), path);
  const file = [target, `${target}.html`, posix.join(target, 'index.html')].find((candidate) =>
    pages.includes(candidate),
  );
  if (file === undefined) return existsSync(join(dist, target)) && target !== '.';
  return anchor === '' || textOf(file).includes(` id="${anchor}"`);
}

function textOf(page: string): string {
  return readFileSync(join(dist, page), 'utf8');
}
