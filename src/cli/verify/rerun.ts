import type { CaseTemplate } from '../../verify/cases/case.ts';
import type { JudgedExchange } from '../../verify/judged-exchange.ts';
import { casesRefusedAsUsed } from '../../verify/checks/used-identity.ts';
import type { RerunResult, RunResult } from '../../verify/run/event.ts';
import { makePlan, planCases } from '../../verify/run/plan.ts';
import { type Selection, scratchValues } from './selection.ts';
import type { ReportedRun } from './read-report.ts';

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
