import { type JsonObject, type JsonValue, isJsonObject } from '../json/json-value.ts';
import { childPointer, pointerLabel, referencePointer, toPointer, valueAt } from '../pointer.ts';
import {
  type Check,
  type KeywordCompiler,
  type KeywordContext,
  MapKey,
  type MessageSide,
  newOutcome,
  tracking,
  type RawIssue,
  type SchemaIssue,
} from './check.ts';
import { type EffectiveSchema, effectiveSchema } from './effective-schema.ts';
import { applicatorKeywords, valueKeywords } from './keywords/value.ts';
import { containerKeywords, lateKeywords } from './keywords/container.ts';
import { type Verdicts, forget, newVerdicts, onceAtAValue, remembering } from './check.ts';

/** Finds how a value breaks a schema; an empty list means that it is valid. */
export type SchemaValidator = (
  value: JsonValue,
  /** How messages call the value. Default: the body. */
  label?: string,
) => SchemaIssue[];

/** A JSON Schema and the type that says the same: whoever declares one keeps the two alike. */
export interface TypedSchema<Form> {
  readonly schema: JsonObject;
  /** Where in `schema` the type's own schema stands. Default: it is the whole. */
  readonly pointer?: string | undefined;
  /** Never there: it lets the compiler know the type. */
  readonly form?: Form;
}

/**
 * A value as its schema's type, once the schema has let it through.
 *
 * @param refuse Is told how the value breaks the schema; throws.
 * @param label How messages call the value. Default: the body.
 */
export function validValue<Form>(
  value: JsonValue,
  { schema, pointer = '' }: TypedSchema<Form>,
  refuse: (issues: readonly SchemaIssue[]) => never,
  label?: string,
): Form {
  const issues = compileSchema(schema, pointer)(value, label);
  const isForm = (_value: JsonValue): _value is JsonValue & Form => issues.length === 0;
  return isForm(value) ? value : refuse(issues);
}

const KEYWORDS: Readonly<Record<string, KeywordCompiler>> = {
  ...valueKeywords,
  ...containerKeywords,
  ...applicatorKeywords,
};

/** Every keyword that a schema's meaning can depend on here; for the documentation and a test. */
export const supportedKeywords: readonly string[] = [
  '$ref',
  'then',
  'else',
  'minContains',
  'maxContains',
  ...Object.keys(KEYWORDS),
  ...Object.keys(lateKeywords),
];

/**
 * Compiles a schema of a document to closures; nothing is evaluated as code, so that it works
 * under a strict Content-Security-Policy. JSON Schema 2020-12 with exact numbers; the formats that
 * OpenAPI and RFCs define closely are asserted. Cycles of `$ref` are fine. Compiled once a document,
 * pointer and side, at the first value: nobody needs to keep it. The validator throws where a `$ref`
 * names nothing in the document, which is found when a document is read.
 *
 * @param root The whole document, which `$ref` points into; it must not change any more.
 * @param pointer JSON Pointer to the schema.
 * @param side The message that the values are part of. Default: neither, so that what is `required`
 *   is, whoever has to set it.
 */
export function compileSchema(
  root: JsonValue,
  pointer: string,
  side?: MessageSide,
): SchemaValidator {
  return compilerFor(root, side).validator(pointer);
}

/** Finds how values break a view's schemas. */
export function viewValidator(
  { root, places }: EffectiveSchema,
  side?: MessageSide,
): (value: JsonValue) => SchemaIssue[] {
  const validators = places.map((place) => compileSchema(root, place, side));
  const [only] = validators;
  if (only !== undefined && validators.length === 1) return only;
  return (value) => validators.flatMap((validate) => validate(value));
}

/** Whether a value is valid by a view's schemas. */
export function isValidFor(
  value: JsonValue,
  { root, places }: EffectiveSchema,
  side?: MessageSide,
): boolean {
  return places.every((place) => compileSchema(root, place, side)(value).length === 0);
}

/** Whether a value is valid once it has what it lacks: a server adds to what clients send of a resource. */
export function isPartOf(value: JsonValue, schema: EffectiveSchema, side?: MessageSide): boolean {
  return lackOnly(viewValidator(schema, side)(value));
}

