import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { count } from '../count.ts';

/** One way in which a value breaks a schema. */
export interface SchemaIssue {
  /** JSON Pointer into the value. */
  readonly instancePointer: string;
  /** JSON Pointer into the document, to the keyword that is broken. */
  readonly schemaPointer: string;
  /** The keyword (JSON Schema 2020-12), `format` for int32 and int64, `false` for a schema that allows
   * nothing, `depth` for a value that a recursive schema can't follow to its end. */
  readonly keyword: string;
  /** A sentence that names the place and both sides: `id must be an int64, got the string "x"`. */
  readonly message: string;
  /** The message with a star for each key of a map, where the place is in one: equal for all of its members. */
  readonly ofAnyKey?: string | undefined;
  /** The value is of several forms of a `oneOf`: valid by each, and by none alone. */
  readonly isOverlap?: true | undefined;
}

/** An issue while it climbs to the root of the value: its path grows at the front. */
export interface RawIssue {
  readonly path: PathKey[];
  readonly schemaPointer: string;
  readonly keyword: string;
  readonly isOverlap?: true | undefined;
  /** Completes the sentence, given how the place is called. */
  readonly say: (label: string) => string;
}

/** A step into a value. */
type PathKey = string | number | MapKey;

/** A key that the schema doesn't name: what is said of one member of a map is said of any. */
export class MapKey {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  toString(): string {
    return this.#name;
  }
}

/** What keywords have evaluated at one value (JSON Schema 2020-12, core 10.3 and 11). */
export interface Evaluated {
  readonly properties: Set<string>;
  /** Indices of array items. */
  readonly items: Set<number>;
}

/** What a schema object has seen and found at one value. */
export interface Outcome {
  readonly issues: RawIssue[];
  /** Kept only where an `unevaluated…` keyword will read it: it costs more than all the rest. */
  readonly evaluated?: Evaluated | undefined;
}

/** An outcome that collects issues only. */
export function newOutcome(): Outcome {
  return { issues: [], evaluated: undefined };
}

/** Checks one value against one schema or keyword, adding to `outcome`. */
export type Check = (value: JsonValue, outcome: Outcome) => void;

/** Which message a value is part of: `readOnly` and `writeOnly` depend on it. */
export type MessageSide = 'request' | 'response';

/** What a keyword is compiled with. */
export interface KeywordContext {
  /** The schema object that the keyword stands in. */
  readonly schema: JsonObject;
  /** JSON Pointer to the keyword. */
  readonly pointer: string;
  /**
   * Whether a property is of the other side alone, by `readOnly` or `writeOnly`: there `required`
   * takes effect (OpenAPI 3.0.4, 4.7.24.2).
   */
  isOfOtherSide(this: void, name: string): boolean;
  /**
   * Whether another part of the same whole declares a property: there a part that is closed is meant to close the
   * whole, as generators write `additionalProperties: false` in each part of an `allOf`.
   */
  isDeclaredBeside(this: void, name: string): boolean;
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
  isOverlap?: true,
): void {
  const keyword = context.pointer.slice(context.pointer.lastIndexOf('/') + 1);
  outcome.issues.push({ path: [], schemaPointer: context.pointer, keyword, isOverlap, say });
}

/**
 * Makes a keyword that bounds the size of a value.
 *
 * @param sizeOf `undefined` for a value that the keyword says nothing of.
 * @param noun What is counted.
 */
export function sizeBound(
  sizeOf: (value: JsonValue) => number | undefined,
  noun: string,
): Readonly<Record<'atLeast' | 'atMost', KeywordCompiler>> {
  const bound =
    (words: string, accepts: (size: number, limit: number) => boolean): KeywordCompiler =>
    (keyword, context) => {
      const limit = Number(keyword);
      return (value, outcome) => {
        const size = sizeOf(value);
        if (size === undefined || accepts(size, limit)) return;
        report(
          outcome,
          context,
          (label) => `${label} must have ${words} ${count(limit, noun)}, got ${size}`,
        );
      };
    };
  return {
    atLeast: bound('at least', (size, limit) => size >= limit),
    atMost: bound('at most', (size, limit) => size <= limit),
  };
}

/** Checks a child value; its issues get the child's key in front of their path. */
export function checkChild(check: Check, value: JsonValue, key: PathKey, outcome: Outcome): void {
  const { issues } = outcome;
  const before = issues.length;
  // What is evaluated within the child is none of its parent's.
  check(value, outcome.evaluated ? { issues, evaluated: undefined } : outcome);
  for (let i = before; i < issues.length; i += 1) issues[i]!.path.unshift(key);
}

/** Whether the value passes; what was evaluated is given to `outcome` where it does. */
export function passes(check: Check, value: JsonValue, outcome: Outcome): boolean {
  return issuesOf(check, value, outcome).length === 0;
}

/** What is wrong with a value, told to nobody; what was evaluated is given to `outcome` where nothing is. */
export function issuesOf(check: Check, value: JsonValue, outcome: Outcome): RawIssue[] {
  const attempt = outcome.evaluated ? trackingOutcome([]) : newOutcome();
  check(value, attempt);
  if (attempt.issues.length === 0) mergeEvaluated(outcome, attempt);
  return attempt.issues;
}

