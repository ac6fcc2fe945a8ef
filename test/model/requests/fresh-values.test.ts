import { describe, expect, it } from 'vitest';
import { createFreshValues } from '../../../src/model/requests/fresh-values.ts';

function draw(count: number, options: Parameters<typeof createFreshValues>[0]) {
  const fresh = createFreshValues(options);
  return Array.from({ length: count }, () => fresh.integer());
}

describe('integers', () => {
  it('are all different within a run, and exact in every language', () => {
    const drawn = draw(5000, { seed: 1, runId: 'a' });
    expect(new Set(drawn).size).toBe(5000);
    expect(drawn.every((id) => Number.isSafeInteger(id) && Number(id) > 0)).toBe(true);
  });

  it('are the same for the same seed and run, and others for any other run', () => {
    const first = draw(1000, { seed: 1, runId: 'a' });
    expect(draw(1000, { seed: 1, runId: 'a' })).toEqual(first);
    const seen = new Set(first);
    for (let run = 0; run < 100; run += 1) {
      const other = draw(1000, { seed: 1, runId: `b${run}` });
      expect(other.some((id) => seen.has(id))).toBe(false);
    }
  });

  it('stay within the range that the user has chosen, and use all of it', () => {
    const idRange = { minimum: -2n, maximum: 2n };
    const drawn = draw(5, { seed: 3, runId: 'a', idRange });
    expect(drawn.map(Number).sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2]);
  });

  it('are exact beyond 2^53', () => {
    const idRange = { minimum: 2n ** 63n - 1n, maximum: 2n ** 63n - 1n };
    expect(draw(1, { seed: 3, runId: 'a', idRange })).toEqual([2n ** 63n - 1n]);
  });

  it('fit the schema of their property', () => {
    const within = { minimum: 1n, maximum: 2n ** 31n - 1n };
    const fresh = createFreshValues({ seed: 3, runId: 'a' });
    expect(Number(fresh.integer(within))).toBeLessThanOrEqual(2 ** 31 - 1);
    const small = { minimum: 5n, maximum: 6n };
    const drawn = Array.from({ length: 4 }, () => Number(fresh.integer(small)));
    expect(drawn.toSorted((a, b) => a - b)).toEqual([5, 5, 6, 6]);
  });

  it('say what to do where the range is used up or empty', () => {
    const idRange = { minimum: 1n, maximum: 2n };
    expect(() => draw(3, { seed: 1, runId: 'a', idRange })).toThrow('Choose a wider range.');
    const upsideDown = { minimum: 2n, maximum: 1n };
    expect(() => draw(1, { seed: 1, runId: 'a', idRange: upsideDown })).toThrow('is empty');
  });
});

describe('texts', () => {
  it('carry the marker, the run and a number of their own', () => {
    const fresh = createFreshValues({ seed: 1, runId: 'k3f9', marker: 'nightly' });
    expect(fresh.text('Oak')).toBe('Oak-nightly-k3f9-1');
    expect(fresh.text('')).toBe('nightly-k3f9-2');
  });

  it('fit the longest text that their property allows', () => {
    const fresh = createFreshValues({ seed: 1, runId: 'k3f9', marker: 'nightly' });
    expect(fresh.text('🌱'.repeat(30), 20)).toBe('🌱🌱🌱🌱🌱-nightly-k3f9-1');
    expect(fresh.text('Oak', 18)).toBe('Oak-nightly-k3f9-2');
    expect(fresh.text('Oak', 14)).toBe('nightly-k3f9-3');
  });
});
