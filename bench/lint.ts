/**
 * Holds `lint` beside stock Spectral and Redocly on documents with one mistake each, and on documents that others
 * wrote, and writes LINT.md: `npm run lint:peers -- [CORPUS]`. Redocly is found where `npm run bench:peers` puts it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { lintText } from '../test/addons/spectral/lint-in-process.ts';
import { type Made, madeDocuments } from '../test/addons/spectral/mistakes/mistakes.ts';
import { toPointer } from '../src/openapi/pointer.ts';
import { type Found, lintReport, stockRuleset } from './lib/lint-report.ts';

const redocly = join(import.meta.dirname, 'peers', 'node_modules', '.bin', 'redocly');
const [folder] = process.argv.slice(2);

/** Larger documents take stock Spectral minutes. */
const MAX_BYTES = 60_000;

async function bySpectral(file: string, text: string, ruleset?: unknown): Promise<Found[]> {
  const results = await lintText(text, file, ruleset);
  return results
    .filter(({ severity }) => severity <= 1)
    .map(({ code, message, path, severity }) => {
      const kind = severity === 0 ? 'error' : 'warning';
      return { rule: String(code), kind, message, pointer: toPointer(path) };
    });
}

interface RedoclyProblem {
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
  readonly location: readonly [
    { readonly source: { readonly ref: string }; readonly pointer?: string },
  ];
}

/** Findings of each file, in one run. */
function byRedocly(files: readonly string[], cwd: string): Map<string, Found[]> {
  const words = [
    'lint',
    ...files,
    '--format=json',
    '--max-problems=100000',
    '--extends=recommended',
  ];
  const { stdout } = spawnSync(process.execPath, [redocly, ...words], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  // One object after the other, for each of its own parts of the files.
  const list = `[${stdout.trim().replaceAll(/\n\}\s*\{\n/g, '\n},\n{\n')}]`;
  const parts = JSON.parse(list) as { readonly problems: readonly RedoclyProblem[] }[];
  const problems = parts.flatMap((part) => part.problems);
  const found = new Map(files.map((file) => [basename(file), [] as Found[]]));
  for (const { ruleId, severity, message, location } of problems) {
    const [{ source, pointer = '' }] = location;
    const kind = severity === 'error' ? 'error' : 'warning';
    const finding = { rule: ruleId, kind, message, pointer: pointer.replace(/^#/, '') };
    found.get(basename(source.ref))?.push(finding);
  }
  return found;
}

type Tools = Readonly<Record<string, readonly (readonly Found[])[]>>;

/** What each linter finds in each text, in the texts' order. */
async function lintAll(
  texts: readonly { readonly name: string; readonly text: string }[],
): Promise<Tools> {
  if (texts.length === 0) return {};
  const work = mkdtempSync(join(tmpdir(), 'lint-peers-'));
  try {
    const files = texts.map((_, i) => join(work, `${i}.yaml`));
    for (const [i, { text }] of texts.entries()) writeFileSync(files[i]!, text);
    const kit: Found[][] = [];
    const stock: Found[][] = [];
    for (const [i, { text }] of texts.entries()) {
      kit.push(await bySpectral(files[i]!, text));
      stock.push(await bySpectral(files[i]!, text, stockRuleset));
    }
    if (!existsSync(redocly)) return { 'plant-store lint': kit, 'Spectral (spectral:oas)': stock };
    const others = byRedocly(files, work);
    const theirs = files.map((file) => others.get(basename(file)) ?? []);
    return {
      'plant-store lint': kit,
      'Spectral (spectral:oas)': stock,
      'Redocly (recommended)': theirs,
    };
  } finally {
    rmSync(work, { recursive: true });
  }
}

function corpusTexts(): { readonly name: string; readonly text: string }[] {
  if (folder === undefined) return [];
  const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as { name: string }[];
  return index
    .filter(({ name }) => statSync(join(folder, name)).size <= MAX_BYTES)
    .map(({ name }) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

const made: readonly Made[] = madeDocuments();
const corpus = corpusTexts();
writeFileSync(
  join(import.meta.dirname, 'LINT.md'),
  lintReport({ made, onMade: await lintAll(made), corpus, onCorpus: await lintAll(corpus) }),
);
