import type { RunCheck } from './check.ts';
import { type JudgedExchange, endOf } from '../cases/case.ts';
import { isStanding } from './standing.ts';

/** Fewer requests than this at either end of a run prove nothing. */
const SAMPLE = 6;
/** The last must take this many times as long as the first … */
const GROWTH = 3;
/** … and this much longer: below it, a busy machine's noise is as large. */
const LEAST_MS = 10;
/** Agreement of order and latency (Kendall's tau) among the requests in between. */
const AGREEMENT = 0.5;

/** The time that an answer takes doesn't grow with the number of requests before it. */
export const climbingLatency: RunCheck = {
  id: 'climbing-latency',
  checkRun: (exchanges) => {
    const answered = exchanges
      .filter((exchange) => isStanding(exchange, 'success') && isSmall(exchange))
      .toSorted((a, b) => a.startedAt - b.startedAt);
    // A server that works on one request at a time is slower while others wait: only requests that
    // were alone can be compared.
    const alone = requestsAlone(answered, exchanges);
    if (alone.length < SAMPLE * 2) return [];
    // The quickest: whatever else the machine does can only add to a latency.
    const first = Math.min(...latencies(alone.slice(1, SAMPLE + 1)));
    const last = Math.min(...latencies(alone.slice(-SAMPLE)));
    if (last < first * GROWTH || last - first < LEAST_MS) return [];
    if (kendall(blockMedians(equallyBusy(answered, exchanges))) < AGREEMENT) return [];
    const exchange = alone.at(-1)!;
    return {
      exchange,
      severity: 'warning',
      rule: 'R6',
      message: 'answers take longer and longer',
      received: `${show(first)} at the start, ${show(last)} after ${exchange.sequence} requests`,
      documented: 'a steady latency',
      pointer: `${exchange.case.operation.pointer}/responses`,
    };
  },
};

/** A large body takes its time. */
function isSmall(exchange: JudgedExchange): boolean {
  return (exchange.request.body?.length ?? 0) < 4096;
}

function requestsAlone(
  answered: readonly JudgedExchange[],
  all: readonly JudgedExchange[],
): JudgedExchange[] {
  const sorted = all.toSorted((a, b) => a.startedAt - b.startedAt);
  const shared = new Set<JudgedExchange>();
  let latest: JudgedExchange | undefined;
  for (const exchange of sorted) {
    if (latest && endOf(latest) > exchange.startedAt) shared.add(exchange).add(latest);
    if (!latest || endOf(exchange) > endOf(latest)) latest = exchange;
  }
  return answered.filter((exchange) => !shared.has(exchange));
}

/**
 * The requests that had as many others beside them as most had: those of a busier stretch wait for
 * each other, and would look like a climb where that stretch comes late.
 */
function equallyBusy(
  answered: readonly JudgedExchange[],
  all: readonly JudgedExchange[],
): JudgedExchange[] {
  const starts = all.map(({ startedAt }) => startedAt).toSorted((a, b) => a - b);
  const ends = all.map(endOf).toSorted((a, b) => a - b);
  const groups = Map.groupBy(answered, ({ startedAt }) => {
    return countUpTo(starts, startedAt) - countUpTo(ends, startedAt);
  });
  return [...groups.values()].reduce((most, group) => (group.length > most.length ? group : most));
}

/** How many of the sorted times are no later; looked for by halves. */
function countUpTo(times: readonly number[], latest: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= latest) low = middle + 1;
    else high = middle;
  }
  return low;
}

function latencies(exchanges: readonly JudgedExchange[]): number[] {
  return exchanges.map(({ durationMs }) => durationMs);
}

function median(exchanges: readonly JudgedExchange[]): number {
  const sorted = latencies(exchanges).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Medians of eight stretches of the run. */
function blockMedians(exchanges: readonly JudgedExchange[]): number[] {
  const size = exchanges.length / 8;
  return Array.from({ length: 8 }, (_, i) => {
    return median(exchanges.slice(Math.floor(i * size), Math.floor((i + 1) * size)));
  });
}

/** Kendall's tau of values against their order: 1 where they only rise, about 0 for noise. */
function kendall(values: readonly number[]): number {
  let agreement = 0;
  let pairs = 0;
  for (const [i, early] of values.entries()) {
    for (const late of values.slice(i + 1)) {
      agreement += Math.sign(late - early);
      pairs += 1;
    }
  }
  return agreement / pairs;
}

function show(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
