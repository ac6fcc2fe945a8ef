/** The ledger of a corpus: what became of its documents, in Markdown. */
import type { CorpusRow } from './corpus-document.ts';
import { table } from './markdown.ts';

/** Outcomes, the best first. */
const OUTCOMES: readonly CorpusRow['outcome'][] = [
  'pass',
  'inconclusive',
  'fail',
  'refused',
  'no report',
  'hangs',
  'crashes',
];

/** What the kit must never do, whatever a document says. */
export function isFault({ outcome }: CorpusRow): boolean {
  return outcome === 'no report' || outcome === 'hangs' || outcome === 'crashes';
}

/**
 * Counts, how far the operations were reached, every document that didn't pass with its reason, and
 * the slowest ones.
 *
 * @param command How the ledger was made.
 */
export function corpusReport(rows: readonly CorpusRow[], command: string): string {
  const sections = [
    '# Corpus',
    `Public documents that others wrote. \`lint\`, \`mock\`, and \`verify\` on that mock ran on each,
by \`${command}\`. The mock ran without Prism.`,
    outcomes(rows),
    levels(rows),
    lintFindings(rows),
    reasons(rows),
    slowest(rows),
  ];
  return `${sections.join('\n\n')}\n`;
}

function outcomes(rows: readonly CorpusRow[]): string {
  const cells = OUTCOMES.map((outcome) => [
    outcome,
    `${rows.filter((row) => row.outcome === outcome).length}`,
  ]);
  return `## Outcomes\n\n${table(['outcome', 'documents'], [...cells, ['all', `${rows.length}`]])}`;
}

function levels(rows: readonly CorpusRow[]): string {
  const operations = rows.flatMap((row) => row.operations);
  const groups = Map.groupBy(operations, ({ level, message }) =>
    NOT_ASKED.test(message ?? '') ? 'not asked, for want of cases' : level,
  );
  const cells = [...groups].map(([level, group]) => [
    level,
    `${group.length}`,
    `${((100 * group.length) / operations.length).toFixed(1)} %`,
  ]);
  const reached = table(['level', 'operations', 'share'], cells);
  const open = operations.filter(({ level }) => level === 'partial' || level === 'none');
  const why = counted(open.map(({ message }) => general(message ?? '')));
  return `## Operations reached\n\n${reached}\n\n${table(['why not in full', 'operations'], why)}`;
}

/** What is said of an operation whose values were to be tried, and weren't. */
const NOT_ASKED = /, if it is taken$/;

/** A reason without the names that it is about, so that like reasons are counted together. */
function general(reason: string): string {
  return reason
    .replaceAll(/(?<=which ).*?(?= there is)/g, '…')
    .replaceAll(/(?<=creates what ).*?(?= names)/g, '…')
    .replaceAll(/(?<=(?:with an? |what is at ))\S+?(?= that|,)/g, '…')
    .replace(/(?<=no request succeeded: .*? with ).*/, '…')
    .replace(/^\d+(?= requests)/, '…')
    .replaceAll(/(['"`]).*?\1/g, '…');
}

const MOST_REASONS = 15;

function counted(words: readonly string[]): string[][] {
  const groups = [...Map.groupBy(words, (word) => word)].map(([word, { length }]) => [
    word,
    `${length}`,
  ]);
  return groups.toSorted((a, b) => Number(b[1]) - Number(a[1])).slice(0, MOST_REASONS);
}

function lintFindings(rows: readonly CorpusRow[]): string {
  const counts = rows.flatMap((row) => row.lintFindings ?? []).toSorted((a, b) => a - b);
  const median = counts[counts.length >> 1] ?? 0;
  return `## Lint\n\n${counts.length} reports; the median document has ${median} findings.`;
}

function reasons(rows: readonly CorpusRow[]): string {
  const others = rows.filter(({ outcome }) => outcome !== 'pass');
  const cells = others
    .toSorted((a, b) => OUTCOMES.indexOf(b.outcome) - OUTCOMES.indexOf(a.outcome))
    .map(({ document, outcome, reason }) => [document.name, outcome, escaped(reason)]);
  return `## What did not pass\n\n${table(['document', 'outcome', 'reason'], cells)}`;
}

const MOST_CHARACTERS = 160;

function escaped(text: string): string {
  const short = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
  return short.replaceAll('|', String.raw`\|`).replaceAll(/https?:\/\/127\.0\.0\.1:\d+/g, 'URL');
}

const MOST_SLOW = 10;

function slowest(rows: readonly CorpusRow[]): string {
  const cells = rows
    .toSorted((a, b) => b.durationMs - a.durationMs)
    .slice(0, MOST_SLOW)
    .map(({ document, durationMs, exchanges }) => [
      document.name,
      `${Math.round(document.size / 1024)}`,
      (durationMs / 1000).toFixed(1),
      `${exchanges}`,
    ]);
  return `## The slowest\n\n${table(['document', 'KiB', 's', 'requests'], cells)}`;
}
