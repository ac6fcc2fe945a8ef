import {
  type Check,
  type KeywordCompiler,
  MapKey,
  type Outcome,
  checkChild,
  newOutcome,
  passes,
  report,
  sizeBound,
  type KeywordContext,
} from '../check.ts';
import { count } from '../../count.ts';
import { type JsonObject, type JsonValue, isJsonObject, objectOf } from '../../json/json-value.ts';
import { valueKey } from '../equal-json.ts';
import { childLabel } from '../../pointer.ts';
import { compilePattern } from '../pattern.ts';

const itemCount = sizeBound((value) => (Array.isArray(value) ? value.length : undefined), 'item');

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

const required: KeywordCompiler = (keyword, context) => {
  const names = (Array.isArray(keyword) ? keyword : [])
    .map(String)
    .filter((name) => !context.isOfOtherSide(name));
  return (value, outcome) => {
    if (!isJsonObject(value)) return;
    for (const name of names) {
      if (Object.hasOwn(value, name)) continue;
      report(outcome, context, (label) => `${childLabel(label, name)} is required`);
    }
  };
};

const properties: KeywordCompiler = (keyword, context) => {
  const names = Object.keys(objectOf(keyword));
  const checks = names.map((name) => [name, context.subschema(name)] as const);
  return (value, outcome) => {
    if (!isJsonObject(value)) return;
    for (const [name, check] of checks) {
      if (!Object.hasOwn(value, name)) continue;
      checkChild(check, value[name]!, name, outcome);
      outcome.evaluated?.properties.add(name);
    }
  };
};

const patternProperties: KeywordCompiler = (keyword, context) => {
  const patterns = Object.keys(objectOf(keyword));
  const checks = patterns.map((p) => [compilePattern(p), context.subschema(p)] as const);
  return (value, outcome) => {
    if (!isJsonObject(value)) return;
    for (const [expression, check] of checks) {
      for (const name of Object.keys(value).filter((key) => expression.test(key))) {
        checkChild(check, value[name]!, new MapKey(name), outcome);
        outcome.evaluated?.properties.add(name);
      }
    }
  };
};

/** Checks a property that no other keyword has named. */
function restCheck(keyword: JsonValue, context: KeywordContext): RestCheck {
  const check = context.subschema();
  return (object, name, outcome) => {
    outcome.evaluated?.properties.add(name);
    if (keyword !== false) return checkChild(check, object[name]!, new MapKey(name), outcome);
    report(outcome, context, (label) => `${childLabel(label, name)} is not a known property`);
  };
}

type RestCheck = (object: JsonObject, name: string, outcome: Outcome) => void;

const additionalProperties: KeywordCompiler = (keyword, context) => {
  const { properties: named, patternProperties: patterned } = context.schema;
  const names = new Set(Object.keys(objectOf(named)));
  const expressions = isJsonObject(patterned)
    ? Object.keys(patterned).map((p) => compilePattern(p))
    : [];
  const checkRest = restCheck(keyword, context);
  return (value, outcome) => {
    if (!isJsonObject(value)) return;
    for (const name of Object.keys(value)) {
      if (names.has(name) || expressions.some((expression) => expression.test(name))) continue;
      if (keyword === false && context.isDeclaredBeside(name)) continue;
      checkRest(value, name, outcome);
    }
  };
};

const unevaluatedProperties: KeywordCompiler = (keyword, context) => {
  const checkRest = restCheck(keyword, context);
  return (value, outcome) => {
    if (!isJsonObject(value)) return;
    for (const name of Object.keys(value)) {
      if (!outcome.evaluated?.properties.has(name)) checkRest(value, name, outcome);
    }
  };
};

const propertyNames: KeywordCompiler = (_keyword, context) => {
  const check = context.subschema();
  return (value, outcome) => {
    if (!isJsonObject(value)) return;
    for (const name of Object.keys(value)) {
      const result = newOutcome();
      check(name, result);
      for (const issue of result.issues) {
        const say = () => issue.say(`the key ${JSON.stringify(name)}`);
        outcome.issues.push({ ...issue, path: [], say });
      }
    }
  };
};

const dependentRequired: KeywordCompiler = (keyword, context) => (value, outcome) => {
  if (!isJsonObject(value) || !isJsonObject(keyword)) return;
  for (const [name, needed] of Object.entries(keyword)) {
    if (!Object.hasOwn(value, name) || !Array.isArray(needed)) continue;
    for (const other of needed.map(String).filter((key) => !Object.hasOwn(value, key))) {
      report(
        outcome,
        context,
        (label) => `${childLabel(label, other)} is required where ${name} is present`,
      );
    }
  }
};

const propertyCount = sizeBound(
  (value) => (isJsonObject(value) ? Object.keys(value).length : undefined),
  'property',
);

/** What is in arrays and objects (JSON Schema 2020-12, validation 6.4 and 6.5, core 10.3). */
export const containerKeywords: Readonly<Record<string, KeywordCompiler>> = {
  uniqueItems,
  prefixItems,
  items,
  contains,
  minItems: itemCount.atLeast,
  maxItems: itemCount.atMost,
  required,
  properties,
  patternProperties,
  additionalProperties,
  propertyNames,
  dependentRequired,
  minProperties: propertyCount.atLeast,
  maxProperties: propertyCount.atMost,
};

/** Run after every other keyword: they need to know what those evaluated (core 11). */
export const lateKeywords: Readonly<Record<string, KeywordCompiler>> = {
  unevaluatedItems,
  unevaluatedProperties,
};
