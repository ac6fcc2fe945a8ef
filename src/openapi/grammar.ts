/** Which objects an OpenAPI document consists of, and under which keys each holds others. */
import { type JsonObject, type JsonValue, isJsonObject } from './json/json-value.ts';
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
  | 'schema';

/** What stands under a key: an object, a map of them by names, or a list of them. */
interface Member {
  readonly kind: ObjectKind;
  readonly in?: 'map' | 'list';
}

type Members = Readonly<Record<string, Member>>;

const one = (kind: ObjectKind): Member => ({ kind });
const map = (kind: ObjectKind): Member => ({ kind, in: 'map' });
const list = (kind: ObjectKind): Member => ({ kind, in: 'list' });

/** The fixed fields of a Path Item Object that are operations (OpenAPI 3.2.0, 4.9.1). */
const OPERATIONS: Members = Object.fromEntries(
  ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'].map((method) => [
    method,
    one('operation'),
  ]),
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
  ].map((key) => [key, one('schema')] as const),
]);

const DESCRIBED: Members = {
  schema: one('schema'),
  content: map('media type'),
  examples: map('example'),
};

const MEMBERS: Readonly<Record<ObjectKind, Members>> = {
  document: {
    paths: map('path item'),
    webhooks: map('path item'),
    components: one('components'),
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
    requestBody: one('request body'),
    responses: map('response'),
    callbacks: map('callback'),
  },
  callback: {},
  parameter: DESCRIBED,
  header: DESCRIBED,
  'request body': { content: map('media type') },
  response: { headers: map('header'), content: map('media type'), links: map('link') },
  'media type': {
    schema: one('schema'),
    itemSchema: one('schema'),
    examples: map('example'),
    encoding: map('encoding'),
    prefixEncoding: list('encoding'),
    itemEncoding: one('encoding'),
  },
  encoding: {
    headers: map('header'),
    encoding: map('encoding'),
    prefixEncoding: list('encoding'),
    itemEncoding: one('encoding'),
  },
  example: {},
  link: {},
  'security scheme': {},
  schema: SCHEMAS,
};

/** An object of a document. */
export interface DocumentNode {
  readonly value: JsonObject;
  readonly kind: ObjectKind;
  readonly pointer: string;
}

/**
 * Visits an object and all below it, each before what it holds; schemas that are booleans are left out.
 *
 * @param visit Is given what it returned for the object around; `undefined` keeps it from going deeper.
 */
export function walkObjects<Context>(
  start: DocumentNode,
  context: Context,
  visit: (node: DocumentNode, context: Context) => Context | undefined,
): void {
  const waiting = [{ node: start, context }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const inner = visit(next.node, next.context);
    if (inner === undefined) continue;
    const children = childNodes(next.node).map((node) => ({ node, context: inner }));
    waiting.push(...children.reverse());
  }
}

function childNodes({ value: object, kind, pointer }: DocumentNode): DocumentNode[] {
  const found: DocumentNode[] = [];
  const add = (value: JsonValue, child: ObjectKind, ...segments: (string | number)[]): void => {
    if (!isJsonObject(value)) return;
    found.push({ value, kind: child, pointer: childPointer(pointer, ...segments) });
  };
  for (const [key, value] of Object.entries(object)) {
    if (kind === 'callback' && !key.startsWith('x-')) add(value, 'path item', key);
    const member = Object.hasOwn(MEMBERS[kind], key) ? MEMBERS[kind][key] : undefined;
    if (member === undefined) continue;
    // Schemas written before 2020-12 have lists under `items`.
    if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) add(item, member.kind, key, i);
    } else if (member.in !== 'map') {
      add(value, member.kind, key);
    } else if (isJsonObject(value)) {
      for (const [name, item] of Object.entries(value)) add(item, member.kind, key, name);
    }
  }
  return found;
}
