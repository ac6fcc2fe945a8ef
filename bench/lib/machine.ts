import { cpus, loadavg, release, totalmem, type } from 'node:os';

/** Where a run took place; ratios of two machines still can't be compared to the last digit. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const model = cpu?.model.trim() ?? 'unknown CPU';
  return `${cpus().length} cores (${model}), ${memory} GiB, ${type()} ${release()}`;
}

/** How busy the machine was with others: the mean number of processes that wanted to run. */
export function describeBusyness(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(', ');
}
