import { createHash } from 'node:crypto';
import type {
  ChangedResource,
  CreatedResource,
  KnownCause,
  LeftOut,
  RerunResult,
  RunResult,
} from '../verify/run/event.ts';
import { count, duration, listed } from '../openapi/count.ts';
import type { Cause } from '../verify/causes.ts';
import { isFailure } from '../verify/checks/check.ts';

/** `30 violations of 2 causes, 1 warning, 0 notes, 12 known` */
export function foundWords({ counts, causes }: Pick<RunResult, 'counts' | 'causes'>): string {
  const { violations, warnings, notes, known } = counts;
  const wrong = causes.filter(isFailure).length;
  const of = wrong < violations ? ` of ${count(wrong, 'cause')}` : '';
  return [
    count(violations, 'violation') + of,
    count(warnings, 'warning'),
    count(notes, 'note'),
    ...(known === undefined ? [] : [`${known} known`]),
  ].join(', ');
}

/** The verdict as people read it: a run that reached nobody has found no fault. */
export function verdictWord({
  verdict,
  stopped,
  counts,
}: Pick<RunResult, 'verdict' | 'stopped' | 'counts'>): RunResult['verdict'] | 'unreachable' {
  return stopped?.reason === 'unreachable' && counts.exchanges === 0 ? 'unreachable' : verdict;
}

/** The cases of a cause in words, cut to `max`: `a, b and 9 more`. */
export function caseWords({ cases }: Pick<Cause, 'cases'>, max: number = 5): string {
  return listed(cases, max);
}

/** The operations that show a cause: `createThing`, `createThing, listThings and getThing`. */
export function operationWords({ operations }: Pick<Cause, 'operations'>): string {
  return listed(operations, 3);
}

/** What a baseline says of a cause, for the end of a line: ` (known until 2027-01-31: the team is on it)`. */
export function knownWords({ known }: Pick<Cause, 'known'>): string {
  if (known === undefined) return '';
  const { expires, reason } = known;
  const end = expires === undefined ? '' : ` until ${expires}`;
  return ` (known${end}${reason === undefined ? '' : `: ${reason}`})`;
}

/** What became of a baseline: a sentence an entry, and whether the run fails for it. */
export function baselineWords({ baseline }: RunResult): { words: string; isFailure: boolean }[] {
  const { file = '', mended = [], expired = [], found } = baseline ?? {};
  const what = ({ cause, message = cause, operations }: KnownCause): string =>
    `${listed(operations, 3)}: ${message}`;
  return [
    ...expired.map((entry) => {
      const words = `Expired on ${entry.expires}, so it counts again: ${what(entry)}`;
      return { words, isFailure: true };
    }),
    // Another shard may find it.
    ...(found === undefined ? mended : []).map((entry) => {
      const words = `No longer found, remove it from ${file}: ${what(entry)}`;
      return { words, isFailure: false };
    }),
  ];
}

/** What a cause says, on lines of their own: for viewers that show a text as it is. */
export function causeText(cause: Cause, message: string): string {
  const { received, documented, curl, smallest, suspects = [], remedy } = cause;
  return [
    message + knownWords(cause),
    `Received: ${received}`,
    `Documented: ${documented}`,
    `Cases: ${caseWords(cause)}`,
    `Reproduce: ${smallest?.curl ?? curl}`,
    ...suspects.map((suspect) => `Suspect: ${suspect.curl}`),
    ...(remedy === undefined ? [] : [`Remedy: ${remedy}`]),
  ].join('\n');
}

/**
 * What was found, in one sentence: `3 violations, 1 warning, 0 notes in 156 requests (0.8 s); 2 operations
 * not verified`.
 */
export function tally(result: RunResult): string {
  const { counts, durationMs } = result;
  const requests = count(counts.exchanges, 'request');
  return `${foundWords(result)} in ${requests} (${duration(durationMs)})${unverifiedWords(result)}`;
}

/**
 * What a run could say nothing of, and what it didn't do, for its verdict: `; 2 of 9 operations not verified:
 * getThing and dropThing; left out, to do no harm: stopServer`.
 */
export function unverifiedWords(result: RunResult): string {
  const { coverage, verdict, leftOut = [], shard } = result;
  const { operations, unverified, inconclusive } = coverage ?? NOTHING_KNOWN;
  const harmful = leftOut.find(({ reason }) => reason === 'harm')?.operations ?? [];
  const others = unverified.filter((id) => !harmful.includes(id));
  const all = count(operations, 'operation');
  // Of what is verified all the same, there are only some requests that were not sent.
  const isWhole = (id: string): boolean => coverage === undefined || unverified.includes(id);
  const whole = harmful.filter((id) => isWhole(id));
  const part = harmful.filter((id) => !isWhole(id));
  const parts = [
    shard && `shard ${shard.index} of ${shard.count}: coverage is judged when all are merged`,
    others.length > 0 &&
      shard === undefined &&
      `${others.length} of ${all} not verified: ${listed(others, 3)}`,
    whole.length > 0 && `left out, to do no harm: ${listed(whole, 3)}`,
    part.length > 0 && `left out, to do no harm: requests of ${listed(part, 3)}`,
    verdict === 'inconclusive' && inconclusive !== undefined && `inconclusive: ${inconclusive}`,
  ];
  return parts.map((part) => (part ? `; ${part}` : '')).join('');
}

