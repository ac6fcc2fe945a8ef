/**
 * Mutation testing, one room after the other: `npm run mutation [-- room …]`. Results are kept in
 * `reports/mutation`, so that the next run tries only what has survived or changed; the figures are
 * printed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Room {
  readonly mutate: string;
  /** Globs of the tests that are asked, separated by spaces. */
  readonly tests: string;
}

const rooms: Readonly<Record<string, Room>> = {
  checks: { mutate: 'src/verify/checks/**/*.ts', tests: 'test/verify/checks/**/*.test.ts' },
  // The run as a whole is asked through `test/verify/run`, with servers in this process.
  run: { mutate: 'src/verify/run/**/*.ts', tests: 'test/verify/run/**/*.test.ts' },
  mock: { mutate: 'src/mock/**/*.ts', tests: 'test/mock/**/*.test.ts' },
  model: { mutate: 'src/model/**/*.ts', tests: 'test/model/**/*.test.ts' },
  json: { mutate: 'src/openapi/json/*.ts', tests: 'test/openapi/json/*.test.ts' },
  schema: { mutate: 'src/openapi/schema/**/*.ts', tests: 'test/openapi/{,schema/}*.test.ts' },
  openapi: {
    mutate: 'src/openapi/*.ts',
    tests: 'test/openapi/*.test.ts',
  },
  questions: { mutate: 'src/questions/**/*.ts', tests: 'test/questions/**/*.test.ts' },
};

/** As Stryker's own score has it: these say nothing about the tests. */
const UNCOUNTED: ReadonlySet<string> = new Set(['Ignored', 'CompileError', 'RuntimeError']);

interface Mutant {
  readonly mutatorName: string;
  readonly status: string;
}

interface Report {
  readonly files: Record<string, { mutants: Mutant[] }>;
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function resultsOf(name: string): string {
  return join(root, 'reports', 'mutation', `${name}.json`);
}

function readReport(name: string): Report | undefined {
  const file = resultsOf(name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined;
}

/** Else Stryker would not ask new tests about survivors in tables and patterns of a module. */
function forgetSurvivors(name: string): void {
  const report = readReport(name);
  if (report === undefined) return;
  for (const file of Object.values(report.files)) file.mutants = killed(file.mutants);
  writeFileSync(resultsOf(name), JSON.stringify(report));
}

function tryMutants(name: string, { mutate, tests }: Room): void {
  const stryker = join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const words = ['run', 'stryker.config.mjs', '--mutate', mutate];
  const run = spawnSync(
    process.execPath,
    [stryker, ...words, '--incrementalFile', resultsOf(name)],
    { cwd: root, stdio: 'inherit', env: { ...process.env, MUTATION_TESTS: tests } },
  );
  if (run.status === 0) return;
  console.error(`Failed to try the mutants of ${name}: see above. Rooms before it are done.`);
  process.exit(1);
}

/** A line of the table: all mutants, killed ones, their share, and the share without texts. */
function figures(name: string): string {
  const mutants = Object.values(readReport(name)?.files ?? {}).flatMap((file) => file.mutants);
  const counted = mutants.filter(({ status }) => !UNCOUNTED.has(status));
  const code = counted.filter(({ mutatorName }) => mutatorName !== 'StringLiteral');
  const columns = [name, counted.length, killed(counted).length, share(counted), share(code)];
  return `| ${columns.join(' | ')} |`;
}

function killed(mutants: readonly Mutant[]): Mutant[] {
  return mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout');
}

function share(mutants: readonly Mutant[]): string {
  return `${((100 * killed(mutants).length) / mutants.length).toFixed(1)} %`;
}

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(rooms, name));
if (unknown !== undefined) {
  console.error(`Failed to find the room ${unknown}. Known: ${Object.keys(rooms).join(', ')}.`);
  process.exit(1);
}
const chosen = Object.entries(rooms).filter(([name]) => asked.length === 0 || asked.includes(name));
for (const [name, room] of chosen) {
  forgetSurvivors(name);
  tryMutants(name, room);
}
console.log('| room | mutants | killed | share | share without texts |');
console.log('| --- | --- | --- | --- | --- |');
console.log(chosen.map(([name]) => figures(name)).join('\n'));
