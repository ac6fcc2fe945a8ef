import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../../../src/verify/checks/check.ts';
import type { JudgedExchange } from '../../../src/verify/cases/case.ts';
import { runChecks } from '../../../src/verify/checks/index.ts';
import { FIRST_INTEGER, NEIGHBOUR_INTEGERS } from '../../../src/verify/checks/refused-valid.ts';
import { USED_IDENTITY } from '../../../src/verify/checks/used-identity.ts';
import { type Parts, context, exchange, open, strict } from './exchanges.ts';

function say(exchanges: readonly JudgedExchange[], given: CheckContext = context): string[] {
  return runChecks.flatMap((check) =>
    [check.checkRun(exchanges, given)]
      .flat()
      .map(({ rule, severity, message }) => `${rule} ${severity}: ${message}`),
  );
}

const refuse = (message: string, parts: Parts = {}): JudgedExchange =>
  exchange({ status: 400, body: JSON.stringify({ error: 1, message }), ...parts });
const accept = (id: number | bigint, parts: Parts = {}): JudgedExchange =>
  exchange({ sent: { id, name: 'Rosa' }, body: '{"name":"Rosa"}', id: `accepted-${id}`, ...parts });
const some = [accept(5), accept(50), accept(500)];
const used = refuse('id 5 is used', { validity: open, id: USED_IDENTITY, sent: { id: 5 } });
const fixed: Parts = { fixedIdentity: true, sent: { id: 0, name: 'Rosa' } };

describe('a refused valid request', () => {
  it('breaks R1', () => {
    const refused = refuse('no', { sent: { id: 60, name: 'Rosa' } });
    expect(say([...some, refused])).toEqual(['R1 violation: a valid request is refused with 400']);
  });
  it('breaks R1 where nothing is accepted, whatever its integers are', () => {
    expect(say([refuse('no', fixed)])).toEqual([
      'R1 violation: a valid request is refused with 400',
    ]);
  });
  it('breaks R7 where its integer is the point', () => {
    expect(say([...some, used, refuse('id must be positive', fixed)])).toContain(
      'R7 violation: a valid integer is refused: id 0',
    );
  });
  it('breaks R7 where its integer lies beyond all that were accepted', () => {
    const refused = refuse('too large', { sent: { id: 2 ** 31, name: 'Rosa' } });
    expect(say([...some, refused])).toEqual([
      'R7 violation: a valid integer is refused: id from 2^31 on',
    ]);
  });
  it('breaks R1 where the server says the same of other requests', () => {
    const other = refuse('busy', { sent: { id: 50, name: 'Rosa' }, id: 'other' });
    expect(say([...some, other, refuse('busy', fixed)])).toEqual([
      'R1 violation: a valid request is refused with 400',
      'R1 violation: a valid request is refused with 400',
    ]);
  });
  it('is a note where the server says what it says of a used identity', () => {
    expect(say([...some, used, refuse('id 0 is used', fixed)])).toContain(
      'R1 note: a value that may have been used before is refused like one that was',
    );
  });
  it('breaks R7 where a neighbour is taken for a used one', () => {
    const first = accept(2n ** 53n, { id: FIRST_INTEGER });
    const sent = { id: 2n ** 53n + 1n, name: 'Rosa' };
    const refused = refuse('id 9007199254740992 is used', { id: NEIGHBOUR_INTEGERS, sent });
    const rounded =
      'R7 violation: an integer beyond 2^53 is taken for the one before it: it was rounded';
    expect(say([...some, first, used, refused])).toContain(rounded);
    expect(say([...some, used, refused])).not.toContain(rounded);
  });
});

