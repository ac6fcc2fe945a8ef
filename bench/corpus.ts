/**
 * Takes documents that others wrote through `lint`, `mock` and `verify`, and writes what became of
 * them: `npm run corpus -- DIR... [--limit N]`. A folder has the documents and an `index.json`, a list of
 * objects with their `name`s; without it, its documents are all files below it that begin one. The exit
 * code is 1 where a command crashed, hung or gave no report.
 */
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readFlags } from './lib/flags.ts';
import { type CorpusDocument, type CorpusRow, tryDocument } from './lib/corpus-document.ts';
import { corpusReport, isFault } from './lib/corpus-report.ts';

const { values, positionals: folders } = readFlags(
  {
    allowPositionals: true,
    options: {
      /** Documents at most, spread evenly over all. Default: all. */
      limit: { type: 'string', default: 'Infinity' },
      /** Cases that `verify` sends at most. Default: all for a document under 1 MB, 700 for a larger one. */
      'max-cases': { type: 'string' },
      /** Seconds that a command may take. */
      timeout: { type: 'string', default: '120' },
      /** Documents at a time. */
      jobs: { type: 'string', default: '1' },
      /** MiB of heap that a command may take. */
      memory: { type: 'string', default: '2048' },
      output: { type: 'string', default: join(import.meta.dirname, 'CORPUS.md') },
    },
  },
  'npm run corpus -- DIR... [--limit N] [--max-cases N] [--timeout SECONDS] [--jobs N] [--memory MIB] [--output FILE]',
);
const missing = folders.filter((folder) => !existsSync(folder));
if (folders.length === 0 || missing.length > 0) {
  const cause = missing.length > 0 ? `there is no ${missing.join(', ')}` : 'no folder was given';
  process.stderr.write(`Failed to read the corpus: ${cause}. Write npm run corpus -- DIR.\n`);
  process.exit(2);
}

/** OpenAPI and Swagger say so at the top; a part of a document doesn't. */
const BEGINS_DOCUMENT = /^\s*(?:\{\s*)?["']?(?:openapi|swagger)["']?\s*:/m;

const all = folders.flatMap((folder) => documentsIn(folder));
const limit = Math.min(all.length, Number(values.limit));
const documents = Array.from(
  { length: limit },
  (_, i) => all[Math.floor((i * all.length) / limit)]!,
);
const limits = {
  maxCases: values['max-cases'] === undefined ? undefined : Number(values['max-cases']),
  timeout: Number(values.timeout) * 1000,
  memory: Number(values.memory),
};

const tried: CorpusRow[] = [];
const waiting = documents.values();
const takeAll = async (): Promise<void> => {
  for (const document of waiting) {
    const row = await tryDocument(document, limits);
    tried[documents.indexOf(document)] = row;
    tell(row);
  }
};
await Promise.all(Array.from({ length: Number(values.jobs) }, takeAll));
const rows = tried.values().toArray();

function tell(row: CorpusRow): void {
  const seconds = (row.durationMs / 1000).toFixed(1).padStart(6);
  process.stdout.write(`${row.outcome.padEnd(9)} ${seconds} s  ${row.document.name}\n`);
  if (row.reason !== '') process.stdout.write(`                    ${row.reason.slice(0, 200)}\n`);
}
const flags = process.argv
  .slice(2)
  .filter((word) => ![...folders, '--output', values.output].includes(word));
writeFileSync(values.output, corpusReport(rows, ['npm run corpus -- DIR', ...flags].join(' ')));
const passed = rows.filter(({ outcome }) => outcome === 'pass').length;
const faults = rows.filter(isFault);
process.stdout.write(`${passed} of ${rows.length} pass, ${faults.length} faults of the kit\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

function documentsIn(folder: string): CorpusDocument[] {
  const index = join(folder, 'index.json');
  const names = existsSync(index)
    ? (JSON.parse(readFileSync(index, 'utf8')) as readonly { readonly name: string }[]).map(
        ({ name }) => name,
      )
    : globSync('**/*.{yml,yaml,json}', { cwd: folder })
        .filter((name) => BEGINS_DOCUMENT.test(readFileSync(join(folder, name), 'utf8')))
        .toSorted();
  return names.map((name) => ({
    name,
    folder: resolve(folder),
    size: statSync(join(folder, name)).size,
  }));
}
