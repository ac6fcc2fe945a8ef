/** Finds limits that a server has and its document hasn't. */
import { type Exchange, statusOf } from '../../http/exchange.ts';
import { type OpenQuestion, readAcceptance } from '../../questions/question.ts';

/** A question that is searched for its answer, asked step by step; others as they are. */
export function searching(question: OpenQuestion): OpenQuestion {
  const { search } = question;
  if (search === undefined) return question;
  // A conflict may be about what was used before: then this one exchange tells nothing.
  const readings = (exchanges: readonly Exchange[]): (string | undefined)[] =>
    exchanges.map((exchange) =>
      search.mayBeUsed === true && statusOf(exchange) === 409
        ? undefined
        : readAcceptance(exchange),
    );
  return {
    ...question,
    next: (exchanges, fresh) => {
      const { ask } = limitSearch(search.range, readings(exchanges));
      return ask === undefined ? undefined : search.probe(ask, fresh);
    },
    read: (exchanges) => {
      const { limit } = limitSearch(search.range, readings(exchanges));
      return limit === undefined ? undefined : String(limit);
    },
  };
}

/** Limits that people set. */
const USUAL: readonly number[] = [
  10, 16, 20, 24, 30, 32, 40, 50, 60, 63, 64, 80, 99, 100, 120, 127, 128, 140, 150, 160, 191, 200,
  250, 255, 256, 300, 400, 500, 511, 512, 1000, 1023, 1024, 1500, 2000, 2048, 3000, 4000, 4095,
  4096, 5000, 8000, 8191, 8192,
];
/** Each with the length that it forbids. */
const LIKELY: readonly number[] = [...new Set(USUAL.flatMap((limit) => [limit, limit + 1]))];

/**
 * Finds the most characters that a server takes, by halves, the usual limits first.
 *
 * @param range The fewest, and the most that is asked about: that comes first.
 * @param readings What became of the lengths that were asked about so far: `accepted`, `refused 4xx`.
 * @returns What to ask about next, or the limit; neither where there is none, or it can't be told.
 */
function limitSearch(
  [fewest, most]: readonly [number, number],
  readings: readonly (string | undefined)[],
): { readonly ask?: number; readonly limit?: number } {
  let [low, high] = [fewest, most];
  for (const [i, reading] of readings.entries()) {
    if (reading === undefined || (i === 0 && reading === 'accepted')) return {};
    if (i === 0) continue;
    const asked = between(low, high);
    [low, high] = reading === 'accepted' ? [asked, high] : [low, asked];
  }
  if (readings.length === 0) return {};
  if (high - low > 1) return { ask: between(low, high) };
  return low === fewest ? {} : { limit: low };
}

function between(low: number, high: number): number {
  const likely = LIKELY.filter((limit) => limit > low && limit < high);
  return likely[Math.floor(likely.length / 2)] ?? Math.floor((low + high) / 2);
}
