import type { QueryField } from '../../model/lists/query-field.ts';
import type { Operation } from '../../model/operation.ts';
import type { Observation } from '../checks/check.ts';
import { successPointer } from '../checks/standing.ts';

/** What is wrong with what an operation answers, or does, to what a field of its query asks. */
export function breachOf(
  { operation }: { readonly operation: Operation },
  field?: QueryField,
): Pick<Observation, 'pointer'> & { readonly severity: 'violation'; readonly rule: 'R9' } {
  const pointer = field?.pointer || successPointer(operation);
  return { severity: 'violation', rule: 'R9', pointer };
}
