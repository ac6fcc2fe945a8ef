/** Values from `from` up to, but not including, `to`. */
export interface Bucket {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Edges that people can read: 1, 2 and 5 in every decade. */
const STEPS = [1, 2, 5] as const;

/** Buckets over a logarithmic axis, from the fastest value to the slowest. */
export function histogram(values: readonly number[]): Bucket[] {
  const least = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = values.reduce((a, b) => Math.max(a, b), 0);
  const edges = edgesAround(Math.max(least, 0.1), Math.max(most, 0.1));
  return edges.slice(0, -1).map((from, i) => {
    const to = edges[i + 1]!;
    const isFirst = i === 0;
    const count = values.filter((value) => (isFirst || value >= from) && value < to).length;
    return { from, to, count };
  });
}

function edgesAround(least: number, most: number): number[] {
  const edges: number[] = [];
  for (let decade = -1; decade < 8; decade += 1) {
    for (const step of STEPS) edges.push(step * 10 ** decade);
  }
  const first = edges.findLastIndex((edge) => edge <= least);
  const last = edges.findIndex((edge) => edge > most);
  return edges.slice(Math.max(0, first), last === -1 ? edges.length : last + 1);
}

/** The value that `percent` of the values don't exceed (nearest rank). */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length));
  return sorted[rank - 1] ?? 0;
}
