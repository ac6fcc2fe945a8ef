import { conformant } from './conformant/index.ts';
import { type Way, falseAlarms, judge } from './judge.ts';

/** Prints what is said of each server that keeps its contract; true where none is blamed. */
export async function printConformant(
  words: readonly string[],
  ways: readonly Way[],
): Promise<boolean> {
  const chosen = conformant.filter(
    ({ id }) => words.length === 0 || words.some((word) => id.includes(word)),
  );
  let blamed = 0;
  for (const member of chosen) {
    const blame = new Map<string, number>();
    const runs: string[] = [];
    for (const way of ways) {
      const result = await judge(member, way);
      const reached = (result.operations ?? []).filter(({ level }) => /full|chained/.test(level));
      const { exchanges } = result.counts;
      const share = `${reached.length}/${result.operations?.length}`;
      runs.push(`${exchanges} in ${result.durationMs} ms, ${share}`);
      for (const line of falseAlarms(result, member)) blame.set(line, (blame.get(line) ?? 0) + 1);
    }
    if (blame.size > 0) blamed += 1;
    const sign = blame.size > 0 ? '✗' : '✓';
    process.stdout.write(`${member.id.padEnd(44)} ${sign} ${runs.join('; ')}\n`);
    for (const [line, count] of blame)
      process.stdout.write(`    ${count} × ${line.slice(0, 300)}\n`);
  }
  process.stdout.write(`blamed: ${blamed} of ${chosen.length}, each in ${ways.length} runs\n`);
  return blamed === 0;
}
