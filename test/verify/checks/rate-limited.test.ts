import { describe, expect, it } from 'vitest';
import type { JudgedExchange } from '../../../src/verify/cases/case.ts';
import {
  isRateLimited,
  isTooMany,
  rateLimited,
  rateLimitedExchanges,
} from '../../../src/verify/checks/rate-limited.ts';
import { type Parts, context, exchange, invalid, open } from './exchanges.ts';

const tooMany = (parts: Parts = {}): JudgedExchange =>
  exchange({ status: 429, body: 'wait', ...parts });
const wait: Parts = { headers: [['Retry-After', '7']] };
const dead = exchange({ failure: { kind: 'reset', message: '' } });

describe('a 429', () => {
  it.each<[what: string, exchange: JudgedExchange, limited: boolean]>([
    ['of a valid request', tooMany(), true],
    ['with Retry-After, whatever was sent', tooMany({ validity: invalid, ...wait }), true],
    ['of an invalid request', tooMany({ validity: invalid }), false],
    ['of an open request', tooMany({ validity: open }), false],
    ['of an identity that may be used already', tooMany({ fixedIdentity: true }), false],
  ])('%s is about the rate: %#', (_, judged, limited) => {
    expect(isTooMany(judged)).toBe(true);
    expect(isRateLimited(judged)).toBe(limited);
  });

  it('is nothing else', () => {
    for (const judged of [dead, exchange({ status: 503, ...wait }), exchange(wait)]) {
      expect(isTooMany(judged)).toBe(false);
      expect(isRateLimited(judged)).toBe(false);
    }
  });
});

describe('the rate-limited exchanges of a run', () => {
  const fine = exchange({ id: 'fine' });

  it('are none where no 429 is about the rate', () => {
    expect([...rateLimitedExchanges([fine, dead, tooMany({ validity: open })])]).toEqual([]);
  });
  it('are every 429 where one of them is', () => {
    const all = [tooMany({ id: 'a' }), tooMany({ id: 'b' }), tooMany({ validity: invalid })];
    expect([...rateLimitedExchanges([fine, ...all])]).toEqual(all);
  });
  it('are none where one case alone never gets anything else: it is refused for itself', () => {
    const refusals = [tooMany({ id: 'a' }), tooMany({ id: 'a' })];
    expect([...rateLimitedExchanges([fine, ...refusals])]).toEqual([]);
  });
  it('are there where that case got something else, too', () => {
    const refusals = [tooMany({ id: 'a' }), tooMany({ id: 'a' })];
    expect([...rateLimitedExchanges([fine, ...refusals, exchange({ id: 'a' })])]).toEqual(refusals);
  });
  it('are there where it is the only case of the run', () => {
    const refusals = [tooMany({ id: 'a' }), tooMany({ id: 'a' })];
    expect([...rateLimitedExchanges(refusals)]).toEqual(refusals);
  });
  it('are there where a single 429 came', () => {
    const judged = tooMany({ id: 'a' });
    expect([...rateLimitedExchanges([fine, judged])]).toEqual([judged]);
  });
  it('are a note each, with what the server says of waiting', () => {
    const all = [tooMany({ id: 'a', ...wait }), tooMany({ id: 'b' })];
    const expected = {
      severity: 'note',
      rule: 'R8',
      message: 'the server limits the rate: a request is one too many (429)',
      documented: 'rate limits: nothing is said',
      pointer: '/paths/~1things/post/responses/200',
    };
    expect([rateLimited.checkRun([fine, ...all], context)].flat()).toEqual([
      { ...expected, exchange: all[0], received: '429 application/json wait (Retry-After: 7)' },
      { ...expected, exchange: all[1], received: '429 application/json wait' },
    ]);
  });
});
