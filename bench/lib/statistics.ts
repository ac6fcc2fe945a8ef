/** How a few measurements of one thing are spread. */
export interface Spread {
  readonly minimum: number;
  readonly median: number;
  readonly maximum: number;
}

/** @throws {Error} where nothing was measured. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const [minimum] = sorted;
  if (minimum === undefined) throw new Error('Failed to summarize: nothing was measured.');
  const middle = sorted.length >> 1;
  const median =
    sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { minimum, median, maximum: sorted.at(-1)! };
}