/** Whether nothing is wrong but that something is missing. */
export function lackOnly(issues: readonly SchemaIssue[]): boolean {
  return issues.every(({ keyword }) => keyword === 'required');
}

const compilers = new WeakMap<object, Map<MessageSide | undefined, SchemaCompiler>>();

/** One for all schemas of a document: each would else compile all that it refers to anew. */
function compilerFor(root: JsonValue, side: MessageSide | undefined): SchemaCompiler {
  if (typeof root !== 'object' || root === null) return new SchemaCompiler(root, side);
  const bySide = compilers.get(root) ?? new Map<MessageSide | undefined, SchemaCompiler>();
  compilers.set(root, bySide);
  const known = bySide.get(side) ?? new SchemaCompiler(root, side);
  bySide.set(side, known);
  return known;
}

function finishIssue(
  { path, schemaPointer, keyword, isOverlap, say }: RawIssue,
  label: string | undefined,
): SchemaIssue {
  const instancePointer = toPointer(path.map(String));
  const message = say(pointerLabel(instancePointer, label));
  const isInMap = path.some((key) => key instanceof MapKey);
  return {
    instancePointer,
    schemaPointer,
    keyword,
    message,
    ...(isInMap && { ofAnyKey: say(anyKeyLabel(path, label)) }),
    ...(isOverlap && { isOverlap }),
  };
}

function anyKeyLabel(path: RawIssue['path'], label: string | undefined): string {
  const keys = path.map((key) => (key instanceof MapKey ? ANY_KEY : String(key)));
  return pointerLabel(toPointer(keys), label).replaceAll(JSON.stringify(ANY_KEY), ANY_KEY);
}

const ANY_KEY = '*';

/** So often it is told that one keyword is broken: nobody reads more, and a list can have a million items. */
const MOST_ALIKE = 1000;

function withoutCrowds(issues: readonly RawIssue[]): readonly RawIssue[] {
  if (issues.length <= MOST_ALIKE) return issues;
  const times = new Map<string, number>();
  return issues.filter(({ schemaPointer }) => {
    const before = times.get(schemaPointer) ?? 0;
    times.set(schemaPointer, before + 1);
    return before < MOST_ALIKE;
  });
}

function tooDeep(schemaPointer: string, label: string | undefined): SchemaIssue {
  const message = `${pointerLabel('', label)} is nested too deeply to be checked`;
  return { instancePointer: '', schemaPointer, keyword: 'depth', message };
}

class SchemaCompiler {
  readonly #root: JsonValue;
  readonly #side: MessageSide | undefined;
  readonly #compiled = new Map<string, Check>();
  readonly #validators = new Map<string, SchemaValidator>();
  readonly #verdicts: Verdicts = newVerdicts();

  constructor(root: JsonValue, side: MessageSide | undefined) {
    this.#root = root;
    this.#side = side;
  }

  validator(pointer: string): SchemaValidator {
    const known = this.#validators.get(pointer) ?? this.#validatorOf(pointer);
    this.#validators.set(pointer, known);
    return known;
  }

