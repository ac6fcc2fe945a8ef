import { casesRefusedAsUsed } from './checks/used-identity.ts';
import type { CaseTemplate, JudgedExchange } from './cases/case.ts';
import type { RerunResult, RunEvent, RunResult } from './run/event.ts';
import { makePlan, planCases } from './run/plan.ts';
import { type Selection, scratchValues } from './selection.ts';

/** A run whose failed cases are sent again. */
export interface EarlierRun {
  /** How the result calls it, such as the name of a file. */
  readonly report: string;
  /** What it came to; it must have come to its end. */
  readonly result: Pick<RunResult, 'seed' | 'failed' | 'counts'>;
}

/** So often a case is sent again, so that luck doesn't mend it. */
const TIMES = 3;

/** The failed cases of an earlier run, and what is left of them. */
interface Rerun {
  readonly selection: Selection;
  /** Ids that no case has any more. */
  readonly unknown: readonly string[];
}

/** Picks out of all cases and questions those that failed, and a plain valid case before them. */
export function selectFailed(all: Selection, { result }: EarlierRun): Rerun {
  const { failed, seed, counts } = result;
  const wanted = new Set(failed.map((one) => one.case));
  const known = new Set(all.cases.map(({ id }) => id));
  const cases = all.cases.filter(({ id }) => wanted.has(id)).flatMap(repeated);
  const questions = all.questions.filter(({ question }) => {
    const ids = question.probe(scratchValues()).map(({ id }) => id);
    for (const id of ids) known.add(id);
    return ids.some((id) => wanted.has(id));
  });
  // Some are made by the run as a whole.
  const planned = planCases(makePlan(all.cases, { seed, requests: counts.exchanges }));
  const ofPlan = planned.map(({ id }) => id).filter((id) => !known.has(id));
  for (const id of ofPlan) known.add(id);
  const needsWholeRun =
    failed.some((one) => one.failed < one.sent) || ofPlan.some((id) => wanted.has(id));
  const plain = all.plain && (cases.length > 0 || needsWholeRun) ? [all.plain] : [];
  const requests = needsWholeRun ? counts.exchanges : 0;
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

/** The events of a run with {@link selectFailed}; its result says what became of the failed cases. */
export async function* compared(
  events: AsyncIterable<RunEvent> | Iterable<RunEvent>,
  earlier: EarlierRun,
  unknown: readonly string[],
): AsyncGenerator<RunEvent, void, undefined> {
  const exchanges: JudgedExchange[] = [];
  for await (const event of events) {
    if (event.type === 'exchange') exchanges.push(event.exchange);
    if (event.type === 'end') {
      const { result } = event;
      yield { type: 'end', result: compareRuns(earlier, unknown, { result, exchanges }) };
    } else yield event;
  }
}

function compareRuns(
  { report, result: { failed } }: EarlierRun,
  unknown: readonly string[],
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
