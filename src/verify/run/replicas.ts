/** Replicas that don't share what they store: one finding says so, in place of all that comes of it. */
import { type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { type Finding, isFailure } from '../checks/check.ts';
import type { PlannedScene } from '../oracles/index.ts';
import type { Send } from '../oracles/scene-parts.ts';
import type { Judge } from './judge.ts';
import type { RunResult, StopReason } from './event.ts';
import { isAnswered } from '../../http/exchange.ts';

/** After a look that has shown nothing, so many times as many hints are a reason for the next. */
const GROWTH = 8;
/** So many kinds of resources are looked at. */
const LOOKED_AT = 3;

/** Notices hints that what was created is not there on every replica. */
export class Doubt {
  #hints = 0;
  #due = 1;
  /** That replicas differ, where a look has shown it. */
  divided: Finding | undefined;

  /** Whether it is time to look. */
  get isDue(): boolean {
    return this.#hints >= this.#due;
  }

  /** Takes note that something that was made for a request, and not deleted, may be missing. */
  missed(exchange: JudgedExchange): void {
    const { validity, given } = exchange.case;
    if (isAnswered(exchange, 404, 410) && validity.kind === 'valid' && given !== undefined)
      this.#hints += 1;
  }

  /** Takes note of what was found. */
  found(finding: Finding): void {
    if (isFailure(finding) && isOfState(finding)) this.#hints += 1;
  }

  /** Whether a finding may be of replicas that differ. */
  explains(finding: Finding): boolean {
    return this.divided !== undefined && isOfState(finding);
  }

  /** Nothing was to be seen. */
  settle(): void {
    this.#due = this.#hints * GROWTH;
  }
}

/** What a run knows of the server. */
interface Known {
  readonly exchanges: readonly JudgedExchange[];
  readonly doubt: Doubt;
  readonly stopped: RunResult['stopped'];
  stop(reason: StopReason, message: string): void;
}

interface Comparison {
  readonly record: Known;
  readonly judge: Judge;
  /** They tell whether all replicas have the same. */
  readonly scenes: (() => Iterable<PlannedScene>) | undefined;
  readonly send: Send;
}

/** Looks at resources that can be created; stops the run where replicas differ. */
export async function compareReplicas({ record, judge, scenes, send }: Comparison): Promise<void> {
  const { doubt, exchanges } = record;
  const taken = exchanges.filter((exchange) => acceptanceOf(exchange) !== undefined);
  const created = new Set(taken.map((exchange) => exchange.case.operation.id));
  const all = Iterator.from(scenes?.() ?? []);
  const known = all.filter(({ scene: { operation } }) => created.has(operation.id));
  for (const planned of known.take(LOOKED_AT)) {
    if (record.stopped) return;
    const [seen] = await planned.play(send);
    if (seen === undefined) continue;
    const { exchange, sequence, ...observation } = seen;
    doubt.divided = judge.complete('replicas', exchange, observation, shortestOf(sequence));
    record.stop('replicas', 'its replicas differ, so nothing that is stored can be judged');
  }
  doubt.settle();
}

/** What leads to the resource, and two reads of it. */
function shortestOf(sequence: readonly JudgedExchange[]): readonly JudgedExchange[] {
  const last = new Set(sequence.slice(-2));
  return sequence.filter((exchange) => exchange.request.method !== 'GET' || last.has(exchange));
}

/** Whether a finding is of what a server has stored. */
function isOfState({ rule }: Finding): boolean {
  return rule === 'R4' || rule === 'R9';
}

/** What is held against a server, and by which exchanges. */
interface Judged {
  readonly exchanges: readonly JudgedExchange[];
  readonly findings: readonly Finding[];
}

/** That replicas differ, and what this can't have brought about: it shows in requests about nothing that was created. */
export function withoutState({ exchanges, findings }: Judged, divided: Finding): Judged {
  const free = exchanges.filter(({ case: { given } }) => given === undefined);
  const sequences = new Set(free.map(({ sequence }) => sequence));
  const isFree = (finding: Finding): boolean =>
    sequences.has(finding.exchange) && !isOfState(finding);
  return { exchanges: free, findings: [...findings.filter(isFree), divided] };
}
