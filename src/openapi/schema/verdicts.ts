/** What schemas have said of a value, so that none is asked without an end. */
import type { JsonValue } from '../json/json-value.ts';
import {
  type Check,
  type Outcome,
  type RawIssue,
  mergeEvaluated,
  newOutcome,
  trackingOutcome,
} from './check.ts';

/**
 * Where a branch of a schema leads back to it, at the same value, the way back says nothing: a base has a
 * `oneOf` of those that extend it by `allOf`.
 */
export function onceAtAValue(check: Check, verdicts: Verdicts): Check {
  let current: JsonValue | undefined;
  return (value, outcome) => {
    // A part of a value is never the value, and what has no parts leads no deeper.
    if (Object.is(current, value)) {
      verdicts.cuts += 1;
      if (verdicts.cuts > verdicts.mostCuts) throw endless(verdicts);
      return;
    }
    const before = current;
    const { around } = verdicts;
    current = value;
    verdicts.around = {};
    try {
      check(value, outcome);
    } finally {
      current = before;
      verdicts.around = around;
    }
  };
}

/** What schemas have said of their latest values, while one value is checked. */
export interface Verdicts {
  /** Where they are kept, one for each schema that has said something. */
  readonly known: Memory[];
  /** So often a way back was cut off: what was said around it holds there only. */
  cuts: number;
  /** As often it may be. */
  mostCuts: number;
  /** Where that is: the innermost choice that is being made, each time another one. */
  around: object | undefined;
}

/** What one schema has said of its latest value. */
interface Memory {
  verdict: Verdict | undefined;
}

/** Beyond it, a schema leads back to itself in so many ways that nobody would wait for all of them. */
export const MAX_CUTS = 100_000;

/** What is left of that for each of many values, once it was beyond it. */
const FEW_CUTS = 100;

function endless(verdicts: Verdicts): RangeError {
  verdicts.mostCuts = Math.max(FEW_CUTS, verdicts.mostCuts / 10);
  return new RangeError('Failed to check a value: no end is seen.');
}

/** Of nothing yet. */
export function newVerdicts(): Verdicts {
  return { known: [], cuts: 0, mostCuts: MAX_CUTS, around: undefined };
}

/** Once a value has been checked. */
export function forget(verdicts: Verdicts): void {
  for (const memory of verdicts.known) memory.verdict = undefined;
  verdicts.known.length = 0;
  verdicts.cuts = 0;
}

interface Verdict {
  readonly value: JsonValue;
  readonly outcome: Outcome;
  /** Where it holds; anywhere, if `undefined`. */
  readonly around: object | undefined;
  /** Where it was told, with the issues there: they still lie at the value if their paths are as short. */
  told?: { readonly into: Outcome['issues']; readonly first: RawIssue | undefined };
}

/**
 * Schemas that are made of others, each twice of the next, would be gone through 2^n times: what one says
 * of a value is found once.
 */
export function remembering(check: Check, verdicts: Verdicts): Check {
  const memory: Memory = { verdict: undefined };
  return (value, outcome) => {
    const isTracked = outcome.evaluated !== undefined;
    const known = memory.verdict;
    const { cuts, around } = verdicts;
    const isKnown =
      known !== undefined &&
      Object.is(known.value, value) &&
      (known.around === undefined || known.around === around);
    if (isKnown && (!isTracked || known.outcome.evaluated !== undefined)) {
      // Then what is said with it holds there only, too.
      if (known.around !== undefined) verdicts.cuts += 1;
      tell(known, outcome);
      return;
    }
    const own = isTracked ? trackingOutcome([]) : newOutcome();
    check(value, own);
    const isCut = cuts !== verdicts.cuts;
    const verdict: Verdict = { value, outcome: own, around: isCut ? around : undefined };
    // What was cut off holds within the choice that it was cut off in.
    if (!isCut || around !== undefined) {
      if (memory.verdict === undefined) verdicts.known.push(memory);
      memory.verdict = verdict;
    }
    tell(verdict, outcome);
  };
}

/** Of one value, the same issues are told once. */
function tell(verdict: Verdict, outcome: Outcome): void {
  const { told, outcome: own } = verdict;
  mergeEvaluated(outcome, own);
  if (own.issues.length === 0) return;
  const depth = own.issues[0]?.path.length;
  if (told?.into === outcome.issues && told.first?.path.length === depth) return;
  const issues = own.issues.map((issue) => ({ ...issue, path: [...issue.path] }));
  verdict.told = { into: outcome.issues, first: issues[0] };
  for (const issue of issues) outcome.issues.push(issue);
}
