import { compareNumbers } from '../json/exact-number.ts';
import {
  type JsonNumber,
  type JsonObject,
  type JsonValue,
  isJsonNumber,
  isJsonObject,
  objectOf,
} from '../json/json-value.ts';
import { next, stepInside } from './exclusive-bounds.ts';
import { kindsIn } from './discriminator.ts';
import { equalJson } from './equal-json.ts';
import { shownValues } from './shown-values.ts';
import { childPointer, referencePointer, valueAt } from '../pointer.ts';
import { type IntegerRange, integerRange, isTextFormat, writtenAs } from './formats.ts';

/** JSON Schema's types (JSON Schema 2020-12, validation 6.1.1). */
export const JSON_TYPES = [
  'null',
  'boolean',
  'integer',
  'number',
  'string',
  'array',
  'object',
] as const;

/** JSON Schema's types. */
export type JsonType = (typeof JSON_TYPES)[number];

/**
 * Which branch of each `anyOf` and `oneOf` a view takes: its index, the last where there are fewer;
 * or `every`, for what any of them names or marks.
 */
export type Branch = number | 'every';

/**
 * What all schema objects at one place say together, once `$ref` and `allOf` are followed. Enough
 * to make values from; whether a value is valid is for the compiled schema to say.
 */
export interface EffectiveSchema {
  /** The document that it is a part of. */
  readonly root: JsonValue;
  /** JSON Pointers of the schemas that a value must meet, all of them: whole, whichever branch is followed. */
  readonly places: readonly string[];
  /** JSON Pointers of the schema objects that were merged, the outermost first. */
  readonly pointers: readonly string[];
  /** The first value of a keyword, that of the outermost schema object before others. */
  keyword(name: string): JsonValue | undefined;
  /** The types that are allowed, `object` last; all of them where nothing is said. */
  readonly types: readonly JsonType[];
  readonly format?: string | undefined;
  /** What every `enum` and `const` has. */
  readonly values?: readonly JsonValue[] | undefined;
  /** Examples and defaults; of a text of which nothing else is said, what its description shows. */
  readonly examples: readonly JsonValue[];
  readonly minimum?: JsonNumber | undefined;
  readonly maximum?: JsonNumber | undefined;
  readonly minLength: number;
  readonly maxLength?: number | undefined;
  readonly pattern?: string | undefined;
  readonly multipleOf?: JsonNumber | undefined;
  readonly minItems: number;
  readonly maxItems?: number | undefined;
  readonly uniqueItems: boolean;
  /** What items are; `undefined` where nothing is said. */
  readonly items: EffectiveSchema | undefined;
  /** What the first items are instead, one after the other. */
  readonly prefixItems: readonly EffectiveSchema[];
  /** By name, in the document's order. */
  readonly properties: ReadonlyMap<string, EffectiveSchema>;
  readonly required: ReadonlySet<string>;
  /** What properties without a name of their own are; `undefined` where nothing is said. */
  readonly additional: EffectiveSchema | undefined;
  /** How many branches the largest `anyOf` or `oneOf` has; 1 where there is none. */
  readonly branches: number;
  /** The view of the same place that follows another branch. */
  inBranch(branch: Branch): EffectiveSchema;
  /** The same with this format in place of its own. */
  withFormat(format: string): EffectiveSchema;
  /** It is the server's to set (OpenAPI 3.1.0, 4.8.24): nobody sends it. */
  readonly readOnly: boolean;
  /** It is never in a response. */
  readonly writeOnly: boolean;
}

type Part = readonly [pointer: string, schema: JsonObject];

const known = new WeakMap<JsonObject, Map<string, EffectiveSchema>>();

/**
 * The one view of a schema: follows `$ref`, what stands beside it, `allOf`, and branches of `anyOf`
 * and `oneOf`, and merges them. Made once a document, pointer and branch.
 *
 * @param root The whole document; it must not change any more.
 * @param pointer JSON Pointer to the schema. `undefined` stands for one that says nothing.
 * @param branch Default: the first. Of what stands below, the first or every one is followed.
 */
