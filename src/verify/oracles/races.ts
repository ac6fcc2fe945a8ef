import { acceptanceOf } from '../cases/case.ts';
import { successPointer } from '../checks/standing.ts';
import { withOneBody } from './drawn-once.ts';
import type { Oracle, ResourceOperations, Stage } from './oracle.ts';

/** So many are created at once. */
const TOGETHER = 4;

/** Statuses that say that something is used; others are of who asks, and how often. */
const USED: ReadonlySet<number> = new Set([400, 409, 412, 422]);

/** What only one may have, only one gets, however many ask at once. */
export const races: Oracle = {
  id: 'races',
  because:
    'A value that is refused because it is used stays so, whenever the requests come: what holds one after the other holds at once (plain sense).',
  *scenes({ resources }) {
    for (const kind of resources) {
      const play = (stage: Stage): Promise<void> => playOne(stage, kind);
      yield { operation: kind.create, title: 'creates one of a kind once', requests: 6, play };
    }
  },
};

/** One after the other first: where both are created, nothing is said of several at once. */
async function playOne(stage: Stage, kind: ResourceOperations): Promise<void> {
  const given = stage.besides(await stage.create(kind));
  const validity = { kind: 'open', reason: 'it is used', strictlyValid: false } as const;
  const template = stage.template(kind.create, { given, validity }) ?? stage.end();
  const used = withOneBody(template);
  if (acceptanceOf(await stage.deliver(used)) === undefined) return;
  const { outcome } = await stage.deliver({ ...used, fixedIdentity: true });
  if (outcome.kind === 'failure' || !USED.has(outcome.response.status)) return;
  const { status } = outcome.response;
  const fresh = { ...withOneBody(template), fixedIdentity: true };
  const all = await Promise.all(Array.from({ length: TOGETHER }, () => stage.deliver(fresh)));
  const [first, second] = all.filter((one) => acceptanceOf(one) !== undefined);
  if (first === undefined || second === undefined) return;
  stage.report(second, {
    severity: 'violation',
    rule: 'R9',
    message: 'what is refused as used is created several times when requests come together',
    received: `${acceptanceOf(second)!.status} more than once`,
    documented: `one success, and ${status} as one after the other`,
    pointer: successPointer(kind.create),
  });
}
