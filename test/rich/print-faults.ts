import { themes } from './faults/index.ts';
import { type Outcome, type Way, blameOf, judge, outcomeOf } from './judge.ts';
import { knownMisses } from './known-misses.ts';
import type { Faulty } from './member.ts';

/** What came of a fault. */
interface Row {
  readonly theme: string;
  readonly id: string;
  readonly outcome: Outcome;
  readonly requests: number;
  readonly ms: number;
}

const SIGNS: Readonly<Record<Outcome, string>> = { found: '✓', elsewhere: '≈', missed: '✗' };

/** Prints what is said of every so manieth server with a fault; true where enough of them are found. */
export async function printFaults(
  words: readonly string[],
  way: Way,
  { atLeast, every }: { readonly atLeast: number; readonly every: number },
): Promise<boolean> {
  const rows: Row[] = [];
  const chosen = Object.entries(themes).flatMap(([theme, members]) =>
    members.filter((member) => isChosen(theme, member, words)).map((member) => ({ theme, member })),
  );
  for (const [i, { theme, member }] of chosen.entries()) {
    if (i % every === 0) rows.push(await judged(theme, member, way));
  }
  summarise(rows);
  return share(rows) >= atLeast;
}

function isChosen(theme: string, { id }: Faulty, words: readonly string[]): boolean {
  return words.length === 0 || words.some((word) => theme === word || id.includes(word));
}

async function judged(theme: string, member: Faulty, way: Way): Promise<Row> {
  const result = await judge(member, way);
  const outcome = outcomeOf(result, member);
  const { id, at } = member;
  const { exchanges: requests } = result.counts;
  const { durationMs: ms } = result;
  print(`${SIGNS[outcome]} ${id}`, `${requests} in ${ms} ms`);
  const blame = outcome === 'elsewhere' ? blameOf(result).slice(0, 3) : [];
  for (const line of blame) print(`    not ${at.join(', ')}: ${line.slice(0, 200)}`);
  return { theme, id, outcome, requests, ms };
}

function summarise(rows: readonly Row[]): void {
  const lists = Map.groupBy(rows, ({ outcome }) => outcome);
  for (const outcome of ['elsewhere', 'missed'] as const) {
    const ids = (lists.get(outcome) ?? []).map(({ id }) => id);
    if (ids.length > 0) print(`\n${outcome}:\n  ${ids.join('\n  ')}`);
  }
  const found = (lists.get('found') ?? []).filter(({ id }) => knownMisses.has(id));
  if (found.length > 0) print(`\nno longer missed:\n  ${found.map(({ id }) => id).join('\n  ')}`);
  print('\ntheme', 'found  elsewhere  missed  requests  ms');
  for (const [theme, group] of Map.groupBy(rows, ({ theme: themeOfRow }) => themeOfRow))
    print(theme, counts(group));
  print('all', counts(rows));
  print(`${share(rows).toFixed(1)} % of ${rows.length} found`);
}

function counts(rows: readonly Row[]): string {
  const count = (wanted: Outcome): number =>
    rows.filter(({ outcome }) => outcome === wanted).length;
  const sum = (of: (row: Row) => number): number => rows.reduce((all, row) => all + of(row), 0);
  const found = `${count('found')}/${rows.length}`;
  const others = [String(count('elsewhere')).padEnd(9), String(count('missed')).padEnd(6)];
  const costs = [String(sum(({ requests }) => requests)).padEnd(8), String(sum(({ ms }) => ms))];
  return [found.padEnd(7), ...others, ...costs].join('  ');
}

function share(rows: readonly Row[]): number {
  const found = rows.filter(({ outcome }) => outcome === 'found').length;
  return rows.length === 0 ? 100 : (found / rows.length) * 100;
}

function print(name: string, cells = ''): void {
  process.stdout.write(`${`${name.padEnd(56)} ${cells}`.trimEnd()}\n`);
}
