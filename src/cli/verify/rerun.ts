import { isJsonObject, type JsonObject } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { compileSchema } from '../../openapi/schema/compile-schema.ts';
import { reportSchema } from '../../report/report-schema.ts';
import type { FailedCase, RunResult, RerunResult } from '../../verify/run/event.ts';
import { readInput } from '../inputs/read-input.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';
import type { CaseTemplate } from '../../verify/cases/case.ts';
import type { JudgedExchange } from '../../verify/judged-exchange.ts';
import { casesRefusedAsUsed } from '../../verify/checks/used-identity.ts';
import { makePlan, planCases } from '../../verify/run/plan.ts';
import { type Selection, scratchValues } from './selection.ts';

/** What a JSON report says of one run, as far as a rerun needs it. */
export interface ReportedRun {
  readonly target: string;
  readonly seed: number;
  readonly withToken: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly failed: readonly FailedCase[];
  /** Requests that it took. */
  readonly exchanges: number;
}

/**
 * The runs of a JSON report, `--rerun FILE`.
 *
 * @throws {UserError} where it is none, or says nothing that can be sent again.
 */
export function readReport(file: string, io: Io): ReportedRun[] {
  const parsed = parseJson(readInput(file, 'the report', '--rerun', io));
  const problem = parsed.ok ? whatIsWrong(parsed.value) : parsed.message;
  if (problem !== undefined || !parsed.ok) {
    throw new UserError(
      `Failed to read the report ${file}: ${problem}. Give one of --reporter json=FILE.`,
    );
  }
  const report = parsed.value as unknown as RunResult | { readonly runs: readonly RunResult[] };
  const runs = 'runs' in report ? report.runs : [report];
  const stopped = runs.find((run) => run.stopped)?.stopped;
  if (stopped) {
    throw new UserError(
      `Failed to send again what failed in ${file}: its run was cut short (${stopped.message}), ` +
        'so nobody knows what would have failed. Verify again without --rerun.',
    );
  }
  return runs.map(({ target, seed, withToken, settings = {}, failed, counts }) => {
    return { target, seed, withToken, settings, failed, exchanges: counts.exchanges };
  });
}

function whatIsWrong(value: Parameters<typeof isJsonObject>[0]): string | undefined {
  if (!isJsonObject(value)) return 'it is no object';
  const name = 'runs' in value ? '/oneOf/1' : '/$defs/run';
  const [issue] = compileSchema(reportSchema as JsonObject, name)(value);
  return issue && `it is no report of this version: ${issue.message}`;
}

/** So often a case is sent again, so that luck doesn't mend it. */
const TIMES = 3;

/** The failed cases of a report, and what is left of them. */
export interface Rerun {
  readonly selection: Selection;
  /** Ids that no case has any more. */
  readonly unknown: readonly string[];
}

/** Picks out of all cases and questions those that failed, and a plain valid case before them. */
export function selectFailed(all: Selection, { failed, seed, exchanges }: ReportedRun): Rerun {
  const wanted = new Set(failed.map((one) => one.case));
  const known = new Set(all.cases.map(({ id }) => id));
  const cases = all.cases.filter(({ id }) => wanted.has(id)).flatMap(repeated);
  const questions = all.questions.filter(({ question }) => {
    const ids = question.probe(scratchValues()).map(({ id }) => id);
    for (const id of ids) known.add(id);
    return ids.some((id) => wanted.has(id));
  });
  // Some are made by the run as a whole.
  const planned = planCases(makePlan(all.cases, { seed, requests: exchanges }));
  const ofPlan = planned.map(({ id }) => id).filter((id) => !known.has(id));
  for (const id of ofPlan) known.add(id);
  const needsWholeRun =
    failed.some((one) => one.failed < one.sent) || ofPlan.some((id) => wanted.has(id));
  const plain = all.plain && (cases.length > 0 || needsWholeRun) ? [all.plain] : [];
  const requests = needsWholeRun ? exchanges : 0;
  return {
    selection: { ...all, cases: [...plain, ...cases], questions, requests },
    unknown: [...wanted].filter((id) => !known.has(id)),
  };
}

/** An identity that is the same each time can be used once only. */
function repeated(template: CaseTemplate): CaseTemplate[] {
  const times = template.fixedIdentity === true ? 1 : TIMES;
  return Array.from({ length: times }, () => ({ ...template }));
}

/** What a run with {@link selectFailed} says of the cases that had failed. */
export function compareRuns(
  report: string,
  { failed }: ReportedRun,
  { unknown }: Rerun,
  now: { readonly result: RunResult; readonly exchanges: readonly JudgedExchange[] },
): RunResult {
  const sent = new Set(now.exchanges.map((exchange) => exchange.case.id));
  const refused = casesRefusedAsUsed(now.exchanges);
  const stillFailing = new Set(now.result.failed.map((one) => one.case));
  const isFitful = failed.some((one) => one.failed < one.sent);
  const rerun: Record<keyof Omit<RerunResult, 'report'>, string[]> = {
    mended: [],
    notSeenAgain: [],
    failing: [],
    untold: [],
    unsent: [],
    unknown: [...unknown],
  };
  for (const { case: id } of failed.filter((one) => !unknown.includes(one.case))) {
    if (stillFailing.has(id)) rerun.failing.push(id);
    else if (!sent.has(id) || now.result.stopped) rerun.unsent.push(id);
    else if (refused.has(id)) rerun.untold.push(id);
    else rerun[isFitful ? 'notSeenAgain' : 'mended'].push(id);
  }
  const open = [rerun.failing, rerun.untold, rerun.unsent, rerun.unknown];
  const isDone = open.every((ids) => ids.length === 0);
  const verdict = isDone ? now.result.verdict : 'fail';
  return { ...now.result, verdict, rerun: { report, ...rerun } };
}
