/**
 * Attacks mock, gateway and proxy on raw sockets: `npm run fuzz -- [connections] [seed]`, by default
 * 10,000 connections, a third of them to each. With `npm run fuzz -- documents [count] [seed]`, documents
 * that are hard to take go through mock and `verify`, by default 200.
 */
import { tryDocuments } from '../test/face/documents/try-documents.ts';
import { fronts } from '../test/serve/hardening/fronts.ts';
import { fuzzTable } from '../test/serve/hardening/fuzz/fuzz-table.ts';
import { fuzz } from '../test/serve/hardening/fuzz/fuzz-run.ts';

const isOfDocuments = process.argv[2] === 'documents';
const [first, second] = process.argv.slice(isOfDocuments ? 3 : 2);
const [count, seed] = [
  Number(first ?? (isOfDocuments ? 200 : 10_000)),
  Number(second ?? Date.now() % 2 ** 31),
];
if (!(count > 0) || !Number.isInteger(seed)) {
  throw new Error('Failed to fuzz: both arguments are numbers, `npm run fuzz -- 10000 42`.');
}
await (isOfDocuments ? fuzzDocuments() : fuzzFronts());

async function fuzzFronts(): Promise<void> {
  const each = Math.ceil(count / Object.keys(fronts).length);
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
}

async function fuzzDocuments(): Promise<void> {
  const { broken, seconds } = await tryDocuments({ count, seed });
  for (const { document, problem } of broken) console.error(`${problem}\n${document}\n`);
  const most = Math.max(0, ...seconds).toFixed(1);
  console.log(
    `${seconds.length} of ${count} documents, seed ${seed}: ${broken.length} broke something; ${most} s of CPU at most`,
  );
  if (broken.length > 0) process.exitCode = 1;
}
