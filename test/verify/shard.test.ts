import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type LoadedDocument,
  type RunResult,
  type VerifyOptions,
  createMock,
  mergeShards,
  verify,
} from '../../src/index.ts';
import { loadDocument } from '../../src/model/load-document.ts';
import { dealt, rangeOf } from '../../src/verify/shard.ts';

const shardsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ index: i + 1, count }));

const text = readFileSync(join(import.meta.dirname, '../own-api/library.openapi.yaml'), 'utf8');
const library = loadDocument(text, 'library.yaml');

describe('shards', () => {
  it('are together exactly the whole, and each has about as much as the others', () => {
    const items = fc.array(
      fc.record({ group: fc.integer({ max: 5 }), size: fc.integer({ min: 1, max: 4 }) }),
    );
    fc.assert(
      fc.property(items, fc.integer({ min: 1, max: 9 }), (all, count) => {
        const numbered = all
          .toSorted((a, b) => a.group - b.group)
          .map((item, number) => ({ ...item, number }));
        const parts = shardsOf(count).map((shard) => [
          ...dealt(
            numbered,
            ({ group }) => String(group),
            ({ size }) => size,
            shard,
          ),
        ]);
        const union = parts.flat().toSorted((a, b) => a.number - b.number);
        expect(union).toEqual(numbered);
        const loads = parts.map((part) => part.reduce((sum, { size }) => sum + size, 0));
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(20);
      }),
    );
  });
  it.each([2, 4, 7])('of a document have each case and question once (%i)', async (count) => {
    const options = { document: library, baseUrl: 'http://127.0.0.1:1', large: false };
    const planOf = async (more: Partial<VerifyOptions>) => {
      const { cases, questions } = await verify({ ...options, ...more }).plan();
      const asked = questions.map(({ operation, question }) => `${operation}/${question}`);
      return { cases: cases.map(({ id }) => id), asked };
    };
    const whole = await planOf({});
    const parts = await Promise.all(shardsOf(count).map(async (shard) => planOf({ shard })));
    expect(parts.flatMap(({ asked }) => asked).toSorted()).toEqual(whole.asked.toSorted());
    const extra = subtract(
      parts.flatMap(({ cases }) => cases),
      whole.cases,
    );
    expect(
      subtract(
        whole.cases,
        parts.flatMap(({ cases }) => cases),
      ),
    ).toEqual([]);
    // A shard without a plain request of its own has one for contact and bursts.
    expect(extra.length).toBeLessThan(count);
    const sizes = parts.map(({ cases }) => cases.length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(18);
  });
  it('draw ids from parts of a range that have nothing in common', () => {
    const range = { minimum: -5n, maximum: 2n ** 63n - 1n };
    const parts = shardsOf(3).map((shard) => rangeOf(range, shard));
    expect(parts[0]!.minimum).toBe(range.minimum);
    expect(parts[2]!.maximum).toBe(range.maximum);
    for (const i of [0, 1]) expect(parts[i]!.maximum + 1n).toBe(parts[i + 1]!.minimum);
  });
});

function subtract(all: readonly string[], others: readonly string[]): string[] {
  const left = [...all];
  for (const other of others) {
    const at = left.indexOf(other);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

const small = (name: string): LoadedDocument =>
  loadDocument(text.replace(/title: .*/, `title: ${name}`), 'library.yaml');

async function shardsOn(
  document: LoadedDocument,
  count: number,
  options: Partial<VerifyOptions> = {},
): Promise<{ file: string; result: RunResult }[]> {
  await using mock = await createMock({ document }).listen({ port: 0, prism: false });
  const results: { file: string; result: RunResult }[] = [];
  for (const shard of shardsOf(count)) {
    const baseUrl = mock.url;
    const run = verify({ document, baseUrl, large: false, shard, token: 'token', ...options });
    results.push({ file: `${shard.index}.json`, result: await run.result });
  }
  return results;
}

describe('merging', () => {
  it('judges the whole, and not its parts', async () => {
    const document = small('Merged');
    const parts = await shardsOn(document, 3);
    for (const { result } of parts) {
      expect(result.coverage?.inconclusive).toBeUndefined();
      expect(result.verdict).toBe('pass');
    }
    const merged = await mergeShards(parts.toReversed());
    expect(merged).toMatchObject({ verdict: 'pass', coverage: { unverified: [] } });
    expect(merged.shard).toBeUndefined();
    const sum = parts.reduce((total, { result }) => total + result.counts.exchanges, 0);
    expect(merged.counts.exchanges).toBe(sum);
    expect(merged.created).toHaveLength(parts.flatMap(({ result }) => result.created).length);
    const strict = parts.map(({ file, result }) => {
      const judgedBy = { minCoverage: 101 };
      return { file, result: { ...result, shard: { ...result.shard!, judgedBy } } };
    });
    expect((await mergeShards(strict)).verdict).toBe('inconclusive');
  });
  it('refuses what is no whole run', async () => {
    const [first, second, third] = await shardsOn(small('Refused'), 3, { maxCases: 60 });
    const [other] = await shardsOn(small('Other'), 3, { maxCases: 60 });
    const whole = { ...first!, result: { ...first!.result, shard: undefined } };
    const elsewhere = { ...second!, result: { ...second!.result, target: 'http://a.test' } };
    const key = second!.result.shard!;
    const options = { ...second!, result: { ...second!.result, shard: { ...key, options: 'x' } } };
    const refusals = [
      [[first!, second!], 'of 3 shards, shard 3 is missing'],
      [[first!, second!, third!, second!], '2.json and 2.json are both shard 2'],
      [[other!, second!, third!], '1.json and 2.json are of different documents'],
      [[first!, options, third!], '1.json and 2.json were made with different options'],
      [[first!, elsewhere, third!], 'and 2.json of http://a.test'],
      [[whole, second!, third!], '1.json is the report of no shard'],
    ] as const;
    for (const [reports, words] of refusals) {
      await expect(mergeShards(reports)).rejects.toThrow(`Failed to merge: `);
      await expect(mergeShards(reports)).rejects.toThrow(words);
    }
  });
});
