import { describe, expect, it } from 'vitest';
import { ExchangeLog, NO_FILTER } from '../../../../src/serve/inspector/page/exchange-log.ts';
import { exchange, message } from './exchanges.ts';

function logOf(...seqs: readonly number[]): ExchangeLog {
  const log = new ExchangeLog();
  log.add(seqs.map((seq) => exchange({ seq })));
  return log;
}

function shown(log: ExchangeLog): number[] {
  return log.filtered(NO_FILTER).map(({ seq }) => seq);
}

describe('the log of exchanges', () => {
  it('has the newest first, and none twice', () => {
    const log = logOf(1, 2, 3);
    log.add([exchange({ seq: 2 }), exchange({ seq: 3 }), exchange({ seq: 4 })]);
    expect(shown(log)).toEqual([4, 3, 2, 1]);
  });

  it('is bounded in number and in size, the newest always there', () => {
    const log = new ExchangeLog();
    log.add(Array.from({ length: 6000 }, (_, i) => exchange({ seq: i + 1 })));
    expect(log.count).toBe(5000);
    expect(log.last).toBe(6000);
    const large = message('x'.repeat(20_000_000));
    log.add([exchange({ seq: 6001, request: large }), exchange({ seq: 6002, request: large })]);
    expect(shown(log)).toEqual([6002]);
  });

  it('loses nothing that came while the list was on its way', () => {
    const log = logOf(1, 2, 3, 4);
    log.replace([exchange({ seq: 2 }), exchange({ seq: 3 })], 3);
    expect(shown(log)).toEqual([4, 3, 2]);
  });

  it('finds by words, status, operation and violation', () => {
    const log = new ExchangeLog();
    const problem = { kind: 'schema', message: 'id must be an int64' };
    log.add([
      exchange({ seq: 1 }),
      exchange({ seq: 2, status: 400, problem }),
      exchange({ seq: 3, status: 404, operation: null, target: '/other' }),
      exchange({ seq: 4, status: 0 }),
    ]);
    const find = (filter: Partial<typeof NO_FILTER>): number[] =>
      log.filtered({ ...NO_FILTER, ...filter }).map(({ seq }) => seq);
    expect(find({ text: 'INT64 post' })).toEqual([2]);
    expect(find({ text: '/other' })).toEqual([3]);
    expect(find({ status: 'refused' })).toEqual([3, 2]);
    expect(find({ status: 'failed' })).toEqual([4]);
    expect(find({ operation: 'createThing' })).toEqual([4, 2, 1]);
    expect(find({ violationsOnly: true })).toEqual([2]);
  });
});
