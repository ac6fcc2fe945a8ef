import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
  getProperty,
} from '../../openapi/json/json-value.ts';
import { METHODS } from '../../model/operation.ts';
import { followReferences, referencePointer, valueAt } from '../../openapi/pointer.ts';
import { isJson } from '../../model/media-type.ts';
import { isCarried } from './pick-example.ts';

/**
 * Takes from a 3.0 document what Dredd's reader has no use for and says so on every run, and what
 * it would misread: `default` and `4XX` responses (it takes them for 200 or drops them), response
 * headers that aren't required (it asks for each of them), and a path's summary (it stands in the
 * transaction's name in place of the path, by which a transaction is known).
 */
export function trimDocument(document: JsonObject): JsonObject {
  const components = object(document['components']);
  return {
    ...pick(document, ['openapi', 'info', 'servers']),
    paths: mapValues(withoutExtensions(object(document['paths'])), (item) =>
      trimPathItem(item, document),
    ),
    components: { schemas: mapValues(object(components['schemas']), trimSchema) },
  };
}

function object(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function pick(source: JsonObject, keys: readonly string[]): JsonObject {
  const kept = keys.filter((key) => source[key] !== undefined);
  return Object.fromEntries(kept.map((key) => [key, source[key] ?? null]));
}

function mapValues(source: JsonObject, convert: (value: JsonObject) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(source).map(([key, value]) => [key, convert(object(value))]),
  );
}

function withoutExtensions(source: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(source).filter(([key]) => !key.startsWith('x-')));
}

function trimPathItem(item: JsonObject, document: JsonObject): JsonObject {
  const target = { ...pick(item, ['description']), ...trimParameters(item, document) };
  for (const method of METHODS) {
    if (isJsonObject(item[method])) target[method] = trimOperation(item[method], document);
  }
  return target;
}

function trimOperation(operation: JsonObject, document: JsonObject): JsonObject {
  const target = {
    ...pick(operation, ['operationId', 'summary', 'description']),
    ...trimParameters(operation, document),
  };
  if (isJsonObject(operation['requestBody'])) {
    target['requestBody'] = trimContent(operation['requestBody']);
  }
  const responses = Object.entries(withoutExtensions(object(operation['responses'])));
  const exact = responses.filter(([status]) => /^\d{3}$/.test(status));
  const kept = exact.length > 0 ? exact : responses;
  target['responses'] = mapValues(Object.fromEntries(kept), trimResponse);
  return target;
}

function trimParameters(owner: JsonObject, document: JsonObject): JsonObject {
  const list = owner['parameters'];
  if (!Array.isArray(list)) return {};
  const parameters = list
    .filter(isJsonObject)
    .filter((parameter) => parameter['in'] !== 'cookie')
    .map((parameter) => trimParameter(parameter, document));
  return parameters.length > 0 ? { parameters } : {};
}

function trimParameter(parameter: JsonObject, document: JsonObject): JsonObject {
  const schema = resolve(object(parameter['schema']), document);
  return {
    // Values as good as an example of its own, and Dredd takes none of them from a schema.
    ...('default' in schema && { example: schema['default'] }),
    ...('example' in schema && { example: schema['example'] }),
    ...pick(parameter, ['name', 'in', 'description', 'required', 'example']),
    ...(parameter['in'] === 'query' && pick(parameter, ['explode'])),
    schema: pick(schema, ['title', 'description', 'type', 'enum', 'example']),
  };
}

/** Dredd follows no reference from a parameter. */
function resolve(schema: JsonObject, document: JsonObject): JsonObject {
  const target = referencePointer(schema['$ref']);
  if (target === undefined) return schema;
  return object(valueAt(document, followReferences(document, target)));
}

function trimResponse(response: JsonObject): JsonObject {
  const headers = Object.entries(object(response['headers']));
  const required = headers.filter(([, header]) => object(header)['required'] === true);
  const names = required.map(([name]): [string, JsonObject] => [name, {}]);
  return {
    ...trimContent(response),
    ...(names.length > 0 && { headers: Object.fromEntries(names) }),
  };
}

function trimContent(owner: JsonObject): JsonObject {
  const target = pick(owner, ['description']);
  if (!isJsonObject(owner['content'])) return target;
  const content = mapValues(owner['content'], (mediaType) => ({
    ...pick(mediaType, ['example']),
    ...('schema' in mediaType && { schema: trimSchema(object(mediaType['schema'])) }),
  }));
  return { ...target, content };
}

const ANNOTATIONS = ['title', 'description', 'default', 'example', 'nullable'];

function trimSchema(schema: JsonObject): JsonObject {
  if ('$ref' in schema) return pick(schema, ['$ref']);
  const { oneOf, items, properties } = schema;
  if (Array.isArray(oneOf)) {
    const members = oneOf.filter(isJsonObject).map(trimSchema);
    return { ...pick(schema, ANNOTATIONS), oneOf: members };
  }
  return {
    ...pick(schema, [...ANNOTATIONS, 'type', 'enum', 'required']),
    ...(isJsonObject(items) && { items: trimSchema(items) }),
    ...(isJsonObject(properties) && { properties: mapValues(properties, trimSchema) }),
  };
}

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
  const paths = Object.entries(object(copy['paths'])).map(([path, item]) => {
    return [path, fillItem(path, object(item), samples)] as const;
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
    const hasWords = Array.isArray(object(schema)['enum']);
    return hasWords || typeof value === 'object' ? parameter : withExample(parameter, value);
  });
  return { ...owner, parameters: filled };
}

function fillBody(operation: JsonObject, { body }: Sample): JsonObject {
  const { requestBody } = operation;
  if (!isJsonObject(requestBody)) return operation;
  const content = Object.entries(object(requestBody['content'])).map(([name, mediaType]) => {
    return [name, isJson(name) ? withExample(object(mediaType), body) : mediaType] as const;
  });
  return { ...operation, requestBody: { ...requestBody, content: Object.fromEntries(content) } };
}

function withExample(owner: JsonObject, example: JsonValue | undefined): JsonObject {
  const isUsable = example !== undefined && isCarried(example);
  return !isUsable || owner['example'] !== undefined ? owner : { ...owner, example };
}
