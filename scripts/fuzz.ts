/**
 * Attacks mock, gateway and proxy on raw sockets: `npm run fuzz -- [connections] [seed]`, by default
 * 10,000 connections, a third of them to each.
 */
import { fronts } from '../test/serve/hardening/fronts.ts';
import { fuzzTable } from '../test/serve/hardening/fuzz/fuzz-table.ts';
import { fuzz } from '../test/serve/hardening/fuzz/fuzz-run.ts';

const [connections, seed] = [
  Number(process.argv[2] ?? 10_000),
  Number(process.argv[3] ?? Date.now() % 2 ** 31),
];
if (!(connections > 0) || !Number.isInteger(seed)) {
  throw new Error('Failed to fuzz: both arguments are numbers, `npm run fuzz -- 10000 42`.');
}
const each = Math.ceil(connections / Object.keys(fronts).length);
for (const [name, start] of Object.entries(fronts)) {
  const begin = performance.now();
  await using front = await start();
  try {
    const result = await fuzz(front, each, seed);
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    console.log(`${name}: ${seconds} s, seed ${seed}\n${fuzzTable(result)}`);
  } catch (error) {
    console.error(`${name}: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