export function effectiveSchema(
  root: JsonValue,
  pointer: string | undefined,
  branch: Branch = 0,
): EffectiveSchema {
  return viewOf(root, pointer === undefined ? [] : [pointer], branch);
}

/** What schemas of one document say together. */
export function together(
  first: EffectiveSchema,
  ...others: readonly EffectiveSchema[]
): EffectiveSchema {
  return viewOf(
    first.root,
    [first, ...others].flatMap(({ places }) => places),
    0,
  );
}

/** Whether two places refer to one schema of the document, or are one place. */
export function shareSchema(schema: EffectiveSchema, other: EffectiveSchema): boolean {
  const { pointers } = other;
  return schema.pointers.some((pointer) => pointers.includes(pointer));
}

/** Whether a schema lets a value be null: by its types, or by a branch of its own. */
export function takesNull(schema: EffectiveSchema): boolean {
  if (schema.types.includes('null')) return true;
  const branches = Array.from({ length: schema.branches }, (_, i) => schema.inBranch(i).types);
  return branches.some((types) => types.length === 1 && types[0] === 'null');
}

function viewOf(root: JsonValue, pointers: readonly string[], branch: Branch): EffectiveSchema {
  if (!isJsonObject(root)) return new View(root, pointers, branch);
  const ofRoot = known.get(root) ?? new Map<string, EffectiveSchema>();
  known.set(root, ofRoot);
  const key = [branch, ...pointers].join('\n');
  const view = ofRoot.get(key) ?? new View(root, pointers, branch);
  ofRoot.set(key, view);
  return view;
}

/** What a view has in place of what its schemas say. */
type Own = Partial<Pick<EffectiveSchema, 'format' | 'values'>>;

/** A class, as there are many: closures of each would take more than what they hold. */
class View implements EffectiveSchema {
  readonly root: JsonValue;
  readonly places: readonly string[];
  readonly pointers: readonly string[];
  readonly types: readonly JsonType[];
  readonly format: string | undefined;
  readonly values: readonly JsonValue[] | undefined;
  readonly minimum: JsonNumber | undefined;
  readonly maximum: JsonNumber | undefined;
  readonly multipleOf: JsonNumber | undefined;
  readonly minLength: number;
  readonly maxLength: number | undefined;
  readonly pattern: string | undefined;
  readonly minItems: number;
  readonly maxItems: number | undefined;
  readonly uniqueItems: boolean;
  readonly required: ReadonlySet<string>;
  readonly branches: number;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  #examples: readonly JsonValue[] | undefined;
  readonly #branch: Branch;
  readonly #parts: readonly Part[];
  #prefixItems: readonly EffectiveSchema[] | undefined;
  #properties: ReadonlyMap<string, EffectiveSchema> | undefined;

  constructor(root: JsonValue, places: readonly string[], branch: Branch, own: Own = {}) {
    const seen = new Set<string>();
    const parts = places.flatMap((pointer) => collect(root, pointer, branch, seen));
    const values = saidBy(parts);
    const numbers = (key: string): JsonNumber[] => values(key).filter(isJsonNumber);
    this.root = root;
    this.places = places;
    this.pointers = parts.map(([pointer]) => pointer);
    this.types = allowedTypes(values('type'));
    this.format = own.format ?? values('format').find((value) => typeof value === 'string');
    this.values = own.values ?? commonValues(values);
    ({ minimum: this.minimum, maximum: this.maximum } = boundsOf(values, this.types));
    this.multipleOf = numbers('multipleOf')[0];
    this.minLength = Math.max(0, ...numbers('minLength').map(Number));
    this.maxLength = least(numbers('maxLength'));
    const pattern = values('pattern').find((value) => typeof value === 'string');
    this.pattern = pattern ?? writtenAs(this.types, this.format);
    this.minItems = Math.max(0, ...numbers('minItems').map(Number));
    this.maxItems = least(numbers('maxItems'));
    this.uniqueItems = values('uniqueItems').includes(true);
    const required = values('required').filter(Array.isArray).flat();
    this.required = required.length === 0 ? NONE : new Set(required.map(String));
    this.branches = branchCount(parts);
    this.readOnly = values('readOnly').includes(true);
    this.writeOnly = values('writeOnly').includes(true);
    this.#branch = branch;
    this.#parts = parts;
  }

