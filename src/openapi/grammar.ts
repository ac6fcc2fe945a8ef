/** Which objects an OpenAPI document consists of, and under which keys each holds others. */
import { type JsonObject, type JsonValue, getProperty, isJsonObject } from './json/json-value.ts';
import type { Problem } from './diagnostic.ts';
import { showJson } from './json/stringify-json.ts';
import { childPointer } from './pointer.ts';

/** An object of OpenAPI 3.2, 4; what is beside them is data, in which no keyword means anything. */
export type ObjectKind =
  | 'document'
  | 'components'
  | 'path item'
  | 'operation'
  | 'callback'
  | 'parameter'
  | 'request body'
  | 'response'
  | 'media type'
  | 'encoding'
  | 'header'
  | 'example'
  | 'link'
  | 'security scheme'
  | 'security requirement'
  | 'schema'
  | 'discriminator';

/** What stands under a key: an object, a map of them by names, or a list of them. */
interface Member {
  readonly kind: ObjectKind;
  readonly in?: 'map' | 'list';
}

type Members = Readonly<Record<string, Member>>;

const member = (kind: ObjectKind): Member => ({ kind });
const map = (kind: ObjectKind): Member => ({ kind, in: 'map' });
const list = (kind: ObjectKind): Member => ({ kind, in: 'list' });

/** The fixed fields of a Path Item Object that are operations (OpenAPI 3.2.0, 4.9.1). */
const METHODS = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
] as const;

/** Under which keys of a path item operations stand, by their methods as they are sent. */
export function operationKeys(item: JsonObject): Map<string, readonly string[]> {
  const keys = new Map<string, readonly string[]>();
  for (const method of METHODS) {
    if (item[method] !== undefined) keys.set(method.toUpperCase(), [method]);
  }
  const { additionalOperations: others } = item;
  for (const name of isJsonObject(others) ? Object.keys(others) : []) {
    // In small letters, no server would know it: what is meant is the method.
    const method = name.toUpperCase();
    // It must not be one of the methods above.
    if (!keys.has(method)) keys.set(method, ['additionalOperations', name]);
  }
  return keys;
}

const OPERATIONS: Members = Object.fromEntries(
  METHODS.map((method) => [method, member('operation')]),
);

const SCHEMAS: Members = Object.fromEntries([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'].map(
    (key) => [key, map('schema')] as const,
  ),
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((key) => [key, list('schema')] as const),
  ...[
    'additionalProperties',
    'contains',
    'contentSchema',
    'else',
    'if',
    'items',
    'not',
    'propertyNames',
    'then',
    'unevaluatedItems',
    'unevaluatedProperties',
  ].map((key) => [key, member('schema')] as const),
  ['discriminator', member('discriminator')],
]);

const DESCRIBED: Members = {
  schema: member('schema'),
  content: map('media type'),
  examples: map('example'),
};

const MEMBERS: Readonly<Record<ObjectKind, Members>> = {
  document: {
    paths: map('path item'),
    webhooks: map('path item'),
    security: list('security requirement'),
    components: member('components'),
    // Of Swagger 2.0.
    definitions: map('schema'),
    parameters: map('parameter'),
    responses: map('response'),
  },
  components: {
    schemas: map('schema'),
    responses: map('response'),
    parameters: map('parameter'),
    examples: map('example'),
    requestBodies: map('request body'),
    headers: map('header'),
    securitySchemes: map('security scheme'),
    links: map('link'),
    callbacks: map('callback'),
    pathItems: map('path item'),
    mediaTypes: map('media type'),
  },
  'path item': {
    ...OPERATIONS,
    additionalOperations: map('operation'),
    parameters: list('parameter'),
  },
  operation: {
    parameters: list('parameter'),
    requestBody: member('request body'),
    responses: map('response'),
    callbacks: map('callback'),
    security: list('security requirement'),
  },
  callback: {},
  parameter: DESCRIBED,
  header: DESCRIBED,
  'request body': { content: map('media type') },
  response: { headers: map('header'), content: map('media type'), links: map('link') },
  'media type': {
    schema: member('schema'),
    itemSchema: member('schema'),
    examples: map('example'),
    encoding: map('encoding'),
    prefixEncoding: list('encoding'),
    itemEncoding: member('encoding'),
  },
  encoding: {
    headers: map('header'),
    encoding: map('encoding'),
    prefixEncoding: list('encoding'),
    itemEncoding: member('encoding'),
  },
  example: {},
  link: {},
  'security scheme': {},
  'security requirement': {},
  schema: SCHEMAS,
  discriminator: {},
};

