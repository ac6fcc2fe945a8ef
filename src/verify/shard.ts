/** Shards: parts of a run that are sent apart, and together are the whole. */
import { createHash } from 'node:crypto';
import { StateError } from '../mock/state-error.ts';
import { listed } from '../openapi/count.ts';
import type { JsonObject } from '../openapi/json/json-value.ts';
import { stringifyJson } from '../openapi/json/stringify-json.ts';
import type { IntegerRange } from '../openapi/schema/formats.ts';
import { type CaseTemplate, isRepeatable } from './cases/case.ts';
import { requestsOf } from './run/interview.ts';
import { REQUESTS } from './run/plan.ts';
import type { Shard, ShardKey } from './run/event.ts';
import type { Selection } from './selection.ts';

/** @param options Everything that decides what is sent, and how it is judged. */
export function shardKey(shard: Shard, root: JsonObject, options: object): ShardKey {
  const text = JSON.stringify(options, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
  const document = digest(stringifyJson(root));
  return { ...shard, document, options: digest(text) };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** So many of an operation's cases stay together, so that they share what they need. */
const BLOCK = 16;

/**
 * The part of a selection that a shard sends: the same for the same selection. All shards together have
 * each case, question and scene once.
 */
export function shardOf(selection: Selection, shard: Shard): Selection {
  const { requests = REQUESTS, plain } = selection;
  const dealtCases = dealt(
    selection.cases,
    (template) => template.operation.id,
    () => 1,
    shard,
  );
  const isReady = (): boolean => requests === 0 || Iterator.from(dealtCases).some(isRepeatable);
  return {
    ...selection,
    // Every shard makes contact, and ends with bursts, by a plain request.
    cases: isReady() ? dealtCases : withFirst(dealtCases, plain?.()),
    questions: dealt(selection.questions, (question) => question.operation.id, requestsOf, shard),
    scenes: dealt(
      selection.scenes,
      ({ scene }) => scene.operation.id,
      ({ scene }) => scene.requests,
      shard,
    ),
    requests: Math.ceil(requests / shard.count),
  };
}

function withFirst(
  cases: Iterable<CaseTemplate>,
  first: CaseTemplate | undefined,
): Iterable<CaseTemplate> {
  return {
    *[Symbol.iterator]() {
      if (first) yield first;
      yield* cases;
    },
  };
}

/** A shard's items, block by block: each goes to whoever has the least until then. */
export function dealt<Item>(
  items: Iterable<Item>,
  groupOf: (item: Item) => string,
  sizeOf: (item: Item) => number,
  { index, count }: Shard,
): Iterable<Item> {
  return {
    *[Symbol.iterator]() {
      const loads = Array.from({ length: count }, () => 0);
      let [group, left, to]: [string | undefined, number, number] = [undefined, 0, 0];
      for (const item of items) {
        if (left <= 0 || groupOf(item) !== group) {
          group = groupOf(item);
          left = BLOCK;
          to = loads.indexOf(Math.min(...loads));
        }
        const size = sizeOf(item);
        left -= size;
        loads[to]! += size;
        if (to === index - 1) yield item;
      }
    },
  };
}

/** A shard's part of a range of ids, so that no two draw the same. */
export function rangeOf({ minimum, maximum }: IntegerRange, { index, count }: Shard): IntegerRange {
  const size = maximum - minimum + 1n;
  const start = (part: number): bigint => minimum + (size * BigInt(part)) / BigInt(count);
  return { minimum: start(index - 1), maximum: start(index) - 1n };
}

/**
 * Makes sure that results are all shards of one run.
 *
 * @throws {StateError} where they aren't.
 */
export function demandWhole(
  shards: readonly { readonly file: string; readonly shard?: ShardKey | undefined }[],
): void {
  const fail = (problem: string, help: string): never => {
    throw new StateError('no-whole-run', `Failed to merge: ${problem}. ${help}`);
  };
  const keys = shards.map(({ file, shard }) => {
    const help = 'Give the JSON reports of verify --shard.';
    return { file, ...(shard ?? fail(`${file} is the report of no shard`, help)) };
  });
  const [first] = keys;
  if (first === undefined) return fail('there is no report', 'Give one for each shard.');
  const same = 'Run all shards with the same document and options.';
  for (const key of keys.slice(1)) {
    const both = `${first.file} and ${key.file}`;
    if (key.document !== first.document) fail(`${both} are of different documents`, same);
    if (key.count !== first.count)
      fail(`${both} are of ${first.count} and ${key.count} shards`, same);
    if (key.options !== first.options) fail(`${both} were made with different options`, same);
  }
  const byIndex = Map.groupBy(keys, ({ index }) => index);
  const twice = [...byIndex.values()].find(({ length }) => length > 1);
  if (twice) {
    const files = listed(
      twice.map(({ file }) => file),
      3,
    );
    fail(`${files} are both shard ${twice[0]!.index}`, 'Give one report for each shard.');
  }
  const all = Array.from({ length: first.count }, (_, i) => i + 1);
  const missing = all.filter((index) => !byIndex.has(index));
  if (missing.length > 0) {
    const words =
      missing.length === 1
        ? `shard ${missing[0]} is`
        : `shards ${listed(missing.map(String), 20)} are`;
    fail(`of ${first.count} shards, ${words} missing`, 'Give the reports of all.');
  }
}
