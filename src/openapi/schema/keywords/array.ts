import {
  type Check,
  type KeywordCompiler,
  type Outcome,
  checkChild,
  newOutcome,
  passes,
  report,
  sizeBound,
} from '../check.ts';
import { count } from '../../count.ts';
import type { JsonValue } from '../../json/json-value.ts';
import { valueKey } from '../equal-json.ts';

const size = sizeBound((value) => (Array.isArray(value) ? value.length : undefined), 'item');

const uniqueItems: KeywordCompiler = (keyword, context) => {
  if (keyword !== true) return undefined;
  return (value, outcome) => {
    if (!Array.isArray(value)) return;
    const repeated = firstRepeated(value);
    if (repeated === -1) return;
    report(outcome, context, (label) => `${label} must not repeat an item, item ${repeated} does`);
  };
};

function firstRepeated(items: readonly JsonValue[]): number {
  const seen = new Set<string>();
  return items.findIndex((item) => seen.size === seen.add(valueKey(item)).size);
}

function checkItem(check: Check, items: readonly JsonValue[], i: number, outcome: Outcome): void {
  checkChild(check, items[i]!, i, outcome);
  outcome.evaluated?.items.add(i);
}

const prefixItems: KeywordCompiler = (keyword, context) => {
  const checks = (Array.isArray(keyword) ? keyword : []).map((_, i) => context.subschema(i));
  return (value, outcome) => {
    if (!Array.isArray(value)) return;
    const end = Math.min(checks.length, value.length);
    for (let i = 0; i < end; i += 1) checkItem(checks[i]!, value, i, outcome);
  };
};

const items: KeywordCompiler = (_keyword, context) => {
  const check = context.subschema();
  const prefix = context.schema['prefixItems'];
  const start = Array.isArray(prefix) ? prefix.length : 0;
  return (value, outcome) => {
    if (!Array.isArray(value)) return;
    for (let i = start; i < value.length; i += 1) checkItem(check, value, i, outcome);
  };
};

const contains: KeywordCompiler = (_keyword, context) => {
  const check = context.subschema();
  const least = Number(context.schema['minContains'] ?? 1);
  const most = Number(context.schema['maxContains'] ?? Number.POSITIVE_INFINITY);
  return (value, outcome) => {
    if (!Array.isArray(value)) return;
    let matching = 0;
    for (const [i, item] of value.entries()) {
      if (!passes(check, item, newOutcome())) continue;
      matching += 1;
      outcome.evaluated?.items.add(i);
    }
    if (matching >= least && matching <= most) return;
    const [words, limit] = matching < least ? ['at least', least] : ['at most', most];
    report(outcome, context, (label) => {
      const verb = limit === 1 ? 'matches' : 'match';
      return `${label} must contain ${words} ${count(limit, 'item')} that ${verb}, got ${matching}`;
    });
  };
};

const unevaluatedItems: KeywordCompiler = (_keyword, context) => {
  const check = context.subschema();
  return (value, outcome) => {
    if (!Array.isArray(value)) return;
    for (let i = 0; i < value.length; i += 1) {
      if (!outcome.evaluated?.items.has(i)) checkItem(check, value, i, outcome);
    }
  };
};

/** JSON Schema 2020-12, validation 6.4 and core 10.3.1, 11.2. */
export const arrayKeywords: Readonly<Record<string, KeywordCompiler>> = {
  uniqueItems,
  prefixItems,
  items,
  contains,
  minItems: size.atLeast,
  maxItems: size.atMost,
};

/** Runs after every other keyword: it needs to know what they evaluated. */
export const lateArrayKeywords: Readonly<Record<string, KeywordCompiler>> = { unevaluatedItems };