/** An object of a document. */
export interface DocumentNode {
  readonly value: JsonObject;
  readonly kind: ObjectKind;
  /** Whether it is a map of such objects by names, given by a `$ref`: what it holds stands elsewhere. */
  readonly isMap?: boolean | undefined;
  readonly pointer: string;
}

/** A schema's keywords, each with what becomes of the schemas that stand directly under it. */
export function mapSubschemas(
  schema: JsonObject,
  replace: (subschema: JsonValue) => JsonValue,
): JsonObject {
  const entries = Object.entries(schema).map(([key, value]): [string, JsonValue] => {
    const member = Object.hasOwn(SCHEMAS, key) ? SCHEMAS[key] : undefined;
    if (member?.kind !== 'schema') return [key, value];
    if (Array.isArray(value)) return [key, value.map(replace)];
    if (member.in === undefined) return [key, replace(value)];
    if (member.in !== 'map' || !isJsonObject(value)) return [key, value];
    return [
      key,
      Object.fromEntries(Object.entries(value).map(([name, child]) => [name, replace(child)])),
    ];
  });
  return Object.fromEntries(entries);
}

/**
 * Visits an object and all below it, each before what it holds; schemas that are booleans are left out.
 *
 * @param visit Is given what it returned for the object around; `undefined` keeps it from going deeper.
 * @param tell Is told of what is not of the form that its place asks for, schemas aside.
 */
export function walkObjects<Context>(
  start: DocumentNode,
  context: Context,
  visit: (node: DocumentNode, context: Context) => Context | undefined,
  tell: (problem: Problem) => void = () => {},
): void {
  const waiting = [{ node: start, context }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const inner = visit(next.node, next.context);
    if (inner === undefined) continue;
    const children = childNodes(next.node, tell).map((node) => ({ node, context: inner }));
    for (const child of children.reverse()) waiting.push(child);
  }
}

function childNodes(
  { value: object, kind, isMap, pointer }: DocumentNode,
  tell: (problem: Problem) => void,
): DocumentNode[] {
  const found: DocumentNode[] = [];
  const add = (value: JsonValue, child: ObjectKind, ...segments: (string | number)[]): void => {
    const place = childPointer(pointer, ...segments);
    if (isJsonObject(value)) found.push({ value, kind: child, pointer: place });
    else if (child !== 'schema' && !/^(?:x-|\$ref$)/.test(String(segments.at(-1)))) {
      const words = `the ${child} "${segments.at(-1)}" must be a map`;
      tell(misfit(child, place, words, value, !NEVER_EMPTY.has(child)));
    }
  };
  for (const [key, value] of Object.entries(object)) {
    if (isMap) {
      add(value, kind, key);
      continue;
    }
    if (kind === 'callback' && !key.startsWith('x-')) add(value, 'path item', key);
    const member = Object.hasOwn(MEMBERS[kind], key) ? MEMBERS[kind][key] : undefined;
    if (member === undefined) continue;
    const { kind: child, in: container } = member;
    // Schemas written before 2020-12 have lists under `items`.
    if (Array.isArray(value) && (container === 'list' || kind === 'schema')) {
      for (const [i, item] of value.entries()) add(item, child, key, i);
    } else if (container === undefined) {
      add(value, child, key);
    } else if (container === 'map' && isJsonObject(value) && typeof value['$ref'] === 'string') {
      found.push({ value, kind: child, isMap: true, pointer: childPointer(pointer, key) });
    } else if (container === 'map' && isJsonObject(value)) {
      for (const [name, item] of Object.entries(value)) add(item, child, key, name);
    } else if (kind !== 'schema') {
      const wanted = container === 'map' ? 'a map' : 'a list';
      tell(misfit(child, childPointer(pointer, key), `"${key}" must be ${wanted}`, value, true));
    }
  }
  return found;
}

