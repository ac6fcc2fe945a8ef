/** Prints what `verify` says of every store of the family; with `--peers`, what others say too. */
import { conformant } from './conformant.ts';
import { faulty } from './faults/index.ts';
import { type Judgement, judgeConformant, judgeFaulty } from './judge-store.ts';

const only = process.argv.slice(2).find((word) => !word.startsWith('--'));
const isWanted = ({ name }: { name: string }): boolean => only === undefined || name.includes(only);

function print(judgement: Judgement): void {
  const { name, verdict, named, requests, ms, problem } = judgement;
  const row = [
    name.padEnd(62),
    verdict.padEnd(6),
    named.padEnd(16),
    String(requests).padStart(5),
    String(ms).padStart(7),
  ];
  process.stdout.write(`${row.join(' ')}\n${problem === undefined ? '' : `    ✗ ${problem}\n`}`);
}

const problems: Judgement[] = [];
async function judge(one: Promise<Judgement>): Promise<void> {
  const judgement = await one;
  print(judgement);
  if (judgement.problem !== undefined) problems.push(judgement);
}
for (const member of conformant.filter(isWanted)) await judge(judgeConformant(member));
for (const member of faulty.filter(isWanted)) await judge(judgeFaulty(member));
process.stdout.write(`${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
