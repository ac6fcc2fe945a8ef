import type { Reach } from '../cases/reach.ts';

/** What a run could ask of the operations, with what it then couldn't. */
export function withFailures(
  reach: readonly Reach[] | undefined,
  failed: ReadonlyMap<string, number>,
): readonly Reach[] | undefined {
  return reach?.map((one) => {
    const count = failed.get(one.operation);
    if (count === undefined) return one;
    const message = `${count} requests were not sent: what they are about could not be created`;
    return { ...one, level: 'partial', message };
  });
}
