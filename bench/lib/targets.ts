import {
  OWN_PROXY,
  STOCK_PROXY,
  SHARED,
  builtMock,
  mockWithPrism,
  mockWithoutPrism,
  stockMock,
} from './contenders.ts';
import type { DocumentRow } from './documents.ts';
import type { Growth } from './growth.ts';
import type { JudgeRow } from './judges.ts';
import { table } from './markdown.ts';
import type { Shared } from './shared.ts';
import type { Spread } from './statistics.ts';
import type { StartUpRow } from './start-up.ts';
import { type Throughput, rowOf } from './throughput.ts';

/** What a growing store in memory costs. */
export interface MemoryGrowth extends Growth {
  /** Heap bytes a plant after a full garbage collection, at the last row's number of plants. */
  readonly bytesPerPlant: number;
}

/** Everything that a run has measured; what was left out is `undefined`. */
export interface Results {
  readonly command: string;
  readonly date: string;
  readonly machine: string;
  /** Load averages when the run began and when it ended. */
  readonly busyness: readonly [before: string, after: string];
  readonly throughput: Throughput | undefined;
  readonly startUp: readonly StartUpRow[] | undefined;
  readonly growth: MemoryGrowth | undefined;
  readonly shared: Shared | undefined;
  readonly judges: readonly JudgeRow[] | undefined;
  readonly documents: readonly DocumentRow[] | undefined;
}

interface Target {
  readonly what: string;
  readonly wanted: string;
  readonly measured: string;
  readonly met: boolean;
}

/** What the kit promises of itself, beside what this run has measured. */
export function describeTargets(results: Results): string | undefined {
  const targets = [
    ...throughputTargets(results),
    ...startUpTargets(results),
    ...growthTargets(results.growth, mockWithoutPrism.name),
    ...sharedTargets(results.shared),
    ...judgeTargets(results),
  ];
  if (targets.length === 0) return undefined;
  const cells = targets.map(({ what, wanted, measured, met }) => [
    what,
    wanted,
    measured,
    met ? 'yes' : 'NO',
  ]);
  return `## Targets\n\n${table(['target', 'wanted', 'measured', 'met'], cells)}`;
}

function throughputTargets({ throughput }: Results): Target[] {
  if (throughput === undefined) return [];
  const wanted = [
    [mockWithoutPrism, { rate: 0.8, cpu: 0.85 }],
    [mockWithPrism, { rate: 0.3, cpu: 0.2 }],
  ] as const;
  const ofBare = wanted.flatMap(([contender, { rate, cpu }]) => {
    const row = rowOf(throughput, contender.name);
    if (row === undefined) return [];
    const target = (name: string, least: number, median: number): Target => ({
      what: `${contender.name}: ${name}`,
      wanted: `>= ${least.toFixed(2)}`,
      measured: median.toFixed(2),
      met: median >= least,
    });
    const byRate = target('answers a second, of bare node:http', rate, row.ratio.median);
    if (row.cpuRatio === undefined) return [byRate];
    return [byRate, target('the same by CPU time', cpu, row.cpuRatio.median)];
  });
  return [...ofBare, ...proxyTargets(throughput)];
}

/** Stock Prism as it comes has a log of its own; the row with its log off stands below. */
function proxyTargets(throughput: Throughput): Target[] {
  const row = rowOf(throughput, OWN_PROXY);
  const stock = rowOf(throughput, STOCK_PROXY);
  if (row === undefined || stock === undefined) return [];
  const times = row.ratio.median / stock.ratio.median;
  const what = `${OWN_PROXY}: answers a second, of ${STOCK_PROXY}`;
  return [{ what, wanted: '>= 3.0', measured: times.toFixed(1), met: times >= 3 }];
}

