/** Merging: the results of all shards as the result of one run. */
import type { ProfileAnswers } from '../questions/answer.ts';
import type { Reach } from './cases/case.ts';
import type {
  BaselineResult,
  FailedCase,
  KnownCause,
  LeftOut,
  OperationEvidence,
  RunResult,
} from './run/event.ts';
import { makeResult } from './run/result.ts';
import { coverageOf } from './run/verified.ts';
import { demandWhole } from './shard.ts';
import { StateError } from '../mock/state-error.ts';

/** A result, and how messages call the report that it is from. */
export interface ReportedResult {
  readonly file: string;
  readonly result: RunResult;
}

/**
 * The result of the run that shards make up: its verdict, findings, causes and coverage are those of the whole.
 *
 * @throws {StateError} where they are not all the shards of one run.
 */
export function mergeShards(reports: readonly ReportedResult[]): RunResult {
  demandWhole(reports.map(({ file, result: { shard } }) => ({ file, shard })));
  const results = reports
    .map(({ result }) => result)
    .toSorted((a, b) => (a.shard?.index ?? 0) - (b.shard?.index ?? 0));
  demandOneTarget(reports);
  const [first] = results;
  const { target, document, seed, settings, shard } = first!;
  const leftOut = mergedLeftOut(results);
  const evidence = mergedEvidence(results);
  const coverage = coverageOf(evidence, { leftOut, ...shard?.judgedBy });
  const findings = results
    .flatMap((result) => result.findings)
    .map((finding, exchange) => ({ ...finding, exchange }));
  const all = <Item>(of: (result: RunResult) => readonly Item[] | undefined): Item[] =>
    results.flatMap((result) => of(result) ?? []);
  const some = <Item>(items: Item[]): Item[] | undefined => (items.length > 0 ? items : undefined);
  const merged = makeResult({
    target,
    document,
    seed,
    settings,
    coverage,
    leftOut,
    findings,
    exchanges: [],
    durationMs: Math.max(...results.map(({ durationMs }) => durationMs)),
    answers: mergedAnswers(results),
    created: all(({ created }) => created),
    changed: some(all(({ changed }) => changed)),
    deleted: some(all(({ deleted }) => deleted)),
    marker: all(({ marker }) => marker?.split(', ')).join(', '),
    operations: mergedReach(results),
    baseline: mergedBaseline(results),
    stopped: stoppedOf(results),
    withToken: results.some(({ withToken }) => withToken),
  });
  const tests = all((result) => result.tests);
  const cases = new Set(tests.map((test) => test.case)).size;
  const exchanges = results.reduce((sum, { counts }) => sum + counts.exchanges, 0);
  return {
    ...merged,
    counts: { ...merged.counts, cases, exchanges },
    failed: mergedFailed(results),
    tests,
  };
}

function demandOneTarget(reports: readonly ReportedResult[]): void {
  const [first] = reports;
  const other = reports.find(({ result }) => result.target !== first?.result.target);
  if (first === undefined || other === undefined) return;
  throw new StateError(
    'no-whole-run',
    `Failed to merge: ${first.file} is of ${first.result.target}, and ${other.file} of ${other.result.target}. ` +
      'Run all shards against one base_url.',
  );
}

function mergedLeftOut(results: readonly RunResult[]): LeftOut[] | undefined {
  const byReason = Map.groupBy(
    results.flatMap(({ leftOut }) => leftOut ?? []),
    ({ reason }) => reason,
  );
  if (byReason.size === 0) return undefined;
  return [...byReason.values()].map((same) => {
    const operations = new Set(same.flatMap((part) => part.operations ?? []));
    return {
      ...same[0]!,
      requests: same.reduce((sum, { requests }) => sum + requests, 0),
      operations: operations.size > 0 ? [...operations] : undefined,
    };
  });
}

function mergedEvidence(results: readonly RunResult[]): OperationEvidence[] {
  const byOperation = Map.groupBy(
    results.flatMap(({ shard }) => shard?.evidence ?? []),
    ({ operation }) => operation,
  );
  return [...byOperation].map(([operation, same]) => {
    const tried = same.filter((evidence) => evidence.tried);
    return {
      operation,
      succeeded: same.some((evidence) => evidence.succeeded),
      creates: same.some((evidence) => evidence.creates),
      tried: tried.length > 0,
      triedInVain: tried.length > 0 && tried.every((evidence) => evidence.triedInVain),
      denied: tried.length > 0 && tried.every((evidence) => evidence.denied),
      secured: same.some((evidence) => evidence.secured),
      known: same.some((evidence) => evidence.known),
    };
  });
}

function mergedAnswers(results: readonly RunResult[]): ProfileAnswers {
  const merged: Record<string, Record<string, string>> = {};
  for (const { answers } of results) {
    for (const [operation, given] of Object.entries(answers)) {
      merged[operation] = { ...merged[operation], ...given };
    }
  }
  return merged;
}

const LEVELS: readonly Reach['level'][] = ['full', 'chained', 'partial', 'none'];

/** Of each operation, how far the shard came that came farthest. */
function mergedReach(results: readonly RunResult[]): Reach[] | undefined {
  const all = results.flatMap(({ operations }) => operations ?? []);
  if (all.length === 0) return undefined;
  const rank = ({ level }: Reach): number => LEVELS.indexOf(level);
  return [...Map.groupBy(all, ({ operation }) => operation).values()].map((same) =>
    same.reduce((best, reach) => (rank(reach) < rank(best) ? reach : best)),
  );
}

function mergedFailed(results: readonly RunResult[]): FailedCase[] {
  const byCase = Map.groupBy(
    results.flatMap((result) => result.failed),
    (failure) => failure.case,
  );
  return [...byCase].map(([id, same]) => {
    const sum = (of: (failure: FailedCase) => number): number =>
      same.reduce((total, failure) => total + of(failure), 0);
    return { case: id, sent: sum(({ sent }) => sent), failed: sum(({ failed }) => failed) };
  });
}

/** What no shard has found is mended; what one has found after its last day has expired. */
function mergedBaseline(results: readonly RunResult[]): BaselineResult | undefined {
  const compared = results.flatMap(({ baseline }) => baseline ?? []);
  const [first] = compared;
  if (first === undefined) return undefined;
  const found = new Set(compared.flatMap(({ found: known }) => known ?? []));
  const isWhole = compared.every((result) => result.found !== undefined);
  const mended = compared.flatMap((result) => result.mended);
  return {
    file: first.file,
    mended: isWhole ? byCause(mended).flatMap((cause) => without(cause, found)) : [],
    expired: byCause(compared.flatMap((result) => result.expired)),
  };
}

function byCause(entries: readonly KnownCause[]): KnownCause[] {
  return [...Map.groupBy(entries, ({ cause }) => cause).values()].map((same) => ({
    ...same[0]!,
    operations: [...new Set(same.flatMap(({ operations }) => operations))],
  }));
}

function without(entry: KnownCause, found: ReadonlySet<string>): KnownCause[] {
  const operations = entry.operations.filter(
    (operation) => !found.has(`${operation} ${entry.cause}`),
  );
  return operations.length === 0 ? [] : [{ ...entry, operations }];
}

function stoppedOf(results: readonly RunResult[]): RunResult['stopped'] {
  const cut = results.find(({ stopped }) => stopped !== undefined && stopped.reason !== 'max-time');
  const { stopped, shard } = cut ?? results.find((result) => result.stopped) ?? {};
  return stopped && { ...stopped, message: `shard ${shard?.index}: ${stopped.message}` };
}