  get examples(): readonly JsonValue[] {
    const { types, format, pattern, values } = this;
    const isText = types.includes('string') && types.length < JSON_TYPES.length;
    const isFree = (format ?? pattern ?? values) === undefined;
    return (this.#examples ??= shownValues(saidBy(this.#parts), isText && isFree));
  }

  keyword(name: string): JsonValue | undefined {
    return this.#parts.find(([, schema]) => schema[name] !== undefined)?.[1][name];
  }

  inBranch(branch: Branch): EffectiveSchema {
    return viewOf(this.root, this.places, branch);
  }

  withFormat(format: string): EffectiveSchema {
    return new View(this.root, this.places, this.#branch, { format });
  }

  // A schema may contain itself: what is below is looked at when it is asked for.
  get items(): EffectiveSchema | undefined {
    const places = placesOf(this.#parts, 'items');
    return places && this.#below(places);
  }

  get prefixItems(): readonly EffectiveSchema[] {
    this.#prefixItems ??= this.#parts.flatMap(([pointer, schema]) =>
      Array.from({ length: sizeOf(schema, 'prefixItems') }, (_, i) =>
        this.#below([childPointer(pointer, 'prefixItems', i)]),
      ),
    );
    return this.#prefixItems;
  }

  get properties(): ReadonlyMap<string, EffectiveSchema> {
    if (this.#properties) return this.#properties;
    const all = new Map(
      Array.from(placesOfProperties(this.#parts), ([name, places]) => [name, this.#below(places)]),
    );
    for (const [name, kinds] of this.#branch === 'every' ? [] : kindsIn(this.#parts)) {
      const property = all.get(name);
      const values = kinds.filter((kind) => property?.values?.includes(kind) ?? true);
      if (property === undefined || values.length === 0) continue;
      all.set(name, new View(this.root, property.places, 0, { values }));
    }
    this.#properties = all;
    return all;
  }

  get additional(): EffectiveSchema | undefined {
    const places = placesOf(this.#parts, 'additionalProperties');
    return places && this.#below(places);
  }

  #below(places: readonly string[]): EffectiveSchema {
    return viewOf(this.root, places, this.#branch === 'every' ? 'every' : 0);
  }
}

const NONE: ReadonlySet<string> = new Set();

/** The values of a keyword, that of the outermost schema object first. */
type Said = (keyword: string) => JsonValue[];

function saidBy(parts: readonly Part[]): Said {
  return (key) => parts.flatMap(([, { [key]: value }]) => (value === undefined ? [] : [value]));
}

/** What all lists have; where they have nothing in common, what the first has. */
function commonValues(values: Said): JsonValue[] | undefined {
  const constants = values('const').map((value) => [value]);
  const [first, ...others] = [...constants, ...values('enum').filter(Array.isArray)];
  const common = first?.filter((value) =>
    others.every((list) => list.some((other) => equalJson(value, other))),
  );
  return common?.length === 0 ? first : common;
}

/** Keywords of which one branch is taken. */
const CHOICES = ['anyOf', 'oneOf'];

function branchCount(parts: readonly Part[]): number {
  const counts = parts.flatMap(([, schema]) => CHOICES.map((keyword) => sizeOf(schema, keyword)));
  return Math.max(1, ...counts);
}

function sizeOf(schema: JsonObject, keyword: string): number {
  const { [keyword]: list } = schema;
  return Array.isArray(list) ? list.length : 0;
}

/** Where the parts have a schema under a keyword; `undefined` where none has. */
function placesOf(parts: readonly Part[], keyword: string): readonly string[] | undefined {
  const places = parts.flatMap(([pointer, schema]) =>
    isJsonObject(schema[keyword]) ? [childPointer(pointer, keyword)] : [],
  );
  return places.length === 0 ? undefined : places;
}

function placesOfProperties(parts: readonly Part[]): Map<string, string[]> {
  const named = new Map<string, string[]>();
  for (const [pointer, { properties }] of parts) {
    for (const name of Object.keys(objectOf(properties))) {
      const place = childPointer(pointer, 'properties', name);
      named.set(name, [...(named.get(name) ?? []), place]);
    }
  }
  return named;
}

/** A schema object with those that say something at the same place, the outermost first. */
function collect(root: JsonValue, pointer: string, branch: Branch, seen: Set<string>): Part[] {
  const value = valueAt(root, pointer);
  const schema = value === true ? {} : value;
  if (seen.has(pointer) || !schema || !isJsonObject(schema)) return [];
  seen.add(pointer);
  const target = referencePointer(schema['$ref']);
  const further = target === undefined ? [] : [target];
  for (let i = 0; i < sizeOf(schema, 'allOf'); i += 1) {
    further.push(childPointer(pointer, 'allOf', i));
  }
  for (const choice of CHOICES) {
    const taken = branchesTaken(branch, sizeOf(schema, choice));
    further.push(...taken.map((i) => childPointer(pointer, choice, i)));
  }
  const parts = further.flatMap((place) => collect(root, place, branch, seen));
  return [[pointer, schema], ...parts];
}

/** Indices of the branches that are followed. */
function branchesTaken(branch: Branch, count: number): number[] {
  if (branch === 'every') return [...Array(count).keys()];
  return count === 0 ? [] : [Math.min(branch, count - 1)];
}

/** The narrowest bounds, formats of integers included. */
function boundsOf(
  values: Said,
  types: readonly JsonType[],
): Pick<EffectiveSchema, 'minimum' | 'maximum'> {
  const numbers = (key: string): JsonNumber[] => values(key).filter(isJsonNumber);
  const ranges = values('format').flatMap((format) =>
    typeof format === 'string' ? (integerRange(format) ?? []) : [],
  );
  const isInteger = types.includes('integer') && !types.includes('number');
  const step = isInteger ? 1 : stepInside(numbers);
  const bound = (key: keyof IntegerRange, exclusive: string, sign: 1 | -1) => {
    const inside = values(exclusive).flatMap((edge) => next(edge, sign * step));
    return extreme([...numbers(key), ...inside, ...ranges.map((range) => range[key])], sign);
  };
  return {
    minimum: bound('minimum', 'exclusiveMinimum', 1),
    maximum: bound('maximum', 'exclusiveMaximum', -1),
  };
}

function allowedTypes(written: readonly JsonValue[]): readonly JsonType[] {
  let types: readonly JsonType[] = JSON_TYPES;
  for (const jsonType of written) {
    const names = Array.isArray(jsonType) ? jsonType : [jsonType];
    types = types.filter(
      (type) => names.includes(type) || (type === 'integer' && names.includes('number')),
    );
  }
  return types;
}

/** The greatest (sign 1) or the least (sign -1). */
function extreme(numbers: readonly JsonNumber[], sign: number): JsonNumber | undefined {
  return numbers.toSorted((a, b) => sign * compareNumbers(b, a))[0];
}

function least(numbers: readonly JsonNumber[]): number | undefined {
  return numbers.length === 0 ? undefined : Math.min(...numbers.map(Number));
}

/** The type that is said, or that other keywords speak of; `undefined` where nothing tells. */
export function impliedType(schema: EffectiveSchema): JsonType | undefined {
  const { types, properties, required, additional, items, prefixItems, minItems } = schema;
  // What says most: a nullable string is a string.
  if (types.length < 7) return types.at(-1) ?? 'null';
  if (properties.size + required.size > 0 || additional !== undefined) return 'object';
  if (items !== undefined || prefixItems.length > 0 || minItems > 0) return 'array';
  const { minimum, maximum, multipleOf, minLength, pattern, format = '' } = schema;
  if (minimum ?? maximum ?? multipleOf) return 'integer';
  const isText = minLength > 0 || pattern !== undefined || isTextFormat(format);
  return isText ? 'string' : undefined;
}

/** What a schema says that says nothing. */
export const ANYTHING: EffectiveSchema = viewOf(null, [], 0);
