import type { FuzzResult } from './fuzz-run.ts';

/** The answers by kind of request, with the shares of 200 and 400, and the heap. */
export function fuzzTable({ connections, requests, answers, heap }: FuzzResult): string {
  const lines = [...answers]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([kind, counts]) => line(kind, counts));
  const all = new Map<number, number>();
  for (const [status, count] of [...answers.values()].flatMap((counts) => [...counts])) {
    all.set(status, (all.get(status) ?? 0) + count);
  }
  const [before, after] = (heap ?? []).map((bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`);
  const grown = before === undefined ? '' : `; heap ${before} once warm, ${after} at the end`;
  return [
    `  ${connections} connections, ${requests} requests${grown}`,
    ...lines,
    line('all', all),
  ].join('\n');
}

function line(kind: string, counts: ReadonlyMap<number, number>): string {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const share = (status: number): string =>
    `${Math.round(((counts.get(status) ?? 0) / total) * 100)} %`.padStart(5);
  const others = [...counts]
    .filter(([status]) => status !== 200 && status !== 400)
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`);
  return `  ${kind.padEnd(24)} ${String(total).padStart(6)}  200:${share(200)}  400:${share(400)}  ${others.join(', ')}`;
}
