import {
  type JsonObject,
  type JsonValue,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { compareNumbers } from '../../openapi/json/exact-number.ts';
import { fromPointer, valueAt, referencePointer } from '../../openapi/pointer.ts';
import { isCarried, pickExample } from './pick-example.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';

/** Keywords that mean the same in OpenAPI 3.0 and hold no schema. */
const KEPT: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'deprecated',
  'discriminator',
  'enum',
  'example',
  'externalDocs',
  'format',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'pattern',
  'readOnly',
  'required',
  'uniqueItems',
  'writeOnly',
  'xml',
]);

/** Turns the schemas of one 3.1 document (JSON Schema 2020-12) into OpenAPI 3.0.3 schemas. */
export class SchemaDowngrade {
  readonly #root: JsonObject;
  /** The references that are being followed: one that leads back is cut. */
  readonly #open = new Set<string>();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** What 3.0 has no word for (`if`, `contains`, `prefixItems` …) is left out. */
  schema(value: JsonValue | undefined): JsonObject {
    if (value === false) return { not: {} };
    if (!isJsonObject(value)) return {};
    const { $ref: reference, ...rest } = value;
    if (typeof reference !== 'string') return this.#keywords(value);
    const target = this.#reference(reference);
    const siblings = this.#keywords(rest);
    // 3.0 ignores whatever stands beside a $ref, so a constraint there needs an allOf.
    return isAnnotation(siblings) ? target : this.#merge({ ...siblings, allOf: [target] });
  }

  #reference(reference: string): JsonObject {
    const pointer = referencePointer(reference) ?? '';
    const [section, kind, name = '', ...deeper] = fromPointer(pointer);
    const isComponent = section === 'components' && kind === 'schemas' && deeper.length === 0;
    // Dredd reads references to whole components only.
    if (isComponent && /^[\w.-]+$/.test(name)) return { $ref: `#/components/schemas/${name}` };
    return this.#follow(pointer) ?? {};
  }

  #follow(pointer: string): JsonObject | undefined {
    if (this.#open.has(pointer)) return undefined;
    this.#open.add(pointer);
    const schema = this.schema(valueAt(this.#root, pointer));
    this.#open.delete(pointer);
    const reference = schema['$ref'];
    return typeof reference === 'string' ? this.#follow(reference.slice(1)) : schema;
  }

  #merge(schema: JsonObject): JsonObject {
    return mergeAllOf(schema, (reference) => this.#follow(reference.slice(1)));
  }

  #keywords(source: JsonObject): JsonObject {
    const target: JsonObject = {};
    for (const [key, value] of Object.entries(source)) {
      // Dredd would send a default that it had rounded.
      if (KEPT.has(key) && (key !== 'default' || isCarried(value))) target[key] = value;
    }
    this.#applicators(source, target);
    translateBounds(source, target);
    translateConst(source, target);
    const example = pickExample(source);
    delete target['example'];
    if (example !== undefined) target['example'] = example;
    return this.#merge(translateType(source['type'], target));
  }

  #applicators(source: JsonObject, target: JsonObject): void {
    for (const key of ['allOf', 'anyOf', 'oneOf']) {
      const members = source[key];
      if (Array.isArray(members)) target[key] = members.map((member) => this.schema(member));
    }
    if (source['not'] !== undefined) target['not'] = this.schema(source['not']);
    // Beside prefixItems, `items` speaks of the rest only.
    if (source['prefixItems'] !== undefined) target['items'] = {};
    else if (source['items'] !== undefined) target['items'] = this.schema(source['items']);
    if (isJsonObject(source['properties'])) {
      target['properties'] = Object.fromEntries(
        Object.entries(source['properties']).map(([name, value]) => [name, this.schema(value)]),
      );
    }
    const extra = source['additionalProperties'];
    // With patternProperties, which 3.0 lacks, "additional" would name more than was meant.
    if (extra === undefined || source['patternProperties'] !== undefined) return;
    target['additionalProperties'] = typeof extra === 'boolean' ? extra : this.schema(extra);
  }
}

function isAnnotation(schema: JsonObject): boolean {
  const words = new Set(['title', 'description', 'default', 'example', 'deprecated']);
  return Object.keys(schema).every((key) => words.has(key));
}

/** 3.1: `exclusiveMinimum: 5`. 3.0: `minimum: 5, exclusiveMinimum: true`. */
function translateBounds(source: JsonObject, target: JsonObject): void {
  for (const [bound, exclusive, sign] of [
    ['minimum', 'exclusiveMinimum', 1],
    ['maximum', 'exclusiveMaximum', -1],
  ] as const) {
    const open = source[exclusive];
    const closed = source[bound];
    if (!isJsonNumber(open)) continue;
    if (isJsonNumber(closed) && compareNumbers(closed, open) * sign > 0) continue;
    target[bound] = open;
    target[exclusive] = true;
  }
}

