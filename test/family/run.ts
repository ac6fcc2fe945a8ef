/**
 * Prints the matrix of the family: what `verify` says of every store, and with `--peers` whether
 * Dredd and stock Prism call it faulty. A word in the command line picks the stores with it in
 * their names. The exit code is 1 where `verify` misses a fault or raises a false alarm: the last
 * lines name each.
 */
import { readFlags } from '../../bench/lib/flags.ts';
import { startStore } from './base-store.ts';
import { conformant } from './conformant.ts';
import { faulty } from './faults/index.ts';
import { type Judgement, judgeConformant, judgeFaulty } from './judge-store.ts';
import type { Conformant, Faulty } from './member.ts';
import { type Peer, dredd, prismPeer, startPrism } from './peers.ts';

interface Row extends Judgement {
  readonly kind: 'conformant' | 'faulty';
  /** The rule that is right in the first place. */
  readonly rule: string;
  /** Whether each of the peers calls it faulty. */
  readonly peers: Readonly<Record<string, boolean>>;
}

const config = {
  allowPositionals: true,
  options: { peers: { type: 'boolean', default: false } },
} as const;
const { values, positionals } = readFlags(config, 'npm run family -- [WORD] [--peers]');
const [wanted = ''] = positionals;
const prism = values.peers ? await startPrism() : undefined;
const peers: Readonly<Record<string, Peer>> = prism ? { dredd, prism: prismPeer(prism) } : {};
const columns = ['verdict', 'rule', 'requests', 'ms', ...Object.keys(peers)];

const rows: Row[] = [];
print('store', columns);
const members = [
  ...conformant.map((member) => () => judge('conformant', member)),
  ...faulty.map((member) => () => judge('faulty', member)),
];
const all = [...conformant, ...faulty];
const chosen = members.flatMap((start, i) => {
  const { name, waits = false } = all[i]!;
  return name.includes(wanted) ? [{ start, waits }] : [];
});
// Those that wait go first and side by side, unless each is to be shown to the peers as well.
const sideBySide = prism ? [] : chosen.filter(({ waits }) => waits);
const besideOthers = await Promise.all(sideBySide.map(({ start }) => start()));
// Thirty at once keep each other waiting, which hides a latency that climbs: then each is alone.
const hidden = sideBySide.filter((_, i) => besideOthers[i]?.problem !== undefined);
rows.push(...besideOthers.filter(({ problem }) => problem === undefined));
const alone = [...hidden, ...chosen.filter((member) => !sideBySide.includes(member))];
for (const { start } of alone) rows.push(await start());
await prism?.stop();
summarise();
process.exitCode = rows.some(({ problem }) => problem !== undefined) ? 1 : 0;

async function judge(
  kind: Row['kind'],
  member: Conformant & { readonly rules?: Faulty['rules'] },
): Promise<Row> {
  const { rules } = member;
  const judgement = await (rules ? judgeFaulty({ ...member, rules }) : judgeConformant(member));
  const flags: Record<string, boolean> = {};
  for (const [name, peer] of Object.entries(peers)) {
    await using store = await startStore(member.change);
    flags[name] = await peer(store.url, member.token);
  }
  const row: Row = { ...judgement, kind, rule: rules?.[0] ?? '', peers: flags };
  const { name, verdict, named, requests, ms, problem } = row;
  const words = Object.values(flags).map((isFaulty) => (isFaulty ? 'fail' : 'pass'));
  print(name, [verdict, named, String(requests), String(ms), ...words]);
  if (problem !== undefined) process.stdout.write(`    ✗ ${problem}\n`);
  return row;
}

function print(name: string, cells: readonly string[]): void {
  const widths = [8, 14, 9, 7, 6, 6];
  const line = cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' ');
  process.stdout.write(`${name.padEnd(64)} ${line.trimEnd()}\n`);
}

function summarise(): void {
  const faults = rows.filter(({ kind }) => kind === 'faulty');
  const sound = rows.filter(({ kind }) => kind === 'conformant');
  const isFound = ({ problem }: Row): boolean => problem === undefined;
  print('\nfound', ['verify', ...Object.keys(peers)]);
  const groups = Map.groupBy(faults, ({ rule }) => rule);
  for (const [rule, group] of [...groups].toSorted(([a], [b]) => a.localeCompare(b))) {
    print(`${rule} (of ${group.length})`, counts(group, isFound));
  }
  print(`all faults (of ${faults.length})`, counts(faults, isFound));
  print(
    `false alarms (of ${sound.length})`,
    counts(sound, (row) => !isFound(row)),
  );
  const times = rows.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? 0;
  process.stdout.write(`ms per run: median ${at(0.5)}, p90 ${at(0.9)}, most ${at(1)}\n`);
  for (const { name, problem } of rows) {
    if (problem !== undefined) process.stdout.write(`✗ ${name}: ${problem}\n`);
  }
}

function counts(group: readonly Row[], isCounted: (row: Row) => boolean): string[] {
  const byPeer = Object.keys(peers).map((name) => group.filter((row) => row.peers[name]).length);
  return [group.filter(isCounted).length, ...byPeer].map(String);
}
