import { type JsonObject, type JsonValue, isJsonObject } from '../../json/json-value.ts';
import { childLabel } from '../../pointer.ts';
import {
  type KeywordCompiler,
  type KeywordContext,
  type Outcome,
  checkChild,
  newOutcome,
  report,
  sizeBound,
} from '../check.ts';
import { compilePattern } from '../pattern.ts';

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
  const names = isJsonObject(keyword) ? Object.keys(keyword) : [];
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
  const patterns = isJsonObject(keyword) ? Object.keys(keyword) : [];
  const checks = patterns.map((p) => [compilePattern(p), context.subschema(p)] as const);
  return (value, outcome) => {
    if (!isJsonObject(value)) return;
    for (const [expression, check] of checks) {
      for (const name of Object.keys(value).filter((key) => expression.test(key))) {
        checkChild(check, value[name]!, name, outcome);
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
    if (keyword !== false) return checkChild(check, object[name]!, name, outcome);
    report(outcome, context, (label) => `${childLabel(label, name)} is not a known property`);
  };
}

type RestCheck = (object: JsonObject, name: string, outcome: Outcome) => void;

const additionalProperties: KeywordCompiler = (keyword, context) => {
  const { properties: named, patternProperties: patterned } = context.schema;
  const names = new Set(isJsonObject(named) ? Object.keys(named) : []);
  const expressions = isJsonObject(patterned)
    ? Object.keys(patterned).map((p) => compilePattern(p))
    : [];
  const checkRest = restCheck(keyword, context);
  return (value, outcome) => {
    if (!isJsonObject(value)) return;
    for (const name of Object.keys(value)) {
      if (names.has(name) || expressions.some((expression) => expression.test(name))) continue;
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

const size = sizeBound(
  (value) => (isJsonObject(value) ? Object.keys(value).length : undefined),
  'property',
);

/** JSON Schema 2020-12, validation 6.5 and core 10.3.2, 11.3. */
export const objectKeywords: Readonly<Record<string, KeywordCompiler>> = {
  required,
  properties,
  patternProperties,
  additionalProperties,
  propertyNames,
  dependentRequired,
  minProperties: size.atLeast,
  maxProperties: size.atMost,
};

/** Runs after every other keyword: it needs to know what they evaluated. */
export const lateObjectKeywords: Readonly<Record<string, KeywordCompiler>> = {
  unevaluatedProperties,
};
