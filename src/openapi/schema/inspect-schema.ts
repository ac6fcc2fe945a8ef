import type { Problem } from '../diagnostic.ts';
import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
  isIntegerValue,
  isJsonNumber,
} from '../json/json-value.ts';
import { showJson } from '../json/stringify-json.ts';
import { childPointer, valueAt, referencePointer } from '../pointer.ts';
import { compareNumbers } from '../json/exact-number.ts';
import { compilePattern, isForeignPattern } from './pattern.ts';
import { errorMessage } from '../error-message.ts';

/**
 * Finds what is wrong with schemas themselves: keyword values of a wrong shape, keywords that the
 * kit would misread, references that lead in a circle without ever reaching into the value. Each
 * schema is looked at once, however many references lead to it.
 */
export class SchemaInspector {
  readonly #root: JsonValue;
  readonly #visited = new Set<string>();
  /** Where a schema hands its own value on to. */
  readonly #inPlace = new Map<string, readonly string[]>();
  readonly #problems: Problem[] = [];

  constructor(root: JsonValue) {
    this.#root = root;
  }

  /** Looks at a schema, at those below it and those that it refers to. */
  inspect(pointer: string): void {
    // A list, not recursion: a chain of references can be as long as the document.
    const waiting: Place[] = [{ pointer, value: valueAt(this.#root, pointer) }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (this.#visited.has(next.pointer)) continue;
      this.#visited.add(next.pointer);
      for (const needed of this.#inspectOne(next).reverse()) waiting.push(needed);
    }
  }

  problems(): readonly Problem[] {
    return [...this.#problems, ...this.#loops()];
  }

  /** Returns the schemas that this one needs. */
  #inspectOne({ pointer, value: schema }: Place): Place[] {
    if (typeof schema === 'boolean') return [];
    if (!isJsonObject(schema)) {
      this.#add(pointer, 'invalid-schema', `a schema must be a map, true or false, ${got(schema)}`);
      return [];
    }
    this.#inspectDialect(schema, pointer);
    const needed: Place[] = [];
    const inPlace: string[] = [];
    for (const [keyword, value] of Object.entries(schema)) {
      const found = SHAPES.get(keyword)?.(value) ?? [];
      if (typeof found === 'string') {
        const place = childPointer(pointer, keyword);
        this.#add(place, 'invalid-keyword', `"${keyword}" must be ${found}`);
        continue;
      }
      for (const [segments, below] of found) {
        const place = childPointer(pointer, keyword, ...segments);
        needed.push({ pointer: place, value: below });
        if (IN_PLACE.has(keyword)) inPlace.push(place);
      }
    }
    const { pattern, patternProperties } = schema;
    if (typeof pattern === 'string')
      this.#inspectPattern(pattern, childPointer(pointer, 'pattern'));
    if (isJsonObject(patternProperties)) this.#inspectPatterns(patternProperties, pointer);
    const target = referencePointer(schema['$ref']);
    // One that names nothing is told of where references are looked at.
    const value = target === undefined ? undefined : valueAt(this.#root, target);
    if (target !== undefined && value !== undefined) {
      inPlace.push(target);
      needed.push({ pointer: target, value });
    }
    // Of most schemas nothing leads on, and a list for each would be most of what is kept here.
    if (inPlace.length > 0) this.#inPlace.set(pointer, inPlace);
    return needed;
  }

  #inspectPattern(pattern: string, pointer: string): void {
    if (patternProblem(pattern) !== undefined || !isForeignPattern(pattern)) return;
    this.#problems.push({
      code: 'sloppy-keyword',
      severity: 'warning',
      message: `the pattern ${show(pattern)} is read as other languages have it`,
      help: 'Write it without slashes around it, flags in front, possessive quantifiers and the like.',
      pointer,
    });
  }

  #inspectDialect(schema: JsonObject, pointer: string): void {
    for (const keyword of UNSUPPORTED_KEYWORDS) {
      // One that names nothing is told of where references are looked at.
      if (referencePointer(schema[keyword]) === undefined) continue;
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

  #inspectPatterns(patterns: JsonObject, pointer: string): void {
    for (const pattern of Object.keys(patterns)) {
      const place = childPointer(pointer, 'patternProperties', pattern);
      this.#inspectPattern(pattern, place);
      const problem = patternProblem(pattern);
      if (problem === undefined) continue;
      this.#add(place, 'invalid-keyword', `each key of "patternProperties" must be ${problem}`);
    }
  }

  #loops(): Problem[] {
    const finished = new Set<string>();
    const problems: Problem[] = [];
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
  return typeof dialect === 'string' && SUPPORTED_DIALECTS.test(dialect);
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

/** A value, and where it stands. */
interface Place {
  readonly pointer: string;
  readonly value: JsonValue | undefined;
}

/** What a keyword's value must be, completing «"keyword" must be …», else the schemas in it. */
type Shape = (value: JsonValue) => string | readonly Below[];

/** What leads from a keyword to a schema in its value, and that schema. */
type Below = readonly [segments: readonly (string | number)[], schema: JsonValue];

const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];

function holding(words: string, accepts: (value: JsonValue) => boolean): Shape {
  return (value) => (accepts(value) ? [] : `${words}, got ${show(value)}`);
}

function without(problemOf: (value: JsonValue) => string | undefined): Shape {
  return (value) => problemOf(value) ?? [];
}

const schema: Shape = (value) =>
  typeof value === 'boolean' || isJsonObject(value)
    ? [[[], value]]
    : `a schema (a map, true or false), ${got(value)}`;

const schemas: Shape = (value) =>
  Array.isArray(value) && value.length > 0
    ? value.map((item, i): Below => [[i], item])
    : `a list of at least one schema, ${got(value)}`;

const schemaMap: Shape = (value) =>
  isJsonObject(value)
    ? Object.entries(value).map(([name, child]): Below => [[name], child])
    : `a map of names to schemas, ${got(value)}`;

function show(it: JsonValue): string {
  return showJson(it, 40);
}

function isSize(it: JsonValue): boolean {
  return isJsonNumber(it) && isIntegerValue(it) && compareNumbers(it, 0) >= 0;
}

function isNameList(it: JsonValue | undefined): boolean {
  return Array.isArray(it) && it.every((name) => typeof name === 'string');
}

function isNameListMap(it: JsonValue): boolean {
  return isJsonObject(it) && Object.values(it).every(isNameList);
}

function typeProblem(it: JsonValue): string | undefined {
  const names = Array.isArray(it) ? it : [it];
  const wrong = names.find((name) => typeof name !== 'string' || !TYPES.includes(name));
  if (names.length > 0 && wrong === undefined) return undefined;
  const hint = wrong === null ? ' (a quoted "null" is the type)' : '';
  return `one of ${TYPES.join(', ')}, or a list of them, got ${show(wrong ?? it)}${hint}`;
}

function patternProblem(it: JsonValue): string | undefined {
  if (typeof it !== 'string') return `a regular expression, got ${show(it)}`;
  try {
    compilePattern(it);
    return undefined;
  } catch (error) {
    return `a regular expression: ${errorMessage(error)}`;
  }
}

const number = holding('a number', isJsonNumber);
const size = holding('an integer of at least 0', isSize);
const text = holding('a string', (it) => typeof it === 'string');

/**
 * Keywords whose schemas judge the same value as their parent, not a child of it. A way back through one
 * branch of several leaves the others: a base may have a `oneOf` of those that extend it.
 */
const IN_PLACE: ReadonlySet<string> = new Set([
  'not',
  'if',
  'then',
  'else',
  'allOf',
  'dependentSchemas',
]);

/** The shape of every keyword whose shape the kit depends on (JSON Schema 2020-12). */
const SHAPES: ReadonlyMap<string, Shape> = new Map<string, Shape>(
  Object.entries({
    type: without(typeProblem),
    enum: holding('a list of values', Array.isArray),
    format: text,
    multipleOf: holding('a number above 0', (it) => isJsonNumber(it) && compareNumbers(it, 0) > 0),
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    minLength: size,
    maxLength: size,
    minItems: size,
    maxItems: size,
    minContains: size,
    maxContains: size,
    minProperties: size,
    maxProperties: size,
    pattern: without(patternProblem),
    uniqueItems: holding('true or false', (it) => typeof it === 'boolean'),
    required: holding('a list of property names', isNameList),
    dependentRequired: holding('a map of names to lists of names', isNameListMap),
    $ref: text,
    items: schema,
    contains: schema,
    propertyNames: schema,
    additionalProperties: schema,
    unevaluatedItems: schema,
    unevaluatedProperties: schema,
    // Not written out: an object with a `then` looks like a promise.
    ...Object.fromEntries(['not', 'if', 'then', 'else'].map((keyword) => [keyword, schema])),
    allOf: schemas,
    anyOf: schemas,
    oneOf: schemas,
    prefixItems: schemas,
    properties: schemaMap,
    patternProperties: schemaMap,
    $defs: schemaMap,
    dependentSchemas: schemaMap,
  }),
);

/** Keywords that give references another meaning than the kit does. */
const UNSUPPORTED_KEYWORDS: readonly string[] = ['$dynamicRef'];

/** The dialects that the kit reads schemas in: 2020-12, and that of OpenAPI, whose editions have a date. */
const SUPPORTED_DIALECTS =
  /^https:\/\/(?:json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.\d\/dialect\/[\w-]+)#?$/;
