import { isJsonObject, type JsonValue } from '../../json/json-value.ts';
import {
  type Check,
  type KeywordCompiler,
  type KeywordContext,
  type Outcome,
  newOutcome,
  passes,
  report,
} from '../check.ts';

function branches(keyword: JsonValue, context: KeywordContext): Check[] {
  return (Array.isArray(keyword) ? keyword : []).map((_, i) => context.subschema(i));
}

const allOf: KeywordCompiler = (keyword, context) => {
  const checks = branches(keyword, context);
  return (value, outcome) => {
    for (const check of checks) check(value, outcome);
  };
};

/** Every branch is tried, even after one has passed: each that passes has evaluated properties. */
function countPassed(checks: readonly Check[], value: JsonValue, outcome: Outcome): number {
  let passed = 0;
  for (const check of checks) if (passes(check, value, outcome)) passed += 1;
  return passed;
}

const anyOf: KeywordCompiler = (keyword, context) => {
  const checks = branches(keyword, context);
  return (value, outcome) => {
    if (countPassed(checks, value, outcome) === 0) noneOf(checks, value, context, outcome);
  };
};

const oneOf: KeywordCompiler = (keyword, context) => {
  const checks = branches(keyword, context);
  return (value, outcome) => {
    const passed = countPassed(checks, value, outcome);
    if (passed === 0) noneOf(checks, value, context, outcome);
    if (passed < 2) return;
    report(
      outcome,
      context,
      (label) => `${label} must match exactly one of ${checks.length} forms, it matches ${passed}`,
    );
  };
};

/** Where there is one branch only, its own issues say more. */
function noneOf(
  checks: readonly Check[],
  value: JsonValue,
  context: KeywordContext,
  outcome: Outcome,
): void {
  const [only] = checks;
  if (only && checks.length === 1) only(value, outcome);
  else report(outcome, context, (label) => `${label} matches none of the ${checks.length} forms`);
}

const not: KeywordCompiler = (_keyword, context) => {
  const check = context.subschema();
  return (value, outcome) => {
    if (!passes(check, value, newOutcome())) return;
    report(outcome, context, (label) => `${label} matches a form that is forbidden`);
  };
};

const conditional: KeywordCompiler = (_keyword, context) => {
  const condition = context.subschema();
  const then = context.sibling('then');
  const otherwise = context.sibling('else');
  return (value, outcome) => {
    const branch = passes(condition, value, outcome) ? then : otherwise;
    branch?.(value, outcome);
  };
};

const dependentSchemas: KeywordCompiler = (keyword, context) => {
  const names = isJsonObject(keyword) ? Object.keys(keyword) : [];
  const checks = names.map((name) => [name, context.subschema(name)] as const);
  return (value, outcome) => {
    if (!isJsonObject(value)) return;
    for (const [name, check] of checks) {
      if (Object.hasOwn(value, name)) check(value, outcome);
    }
  };
};

/** JSON Schema 2020-12, core 10.2. */
export const applicatorKeywords: Readonly<Record<string, KeywordCompiler>> = {
  allOf,
  anyOf,
  oneOf,
  not,
  if: conditional,
  dependentSchemas,
};
