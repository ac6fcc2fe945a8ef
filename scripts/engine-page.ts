import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is exported with a docstring: the docstring, the kind, and the text up to the body. */
const EXPORTED =
  /\/\*\*\s((?:(?!\*\/)[^])*?)\*\/\nexport (?:async )?(function|interface|const) (\w+)/g;

interface Entry {
  readonly kind: string;
  readonly name: string;
  readonly meaning: string;
  /** The parameters, without their types' own types. */
  readonly call: string;
}

/** The functions of the engine as a page: what their docstrings say, by theme. */
export function enginePage(root: string, packageName: string): string {
  const sections = globSync('src/face/*.ts', { cwd: root })
    .sort()
    .filter((file) =>
      new RegExp(`'\\./face/${themeOf(file)}\\.ts'`).test(read(root, 'src/index.ts')),
    )
    .map((file) => section(themeOf(file), entriesOf(read(root, file))));
  return `# The engine

\`${packageName}/engine\` is the kit in code: it loads a document, mocks it, verifies a server with it, and
lints it. It knows no service and needs no command line. This page lists the exports; the types describe each
option. [Your own API](own-api.md#in-code) shows them at work.

<!-- Written by \`npm run generate\` from src/face. -->

${sections.filter((text) => text !== '').join('\n')}`;
}

const read = (root: string, file: string): string => readFileSync(join(root, file), 'utf8');

const themeOf = (file: string): string => /([\w-]+)\.ts$/.exec(file)?.[1] ?? file;

function section(theme: string, entries: readonly Entry[]): string {
  if (entries.length === 0) return '';
  const rows = entries.map(({ name, call, meaning }) => `| \`${name}${call}\` | ${meaning} |`);
  const title = theme.charAt(0).toUpperCase() + theme.slice(1);
  return `## ${title}\n\n| export | what it does |\n| --- | --- |\n${rows.join('\n')}\n`;
}

function entriesOf(text: string): Entry[] {
  return [...text.matchAll(EXPORTED)].map((match) => {
    const [whole, docstring = '', kind = '', name = ''] = match;
    const rest = text.slice(match.index + whole.length);
    return {
      kind,
      name,
      meaning: meaningOf(docstring),
      call: kind === 'function' ? callOf(rest) : '',
    };
  });
}

/** A docstring's text before its tags, as a cell of a table. */
function meaningOf(docstring: string): string {
  const text = docstring.replaceAll(/^\s*\* ?/gm, '').split(/^@/m)[0] ?? '';
  return text
    .replaceAll(/\{@link (\S+?)\}/g, '`$1`')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .trim();
}

/** The names of a function's parameters. */
function callOf(rest: string): string {
  const list = /^(?:<[^(]*>)?\(([^]*?)\n?\): /.exec(rest)?.[1] ?? '';
  const names = [...list.matchAll(/(?:^|,)\s*(\w+)(\??):|(?:^|,)\s*\{[^}]*\}(): (\w+)/g)];
  return `(${names.map(([, name, , , type]) => name ?? type ?? '').join(', ')})`;
}
