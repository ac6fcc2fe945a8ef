import { conformant } from './conformant/index.ts';
import { faulty } from './faults/index.ts';
import { type Way, falseAlarms, judge, outcomeOf } from './judge.ts';
import type { Member } from './member.ts';
import { type Opinion, type Peer, startPeers } from './peers.ts';

/** How a tool did. */
interface Tally {
  found: number;
  falseAlarms: number;
  requests: number;
  ms: number;
}

/**
 * Prints how many faults and false alarms `verify` has and how many other tools have, of every so manieth
 * server. What they blame a plain server for, too, is no fault that they have found.
 */
export async function printPeers(every: number, way: Way): Promise<void> {
  const isChosen = (_: unknown, i: number): boolean => i % every === 0;
  const [faults, plain] = [faulty.filter(isChosen), conformant.filter(isChosen)];
  const table = new Map<string, Tally>([
    ['plant-store verify', await ofVerify(faults, plain, way)],
  ]);
  for (const peer of startPeers()) {
    await using tool = peer;
    table.set(tool.name, await ofPeer(tool, faults, plain));
  }
  print([
    '',
    `faults found, of ${faults.length}`,
    `servers blamed, of ${plain.length}`,
    'requests',
    's',
  ]);
  for (const [name, { found, falseAlarms: blamed, requests, ms }] of table)
    print([name, found, blamed, requests, (ms / 1000).toFixed(1)]);
}

async function ofVerify(faults: typeof faulty, plain: typeof conformant, way: Way): Promise<Tally> {
  const tally = { found: 0, falseAlarms: 0, requests: 0, ms: 0 };
  for (const member of faults) {
    const result = await judge(member, way);
    if (outcomeOf(result, member) === 'found') tally.found += 1;
    tally.requests += result.counts.exchanges;
    tally.ms += result.durationMs;
  }
  for (const member of plain) {
    if (falseAlarms(await judge(member, way), member).length > 0) tally.falseAlarms += 1;
  }
  return tally;
}

async function ofPeer(
  peer: Peer,
  faults: readonly Member[],
  plain: readonly Member[],
): Promise<Tally> {
  const usual = new Map<Member['service'], Opinion>();
  const tally = { found: 0, falseAlarms: 0, requests: 0, ms: 0 };
  for (const member of faults) {
    const { service } = member;
    const before = usual.get(service) ?? (await peer.judge({ id: '', title: '', service }));
    usual.set(service, before);
    const { blame, requests, ms } = await peer.judge(member);
    if ([...blame].some((one) => !before.blame.has(one))) tally.found += 1;
    tally.requests += requests;
    tally.ms += ms;
  }
  for (const member of plain) {
    if ((await peer.judge(member)).blame.size > 0) tally.falseAlarms += 1;
  }
  return tally;
}

function print(cells: readonly (string | number)[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
