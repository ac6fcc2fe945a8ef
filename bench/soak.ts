/**
 * Mixed requests at full load through proxy and mock, both with Prism, with sandboxes that come and go,
 * faults and clients that read nothing: `npm run soak -- [minutes]`, 10 by default. Nothing may climb: the
 * second half takes at most 5 % more memory than the first, no more descriptors, and the event loop is as
 * punctual.
 */
import { type SoakSample, soak } from '../test/serve/soak-run.ts';

const MOST = 1.05;
/** What comes and goes by chance: connections that are just being closed; milliseconds that others have the CPU. */
const SLACK: Readonly<Record<keyof SoakSample, number>> = {
  heap: 0,
  memory: 0,
  descriptors: 8,
  delay: 50,
};

const minutes = Number(process.argv[2] ?? 10);
if (!(minutes > 0)) throw new Error('Failed to soak: give minutes, as in `npm run soak -- 10`.');
const { sent, answers, samples } = await soak({ ms: minutes * 60_000 });
console.log(`${sent} requests in ${minutes} minutes`, answers);
const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
for (const { heap, memory, descriptors, delay } of samples) {
  console.log(
    `heap ${mebibytes(heap)}, memory ${mebibytes(memory)}, ${descriptors} descriptors, event loop late by ${delay.toFixed(1)} ms (p99)`,
  );
}
// What is compiled and cached once is there after the first part.
const warm = samples.slice(1);
const middle = Math.ceil(warm.length / 2);
/** Of one that the machine was busy with something else in, nothing is said. */
const median = (some: readonly SoakSample[], name: keyof SoakSample): number =>
  some.map((sample) => sample[name]).toSorted((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0;
for (const [name, slack] of Object.entries(SLACK) as [keyof SoakSample, number][]) {
  const [before, after] = [median(warm.slice(0, middle), name), median(warm.slice(middle), name)];
  const climbs = after > before * MOST + slack;
  const growth = ((after / before - 1) * 100).toFixed(1);
  console.log(`${name}: ${growth} % more in the second half${climbs ? ', TOO MUCH' : ''}`);
  if (climbs) process.exitCode = 1;
}
