/** Schemas as JSON Schema 2020-12 has them, from what older versions and hasty people write. */
import type { Problem } from './diagnostic.ts';
import { exactNumber } from './json/exact-number.ts';
import { type JsonObject, type JsonValue, isJsonNumber, isJsonObject } from './json/json-value.ts';
import { showJson } from './json/stringify-json.ts';
import { toPointer } from './pointer.ts';
import { JSON_TYPES } from './schema/effective-schema.ts';

/** Where a schema stands. */
interface SchemaContext {
  /** Whether the document is one of OpenAPI 3.0 (3.0.4, 4.7.24). */
  readonly isOld: boolean;
  /** The reference that `$recursiveRef` comes down to. */
  readonly recursive: string;
}

/**
 * Makes a schema one of OpenAPI 3.1, as JSON Schema 2020-12 has it, in place; those below it are left as
 * they are.
 *
 * @returns What its version doesn't allow, and how it was read instead; pointers begin at the schema.
 */
export function upgradeSchema(schema: JsonObject, context: SchemaContext): Problem[] {
  const required = requiredByProperties(schema);
  if (context.isOld && typeof schema['$ref'] === 'string') {
    // Its siblings are to be ignored (4.7.23), but nobody who writes these means them to be.
    for (const name of Object.keys(schema)) if (!BESIDE_REFERENCE.has(name)) delete schema[name];
    return required;
  }
  return [
    ...required,
    ...nullable(schema, context),
    ...plainTypes(schema),
    ...numbersInQuotes(schema),
    ...exclusive(schema, 'exclusiveMinimum', 'minimum', context),
    ...exclusive(schema, 'exclusiveMaximum', 'maximum', context),
    ...listedItems(schema, context),
    ...repeatedAlternatives(schema),
    ...dependencies(schema),
    ...recursion(schema, context),
    ...dialect(schema),
  ];
}

const BESIDE_REFERENCE: ReadonlySet<string> = new Set(['$ref', 'readOnly', 'writeOnly']);

function read(message: string, help: string, ...place: string[]): Problem {
  return { code: 'sloppy-keyword', severity: 'warning', message, help, pointer: toPointer(place) };
}

/** `required: true` in a property, as drafts before 4 have it: the object requires it. */
function requiredByProperties(schema: JsonObject): Problem[] {
  const problems: Problem[] = [];
  const { properties, required } = schema;
  const names = new Set(Array.isArray(required) ? required : []);
  for (const [name, property] of Object.entries(isJsonObject(properties) ? properties : {})) {
    if (!isJsonObject(property) || typeof property['required'] !== 'boolean') continue;
    const help = `Write \`required: [${name}]\` beside "properties".`;
    const message = `"required: ${property['required']}" of a property is read as said of the object`;
    problems.push(read(message, help, 'properties', name, 'required'));
    if (property['required']) names.add(name);
    delete property['required'];
  }
  if (names.size > 0 && problems.length > 0) schema['required'] = [...names];
  if (typeof schema['required'] !== 'boolean') return problems;
  const message = `"required: ${schema['required']}" of no property is read as if it weren't there`;
  delete schema['required'];
  return [...problems, read(message, 'Write a list of property names.', 'required')];
}

function nullable(schema: JsonObject, { isOld }: SchemaContext): Problem[] {
  const { nullable: isNullable, type } = schema;
  if (isOld) delete schema['nullable'];
  if (isNullable !== true) return [];
  if (isOld && type !== undefined) {
    schema['type'] = [...new Set([...(Array.isArray(type) ? type : [type]), 'null'])];
    return [];
  }
  const why = isOld ? 'without "type"' : 'in OpenAPI 3.1';
  const help = isOld
    ? 'Write "type" beside it, or `anyOf` with a schema that takes null.'
    : 'Write `type: [string, "null"]`, or `anyOf` with `type: "null"`.';
  return [
    {
      code: 'nullable-without-effect',
      severity: 'hint',
      message: `"nullable" ${why} has no effect`,
      help,
      pointer: '/nullable',
    },
  ];
}

/** What languages and databases call the types of JSON Schema; with the format that a name stands for. */
const MEANT_TYPES: Readonly<Record<string, readonly [type: string, format?: string]>> = {
  int: ['integer'],
  int32: ['integer', 'int32'],
  int64: ['integer', 'int64'],
  long: ['integer', 'int64'],
  float: ['number', 'float'],
  double: ['number', 'double'],
  decimal: ['number'],
  bool: ['boolean'],
  str: ['string'],
  text: ['string'],
  file: ['string', 'binary'],
  date: ['string', 'date'],
  datetime: ['string', 'date-time'],
  'date-time': ['string', 'date-time'],
  timestamp: ['string', 'date-time'],
  uuid: ['string', 'uuid'],
  email: ['string', 'email'],
  uri: ['string', 'uri'],
  url: ['string', 'uri'],
  list: ['array'],
  map: ['object'],
  dict: ['object'],
};

const TYPES: ReadonlySet<string> = new Set(JSON_TYPES);

/** A type of JSON Schema for what is called otherwise; `undefined` where nothing tells which. */
function meantType(name: unknown): readonly [type: string, format?: string] | undefined {
  if (name === null) return ['null'];
  if (typeof name !== 'string' || TYPES.has(name)) return undefined;
  const plain = name.toLowerCase();
  if (TYPES.has(plain)) return [plain];
  return Object.hasOwn(MEANT_TYPES, plain) ? MEANT_TYPES[plain] : undefined;
}

