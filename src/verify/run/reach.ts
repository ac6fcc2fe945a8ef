/** How far a run has come with each operation. */
import { acceptanceOf, type Reach } from '../cases/case.ts';
import type { Courier, TrialRecord } from './courier.ts';

/**
 * What a run could ask of the operations, with what it then found.
 *
 * @param planned How far it could come. Default: unknown.
 */
export function reachedBy(
  planned: readonly Reach[] | undefined,
  { failed, trials }: Pick<Courier, 'failed' | 'trials'>,
): readonly Reach[] | undefined {
  return planned?.map((one) => {
    const trial = trials.get(one.operation);
    const found = trial === undefined ? one : afterTrial(one, trial);
    const count = failed.get(one.operation);
    if (count === undefined) return found;
    const message = `${count} requests were not sent: what they are about could not be created`;
    return { ...found, level: 'partial', message };
  });
}

function afterTrial({ operation, lift }: Reach, { exchange, attempt }: TrialRecord): Reach {
  const { words, steps } = attempt;
  if (acceptanceOf(exchange)) {
    const { given } = exchange.case;
    const isChained = steps.length > 0 || Object.keys(given?.parameters ?? {}).length > 0;
    return { operation, level: isChained ? 'chained' : 'full', message: `with ${words}` };
  }
  const { outcome } = exchange;
  const answer = outcome.kind === 'response' ? `${outcome.response.status}` : 'no answer';
  return {
    operation,
    level: 'partial',
    message: `no request succeeded: ${answer} with ${words}`,
    lift,
  };
}
