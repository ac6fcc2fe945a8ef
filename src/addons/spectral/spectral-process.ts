/**
 * The process that `lint` starts: Spectral's own command, with the kit's ruleset under the kit's name, and
 * with what the kit makes of Spectral's results. Its first words are whether the documents must be
 * OpenAPI, whether matters of style are listed or counted, and where references may lead by the kit's rules.
 */
import { writeSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { type LintResult, severities } from '../../openapi/linter.ts';
import { packageName } from '../../package-root.ts';
import { withoutEchoes } from './echoes.ts';
import { type LintedText, syntaxResults } from './examine.ts';
import { namedReferences, pointToNamed } from './named-schemas.ts';
import { resolverWithin } from './resolver.ts';
import ruleset, { type SpectralDocument, kitFindings } from './ruleset.ts';

type Run = (document: SpectralDocument, options: unknown) => Promise<LintResult[]>;

const command = createRequire(import.meta.url).resolve('@stoplight/spectral-cli/dist/index.js');
const requireSpectral = createRequire(command);
const { Spectral, Ruleset } = requireSpectral('@stoplight/spectral-core') as {
  readonly Spectral: { readonly prototype: { run: Run } };
  readonly Ruleset: new (definition: unknown, context: unknown) => unknown;
};

const [kind, style, places = 'null'] = process.argv.splice(2, 3);
const { run } = Spectral.prototype;
Spectral.prototype.run = async function withOwnResults(document, options) {
  const { input: text, source } = document;
  const linted: LintedText = { text, source: source ?? '', isOpenApi: kind === 'openapi' };
  const syntax = syntaxResults(linted);
  if (syntax.some(({ severity }) => severities[severity] === 'error')) return syntax;
  pointToNamed(document.data, namedReferences(text, linted.source));
  const results = [...syntax, ...(await run.call(this, document, options))];
  const kit = kitFindings(document);
  if (kit === undefined) return counted(results);
  return counted(withoutEchoes([...results, ...kit.elsewhere], kit.places));
};

const STYLE = severities.indexOf('hint');

/** Where style isn't asked for, it leaves by the fourth channel: a line a document, counts by rule. */
function counted(results: LintResult[]): LintResult[] {
  if (style === 'listed') return results;
  const hints = Object.groupBy(
    results.filter(({ severity }) => severity === STYLE),
    ({ code }) => code,
  );
  const counts = Object.entries(hints).map(([code, list = []]) => [code, list.length]);
  writeSync(3, `${JSON.stringify(Object.fromEntries(counts))}\n`);
  return results.filter(({ severity }) => severity !== STYLE);
}

/** The kit's ruleset: as it is, and under the kit's name in a ruleset that extends it. */
const rulesetFile = join(import.meta.dirname, `ruleset${extname(import.meta.filename)}`);
const loader = requireSpectral('./services/linter/utils/getRuleset') as {
  getRuleset: (file: string) => Promise<unknown>;
};
const { getRuleset } = loader;
loader.getRuleset = async (file) =>
  file === rulesetFile
    ? new Ruleset(ruleset, { severity: 'recommended', source: file })
    : await getRuleset(file);

const allowed = JSON.parse(places) as readonly string[] | null;
if (allowed !== null) {
  const resolvers = requireSpectral('./services/linter/utils/getResolver') as {
    getResolver: () => unknown;
  };
  resolvers.getResolver = () => resolverWithin(allowed);
}

const name = packageName();
const migrator = createRequire(requireSpectral.resolve('@stoplight/spectral-ruleset-migrator'))(
  './requireResolve',
) as { default: (id: string, options: unknown) => string | null };
const { default: resolveRuleset } = migrator;
migrator.default = (id, options) => (id === name ? name : resolveRuleset(id, options));
const files = Module as unknown as { _resolveFilename: (id: string, ...rest: unknown[]) => string };
const { _resolveFilename: resolveFile } = files;
files._resolveFilename = (id, ...rest) => (id === name ? rulesetFile : resolveFile(id, ...rest));

requireSpectral(command);
