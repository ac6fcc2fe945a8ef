/** Lints many variants of the document in one process of the real Spectral. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Document, parseDocument } from 'yaml';
import { plantStore } from '../../mocks/command.ts';

/** One change to the document, and the rules that it must break: none for a legitimate variant. */
export interface Variant {
  readonly name: string;
  readonly change: (document: Document) => void;
  readonly breaks: readonly string[];
}

/** What Spectral says of one file. */
export interface LintResult {
  readonly code: string;
  readonly message: string;
  readonly path: readonly (string | number)[];
}

/** A file beside the variants, for all of them to refer to. */
const PARTS = 'Height: { type: number, description: In metres, maximum: 0.3 }\n';

/** The results for each variant, by its name. */
export async function lintVariants(
  variants: readonly Variant[],
): Promise<Map<string, LintResult[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'ruleset-'));
  try {
    const text = await readFile(plantStore.document, 'utf8');
    const unchanged = parseDocument(text, { intAsBigInt: true });
    const files = variants.map((_, index) => join(folder, `${index}.yaml`));
    await writeFile(join(folder, 'parts.yaml'), PARTS);
    for (const [index, { change }] of variants.entries()) {
      const document = unchanged.clone();
      change(document);
      const written = document.toString().replaceAll(/\bdigits_(?=[-.\d])/g, '');
      await writeFile(files[index] ?? '', written);
    }
    const found = new Map<string, LintResult[]>(variants.map(({ name }) => [name, []]));
    for (const result of await runSpectral(files)) {
      const variant = variants[Number.parseInt(basename(result.source), 10)];
      found.get(variant?.name ?? '')?.push(result);
    }
    return found;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function runSpectral(files: readonly string[]): Promise<(LintResult & { source: string })[]> {
  const bin = createRequire(import.meta.url).resolve('@stoplight/spectral-cli/dist/index.js');
  const words = [bin, 'lint', ...files, '--ruleset', plantStore.ruleset, '--format', 'json', '-q'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, words, { maxBuffer: 2 ** 26 }, (_error, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout) as (LintResult & { source: string })[]);
      } catch {
        reject(new Error(`Failed to read Spectral's results: ${stderr || stdout}`));
      }
    });
  });
}
