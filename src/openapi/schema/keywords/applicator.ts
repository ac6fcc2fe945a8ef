import { isJsonObject } from '../../json/json-value.ts';
import {
  type Check,
  type KeywordCompiler,
  type KeywordContext,
  mergeEvaluated,
  newOutcome,
  passes,
  report,
} from '../check.ts';
import type { JsonValue } from '../../json/json-value.ts';

function branches(keyword: JsonValue, context: KeywordContext): Check[] {
  return (Array.isArray(keyword) ? keyword : []).map((_, i) => context.subschema(i));
}

const allOf: KeywordCompiler = (keyword, context) => {
  const checks = branches(keyword, context);
  return (value, outcome) => {
    for (const check of checks) apply(check, value, outcome);
  };
};

/** A subschema's issues and evaluations, taken over whole; its siblings' stay unseen by it. */
function apply(check: Check, value: JsonValue, outcome: ReturnType<typeof newOutcome>): void {
  const result = newOutcome();
  check(value, result);
  outcome.issues.push(...result.issues);
  mergeEvaluated(outcome, result);
}

const anyOf: KeywordCompiler = (keyword, context) => {
  const checks = branches(keyword, context);
  return (value, outcome) => {
    // Every branch is tried: each that passes has evaluated properties.
    const passed = checks.filter((check) => passes(check, value, outcome)).length;
    if (passed > 0) return;
    const only = checks.length === 1 ? checks[0] : undefined;
    if (only) apply(only, value, outcome);
    else report(outcome, context, (label) => `${label} matches none of the ${checks.length} forms`);
  };
};

const oneOf: KeywordCompiler = (keyword, context) => {
  const checks = branches(keyword, context);
  return (value, outcome) => {
    const passed = checks.filter((check) => passes(check, value, outcome)).length;
    if (passed === 1) return;
    report(
      outcome,
      context,
      (label) => `${label} must match exactly one of ${checks.length} forms, it matches ${passed}`,
    );
  };
};

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
    if (branch) apply(branch, value, outcome);
  };
};

const dependentSchemas: KeywordCompiler = (keyword, context) => {
  const names = isJsonObject(keyword) ? Object.keys(keyword) : [];
  const checks = names.map((name) => [name, context.subschema(name)] as const);
  return (value, outcome) => {
    if (!isJsonObject(value)) return;
    for (const [name, check] of checks) {
      if (Object.hasOwn(value, name)) apply(check, value, outcome);
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