describe('what the server says of a used identity', () => {
  const isNote = (samples: readonly string[], found: string): boolean => {
    const known = samples.map((message, i) =>
      refuse(message, { validity: open, id: USED_IDENTITY, sent: { id: 5, name: `Sent ${i}` } }),
    );
    const findings = say([...some, ...known, refuse(found, fixed)]);
    return findings.some((finding) => finding.startsWith('R1 note: a value that may have'));
  };
  it.each([
    ['the same each time', ['bad request'], 'bad request'],
    ['names the id', ['id 5 is taken'], 'id 0 is taken'],
    ['names what was sent', ["Sent 0 can't be stored: 5 exists"], "Rosa can't be stored: 0 exists"],
    [
      'names what is stored',
      ['Monstera deliciosa verify-1a-7 has this id', 'Sample name verify-1a-9 has this id'],
      'Rosa "Peace" verify-77-12 (climber) has this id',
    ],
    [
      'has a time and a UUID',
      [
        '2026-11-21T12:04:29.356Z 1d929d34-da33-4e35-ad7b-aa6a91011fb9 conflict',
        '2026-11-21T12:04:29.399Z fd867c42-b8b9-4969-aab2-275f01fee345 conflict',
      ],
      '2026-11-22T08:00:00.001Z 30f9be0c-7a2c-41e6-8a1b-0d8b8be9a7d1 conflict',
    ],
    ['is said in Japanese', ['ID 5 は使用済みです'], 'ID 0 は使用済みです'],
  ])('is known again where it %s', (_, samples, message) => {
    expect(isNote(samples, message)).toBe(true);
  });
  it.each([
    ['another reason', ['id 5 is taken'], 'id is required'],
    ['a reason behind the same words', ['bad request'], 'bad request: id must be positive'],
    [
      'a reason where known ones name what is stored',
      ['Monstera deliciosa has this id', 'Sample name has this id'],
      'id must be positive',
    ],
  ])('is not taken for %s', (_, samples, message) => {
    expect(isNote(samples, message)).toBe(false);
  });
});

describe('a refused open request', () => {
  it('is a note, and with --strict a violation', () => {
    const refused = refuse('no', { validity: open });
    const words = 'a request that the schema allows is refused with 400: nothing says';
    expect(say([refused])).toEqual([`R1 note: ${words}`]);
    expect(say([refused], strict)).toEqual([`R1 violation: ${words}`]);
  });
  it('is no finding where the document does not allow it either', () => {
    const validity = { kind: 'open', reason: 'nothing says', strictlyValid: false } as const;
    expect(say([refuse('no', { validity })], strict)).toEqual([]);
  });
});

it('counts requests that fail now and then', () => {
  const many = Array.from({ length: 60 }, (_, sequence) =>
    exchange({ sequence, ...(sequence % 20 === 7 ? { status: 500, body: '' } : {}) }),
  );
  expect(say(many)).toEqual(['R6 warning: valid requests fail now and then: 3 of 60 requests']);
});

describe('latency', () => {
  const run = (latency: (i: number) => number): JudgedExchange[] => {
    let clock = 0;
    return Array.from({ length: 100 }, (_, sequence) => {
      const durationMs = latency(sequence);
      clock += durationMs + 1;
      return exchange({ sequence, startedAt: clock - durationMs, durationMs });
    });
  };
  const noise = (i: number): number => ((i * 7919) % 101) / 101;

  it('that climbs is a warning', () => {
    expect(say(run((i) => 2 + i / 2))).toEqual(['R6 warning: answers take longer and longer']);
    expect(say(run((i) => (2 + i / 2) * (0.7 + noise(i) * 0.6)))).toHaveLength(1);
  });
  it.each<[string, (i: number) => number]>([
    ['steady', () => 20],
    ['noisy', (i) => 5 + noise(i) * 40],
    ['with outliers', (i) => (i % 10 === 9 ? 300 : 3)],
    ['slow at the start', (i) => (i < 20 ? 100 : 5)],
    ['slow once at the end', (i) => (i > 97 ? 400 : 5)],
    ['climbing by microseconds', (i) => 1 + i / 1000],
  ])('that is %s is not', (_, latency) => {
    expect(say(run(latency))).toEqual([]);
  });
  it('is not climbing where a busy stretch comes late', () => {
    const alone = run((i) => (i > 80 ? 18 : 3 + noise(i))).slice(0, 93);
    const start = alone[40]!.startedAt;
    const busy = Array.from({ length: 120 }, (_, i) =>
      exchange({ sequence: 40 + i, startedAt: start + i * 2, durationMs: 15.1 + noise(i) / 2 }),
    );
    const late = alone.slice(81).map((exchange, i) => {
      return Object.assign({}, exchange, { sequence: 160 + i, startedAt: start + 600 + i * 20 });
    });
    expect(say([...alone.slice(0, 40), ...busy, ...late])).toEqual([]);
  });
  it('is not judged by requests that waited for each other', () => {
    const together = Array.from({ length: 100 }, (_, i) =>
      exchange({ sequence: i, startedAt: i, durationMs: 10 + i }),
    );
    expect(say(together)).toEqual([]);
  });
});
