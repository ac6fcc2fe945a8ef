import type { JsonValue } from '../../json/json-value.ts';
import { type KeywordCompiler, checkChild, passes, newOutcome, report } from '../check.ts';
import { equalJson } from './any-value.ts';

function sizeBound(accepts: (size: number, limit: number) => boolean, words: string) {
  const compile: KeywordCompiler = (keyword, context) => (value, outcome) => {
    if (!Array.isArray(value) || accepts(value.length, Number(keyword))) return;
    report(
      outcome,
      context,
      (label) => `${label} must have ${words} ${Number(keyword)} items, got ${value.length}`,
    );
  };
  return compile;
}

const uniqueItems: KeywordCompiler = (keyword, context) => {
  if (keyword !== true) return undefined;
  return (value, outcome) => {
    if (!Array.isArray(value)) return;
    const repeated = value.findIndex((item, i) => firstEqual(value, item) < i);
    if (repeated === -1) return;
    report(outcome, context, (label) => `${label} must not repeat an item, item ${repeated} does`);
  };
};

function firstEqual(items: readonly JsonValue[], wanted: JsonValue): number {
  return items.findIndex((item) => equalJson(item, wanted));
}

const prefixItems: KeywordCompiler = (keyword, context) => {
  const checks = (Array.isArray(keyword) ? keyword : []).map((_, i) => context.subschema(i));
  return (value, outcome) => {
    if (!Array.isArray(value)) return;
    for (const [i, check] of checks.slice(0, value.length).entries()) {
      checkChild(check, value[i]!, i, outcome);
      outcome.items.add(i);
    }
  };
};

const items: KeywordCompiler = (_keyword, context) => {
  const check = context.subschema();
  const prefix = context.schema['prefixItems'];
  const start = Array.isArray(prefix) ? prefix.length : 0;
  return (value, outcome) => {
    if (!Array.isArray(value)) return;
    for (let i = start; i < value.length; i += 1) {
      checkChild(check, value[i]!, i, outcome);
      outcome.items.add(i);
    }
  };
};

const contains: KeywordCompiler = (_keyword, context) => {
  const check = context.subschema();
  const least = Number(context.schema['minContains'] ?? 1);
  const most = Number(context.schema['maxContains'] ?? Number.POSITIVE_INFINITY);
  return (value, outcome) => {
    if (!Array.isArray(value)) return;
    let count = 0;
    for (const [i, item] of value.entries()) {
      if (!passes(check, item, newOutcome())) continue;
      count += 1;
      outcome.items.add(i);
    }
    if (count >= least && count <= most) return;
    const wanted = count < least ? `at least ${least}` : `at most ${most}`;
    report(
      outcome,
      context,
      (label) => `${label} must contain ${wanted} items that match, got ${count}`,
    );
  };
};

const unevaluatedItems: KeywordCompiler = (_keyword, context) => {
  const check = context.subschema();
  return (value, outcome) => {
    if (!Array.isArray(value)) return;
    for (const [i, item] of value.entries()) {
      if (outcome.items.has(i)) continue;
      checkChild(check, item, i, outcome);
      outcome.items.add(i);
    }
  };
};

/** JSON Schema 2020-12, validation 6.4 and core 10.3.1, 11.2. */
export const arrayKeywords: Readonly<Record<string, KeywordCompiler>> = {
  uniqueItems,
  prefixItems,
  items,
  contains,
  minItems: sizeBound((size, limit) => size >= limit, 'at least'),
  maxItems: sizeBound((size, limit) => size <= limit, 'at most'),
};

/** Runs after every other keyword: it needs to know what they evaluated. */
export const lateArrayKeywords: Readonly<Record<string, KeywordCompiler>> = { unevaluatedItems };
