import { type JsonObject, type JsonValue, isJsonObject } from '../json/json-value.ts';
import { childPointer, pointerLabel, toPointer, valueAt } from '../pointer.ts';
import { type Check, type KeywordCompiler, type KeywordContext, newOutcome } from './check.ts';
import { anyValueKeywords } from './keywords/any-value.ts';
import { applicatorKeywords } from './keywords/applicator.ts';
import { arrayKeywords, lateArrayKeywords } from './keywords/array.ts';
import { numberKeywords } from './keywords/number.ts';
import { lateObjectKeywords, objectKeywords } from './keywords/object.ts';
import { stringKeywords } from './keywords/string.ts';
import type { SchemaIssue } from './schema-issue.ts';

/** Finds how a value breaks a schema; an empty list means that it is valid. */
export type SchemaValidator = (value: JsonValue) => SchemaIssue[];

/** In this order: what reads evaluated properties and items comes last. */
const KEYWORDS: Readonly<Record<string, KeywordCompiler>> = {
  ...anyValueKeywords,
  ...numberKeywords,
  ...stringKeywords,
  ...arrayKeywords,
  ...objectKeywords,
  ...applicatorKeywords,
  ...lateArrayKeywords,
  ...lateObjectKeywords,
};

/** Every keyword that a schema's meaning can depend on here; for the documentation and a test. */
export const supportedKeywords: readonly string[] = [
  '$ref',
  'then',
  'else',
  ...Object.keys(KEYWORDS),
];

/**
 * Compiles a schema of a document to closures; nothing is evaluated as code, so that it works
 * under a strict Content-Security-Policy. JSON Schema 2020-12 with exact numbers; `int32` and
 * `int64` are asserted. Cycles of `$ref` are fine.
 *
 * @param root The whole document, which `$ref` points into.
 * @param pointer JSON Pointer to the schema.
 * @throws {Error} where a `$ref` names nothing in the document.
 */
export function compileSchema(root: JsonValue, pointer: string): SchemaValidator {
  const check = new SchemaCompiler(root).compile(pointer);
  return (value) => {
    const outcome = newOutcome();
    check(value, outcome);
    return outcome.issues.map((issue) => {
      const instancePointer = toPointer(issue.path);
      return {
        instancePointer,
        schemaPointer: issue.schemaPointer,
        keyword: issue.keyword,
        message: issue.say(pointerLabel(instancePointer)),
      };
    });
  };
}

class SchemaCompiler {
  readonly #root: JsonValue;
  readonly #compiled = new Map<string, Check>();

  constructor(root: JsonValue) {
    this.#root = root;
  }

  compile(pointer: string): Check {
    const known = this.#compiled.get(pointer);
    if (known) return known;
    // A schema that refers to itself finds this stand-in, which is filled below.
    let compiled: Check | undefined;
    this.#compiled.set(pointer, (value, outcome) => compiled?.(value, outcome));
    compiled = this.#compileValue(pointer);
    this.#compiled.set(pointer, compiled);
    return compiled;
  }

  #compileValue(pointer: string): Check {
    const schema = valueAt(this.#root, pointer);
    if (schema === false) return forbid(pointer);
    if (schema === true) return () => {};
    if (!isJsonObject(schema)) throw new Error(`Failed to find a schema at ${pointer || '/'}.`);
    const checks = this.#keywordChecks(schema, pointer);
    if (checks.length === 1) return checks[0]!;
    return (value, outcome) => {
      for (const check of checks) check(value, outcome);
    };
  }

  #keywordChecks(schema: JsonObject, pointer: string): Check[] {
    const checks: Check[] = [];
    const reference = schema['$ref'];
    if (typeof reference === 'string') checks.push(this.#reference(reference, pointer));
    for (const [name, compileKeyword] of Object.entries(KEYWORDS)) {
      if (!Object.hasOwn(schema, name)) continue;
      const check = compileKeyword(schema[name]!, this.#context(schema, pointer, name));
      if (check) checks.push(check);
    }
    return checks;
  }

  #reference(reference: string, from: string): Check {
    const target = referencePointer(reference);
    if (target === undefined || valueAt(this.#root, target) === undefined) {
      throw new Error(`Failed to resolve the $ref ${reference} at ${from}: it names nothing here.`);
    }
    return this.compile(target);
  }

  #context(schema: JsonObject, pointer: string, keyword: string): KeywordContext {
    const own = childPointer(pointer, keyword);
    return {
      schema,
      pointer: own,
      subschema: (...segments) => this.compile(childPointer(own, ...segments)),
      sibling: (name) =>
        Object.hasOwn(schema, name) ? this.compile(childPointer(pointer, name)) : undefined,
    };
  }
}

/** The JSON Pointer of a reference within the document; `undefined` for any other. */
export function referencePointer(reference: string): string | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return undefined;
  }
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