/** `type: null` of YAML, which is no text, `type: any`, and what else no version has: `int`, `String`. */
function plainTypes(schema: JsonObject): Problem[] {
  const { type } = schema;
  const names = Array.isArray(type) ? type : [type];
  const help = 'Write one of the types of JSON Schema.';
  if (names.includes('any')) {
    delete schema['type'];
    return [read('the type "any" is read as no type', help, 'type')];
  }
  return names.flatMap((name, i) => {
    const [meant, format] = (name !== undefined && meantType(name)) || [];
    if (meant === undefined) return [];
    if (Array.isArray(type)) type[i] = meant;
    else schema['type'] = meant;
    if (format !== undefined) schema['format'] ??= format;
    const label = name === null ? 'null without quotes' : showJson(name ?? null);
    return [read(`the type ${label} is read as "${meant}"`, help, 'type')];
  });
}

/** Until draft 7, one keyword for two (JSON Schema 2019-09, validation appendix B). */
function dependencies(schema: JsonObject): Problem[] {
  const { dependencies: both } = schema;
  if (!isJsonObject(both)) return [];
  const { names = [], schemas = [] } = Object.groupBy(Object.entries(both), ([, entry]) =>
    Array.isArray(entry) ? 'names' : 'schemas',
  );
  delete schema['dependencies'];
  for (const [keyword, members] of [
    ['dependentRequired', names],
    ['dependentSchemas', schemas],
  ] as const) {
    const value = schema[keyword];
    if (members.length === 0) continue;
    schema[keyword] = { ...Object.fromEntries(members), ...(isJsonObject(value) ? value : {}) };
  }
  const message = '"dependencies" is read as "dependentRequired" and "dependentSchemas"';
  return [read(message, 'Write these in its place.', 'dependencies')];
}

function exclusive(
  schema: JsonObject,
  keyword: string,
  bound: string,
  { isOld }: SchemaContext,
): Problem[] {
  const { [keyword]: isExclusive, [bound]: edge } = schema;
  if (typeof isExclusive !== 'boolean') return [];
  delete schema[keyword];
  if (isExclusive && edge !== undefined && isJsonNumber(edge)) {
    delete schema[bound];
    schema[keyword] = edge;
  }
  if (isOld) return [];
  const message = `"${keyword}: ${isExclusive}" is read as OpenAPI 3.0 has it`;
  return [read(message, `Write the bound itself under "${keyword}".`, keyword)];
}

const NUMERIC =
  /^(?:(?:m|exclusiveM)(?:in|ax)imum|multipleOf|(?:min|max)(?:Length|Items|Contains|Properties))$/;

function numbersInQuotes(schema: JsonObject): Problem[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (typeof value !== 'string' || !NUMERIC.test(keyword)) return [];
    if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value)) return [];
    schema[keyword] = exactNumber(value);
    return [read(`"${keyword}" in quotes is read as a number`, 'Remove the quotes.', keyword)];
  });
}

/**
 * A list under `items`. Drafts before 2020-12 have it for what stands one after the other; OpenAPI 3.0 (4.7.24)
 * rules it out, and who writes it there means whatever is in the list, unless the schema counts its items.
 */
function listedItems(schema: JsonObject, { isOld }: SchemaContext): Problem[] {
  const { items, additionalItems } = schema;
  if (!Array.isArray(items) || items.length === 0) return [];
  delete schema['additionalItems'];
  if (isOld && additionalItems === undefined && !isCounted(schema, items.length)) {
    schema['items'] = items.length === 1 ? items[0]! : { anyOf: items };
    return [read('a list under "items" is read as "anyOf" of them', 'Write "anyOf".', 'items')];
  }
  schema['prefixItems'] = items;
  delete schema['items'];
  if (additionalItems !== undefined) schema['items'] = additionalItems;
  return [read('a list under "items" is read as "prefixItems"', 'Write "prefixItems".', 'items')];
}

function isCounted({ minItems, maxItems }: JsonObject, count: number): boolean {
  return [minItems, maxItems].some((bound) => bound === count);
}

/** The same reference twice under `oneOf`, as generators write it: nothing could match just one of them. */
function repeatedAlternatives(schema: JsonObject): Problem[] {
  const { oneOf } = schema;
  if (!Array.isArray(oneOf)) return [];
  const known = new Set<JsonValue>();
  const alternatives = oneOf.filter((alternative) => {
    const { $ref, ...others } = isJsonObject(alternative) ? alternative : {};
    if ($ref === undefined || Object.keys(others).length > 0) return true;
    return !known.has($ref) && known.add($ref);
  });
  if (alternatives.length === oneOf.length) return [];
  schema['oneOf'] = alternatives;
  return [read('a reference that "oneOf" has twice is read once', 'Remove one of them.', 'oneOf')];
}

/** `$recursiveRef` of JSON Schema 2019-09, where nothing extends the schema. */
function recursion(schema: JsonObject, { recursive }: SchemaContext): Problem[] {
  return ['$recursiveAnchor', '$recursiveRef'].flatMap((keyword) => {
    if (!Object.hasOwn(schema, keyword)) return [];
    if (keyword === '$recursiveRef') schema['$ref'] ??= recursive;
    delete schema[keyword];
    const message = `"${keyword}" of JSON Schema 2019-09 is read as a reference to the schema around it`;
    return [read(message, 'Write a $ref.', keyword)];
  });
}

const DRAFT = /^https?:\/\/json-schema\.org\/(?:draft-0[3-7]|draft\/2019-09)\/(?:hyper-)?schema#?$/;

function dialect(schema: JsonObject): Problem[] {
  const { $schema: name } = schema;
  if (typeof name !== 'string' || !DRAFT.test(name)) return [];
  delete schema['$schema'];
  const message = `a schema in ${showJson(name)} is read as JSON Schema 2020-12`;
  return [read(message, 'Remove "$schema".', '$schema')];
}
