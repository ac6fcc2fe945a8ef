import type { JudgedExchange } from '../verify/cases/case.ts';
import { headerValue } from '../http/exchange.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonValue, getProperty, isJsonObject } from '../openapi/json/json-value.ts';
import { type Operation, documentedResponse, operations } from '../model/operation.ts';
import { bodySchema, findMediaType, jsonMediaType } from '../model/media-type.ts';
import { compileSchema } from '../openapi/schema/compile-schema.ts';
import { jsonOf } from '../http/body-text.ts';
import { showJson } from '../openapi/json/stringify-json.ts';
import { childPointer, valueAt, referencePointer } from '../openapi/pointer.ts';

/** How often a constraint was kept and broken by what was sent, or received. */
export interface ConstraintCoverage {
  readonly place: string;
  readonly words: string;
  readonly pointer: string;
  readonly kept: number;
  readonly broken: number;
}

/** One documented response, or an undocumented status that came. */
export interface ResponseCoverage {
  /** As documented, such as `4XX`; else the status itself. */
  readonly status: string;
  readonly documented: boolean;
  readonly count: number;
  readonly constraints: readonly ConstraintCoverage[];
}

/** What a run reached of an operation. */
export interface OperationCoverage {
  readonly operation: Operation;
  readonly requests: { readonly valid: number; readonly invalid: number; readonly open: number };
  readonly constraints: readonly ConstraintCoverage[];
  readonly responses: readonly ResponseCoverage[];
}

/** Operations × responses × schema constraints, in the document's order. */
export function coverageOf(
  document: OpenApiDocument,
  exchanges: readonly JudgedExchange[],
): OperationCoverage[] {
  // Requests beside an operation, to another path or by another method, reach nothing of it.
  const inside = exchanges.filter((exchange) => exchange.case.outsideOperation !== true);
  const byOperation = Map.groupBy(inside, (exchange) => exchange.case.operation.id);
  return operations(document).map((operation) => {
    const sent = byOperation.get(operation.id) ?? [];
    return {
      operation,
      requests: countsOf(sent),
      constraints: [
        ...aroundBody(operation, sent),
        ...ofSchema(document, bodySchema(operation.requestBody), sent.map(sentValue)),
      ],
      responses: ofResponses(document, operation, sent),
    };
  });
}

function countsOf(exchanges: readonly JudgedExchange[]): OperationCoverage['requests'] {
  const counts = { valid: 0, invalid: 0, open: 0 };
  for (const { case: sent } of exchanges) counts[sent.validity.kind] += 1;
  return counts;
}

/** What the document demands of a request besides its body's schema. */
function aroundBody(
  operation: Operation,
  exchanges: readonly JudgedExchange[],
): ConstraintCoverage[] {
  const rows: ConstraintCoverage[] = [];
  const add = (
    words: string,
    pointer: string,
    holds: (exchange: JudgedExchange) => boolean,
  ): void => {
    const kept = exchanges.filter(holds).length;
    rows.push({ place: 'the request', words, pointer, kept, broken: exchanges.length - kept });
  };
  const [scheme] = operation.security.flat();
  if (scheme) {
    add('carries a credential', scheme.pointer, ({ case: { request } }) => {
      return request.withCredential !== false;
    });
  }
  const { requestBody } = operation;
  if (requestBody?.required) {
    add('has a body', requestBody.pointer, ({ request }) => (request.body?.length ?? 0) > 0);
  }
  if (requestBody && requestBody.content.length > 0) {
    add('has a documented media type', requestBody.pointer, (exchange) => {
      const header = headerValue(exchange.request.headers, 'content-type');
      return findMediaType(requestBody.content, header) !== undefined;
    });
    if (jsonMediaType(requestBody.content)) {
      add('has a body that is JSON', requestBody.pointer, (exchange) => {
        return sentValue(exchange) !== undefined;
      });
    }
  }
  for (const { name, required, pointer } of operation.parameters) {
    if (!required) continue;
    const reason = `${name} is required`;
    add(reason, pointer, ({ case: { validity } }) => {
      return validity.kind !== 'invalid' || !validity.pointer.startsWith(pointer);
    });
  }
  return rows;
}

function sentValue({ case: { request } }: JudgedExchange): JsonValue | undefined {
  return request.value ?? jsonOf(request.body);
}

function ofResponses(
  document: OpenApiDocument,
  operation: Operation,
  exchanges: readonly JudgedExchange[],
): ResponseCoverage[] {
  const received = exchanges.flatMap(({ outcome }) =>
    outcome.kind === 'response' ? [outcome.response] : [],
  );
  const byStatus = Map.groupBy(
    received,
    ({ status }) => documentedResponse(operation, status)?.status ?? String(status),
  );
  const documented = operation.responses.map(({ status, content }) => {
    const ofStatus = byStatus.get(status) ?? [];
    const values = ofStatus.map(({ body }) => jsonOf(body));
    const constraints = ofSchema(document, bodySchema({ content }), values);
    return { status, documented: true, count: ofStatus.length, constraints };
  });
  const known = new Set(documented.map(({ status }) => status));
  const undocumented = [...byStatus]
    .filter(([status]) => !known.has(status))
    .map(([status, responses]) => ({
      status,
      documented: false,
      count: responses.length,
      constraints: [],
    }))
    .toSorted((a, b) => a.status.localeCompare(b.status));
  return [...documented, ...undocumented];
}

