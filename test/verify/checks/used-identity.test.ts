import { describe, expect, it } from 'vitest';
import { type JudgedExchange, hasAnswer } from '../../../src/verify/cases/case.ts';
import { USED_IDENTITY, learnUsedIdentity } from '../../../src/verify/checks/used-identity.ts';
import { type Parts, exchange } from './exchanges.ts';

const refuse = (body: string, parts: Parts = {}): JudgedExchange =>
  exchange({ status: 409, body, ...parts });
const sample = (body: string, parts: Parts = {}): JudgedExchange =>
  refuse(body, { id: USED_IDENTITY, ...parts });

function isKnown(samples: readonly JudgedExchange[], body: string, status = 409): boolean {
  const exchange = refuse(body, { status });
  return hasAnswer(exchange) && learnUsedIdentity(samples)(exchange);
}

describe('how a used identity is refused', () => {
  it.each<[what: string, sample: JudgedExchange, known: boolean]>([
    ['the case that asks', sample('taken'), true],
    [
      'a question about a fixed identity',
      refuse('taken', { fixedIdentity: true, question: 'q' }),
      true,
    ],
    ['another question', refuse('taken', { question: 'q' }), false],
    ['a fixed identity that nobody asks about', refuse('taken', { fixedIdentity: true }), false],
    ['an answer that is no refusal', sample('taken', { status: 200 }), false],
    ['another status', sample('taken', { status: 400 }), false],
  ])('is learnt from %s: %#', (_what, exchange, known) => {
    expect(isKnown([exchange], 'taken')).toBe(known);
  });

  it('is known by its whole text where it has no words', () => {
    expect(isKnown([sample('')], '')).toBe(true);
    expect(isKnown([sample('!')], '?')).toBe(false);
    expect(isKnown([sample(''), sample('!')], '!')).toBe(true);
  });

  it('is known by the words that all samples share', () => {
    const samples = [
      sample('Ficus lyrata is taken'),
      sample('Rosa is taken'),
      sample('X is taken'),
    ];
    expect(isKnown(samples, 'Monstera deliciosa variegata is taken')).toBe(true);
    expect(isKnown(samples, 'is required')).toBe(false);
    expect(isKnown([sample('Ficus taken'), sample('Rosa missing')], 'Ficus taken no')).toBe(false);
  });

  it('takes no single letter and nothing with a digit for a word', () => {
    expect(isKnown([sample('a taken x1y')], 'b taken z9')).toBe(true);
    expect(isKnown([sample('t4ken')], 'id t4ken')).toBe(false);
  });

  it('is not learnt from a server error', () => {
    expect(isKnown([sample('taken', { status: 500 })], 'taken', 500)).toBe(false);
  });

  it('takes a word with a hyphen for a name', () => {
    expect(isKnown([sample('a-bc taken')], 'd-ef taken')).toBe(true);
  });

  it('may name what was stored in up to twelve words more, where samples differ', () => {
    const words = (count: number): string =>
      Array.from({ length: count }, (_, i) => `w${String.fromCodePoint(97 + i)}`).join(' ');
    const samples = [sample('one taken'), sample('two taken')];
    expect(isKnown(samples, `taken ${words(13)}`)).toBe(true);
    expect(isKnown(samples, `taken ${words(14)}`)).toBe(false);
    const steady = [sample('all taken')];
    expect(isKnown(steady, 'all  taken')).toBe(true);
    expect(isKnown(steady, 'all taken now')).toBe(false);
  });
});
