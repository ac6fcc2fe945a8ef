import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { valueAt } from '../../openapi/pointer.ts';
import { compileSchema, isValidFor } from '../../openapi/schema/compile-schema.ts';
import { jsonText } from '../../openapi/schema/json-texts.ts';
import type { Operation } from '../operation.ts';
import type { Parameter } from '../parameters/parameter.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { isPlanned, timelyText, timesIn, withEnds } from '../believable/timely-texts.ts';
import { likelyLeaf } from '../believable/likely-leaf.ts';
import { freshIdentity } from './fresh-identity.ts';
import type { FreshValues } from './fresh-values.ts';
import { sampleValue } from '../../openapi/schema/sample-value.ts';

/** Values for the parameters without which there is no request. */
export function requiredParameters(
  document: OpenApiDocument,
  operation: Operation,
): Record<string, JsonValue> {
  const required = operation.parameters.filter((parameter) => parameter.required);
  const values = Object.fromEntries(
    required.map((parameter) => [parameter.name, ordinaryValue(document, parameter)] as const),
  );
  const places = required
    .filter(({ example }) => example === undefined)
    .map((parameter) => ({ path: [parameter.name], schema: schemaOf(document, parameter) }));
  const ended = withEnds(timesIn(values, places));
  return { ...values, ...Object.fromEntries(ended.map(({ path, text }) => [path[0]!, text])) };
}

/** The parameter's example, if its schema allows that; else a value made up from its schema. */
export function ordinaryValue(document: OpenApiDocument, parameter: Parameter): JsonValue {
  const { example, schemaPointer } = parameter;
  const made = (): JsonValue => {
    const schema = schemaOf(document, parameter);
    const node = valueAt(document.root, parameter.pointer);
    const text = jsonText(isJsonObject(node) ? node['description'] : undefined);
    if (text !== undefined && isValidFor(text, schema, 'request')) return text;
    // What a query asks for may as well be over, as in a report.
    const time = isPlanned(parameter.name) ? timelyText(parameter.name, schema.format) : undefined;
    if (time !== undefined && isValidFor(time, schema, 'request')) return time;
    const value = sampleValue(schema, { believer: likelyLeaf(parameter.name) });
    const isEmpty = isJsonObject(value) && Object.keys(value).length === 0;
    // Of nothing, a path couldn't be made.
    return isEmpty && schema.types.includes('string') ? 'sample' : value;
  };
  if (example === undefined || schemaPointer === undefined) return example ?? made();
  // Text in a request: `'7'` is an integer's example, too.
  const read = typeof example === 'string' ? parseJson(example) : undefined;
  const validate = compileSchema(document.root, schemaPointer, 'request');
  const isAllowed = (value: JsonValue): boolean => validate(value).length === 0;
  return isAllowed(example) || (read?.ok === true && isAllowed(read.value)) ? example : made();
}

/** What the parameter's schema says. */
export function schemaOf({ root }: OpenApiDocument, { schemaPointer }: Parameter): EffectiveSchema {
  return effectiveSchema(root, schemaPointer);
}

/** Two requests with the same key are one to the server (draft-ietf-httpapi-idempotency-key-header). */
const ONCE_NAME = /^(?:x-)?idempoten(?:cy|t)[-_]?(?:key|id|token)$/i;

/** The header by which an operation knows a request again. */
export function onceKeyOf({ parameters }: Operation): Parameter | undefined {
  return parameters.find(({ in: place, name }) => place === 'header' && ONCE_NAME.test(name));
}

/** What gives a parameter that tells requests apart a value of its own in each, where it has an ordinary one. */
export function freshKeysOf(
  document: OpenApiDocument,
  { parameters }: Operation,
): (fresh: FreshValues, sent?: ParameterValues) => ParameterValues {
  const keys = parameters
    .filter(({ in: place, name }) => place === 'header' && ONCE_NAME.test(name))
    .map((parameter) => [parameter.name, parameter] as const);
  return (fresh, sent = {}) => {
    const drawn = keys.filter(
      ([name, parameter]) => sent[name] === ordinaryValue(document, parameter),
    );
    return Object.fromEntries(
      drawn.map(([name, parameter]) => [name, freshKey(schemaOf(document, parameter), fresh)]),
    );
  };
}

/** A value for {@link onceKeyOf}. Where nothing is said of its form, a UUID will do. */
export function freshKey(schema: EffectiveSchema, fresh: FreshValues): JsonValue {
  const { types, format, pattern, maxLength = Infinity } = schema;
  const isFree = types.includes('string') && format === undefined && pattern === undefined;
  return freshIdentity(isFree && maxLength >= 36 ? schema.withFormat('uuid') : schema, fresh);
}

/** By name. */
type ParameterValues = Readonly<Record<string, JsonValue | undefined>>;
