import { describe, expect, it } from 'vitest';
import { climbingLatency } from '../../../src/verify/checks/climbing-latency.ts';
import type { JudgedExchange } from '../../../src/verify/cases/case.ts';
import { type Parts, context, exchange } from './exchanges.ts';

/** Requests one after the other, with a pause between them. */
function inTurn(latencies: readonly number[], parts: Parts = {}): JudgedExchange[] {
  let clock = 0;
  return latencies.map((durationMs, sequence) => {
    const startedAt = clock;
    clock += durationMs + 1;
    return exchange({ sequence, startedAt, durationMs, ...parts });
  });
}

function isClimbing(exchanges: readonly JudgedExchange[]): boolean {
  return [climbingLatency.checkRun(exchanges, context)].flat().length > 0;
}

function ramp(count: number, first: number, step: number): number[] {
  return Array.from({ length: count }, (_, i) => first + i * step);
}

describe('climbing latency', () => {
  it('is told with both ends, of the last request', () => {
    const run = inTurn(ramp(40, 2, 1));
    expect([climbingLatency.checkRun(run, context)].flat()).toEqual([
      {
        exchange: run[39],
        severity: 'warning',
        rule: 'R6',
        message: 'answers take longer and longer',
        // The quickest of the second to seventh, and of the last six.
        received: '3.0 ms at the start, 36 ms after 39 requests',
        documented: 'a steady latency',
        pointer: '/paths/~1things/post/responses',
      },
    ]);
  });

  it('tells 10 ms and more without a fraction', () => {
    const [told] = [climbingLatency.checkRun(inTurn(ramp(40, 6.26, 4)), context)].flat();
    expect(told?.received).toBe('10 ms at the start, 142 ms after 39 requests');
  });

  it('tells just 10 ms without a fraction', () => {
    const [told] = [climbingLatency.checkRun(inTurn(ramp(40, 9, 1)), context)].flat();
    expect(told?.received).toBe('10 ms at the start, 43 ms after 39 requests');
  });

  it.each<[what: string, latencies: number[], climbs: boolean]>([
    ['12 requests', [...ramp(6, 1, 0), ...ramp(6, 40, 0)], true],
    ['11 requests', [...ramp(5, 1, 0), ...ramp(6, 40, 0)], false],
    ['three times as long', [...ramp(20, 10, 0), ...ramp(20, 30, 0)], true],
    ['less than three times as long', [...ramp(20, 10, 0), ...ramp(20, 29.9, 0)], false],
    ['10 ms longer', [...ramp(20, 1, 0), ...ramp(20, 11, 0)], true],
    ['less than 10 ms longer', [...ramp(20, 1, 0), ...ramp(20, 10.9, 0)], false],
    ['a slow first request', [500, ...ramp(40, 1, 1)], true],
    ['an outlier at the start', ramp(40, 2, 1).with(4, 300), true],
    ['an outlier at the end', ramp(40, 20, 0).with(37, 300), false],
    ['most of the start held up', [2, 90, 4, 90, 90, 90, ...ramp(34, 40, 2)], true],
    ['most of the end held up', [...ramp(34, 5, 0.2), 40, 40, 5, 40, 40, 40], false],
    ['a climb and a fall', [...ramp(20, 2, 2), ...ramp(20, 40, -1.5)], false],
    ['a jump at the very end', [...ramp(34, 5, 0), ...ramp(6, 50, 0)], false],
    ['no latency at all', ramp(40, 0, 0), false],
  ])('%s: %#', (_what, latencies, climbs) => {
    expect(isClimbing(inTurn(latencies))).toBe(climbs);
  });

  it('is found whatever the order in which exchanges ended', () => {
    const run = inTurn(ramp(40, 2, 1));
    expect(isClimbing(run.toReversed())).toBe(true);
    expect(isClimbing(inTurn(ramp(40, 41, -1)).toReversed())).toBe(false);
  });

  it('is found among successes only', () => {
    const refused = { status: 400, body: '{"error":1,"message":""}' };
    expect(isClimbing(inTurn(ramp(40, 2, 1), refused))).toBe(false);
  });

  it('is found among small requests only: a large one takes its time', () => {
    const withBody = (size: number): JudgedExchange[] =>
      inTurn(ramp(40, 2, 1)).map((exchange) =>
        Object.assign(exchange, { request: { ...exchange.request, body: new Uint8Array(size) } }),
      );
    expect(isClimbing(withBody(4095))).toBe(true);
    expect(isClimbing(withBody(4096))).toBe(false);
  });

  it('is not found among requests that waited for another', () => {
    const run = inTurn(ramp(40, 2, 1));
    const beside = run.map(({ startedAt }) =>
      exchange({ startedAt: startedAt + 1, durationMs: 0.5, status: 500, body: '' }),
    );
    expect(isClimbing([...run, ...beside])).toBe(false);
    // What ends as the next one starts is not beside it.
    const after = run.map(({ startedAt, durationMs }) =>
      exchange({ startedAt: startedAt + durationMs, durationMs: 1, status: 500, body: '' }),
    );
    expect(isClimbing([...run, ...after])).toBe(true);
  });

  it('is not found beside one request that lasts for the whole run', () => {
    const run = inTurn(ramp(40, 2, 1));
    const long = exchange({ startedAt: -1, durationMs: 10_000, status: 500, body: '' });
    expect(isClimbing([long, ...run])).toBe(false);
  });
});
