import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Made } from '../../test/addons/spectral/mistakes/mistakes.ts';
import { table } from './markdown.ts';

const requireSpectral = createRequire(
  createRequire(import.meta.url).resolve('@stoplight/spectral-cli'),
);
const { oas } = requireSpectral('@stoplight/spectral-rulesets') as { readonly oas: unknown };

/** The ruleset that Spectral has of its own. */
export const stockRuleset: unknown = { extends: [oas] };

/** An error or a warning of a linter. */
export interface Found {
  readonly rule: string;
  readonly kind: string;
  readonly message: string;
  readonly pointer: string;
}

/** Findings of each document, by linter. */
type Tools = Readonly<Record<string, readonly (readonly Found[])[]>>;

interface Named {
  readonly name: string;
}

/** What the report is about. */
interface LintLedger {
  readonly made: readonly Made[];
  readonly onMade: Tools;
  readonly corpus: readonly Named[];
  readonly onCorpus: Tools;
}

/** How many findings are drawn, and from what the drawing begins. */
const DRAWN = 30;
const SEED = 2026;

/** LINT.md. */
export function lintReport({ made, onMade, corpus, onCorpus }: LintLedger): string {
  const mistakes = made.filter(({ mistake }) => mistake !== undefined).length;
  const onThem = Object.entries(onMade).map(([tool, found]) => caughtRow(tool, found, made));
  const head = ['linter', 'caught', 'at the place', 'sound with findings', 'findings on sound'];
  return `# Lint

\`npm run lint:peers -- CORPUS\` writes this page. Errors and warnings count; matters of style don't.

## One mistake each

${mistakes} documents that differ from a sound one by one edit (\`test/addons/spectral/mistakes\`), of OpenAPI 3.0
and 3.1, and ${made.length - mistakes} sound ones. We wrote the kit's rules with this set at hand; the other linters did not have it. A linter catches a mistake if
it has a finding that it doesn't have for the sound document. It is at the place if the finding names the node,
the one around it or one in it.

${table(head, onThem)}

${corpus.length === 0 ? '' : corpusSection(corpus, onCorpus)}`;
}

function caughtRow(tool: string, found: Tools[string], made: readonly Made[]): string[] {
  const soundOf = new Map<string, ReadonlySet<string>>();
  for (const [i, { base, mistake }] of made.entries()) {
    if (mistake === undefined && !soundOf.has(base))
      soundOf.set(base, new Set(found[i]!.map(keyOf)));
  }
  let [caught, placed, unsound, alarms] = [0, 0, 0, 0];
  for (const [i, { base, mistake }] of made.entries()) {
    if (mistake === undefined) {
      if (found[i]!.length > 0) unsound += 1;
      alarms += found[i]!.length;
      continue;
    }
    const fresh = found[i]!.filter((finding) => !soundOf.get(base)?.has(keyOf(finding)));
    if (fresh.length > 0) caught += 1;
    if (fresh.some(({ pointer }) => isNear(pointer, mistake.place))) placed += 1;
  }
  return [tool, ...[caught, placed, unsound, alarms].map(String)];
}

function keyOf({ rule, pointer, message }: Found): string {
  return `${rule} ${pointer} ${message}`;
}

function isNear(pointer: string, place: string): boolean {
  const around = place.slice(0, place.lastIndexOf('/'));
  return pointer === place || pointer === around || pointer.startsWith(`${place}/`);
}

interface Drawn extends Found {
  readonly document: string;
}

function corpusSection(corpus: readonly Named[], tools: Tools): string {
  const rows = Object.entries(tools).map(([tool, found]) => {
    const counts = found.map((list) => list.length).toSorted((a, b) => a - b);
    const total = counts.reduce((sum, count) => sum + count, 0);
    return [tool, String(counts[Math.floor(counts.length / 2)]), String(total)];
  });
  const [foundBySelf = []] = Object.values(tools);
  const all = foundBySelf.flatMap((list, i) =>
    list.map((found): Drawn => ({ ...found, document: corpus[i]!.name })),
  );
  const drawn = draw(all);
  const judged = judgements();
  const verdicts = drawn.map((finding) => judged.find((entry) => isOf(entry, finding)));
  const mended = verdicts.filter((verdict) => verdict?.mend === true).length;
  const lines = drawn.map(
    ({ document, rule, message, pointer }, i) =>
      `${i + 1}. ${verdictOf(verdicts[i])} \`${rule}\` in ${document}, \`${pointer}\`: ${message.replaceAll(/\s+/g, ' ').slice(0, 200)}`,
  );
  return `## Documents in use

${corpus.length} public documents of up to 60 kB, each linted alone. If a document refers to other files, they are missing.

${table(['linter', 'median', 'all findings'], rows)}

## ${DRAWN} of them

We drew these from the kit's ${all.length} findings with a fixed seed, and judged each: would the author of the document fix
it? That is so for ${mended} of ${drawn.length} (\`bench/lint-judgements.yaml\`).

${lines.join('\n')}
`;
}

interface Entry {
  readonly document: string;
  readonly rule: string;
  readonly pointer: string;
  readonly mend: boolean;
  readonly why: string;
}

function isOf(entry: Entry, { document, rule, pointer }: Drawn): boolean {
  return entry.document === document && entry.rule === rule && entry.pointer === pointer;
}

function verdictOf(entry: Entry | undefined): string {
  return entry === undefined
    ? '**not judged**'
    : `**${entry.mend ? 'mend' : 'leave'}** (${entry.why})`;
}

function judgements(): readonly Entry[] {
  const file = join(import.meta.dirname, '..', 'lint-judgements.yaml');
  return parse(readFileSync(file, 'utf8')) as Entry[];
}

function draw(all: readonly Drawn[]): Drawn[] {
  const left = [...all];
  let state = SEED;
  return Array.from({ length: Math.min(DRAWN, all.length) }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return left.splice(state % left.length, 1)[0]!;
  });
}