/** @param values What was sent or received; `undefined` where it was no JSON. */
function ofSchema(
  { root }: OpenApiDocument,
  schemaPointer: string | undefined,
  values: readonly (JsonValue | undefined)[],
): ConstraintCoverage[] {
  if (schemaPointer === undefined) return [];
  const validate = compileSchema(root, schemaPointer);
  const known = values.filter((value) => value !== undefined);
  const judged = known.map((value) => ({ value, issues: validate(value) }));
  return constraintsOf(root, schemaPointer).map((constraint) => {
    const { pointer, path, words } = constraint;
    const breaks = judged.map(({ issues }) => issues.some((issue) => isBreach(issue, constraint)));
    const broken = breaks.filter(Boolean).length;
    const kept = judged.filter(({ value }, i) => !breaks[i] && valuesAt(value, path).length > 0);
    return { place: placeOf(path), words, pointer, kept: kept.length, broken };
  });
}

function isBreach(
  issue: { readonly schemaPointer: string; readonly message: string },
  { pointer, property, words }: Constraint,
): boolean {
  if (issue.schemaPointer !== pointer) return false;
  return property === undefined || issue.message === words || issue.message.endsWith(`.${words}`);
}

/** One thing that a schema demands of one place in a value. */
export interface Constraint {
  /** JSON Pointer into the document, to the keyword. */
  readonly pointer: string;
  /** Keys from the root of the value; `*` stands for every item. */
  readonly path: readonly string[];
  /** As a person says it: `id is required`, `type: string`. */
  readonly words: string;
  /** For `required`: the property that must be there. */
  readonly property?: string | undefined;
}

/** Keywords that demand something by themselves, without a subschema. */
const PLAIN: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'const',
  'format',
  'multipleOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'anyOf',
  'oneOf',
  'not',
]);

/** A schema that contains itself is followed this deep. */
const MAX_DEPTH = 6;

/** Every constraint of a schema, in the document's order. */
export function constraintsOf(root: JsonValue, schemaPointer: string): Constraint[] {
  const found = new Map<string, Constraint>();
  collect(root, schemaPointer, [], found, []);
  return [...found.values()];
}

function collect(
  root: JsonValue,
  pointer: string,
  path: readonly string[],
  found: Map<string, Constraint>,
  open: readonly string[],
): void {
  const schema = valueAt(root, pointer);
  if (!isJsonObject(schema) || path.length > MAX_DEPTH) return;
  const visit = `${pointer} ${path.join('/')}`;
  if (open.includes(visit)) return;
  const inside = [...open, visit];
  const go = (target: string, ...keys: string[]): void =>
    collect(root, target, [...path, ...keys], found, inside);
  const reference = schema['$ref'];
  const target = referencePointer(reference);
  if (target !== undefined) go(target);
  for (const [keyword, value] of Object.entries(schema)) {
    const keywordPointer = childPointer(pointer, keyword);
    for (const constraint of demands(keyword, value, keywordPointer, path)) {
      found.set(`${keywordPointer} ${constraint.property ?? ''} ${path.join('/')}`, constraint);
    }
    if (keyword === 'allOf' && Array.isArray(value)) {
      for (const i of value.keys()) go(childPointer(keywordPointer, i));
    } else if (keyword === 'properties' && isJsonObject(value)) {
      for (const name of Object.keys(value)) go(childPointer(keywordPointer, name), name);
    } else if (keyword === 'items') {
      go(keywordPointer, '*');
    }
  }
}

function demands(
  keyword: string,
  value: JsonValue,
  pointer: string,
  path: readonly string[],
): Constraint[] {
  if (keyword === 'required' && Array.isArray(value)) {
    return value
      .filter((name) => typeof name === 'string')
      .map((property) => ({ pointer, path, property, words: `${property} is required` }));
  }
  // An annotation, which no value can break.
  if (keyword === 'format' && value !== 'int32' && value !== 'int64') return [];
  if (!PLAIN.has(keyword) || (isJsonObject(value) && keyword !== 'not')) return [];
  const isBranches = keyword === 'anyOf' || keyword === 'oneOf';
  const shown = isBranches && Array.isArray(value) ? `${value.length} forms` : showJson(value, 40);
  return [{ pointer, path, words: `${keyword}: ${shown.replaceAll('"', '')}` }];
}

/** The values at a constraint's place. */
export function valuesAt(value: JsonValue, path: readonly string[]): JsonValue[] {
  let values: JsonValue[] = [value];
  for (const key of path) {
    values = values.flatMap((parent) => {
      if (key === '*') return Array.isArray(parent) ? parent : [];
      const child = getProperty(parent, key);
      return child === undefined ? [] : [child];
    });
  }
  return values;
}

/** A constraint's place as people say it: `the body`, `owner.name`, `tags[]`. */
export function placeOf(path: readonly string[]): string {
  if (path.length === 0) return 'the body';
  return path.map((key, i) => (key === '*' ? '[]' : i > 0 ? `.${key}` : key)).join('');
}
