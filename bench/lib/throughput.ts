import { type Contender, bare, mockWithoutPrism } from './contenders.ts';
import { type Round, loadFor } from './load.ts';
import { residentMegabytes } from './process-facts.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { type Spread, spreadOf } from './statistics.ts';

/** How one contender did beside the yardstick in the same rounds. */
export interface ThroughputRow {
  readonly contender: Contender;
  /** Answers a second, as a ratio to the yardstick's of the same round. */
  readonly ratio: Spread;
  /** The yardstick's CPU time a request as a ratio to this one's; `undefined` without /proc. */
  readonly cpuRatio: Spread | undefined;
  /** Resident MB after the load. */
  readonly loaded: number | undefined;
  readonly requests: number;
  readonly failed: number;
}

/** A contender that couldn't be started, and why. */
export interface Failure {
  readonly name: string;
  readonly reason: string;
}

/** Throughput of everyone, measured in turns. */
export interface Throughput {
  readonly rows: readonly ThroughputRow[];
  /** How much the yardstick itself varied: its rounds as ratios to their median. */
  readonly noise: Spread;
  readonly failures: readonly Failure[];
}

/** How long to measure. */
export interface Effort {
  readonly rounds: number;
  readonly seconds: number;
}

interface Lane {
  readonly contender: Contender;
  readonly server: ServerProcess;
  rate: number;
  readonly rounds: Round[];
}

/** A guess before the first round; the warm-up corrects it. */
const FIRST_RATE = 20_000;

/**
 * Starts everyone, warms everyone up, then measures in turns: noise meets all of them alike.
 *
 * @param contenders Given the address of the yardstick.
 */
export async function measureThroughput(
  contenders: (upstream: string) => readonly Contender[],
  { rounds, seconds }: Effort,
  log: (line: string) => void,
): Promise<Throughput> {
  await using stack = new AsyncDisposableStack();
  const yardstick = await openLane(bare, stack);
  const failures: Failure[] = [];
  const lanes: Lane[] = [];
  for (const contender of contenders(yardstick.server.url)) {
    try {
      lanes.push(await openLane(contender, stack));
    } catch (error) {
      failures.push({ name: contender.name, reason: (error as Error).message });
    }
  }
  const all = [yardstick, ...lanes];
  for (const lane of all) lane.rate = (await loadFor(lane.server, 1, lane.rate)).rate;
  for (let round = 1; round <= rounds; round += 1) {
    log(`throughput: round ${round} of ${rounds}, ${all.length} servers`);
    // Who comes first differs, so that nobody always follows the same neighbour.
    for (const lane of rotated(all, round)) await measureLane(lane, seconds);
  }
  const base = yardstick.rounds.map(({ rate }) => rate);
  const { median } = spreadOf(base);
  return {
    rows: all.map((lane) => toRow(lane, yardstick)),
    noise: spreadOf(base.map((rate) => rate / median)),
    failures,
  };
}

async function openLane(contender: Contender, stack: AsyncDisposableStack): Promise<Lane> {
  const server = stack.use(await startProcess(contender.command));
  return { contender, server, rate: FIRST_RATE, rounds: [] };
}

async function measureLane(lane: Lane, seconds: number): Promise<void> {
  const round = await loadFor(lane.server, seconds, lane.rate);
  lane.rate = round.rate;
  lane.rounds.push(round);
}

function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

function toRow(lane: Lane, yardstick: Lane): ThroughputRow {
  const ratios = lane.rounds.map(({ rate }, i) => rate / yardstick.rounds[i]!.rate);
  const cpuRatios = lane.rounds.map(({ cpu }, i) => {
    const base = yardstick.rounds[i]!.cpu;
    return cpu === undefined || base === undefined ? undefined : base / cpu;
  });
  const known = cpuRatios.filter((ratio) => ratio !== undefined);
  const sum = (pick: (round: Round) => number): number =>
    lane.rounds.reduce((total, round) => total + pick(round), 0);
  return {
    contender: lane.contender,
    ratio: spreadOf(ratios),
    cpuRatio: known.length > 0 ? spreadOf(known) : undefined,
    loaded: residentMegabytes(lane.server.pid),
    requests: sum(({ requests }) => requests),
    failed: sum(({ failed }) => failed),
  };
}

/** The row that the target without Prism is for. */
export function rowOf(
  throughput: Throughput,
  name: string = mockWithoutPrism.name,
): ThroughputRow | undefined {
  return throughput.rows.find(({ contender }) => contender.name === name);
}
