/**
 * Prints what `verify` says of each server of the rich family. Words in the command line choose the
 * servers with one of them in their ids; `--seeds 3` and `--max-cases 100,1000` say how each is judged
 * (default: one seed; as many cases as there are, and 100). The exit code is 1 where one is blamed.
 */
import { parseArgs } from 'node:util';
import { conformant } from './conformant/index.ts';
import { falseAlarms, judge } from './judge.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '1' },
    'max-cases': { type: 'string', default: 'all,100' },
  },
});
const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => i + 1);
const sizes = values['max-cases']
  .split(',')
  .map((size) => (size === 'all' ? undefined : Number(size)));
const ways = sizes.flatMap((maxCases) => seeds.map((seed) => ({ maxCases, seed })));
const chosen = conformant.filter(
  ({ id }) => positionals.length === 0 || positionals.some((word) => id.includes(word)),
);

let blamed = 0;
for (const member of chosen) {
  const blame = new Map<string, number>();
  const words: string[] = [];
  for (const way of ways) {
    const result = await judge(member, way);
    const reached = (result.operations ?? []).filter(({ level }) => /full|chained/.test(level));
    const { exchanges } = result.counts;
    words.push(
      `${exchanges} in ${result.durationMs} ms, ${reached.length}/${result.operations?.length}`,
    );
    for (const line of falseAlarms(result, member)) blame.set(line, (blame.get(line) ?? 0) + 1);
  }
  if (blame.size > 0) blamed += 1;
  process.stdout.write(
    `${member.id.padEnd(44)} ${blame.size > 0 ? '✗' : '✓'} ${words.join('; ')}\n`,
  );
  for (const [line, count] of blame) process.stdout.write(`    ${count} × ${line.slice(0, 300)}\n`);
}
process.stdout.write(`blamed: ${blamed} of ${chosen.length}, each in ${ways.length} runs\n`);
process.exitCode = blamed === 0 ? 0 : 1;