function translateConst(source: JsonObject, target: JsonObject): void {
  const value = source['const'];
  if (value !== undefined) target['enum'] = [value];
}

function allOf(schema: JsonObject): JsonValue[] {
  return Array.isArray(schema['allOf']) ? schema['allOf'] : [];
}

function translateType(type: JsonValue | undefined, target: JsonObject): JsonObject {
  if (type === undefined) return target;
  const types = Array.isArray(type) ? type : [type];
  const others = types.filter((name) => name !== 'null');
  if (others.includes('array')) target['items'] ??= {};
  const nullable: JsonObject = others.length < types.length ? { nullable: true } : {};
  if (others.length === 0) return { ...target, ...nullable, enum: [null] };
  if (others.length === 1) return { ...target, type: others[0] ?? '', ...nullable };
  const anyOf = others.map((name): JsonObject => Object.assign({ type: name }, nullable));
  const either: JsonObject = { anyOf };
  return mergeSchemas(target, either) ?? { ...target, allOf: [...allOf(target), either] };
}

/** Keywords that only describe: the first one said is kept. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'example',
  'deprecated',
  'readOnly',
  'writeOnly',
  'externalDocs',
  'xml',
]);

/**
 * Folds the members of `allOf` into the schema itself. A member that can't be folded without a
 * change of meaning stays in `allOf`.
 *
 * @param resolve The schema that a `$ref` names; `undefined` where it leads back into this one.
 */
export function mergeAllOf(
  schema: JsonObject,
  resolve: (reference: string) => JsonObject | undefined,
): JsonObject {
  const { allOf, ...own } = schema;
  if (!Array.isArray(allOf)) return schema;
  let merged: JsonObject = own;
  const left: JsonValue[] = [];
  for (const member of allOf.filter(isJsonObject)) {
    const reference = member['$ref'];
    const flat = typeof reference === 'string' ? resolve(reference) : member;
    const next = flat && mergeSchemas(merged, flat);
    if (next) merged = next;
    else left.push(member);
  }
  return left.length > 0 ? { ...merged, allOf: left } : merged;
}

/** One schema that allows what both allow; `undefined` where no single schema says it exactly. */
function mergeSchemas(left: JsonObject, right: JsonObject): JsonObject | undefined {
  if ('$ref' in left || '$ref' in right || isClosedTo(left, right) || isClosedTo(right, left)) {
    return undefined;
  }
  const merged: JsonObject = { ...left };
  for (const [key, value] of Object.entries(right)) {
    const known = merged[key];
    const both = known === undefined ? value : mergeKeyword(key, known, value);
    if (both === undefined) return undefined;
    merged[key] = both;
  }
  const nullable = mergeNullable(left, right);
  delete merged['nullable'];
  return nullable ? { ...merged, nullable } : merged;
}

/** `additionalProperties` speaks of its own schema's properties, so it can't see merged ones. */
function isClosedTo(schema: JsonObject, other: JsonObject): boolean {
  const extra = schema['additionalProperties'];
  return extra !== undefined && extra !== true && other['properties'] !== undefined;
}

function mergeKeyword(key: string, left: JsonValue, right: JsonValue): JsonValue | undefined {
  if (ANNOTATIONS.has(key) || key === 'nullable' || isEqual(left, right)) return left;
  if (key === 'required' && Array.isArray(left) && Array.isArray(right)) {
    return [...left, ...right.filter((name) => !left.includes(name))];
  }
  if (key === 'properties' && isJsonObject(left) && isJsonObject(right)) {
    return mergeProperties(left, right);
  }
  if (key === 'type' && [left, right].every((type) => type === 'integer' || type === 'number')) {
    return 'integer';
  }
  return undefined;
}

function mergeProperties(left: JsonObject, right: JsonObject): JsonObject {
  const merged: JsonObject = { ...left };
  for (const [name, value] of Object.entries(right)) {
    const known = merged[name];
    if (!isJsonObject(known) || !isJsonObject(value)) merged[name] = value;
    else if (!isEqual(known, value)) {
      merged[name] = mergeSchemas(known, value) ?? { allOf: [known, value] };
    }
  }
  return merged;
}

/** OpenAPI 3.0.3: `nullable` means something only beside a `type`; both have to allow null. */
function mergeNullable(left: JsonObject, right: JsonObject): boolean {
  const typed = [left, right].filter((schema) => schema['type'] !== undefined);
  return typed.length > 0 && typed.every((schema) => schema['nullable'] === true);
}

function isEqual(left: JsonValue, right: JsonValue): boolean {
  return stringifyJson(left) === stringifyJson(right);
}