function startUpTargets({ startUp = [] }: Results): Target[] {
  const rows = startUp.filter(({ contender }) =>
    [mockWithoutPrism.name, builtMock.name].includes(contender.name),
  );
  const withoutPrism = rows.flatMap(({ contender, cold, warm, coldIdle, warmIdle }) => {
    const most = (what: string, limit: number, value: Spread | undefined, unit: string): Target[] =>
      value === undefined
        ? []
        : [
            {
              what: `${contender.name}: ${what}`,
              wanted: `<= ${limit} ${unit}`,
              measured: `${value.median.toFixed(0)} ${unit}`,
              met: value.median <= limit,
            },
          ];
    return [
      ...most('first answer, cold', 250, cold, 'ms'),
      ...most('first answer, warm', 250, warm, 'ms'),
      ...most('idle memory, cold', 80, coldIdle, 'MB'),
      ...most('idle memory, warm', 80, warmIdle, 'MB'),
    ];
  });
  return [...withoutPrism, ...prismStartTargets(startUp)];
}

function prismStartTargets(startUp: readonly StartUpRow[]): Target[] {
  const [row, stock] = [mockWithPrism, stockMock].map(({ name }) =>
    startUp.find(({ contender }) => contender.name === name),
  );
  if (row === undefined) return [];
  const { median } = row.warm;
  const first: Target = {
    what: `${row.contender.name}: first answer, warm`,
    wanted: '<= 300 ms',
    measured: `${median.toFixed(0)} ms`,
    met: median <= 300,
  };
  if (stock === undefined) return [first];
  const share = median / stock.warm.median;
  const what = `${row.contender.name}: first answer, warm, of ${stockMock.name}`;
  return [first, { what, wanted: '<= 1.30', measured: share.toFixed(2), met: share <= 1.3 }];
}

/** A fifth is within what a busy machine does by itself. */
const FLAT = 0.8;

function growthTargets(growth: Growth | undefined, name: string): Target[] {
  const [first, ...others] = growth?.rows ?? [];
  const last = others.at(-1);
  if (first === undefined || last === undefined) return [];
  const change = last.ratio.median / first.ratio.median;
  const what = `${name}: throughput with ${last.plants} plants, of that with few`;
  return [
    { what, wanted: `>= ${FLAT.toFixed(2)}`, measured: change.toFixed(2), met: change >= FLAT },
  ];
}

function sharedTargets(shared: Shared | undefined): Target[] {
  if (shared === undefined) return [];
  const { throughput, replicas, growth } = shared;
  const least = (what: string, limit: number, value: number): Target => {
    return {
      what,
      wanted: `>= ${limit.toFixed(2)}`,
      measured: value.toFixed(2),
      met: value >= limit,
    };
  };
  const row = rowOf(throughput, SHARED);
  return [
    ...(row === undefined
      ? []
      : [least(`${SHARED}: answers a second, of bare node:http`, 0.35, row.ratio.median)]),
    ...(row?.cpuRatio === undefined
      ? []
      : [least('the same by CPU time', 0.35, row.cpuRatio.median)]),
    least(`${SHARED}: ${replicas.count} replicas, of one`, 1, replicas.ratio.median),
    ...growthTargets(growth, SHARED),
    ...residentTargets(growth),
  ];
}

/** Twice what a replica may keep of values that it knows. */
const ROOM_MB = 64;

function residentTargets({ rows }: Growth): Target[] {
  // What V8 takes while it warms up is no growth.
  const [first, last] = [rows[1], rows.at(-1)];
  if (first?.resident === undefined || last?.resident === undefined) return [];
  const what = `${SHARED}: more memory with ${last.plants} plants than with ${first.plants}`;
  const more = last.resident - first.resident;
  return [
    { what, wanted: `<= ${ROOM_MB} MB`, measured: `${more.toFixed(0)} MB`, met: more <= ROOM_MB },
  ];
}

function judgeTargets({ judges }: Results): Target[] {
  const verify = judges?.find(({ name }) => name === 'verify');
  const dredd = judges?.find(({ name }) => name === 'dredd');
  if (verify === undefined || dredd === undefined) return [];
  const ratio = verify.wall.median / dredd.wall.median;
  return [
    {
      what: 'verify: wall time, of Dredd',
      wanted: '<= 1.00',
      measured: ratio.toFixed(2),
      met: ratio <= 1,
    },
    {
      what: 'verify: requests',
      wanted: '>= 150',
      measured: String(verify.requests),
      met: verify.requests >= 150,
    },
  ];
}