/** The check of a schema object whose own `unevaluated…` keywords read what the others did. */
export function tracking(check: Check): Check {
  return (value, outcome) => {
    const tracked = trackingOutcome(outcome.issues);
    check(value, tracked);
    mergeEvaluated(outcome, tracked);
  };
}

/** An outcome that keeps what is evaluated, too. */
export function trackingOutcome(issues: RawIssue[]): Outcome {
  return { issues, evaluated: { properties: new Set(), items: new Set() } };
}

/** Gives on what was evaluated, where that is kept. */
export function mergeEvaluated({ evaluated: into }: Outcome, { evaluated: from }: Outcome): void {
  if (!into || !from) return;
  for (const property of from.properties) into.properties.add(property);
  for (const item of from.items) into.items.add(item);
}

/**
 * Where a branch of a schema leads back to it, at the same value, the way back says nothing: a base has a
 * `oneOf` of those that extend it by `allOf`.
 */
export function onceAtAValue(check: Check, verdicts: Verdicts): Check {
  let current: JsonValue | undefined;
  return (value, outcome) => {
    // A part of a value is never the value, and what has no parts leads no deeper.
    if (Object.is(current, value)) {
      verdicts.cuts += 1;
      if (verdicts.cuts > verdicts.mostCuts) throw endless(verdicts);
      return;
    }
    const before = current;
    const { around } = verdicts;
    current = value;
    verdicts.around = {};
    try {
      check(value, outcome);
    } finally {
      current = before;
      verdicts.around = around;
    }
  };
}

/** What schemas have said of values, while one value is checked. */
export interface Verdicts {
  /** Where they are kept, one for each schema that has said something. */
  readonly known: Memory[];
  /** So often a way back was cut off: what was said around it holds there only. */
  cuts: number;
  /** As often it may be. */
  mostCuts: number;
  /** Where that is: the innermost choice that is being made, each time another one. */
  around: object | undefined;
}

/** What one schema has said, of each value the latest: a schema that a value's parts lead back to is asked again. */
type Memory = Map<JsonValue, Verdict>;

/** Beyond it, a schema leads back to itself in so many ways that nobody would wait for all of them. */
export const MAX_CUTS = 100_000;

/** What is left of that for each of many values, once it was beyond it. */
const FEW_CUTS = 100;

function endless(verdicts: Verdicts): RangeError {
  verdicts.mostCuts = Math.max(FEW_CUTS, verdicts.mostCuts / 10);
  return new RangeError('Failed to check a value: no end is seen.');
}

/** Of nothing yet. */
export function newVerdicts(): Verdicts {
  return { known: [], cuts: 0, mostCuts: MAX_CUTS, around: undefined };
}

/** Once a value has been checked. */
export function forget(verdicts: Verdicts): void {
  for (const memory of verdicts.known) memory.clear();
  verdicts.known.length = 0;
  verdicts.cuts = 0;
}

interface Verdict {
  readonly outcome: Outcome;
  /** Where it holds; anywhere, if `undefined`. */
  readonly around: object | undefined;
  /** Where it was told, with the issues there: they still lie at the value if their paths are as short. */
  told?: { readonly into: Outcome['issues']; readonly first: RawIssue | undefined };
}

/**
 * Schemas that are made of others, each twice of the next, would be gone through 2^n times: what one says
 * of a value is found once.
 */
export function remembering(check: Check, verdicts: Verdicts): Check {
  const memory: Memory = new Map();
  return (value, outcome) => {
    const isTracked = outcome.evaluated !== undefined;
    const known = memory.get(value);
    const { cuts, around } = verdicts;
    const holds = known?.around === undefined || known.around === around;
    if (known !== undefined && holds && (!isTracked || known.outcome.evaluated !== undefined)) {
      // Then what is said with it holds there only, too.
      if (known.around !== undefined) verdicts.cuts += 1;
      tell(known, outcome);
      return;
    }
    const branchOutcome = isTracked ? trackingOutcome([]) : newOutcome();
    check(value, branchOutcome);
    const isCut = cuts !== verdicts.cuts;
    const verdict: Verdict = { outcome: branchOutcome, around: isCut ? around : undefined };
    // What was cut off holds within the choice that it was cut off in.
    if (!isCut || around !== undefined) {
      if (memory.size === 0) verdicts.known.push(memory);
      memory.set(value, verdict);
    }
    tell(verdict, outcome);
  };
}

/** Of one value, the same issues are told once. */
function tell(verdict: Verdict, outcome: Outcome): void {
  const { told, outcome: inner } = verdict;
  mergeEvaluated(outcome, inner);
  if (inner.issues.length === 0) return;
  const depth = inner.issues[0]?.path.length;
  if (told?.into === outcome.issues && told.first?.path.length === depth) return;
  const issues = inner.issues.map((issue) => ({ ...issue, path: [...issue.path] }));
  verdict.told = { into: outcome.issues, first: issues[0] };
  for (const issue of issues) outcome.issues.push(issue);
}