const NOTHING_KNOWN: NonNullable<RunResult['coverage']> = {
  operations: 0,
  verified: 0,
  unverified: [],
};

/** The same cause keeps its fingerprint when lines or cases move. */
export function fingerprint({ id }: Cause): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 32);
}

/** An id in kebab-case as people say it: `id-already-used` → `id already used`. */
export function spoken(id: string): string {
  return id.replaceAll('-', ' ');
}

/** `12 requests (--max-creates): …`, `2 operations (no harm): …: stopServer, clearThings` */
export function leftOutWords({ reason, requests, operations = [], message }: LeftOut): string {
  const isLimit = reason !== 'rate-limit' && reason !== 'harm';
  const why = reason === 'harm' ? 'no harm' : isLimit ? `--${reason}` : spoken(reason);
  if (operations.length === 0) return `${count(requests, 'request')} (${why}): ${message}`;
  const some = count(operations.length, 'operation');
  const what = requests > 0 ? `${count(requests, 'request')}, of ${some}` : some;
  return `${what} (${why}): ${message}: ${listed(operations, 20)}`;
}

/** What a run has done to the server: a sentence on each kind of deed, and what it was done to. */
export function deeds(result: RunResult): { words: string; items: readonly string[] }[] {
  const { created, changed = [], deleted = [] } = result;
  const paths = (all: readonly ChangedResource[]): string[] => [...new Set(all.map(changedWords))];
  const others = [
    ['Changed', changed],
    ['Deleted', deleted],
  ] as const;
  return [
    { words: `Created: ${createdWords(result)}`, items: created.map(resourceWords) },
    ...others.map(([deed, all]) => {
      const items = paths(all);
      const words = `${deed}: ${count(items.length, 'resource')} in ${count(all.length, 'request')}`;
      return { words, items };
    }),
  ].filter(({ items }) => items.length > 0);
}

/** `/settings, put back`, or why it isn't as the run has found it. */
function changedWords({ path, restored, left }: ChangedResource): string {
  if (restored === true) return `${path}, put back`;
  return left === undefined ? path : `${path}, not put back: ${left}`;
}

function createdWords({ created, marker }: RunResult): string {
  const unsure = created.filter(({ status }) => status === undefined).length;
  const perhaps = unsure > 0 ? ` (${unsure} of them perhaps: no answer came)` : '';
  const find = marker === undefined ? '' : `, marked ${marker}`;
  const gone = created.filter(({ deleted }) => deleted).length;
  const left = created.length - gone;
  const why = leftWords(created);
  const end =
    gone === 0
      ? `nothing ${why === '' ? 'deletes' : 'has deleted'} them${why}`
      : `the run has deleted ${gone} of them again, and left ${left}${why}`;
  return `${count(created.length, 'resource')}${perhaps}${find}; ${end}`;
}

/** Why cleaning up has left what is left: ` (12: no operation deletes it; 1: refused with 409)`. */
function leftWords(created: RunResult['created']): string {
  const reasons = Map.groupBy(
    created.flatMap(({ left }) => left ?? []),
    (reason) => reason,
  );
  const words = [...reasons].map(([reason, { length }]) => `${length}: ${reason}`);
  return words.length === 0 ? '' : ` (${words.join('; ')})`;
}

/** One resource in a line: `id 1042, name Rosa`. */
export function resourceWords(resource: CreatedResource): string {
  const { values, path, deleted, status, left } = resource;
  const named = Object.entries(values).map(([name, value]) => `${name} ${value}`);
  const parts = [...named, ...(path === undefined ? [] : [`at ${path}`])];
  const perhaps = status === undefined ? ' (perhaps: no answer came)' : '';
  const end = deleted ? ' (deleted again)' : left === undefined ? '' : ` (left: ${left})`;
  return `${parts.join(', ')}${perhaps}${end}`;
}

const OUTCOMES = [
  ['mended', 'Fixed'],
  ['notSeenAgain', 'Not seen again, after failing now and then'],
  ['failing', 'Still failing'],
  [
    'untold',
    'Not judged, because the server refused a used value. Clear the store, then run it again',
  ],
  ['unsent', 'Not sent again'],
  ['unknown', 'No longer there'],
] as const;

/** What {@link rerunOutcomes} is about, or that there is nothing. */
export function rerunTitle(rerun: RerunResult): string {
  return `${rerunOutcomes(rerun).length === 0 ? 'Nothing' : 'What'} failed in ${rerun.report}`;
}

/** What became of each case that had failed; `good` where nothing is left to do. */
export function rerunOutcomes(
  rerun: RerunResult,
): { words: string; cases: readonly string[]; good: boolean }[] {
  return OUTCOMES.map(([key, words]) => {
    return { words, cases: rerun[key], good: key === 'mended' || key === 'notSeenAgain' };
  }).filter(({ cases }) => cases.length > 0);
}