  #validatorOf(pointer: string): SchemaValidator {
    const check = this.compile(pointer);
    const verdicts = this.#verdicts;
    return (value, label) => {
      const outcome = newOutcome();
      try {
        check(value, outcome);
      } catch (error) {
        // The stack's end, or none: only a schema that refers to itself follows a value as far as that.
        if (!(error instanceof RangeError)) throw error;
        return [tooDeep(pointer, label)];
      } finally {
        forget(verdicts);
      }
      const { issues } = outcome;
      return issues.length === 0
        ? []
        : withoutCrowds(issues).map((issue) => finishIssue(issue, label));
    };
  }

  /**
   * @param whole Pointer to the schema that this one is a part of, by `allOf` or `$ref`. Default: it
   *   is a whole.
   */
  compile(pointer: string, whole?: string): Check {
    const key = whole === undefined ? pointer : `${whole}\n${pointer}`;
    const known = this.#compiled.get(key);
    if (known) return known;
    // At the first value: a schema may refer to itself, and most of a large document see none.
    let compiled: Check | undefined;
    const check: Check = (value, outcome) => {
      compiled ??= this.#compileValue(pointer, whole);
      compiled(value, outcome);
    };
    this.#compiled.set(key, check);
    return check;
  }

  #compileValue(pointer: string, whole: string | undefined): Check {
    const schema = valueAt(this.#root, pointer);
    if (schema === false) return forbid(pointer);
    if (schema === true) return () => {};
    if (!isJsonObject(schema)) throw new Error(`Failed to find a schema at ${pointer || '/'}.`);
    const part = { schema, pointer, whole };
    const reference = schema['$ref'];
    const checks = typeof reference === 'string' ? [this.#reference(reference, part)] : [];
    checks.push(...this.#keywordChecks(part, KEYWORDS));
    const late = this.#keywordChecks(part, lateKeywords);
    const check = late.length > 0 ? tracking(inTurn([...checks, ...late])) : inTurn(checks);
    const isChoice = 'oneOf' in schema || 'anyOf' in schema;
    const passing = isChoice ? onceAtAValue(check, this.#verdicts) : check;
    return isChoice || 'allOf' in schema ? remembering(passing, this.#verdicts) : passing;
  }

  #keywordChecks(part: Part, keywords: Readonly<Record<string, KeywordCompiler>>): Check[] {
    const { schema } = part;
    const checks: Check[] = [];
    for (const [name, compileKeyword] of Object.entries(keywords)) {
      if (!Object.hasOwn(schema, name)) continue;
      const check = compileKeyword(schema[name]!, this.#context(part, name));
      if (check) checks.push(check);
    }
    return checks;
  }

  #reference(reference: string, part: Part): Check {
    const target = referencePointer(reference);
    if (target === undefined || valueAt(this.#root, target) === undefined) {
      throw new Error(
        `Failed to resolve the $ref ${reference} at ${part.pointer}: it names nothing here.`,
      );
    }
    // A reference alone adds nothing: what it refers to need not be compiled anew.
    const isAlone = Object.keys(part.schema).length === 1;
    return this.compile(target, isAlone ? part.whole : this.#wholeOf(part));
  }

  /** Only where a side is told does a schema's meaning depend on what it is a part of. */
  #wholeOf({ pointer, whole }: Part): string | undefined {
    return this.#side === undefined ? undefined : (whole ?? pointer);
  }

  #context(part: Part, keyword: string): KeywordContext {
    const { schema, pointer } = part;
    const keywordPointer = childPointer(pointer, keyword);
    const whole = keyword === 'allOf' ? this.#wholeOf(part) : undefined;
    return {
      schema,
      pointer: keywordPointer,
      ...this.#whole(part),
      subschema: (...segments) => this.compile(childPointer(keywordPointer, ...segments), whole),
      sibling: (name) =>
        Object.hasOwn(schema, name) ? this.compile(childPointer(pointer, name)) : undefined,
    };
  }

  /** What the whole says of its properties. */
  #whole({
    pointer,
    whole = pointer,
  }: Part): Pick<KeywordContext, 'isOfOtherSide' | 'isDeclaredBeside'> {
    const root = this.#root;
    if (this.#side === undefined)
      return { isOfOtherSide: () => false, isDeclaredBeside: () => false };
    const mark = this.#side === 'request' ? 'readOnly' : 'writeOnly';
    const property = (name: string): EffectiveSchema | undefined =>
      effectiveSchema(root, whole, 'every').properties.get(name);
    return {
      isOfOtherSide: (name) => property(name)?.[mark] === true,
      isDeclaredBeside: (name) => property(name) !== undefined,
    };
  }
}

/** A schema object and what it is a part of. */
interface Part {
  readonly schema: JsonObject;
  readonly pointer: string;
  readonly whole: string | undefined;
}

function inTurn(checks: readonly Check[]): Check {
  const [only] = checks;
  if (only && checks.length === 1) return only;
  return (value, outcome) => {
    for (const check of checks) check(value, outcome);
  };
}

function forbid(pointer: string): Check {
  return (_value, outcome) => {
    outcome.issues.push({
      path: [],
      schemaPointer: pointer,
      keyword: 'false',
      say: (label) => `${label} is not allowed`,
    });
  };
}
