import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { RawIssue } from './schema-issue.ts';

/** What a schema object has seen and found at one value. */
export interface Outcome {
  readonly issues: RawIssue[];
  /** Properties that some keyword has evaluated (JSON Schema 2020-12, core 10.3.2.3, 11.3). */
  readonly properties: Set<string>;
  /** Indices of array items that some keyword has evaluated. */
  readonly items: Set<number>;
}

export function newOutcome(): Outcome {
  return { issues: [], properties: new Set(), items: new Set() };
}

/** Checks one value against one schema or keyword, adding to `outcome`. */
export type Check = (value: JsonValue, outcome: Outcome) => void;

/** What a keyword is compiled with. */
export interface KeywordContext {
  /** The schema object that the keyword stands in. */
  readonly schema: JsonObject;
  /** JSON Pointer to the keyword. */
  readonly pointer: string;
  /** The check of the schema below this keyword, e.g. `subschema('name')` under `properties`. */
  subschema(...segments: (string | number)[]): Check;
  /** The check of a sibling keyword's schema, for `if` with `then` and `else`. */
  sibling(keyword: string): Check | undefined;
}

/** Makes a keyword's check; `undefined` where the keyword says nothing. */
export type KeywordCompiler = (keyword: JsonValue, context: KeywordContext) => Check | undefined;

/** Adds an issue with the context's own keyword. */
export function report(
  outcome: Outcome,
  context: KeywordContext,
  say: (label: string) => string,
): void {
  const keyword = context.pointer.slice(context.pointer.lastIndexOf('/') + 1);
  outcome.issues.push({ path: [], schemaPointer: context.pointer, keyword, say });
}

/** Checks a child value; its issues get the child's key in front of their path. */
export function checkChild(
  check: Check,
  value: JsonValue,
  key: string | number,
  outcome: Outcome,
): void {
  const child = newOutcome();
  check(value, child);
  for (const issue of child.issues) {
    issue.path.unshift(key);
    outcome.issues.push(issue);
  }
}

/** Whether the value passes; what was evaluated is given to `outcome` where it does. */
export function passes(check: Check, value: JsonValue, outcome: Outcome): boolean {
  const attempt = newOutcome();
  check(value, attempt);
  if (attempt.issues.length > 0) return false;
  mergeEvaluated(outcome, attempt);
  return true;
}

export function mergeEvaluated(outcome: Outcome, from: Outcome): void {
  for (const property of from.properties) outcome.properties.add(property);
  for (const item of from.items) outcome.items.add(item);
}
