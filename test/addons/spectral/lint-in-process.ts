/** Lints texts in this process: Spectral's own engine with a ruleset, and what the kit makes of its results. */
import { createRequire } from 'node:module';
import { withoutEchoes } from '../../../src/addons/spectral/echoes.ts';
import kit, { type SpectralDocument, kitFindings } from '../../../src/addons/spectral/ruleset.ts';
import type { LintResult } from '../../../src/openapi/linter.ts';

const requireSpectral = createRequire(
  createRequire(import.meta.url).resolve('@stoplight/spectral-cli'),
);
const { Spectral, Document } = requireSpectral('@stoplight/spectral-core') as {
  readonly Spectral: new () => {
    setRuleset(ruleset: unknown): void;
    run(document: SpectralDocument): Promise<LintResult[]>;
  };
  readonly Document: new (text: string, parser: unknown, source: string) => SpectralDocument;
};
const { Yaml } = requireSpectral('@stoplight/spectral-parsers') as { readonly Yaml: unknown };

const linters = new Map<unknown, InstanceType<typeof Spectral>>();

function linterFor(ruleset: unknown): InstanceType<typeof Spectral> {
  const known = linters.get(ruleset);
  if (known !== undefined) return known;
  const spectral = new Spectral();
  spectral.setRuleset(ruleset);
  linters.set(ruleset, spectral);
  return spectral;
}

/** The results of a ruleset: by default the kit's. */
export async function lintText(
  text: string,
  source: string,
  ruleset: unknown = kit,
): Promise<LintResult[]> {
  const document = new Document(text, Yaml, source);
  const results = await linterFor(ruleset).run(document);
  const pick = kitFindings(document);
  return pick ? withoutEchoes([...results, ...pick.elsewhere], pick.places) : results;
}
