import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { isJson } from '../../model/media-type.ts';
import { METHODS } from '../../model/operation.ts';
import { isCarried } from './pick-example.ts';

/** Valid values of one operation's request. */
export interface Sample {
  /** JSON. */
  readonly body?: JsonValue | undefined;
  /** By name, as the document spells it. */
  readonly headers: Readonly<Record<string, JsonValue>>;
}

/** Samples by operation, such as `POST /things`. */
export type Samples = ReadonlyMap<string, Sample>;

/**
 * Gives an example to the JSON bodies and headers of a trimmed copy that have none: Dredd itself
 * would send an empty text for every text, whatever its format.
 */
export function addSamples(copy: JsonObject, samples: Samples): JsonObject {
  const paths = Object.entries(objectOf(copy['paths'])).map(([path, item]) => {
    return [path, fillItem(path, objectOf(item), samples)] as const;
  });
  return { ...copy, paths: Object.fromEntries(paths) };
}

function fillItem(path: string, item: JsonObject, samples: Samples): JsonObject {
  let target = item;
  for (const method of METHODS) {
    const operation = item[method];
    const sample = samples.get(`${method.toUpperCase()} ${path}`);
    if (!isJsonObject(operation) || sample === undefined) continue;
    const filled = fillBody(fillParameters(operation, sample), sample);
    target = { ...fillParameters(target, sample), [method]: filled };
  }
  return target;
}

function fillParameters(owner: JsonObject, { headers }: Sample): JsonObject {
  const { parameters } = owner;
  if (!Array.isArray(parameters)) return owner;
  const filled = parameters.filter(isJsonObject).map((parameter) => {
    const { name, in: place, schema } = parameter;
    const isHeader = place === 'header' && typeof name === 'string';
    const value = isHeader ? getProperty(headers, name) : undefined;
    const hasWords = Array.isArray(objectOf(schema)['enum']);
    return hasWords || isObjectOrList(value) ? parameter : withExample(parameter, value);
  });
  return { ...owner, parameters: filled };
}

function fillBody(operation: JsonObject, { body }: Sample): JsonObject {
  const { requestBody } = operation;
  if (!isJsonObject(requestBody)) return operation;
  const content = Object.entries(objectOf(requestBody['content'])).map(([name, mediaType]) => {
    return [name, isJson(name) ? withExample(objectOf(mediaType), body) : mediaType] as const;
  });
  return { ...operation, requestBody: { ...requestBody, content: Object.fromEntries(content) } };
}

function withExample(owner: JsonObject, example: JsonValue | undefined): JsonObject {
  const isUsable = example !== undefined && isCarried(example);
  return !isUsable || owner['example'] !== undefined ? owner : { ...owner, example };
}

function isObjectOrList(value: JsonValue | undefined): boolean {
  return typeof value === 'object';
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