/** A reference, in an object that has it. */
export interface WrittenReference {
  /** Lead from the object to it. */
  readonly keys: readonly string[];
  /** As it is written. */
  readonly reference: string;
  /** Whether it is the last of the keys itself. */
  readonly isKey: boolean;
}

/** The references of an object; what looks like a name is none. */
export function referencesIn({ value, kind }: DocumentNode): WrittenReference[] {
  const written = (reference: JsonValue | undefined, ...keys: string[]): WrittenReference[] =>
    typeof reference === 'string' ? [{ keys, reference, isKey: false }] : [];
  if (kind === 'security requirement') {
    const uris = Object.keys(value).filter(isUriReference);
    return uris.map((reference) => ({ keys: [reference], reference, isKey: true }));
  }
  if (kind !== 'discriminator') {
    return ['$ref', '$dynamicRef'].flatMap((key) => written(value[key], key));
  }
  const { mapping } = value;
  const names = isJsonObject(mapping) ? Object.keys(mapping) : [];
  return [
    ...names.flatMap((name) => written(getProperty(mapping as JsonObject, name), 'mapping', name)),
    ...written(value['defaultMapping'], 'defaultMapping'),
  ].filter(({ reference }) => isUriReference(reference));
}

function isUriReference(text: string): boolean {
  return /[/#]|\.(?:json|ya?ml)$/i.test(text);
}

/** Where names stand as well as references (OpenAPI 3.2.0, 4.25 and 4.30): of what, and where that is. */
const NAMING: Readonly<
  Partial<Record<ObjectKind, readonly [kind: ObjectKind, components: string]>>
> = {
  discriminator: ['schema', 'schemas'],
  'security requirement': ['security scheme', 'securitySchemes'],
};

/** What the references of an object lead to. */
export function referredKind(kind: ObjectKind): ObjectKind {
  return NAMING[kind]?.[0] ?? kind;
}

/** Where the component stands that an object means, should it mean one by its name. */
export function namedComponent(kind: ObjectKind, name: string): string | undefined {
  const components = NAMING[kind]?.[1];
  return components && childPointer('/components', components, name);
}

/** What an operation can do without. */
const DISPENSABLE: ReadonlySet<ObjectKind> = new Set(['example', 'link', 'discriminator']);

/** Whether something can be left out of what it belongs to, and nothing else becomes wrong. */
export function isDispensable(kind: ObjectKind): boolean {
  return DISPENSABLE.has(kind);
}

/** What means nothing where it says nothing. */
const NEVER_EMPTY: ReadonlySet<ObjectKind> = new Set([
  'path item',
  'operation',
  'parameter',
  'security scheme',
]);

/** @param mayBeEmpty Whether a key with nothing behind it, as YAML allows, can be passed over. */
function misfit(
  kind: ObjectKind,
  pointer: string,
  words: string,
  value: JsonValue,
  mayBeEmpty: boolean,
): Problem {
  // Some generators write an empty map as an empty list.
  const isEmptyList = Array.isArray(value) && value.length === 0 && kind === 'security requirement';
  const isLeftEmpty = (value === null && mayBeEmpty) || isEmptyList;
  return {
    code: 'invalid-structure',
    severity: isLeftEmpty || isDispensable(kind) ? 'warning' : 'error',
    message: `${words}, got ${showJson(value, 40)}`,
    help: isLeftEmpty
      ? 'Remove the key, or write what belongs there.'
      : 'Write it as OpenAPI has it.',
    pointer,
  };
}
