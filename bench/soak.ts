/**
 * 20,000 mixed requests through proxy and mock, both with Prism: none may be lost, and the heap
 * after collection may grow by a fifth at most. `node bench/soak.ts [requests]`
 */
import { soak } from '../test/serve/soak-run.ts';

const start = performance.now();
const { sent, answers, heap } = await soak(Number(process.argv[2] ?? 20_000));
const [before, after] = heap.map((bytes) => bytes / 2 ** 20) as [number, number];
const growth = (after / before - 1) * 100;
console.log(`${sent} requests in ${((performance.now() - start) / 1000).toFixed(1)} s`, answers);
console.log(
  `heap after collection: ${before.toFixed(1)} MiB, then ${after.toFixed(1)} MiB (${growth.toFixed(1)} %, at most 20)`,
);
process.exitCode = growth <= 20 ? 0 : 1;
