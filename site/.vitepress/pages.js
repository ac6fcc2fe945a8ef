/** Which pages there are, and in which order. A test holds that each one has a place. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';

export const root = join(import.meta.dirname, '../..');

/** All pages of the repository, by their files. */
export const files = globSync('{*.md,{docs,bench,examples}/**/*.md}', {
  cwd: root,
  exclude: ['**/node_modules/**'],
}).map((file) => file.replaceAll('\\', '/'));

/** What a page's first heading says. */
export function title(file) {
  return /^# (.+)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? file;
}

/** The pages that a pattern finds, by their own titles. */
function titles(pattern) {
  const found = files.filter((file) =>
    new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(file),
  );
  return Object.fromEntries(found.sort().map((file) => [file, title(file)]));
}

/** The parts: what each page is called in the list, by its file. */
export const PARTS = {
  Start: {
    'README.md': 'In one page',
    'docs/README.md': 'All pages',
    'examples/README.md': 'Examples',
    ...titles('examples/*/README.md'),
  },
  Guides: {
    'docs/front-end.md': 'Build a front end',
    'docs/inspector.md': 'Look into the mock',
    'docs/state.md': 'Put it into any state',
    'docs/own-api.md': 'Use your own API',
    'docs/deployed-servers.md': 'Verify a deployed server',
    'docs/ci.md': 'Verify in CI',
    'docs/shared.md': 'Share one mock',
    'docs/operations.md': 'Operate a shared mock',
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
  Measured: titles('bench/*.md'),
};

export const decisions = Object.keys(titles('docs/decisions/0*.md'));

/** The files of all pages that have a place. */
export const listed = [
  ...Object.values(PARTS).flatMap((pages) => Object.keys(pages)),
  ...decisions,
];
