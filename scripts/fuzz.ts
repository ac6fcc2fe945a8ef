/**
 * Attacks mock and gateway on raw sockets: `npm run fuzz -- [connections] [seed]`, by default 10,000
 * connections, half of them to each.
 */
import { fronts } from '../test/server/hardening/fronts.ts';
import { fuzz } from '../test/server/hardening/fuzz-run.ts';

const connections = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
for (const name of ['the mock', 'the mock behind Prism']) {
  const start = performance.now();
  await using front = await fronts[name]!();
  const { answers } = await fuzz(front, Math.ceil(connections / 2), seed);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${name}: ${connections / 2} connections in ${seconds} s, seed ${seed}`, answers);
}
