import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Links and images, `[text](target)`; outside of code. */
const LINK = /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g;

function withoutCode(text: string): string {
  return text.replaceAll(/^(`{3,})[\s\S]*?^\1/gm, '').replaceAll(/`[^`\n]*`/g, '');
}

/** What GitHub makes of a heading. */
function anchorOf(heading: string): string {
  const words = heading
    .toLowerCase()
    .replaceAll(/[`*_]|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[^\p{L}\p{N}\- ]/gu, '');
  return words.trim().replaceAll(' ', '-');
}

function anchorsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/^(`{3,})[\s\S]*?^\1/gm, '');
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

function isDead(root: string, file: string, target: string): boolean {
  if (/^[a-z][a-z\d+.-]*:/i.test(target)) return false;
  const [path = '', anchor] = decodeURI(target).split('#');
  const other = path === '' ? join(root, file) : join(root, dirname(file), path);
  if (!existsSync(other)) return true;
  return anchor !== undefined && other.endsWith('.md') && !anchorsOf(other).includes(anchor);
}

/** The relative links in all Markdown files below a folder, and how many of them lead nowhere. */
export function examineLinks(root: string): { readonly all: number; readonly dead: string[] } {
  const files = globSync('{*.md,{docs,bench,examples,.changeset}/**/*.md}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  });
  const links = files.flatMap((file) =>
    [...withoutCode(readFileSync(join(root, file), 'utf8')).matchAll(LINK)].map(
      ([, target = '']) => ({ file, target }),
    ),
  );
  const dead = links.filter(({ file, target }) => isDead(root, file, target));
  return { all: links.length, dead: dead.map(({ file, target }) => `${file}: ${target}`) };
}
