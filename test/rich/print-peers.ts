import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { withSection } from '../setup/page-section.ts';
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

/** The section of the ledger. */
const SECTION = 'Other tools';

/**
 * Prints how many faults and false alarms `verify` has and how many other tools have, of every so manieth
 * server, and writes it into a page. What they blame a plain server for, too, is no fault that they have found.
 */
export async function printPeers(every: number, way: Way, page: string): Promise<void> {
  const isChosen = (_: unknown, i: number): boolean => i % every === 0;
  const [faults, plain] = [faulty.filter(isChosen), conformant.filter(isChosen)];
  const table = new Map<string, Tally>([
    ['plant-store verify', await ofVerify(faults, plain, way)],
  ]);
  for (const peer of startPeers()) {
    await using tool = peer;
    table.set(tool.name, await ofPeer(tool, faults, plain));
  }
  const share = every === 1 ? 'all' : `every ${every}th`;
  const text = `Three small APIs (\`test/rich\`) have ${faulty.length} servers with one fault each, and ${conformant.length} that keep their
document. This table has ${share} of each. \`npm run rich -- --peers\` writes this section.

${tableOf(table, faults.length, plain.length)}

_Found_: \`verify\` blames the faulty server under an operation that has the fault. The others need only blame it for
something that they don't blame the same server for without a fault. The requests and seconds are those of all faulty
servers, one after the other. The load of the machine was ${Math.round(loadavg()[2]!)} on ${availableParallelism()} cores.

Prism sends nothing by itself: plain requests of \`verify\` go through it. Dredd gets the credentials and a value for
each path parameter. Schemathesis is not here: the machine has no PyPI.
`;
  process.stdout.write(text);
  const before = existsSync(page) ? readFileSync(page, 'utf8') : '';
  writeFileSync(page, withSection(before, SECTION, text));
}

function tableOf(table: ReadonlyMap<string, Tally>, faults: number, plain: number): string {
  const head = ['tool', `found, of ${faults}`, `correct servers blamed, of ${plain}`];
  const rows = Array.from(table, ([name, { found, falseAlarms: blamed, requests, ms }]) => [
    name,
    found,
    blamed,
    requests,
    Math.round(ms / 1000),
  ]);
  const columns = [...head, 'requests', 'seconds'];
  return [columns, columns.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
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
    if ([...blame].some((cause) => !before.blame.has(cause))) tally.found += 1;
    tally.requests += requests;
    tally.ms += ms;
  }
  for (const member of plain) {
    if ((await peer.judge(member)).blame.size > 0) tally.falseAlarms += 1;
  }
  return tally;
}
