import type { Diagnostic } from '../diagnostic.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../json/json-value.ts';
import { showJson } from '../json/stringify-json.ts';
import { childPointer, valueAt, referencePointer } from '../pointer.ts';
import {
  KEYWORD_SHAPES,
  type KeywordShape,
  SUPPORTED_DIALECTS,
  UNSUPPORTED_KEYWORDS,
} from './keyword-shape.ts';

/** A problem and the pointer to the node that has it. */
export type SchemaProblem = Pick<Diagnostic, 'code' | 'message' | 'help'> & {
  readonly pointer: string;
};

/**
 * Finds what is wrong with schemas themselves: keyword values of a wrong shape, keywords that the
 * kit would misread, references that lead in a circle without ever reaching into the value. Each
 * schema is looked at once, however many references lead to it.
 */
export class SchemaInspector {
  readonly #root: JsonValue;
  readonly #visited = new Set<string>();
  /** Where a schema hands its own value on to. */
  readonly #inPlace = new Map<string, string[]>();
  readonly #problems: SchemaProblem[] = [];

  constructor(root: JsonValue) {
    this.#root = root;
  }

  /** Looks at a schema, at those below it and those that it refers to. */
  inspect(pointer: string): void {
    // A list, not recursion: a chain of references can be as long as the document.
    const waiting = [pointer];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (this.#visited.has(next)) continue;
      this.#visited.add(next);
      waiting.push(...this.#inspectOne(next).reverse());
    }
  }

  problems(): readonly SchemaProblem[] {
    return [...this.#problems, ...this.#loops()];
  }

  /** Returns the pointers to the schemas that this one needs. */
  #inspectOne(pointer: string): string[] {
    const schema = valueAt(this.#root, pointer);
    if (typeof schema === 'boolean') return [];
    if (!isJsonObject(schema)) {
      this.#add(pointer, 'invalid-schema', `a schema must be a map, true or false, ${got(schema)}`);
      return [];
    }
    this.#inspectDialect(schema, pointer);
    const needed: string[] = [];
    const inPlace: string[] = [];
    for (const [keyword, value] of Object.entries(schema)) {
      const shape = Object.hasOwn(KEYWORD_SHAPES, keyword) ? KEYWORD_SHAPES[keyword] : undefined;
      if (shape === undefined) continue;
      const below = this.#inspectKeyword(shape, value, childPointer(pointer, keyword));
      needed.push(...below);
      if (shape.holds !== 'value' && shape.inPlace) inPlace.push(...below);
    }
    const { $ref: reference } = schema;
    const target = referencePointer(reference);
    if (target !== undefined) inPlace.push(target);
    this.#inPlace.set(pointer, inPlace);
    return target === undefined ? needed : [...needed, target];
  }

  #inspectDialect(schema: JsonObject, pointer: string): void {
    for (const keyword of UNSUPPORTED_KEYWORDS) {
      if (!Object.hasOwn(schema, keyword)) continue;
      this.#problems.push({
        code: 'unsupported-keyword',
        message: `the kit doesn't follow "${keyword}" in a schema`,
        help: 'Name schemas under components, and refer to them by "#/components/schemas/…".',
        pointer: childPointer(pointer, keyword),
      });
    }
    const { $schema: dialect } = schema;
    if (dialect === undefined || isSupportedDialect(dialect)) return;
    this.#problems.push({
      code: 'unsupported-dialect',
      message: `the kit reads schemas in JSON Schema 2020-12, ${got(dialect)}`,
      help: 'Remove "$schema", and write the schema as JSON Schema 2020-12 has it.',
      pointer: childPointer(pointer, '$schema'),
    });
  }

  #inspectKeyword(shape: KeywordShape, value: JsonValue, pointer: string): string[] {
    const keyword = pointer.slice(pointer.lastIndexOf('/') + 1);
    const wrong = (words: string): string[] => {
      this.#add(pointer, 'invalid-keyword', `"${keyword}" must be ${words}`);
      return [];
    };
    if (shape.holds === 'value') {
      const problem = shape.problem(value);
      return problem === undefined ? [] : wrong(problem);
    }
    if (shape.holds === 'schema') {
      const isSchema = typeof value === 'boolean' || isJsonObject(value);
      return isSchema ? [pointer] : wrong(`a schema (a map, true or false), ${got(value)}`);
    }
    if (shape.holds === 'schemas') {
      if (!Array.isArray(value) || value.length === 0) {
        return wrong(`a list of at least one schema, ${got(value)}`);
      }
      return value.map((_, i) => childPointer(pointer, i));
    }
    if (!isJsonObject(value)) return wrong(`a map of names to schemas, ${got(value)}`);
    const names = Object.keys(value);
    if (keyword === 'patternProperties') this.#inspectPatterns(names, pointer);
    return names.map((name) => childPointer(pointer, name));
  }

  #inspectPatterns(patterns: readonly string[], pointer: string): void {
    for (const pattern of patterns) {
      const { pattern: shape } = KEYWORD_SHAPES;
      const problem = shape?.holds === 'value' ? shape.problem(pattern) : undefined;
      if (problem === undefined) continue;
      const place = childPointer(pointer, pattern);
      this.#add(place, 'invalid-keyword', `each key of "patternProperties" must be ${problem}`);
    }
  }

  #loops(): SchemaProblem[] {
    const finished = new Set<string>();
    const problems: SchemaProblem[] = [];
    for (const start of this.#inPlace.keys()) {
      const loop = findLoop(this.#inPlace, start, finished);
      if (loop === undefined) continue;
      problems.push({
        code: 'reference-loop',
        message: 'this schema leads back to itself without reaching into the value',
        help: 'Let one of the references in the loop be a definition, or stand under a property.',
        pointer: loop,
      });
    }
    return problems;
  }

  #add(pointer: string, code: string, message: string): void {
    this.#problems.push({
      code,
      message,
      help: 'Write it as JSON Schema 2020-12 has it.',
      pointer,
    });
  }
}

function isSupportedDialect(dialect: JsonValue): boolean {
  return typeof dialect === 'string' && SUPPORTED_DIALECTS.includes(dialect.replace(/#$/, ''));
}

function got(value: JsonValue | undefined): string {
  return value === undefined ? 'got nothing' : `got ${showJson(value)}`;
}

/** A node on a circle that `start` leads to; what is known to lead to none is in `finished`. */
function findLoop(
  edges: ReadonlyMap<string, readonly string[]>,
  start: string,
  finished: Set<string>,
): string | undefined {
  const open = new Set<string>();
  const stack = [start];
  for (let node = stack.at(-1); node !== undefined; node = stack.at(-1)) {
    if (open.has(node) || finished.has(node)) {
      // Seen on the way down already, and all that follows it has been looked at.
      stack.pop();
      open.delete(node);
      finished.add(node);
      continue;
    }
    open.add(node);
    for (const next of edges.get(node) ?? []) {
      if (open.has(next)) {
        for (const seen of open) finished.add(seen);
        return next;
      }
      if (!finished.has(next)) stack.push(next);
    }
  }
  return undefined;
}
