/**
 * The process that `lint` starts: Spectral's own command, which also says, in every report, what the
 * kit has to say of a document. Its first word is whether the documents must be OpenAPI.
 */
import { createRequire } from 'node:module';
import type { LintResult } from '../../openapi/linter.ts';
import { type LintedText, readingResults, syntaxResult } from './own-results.ts';

interface SpectralDocument {
  readonly input: string;
  readonly source: string | null;
  getRangeForJsonPath(path: LintResult['path'], isNearest: true): LintResult['range'] | undefined;
}

type Run = (document: SpectralDocument, options: unknown) => Promise<LintResult[]>;

const command = createRequire(import.meta.url).resolve('@stoplight/spectral-cli/dist/index.js');
const requireSpectral = createRequire(command);
const { Spectral } = requireSpectral('@stoplight/spectral-core') as {
  readonly Spectral: { readonly prototype: { run: Run } };
};

const [kind] = process.argv.splice(2, 1);
const { run } = Spectral.prototype;
Spectral.prototype.run = async function withOwnResults(document, options) {
  const { input: text, source } = document;
  const linted: LintedText = { text, source: source ?? '', isOpenApi: kind === 'openapi' };
  const broken = syntaxResult(linted);
  if (broken !== undefined) return [broken];
  const results = await run.call(this, document, options);
  const own = readingResults(linted, results, (path) => document.getRangeForJsonPath(path, true));
  return [...results, ...own];
};

requireSpectral(command);
