import { conformant } from './conformant/index.ts';
import type { Conformant } from './member.ts';

/**
 * Prints what there is to say of each conformant server.
 *
 * @param words Of ids; empty for all.
 * @returns Whether nothing was said.
 */
export async function printEach(
  words: readonly string[],
  look: (member: Conformant) => Promise<readonly string[]>,
): Promise<boolean> {
  const chosen = conformant.filter(
    ({ id }) => words.length === 0 || words.some((word) => id.includes(word)),
  );
  let bad = 0;
  for (const member of chosen) {
    const blamed = await look(member);
    bad += Number(blamed.length > 0);
    process.stdout.write(`${blamed.length === 0 ? '✓' : '✗'} ${member.id}\n`);
    for (const line of blamed) process.stdout.write(`    ${line}\n`);
  }
  process.stdout.write(`nothing to say of ${chosen.length - bad} of ${chosen.length}\n`);
  return bad === 0;
}
