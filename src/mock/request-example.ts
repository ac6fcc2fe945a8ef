/** A first request of a document, from its own example or made up. */
import { jsonMediaType } from '../model/media-type.ts';
import { type Operation, operations } from '../model/operation.ts';
import { withoutOptional } from '../model/requests/body-base.ts';
import { requiredParameters } from '../model/requests/required-parameters.ts';
import { allFamilies } from '../model/resources/resources.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { stringifyJson } from '../openapi/json/stringify-json.ts';
import { isValidFor } from '../openapi/schema/compile-schema.ts';
import { type EffectiveSchema, effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { sampleValue } from '../openapi/schema/sample-value.ts';
import { believer } from '../model/believable/believer.ts';
import { nounIn } from './stand-in.ts';
import { isOfClient } from '../http/client-headers.ts';
import { composeRequest } from '../http/compose-request.ts';
import { type ComposedRequest, composeWire } from '../http/compose-wire.ts';
import { shortCurl } from '../http/curl.ts';
import type { HeaderList } from '../http/exchange.ts';
import { parseTarget } from '../http/target.ts';

/**
 * A curl line that works on a mock that has just begun: it creates something, from the document's own example
 * or a made-up one, else it reads something; `undefined` where everything needs something that is there already.
 *
 * @param variable The shell variable that holds the token, key, or `user:password`. Default: there is
 *   none, since any credential will do.
 */
export function curlExample(
  document: OpenApiDocument,
  baseUrl: string,
  variable?: string,
): string | undefined {
  const operation = firstOperation(document);
  if (operation === undefined) return undefined;
  const value = shortened(document, operation, bodyFor(document, operation));
  const { wire, sent } = exampleRequest(document, operation, { value, baseUrl, variable });
  if (variable !== undefined) return shortCurl(sent, [variable]);
  return shortCurl({ ...sent, url: new URL(baseUrl).origin + wire.target, headers: wire.headers });
}

/** A request that works on a mock that has just begun. */
export interface RequestExample {
  /** Of the operation, with braces. */
  readonly path: string;
  readonly method: string;
  /** Path and query, as they are sent. */
  readonly target: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array | undefined;
}

/** The request of {@link curlExample}, with a credential that any mock takes. */
export function requestExample(document: OpenApiDocument): RequestExample | undefined {
  const operation = firstOperation(document);
  return operation && { path: operation.path, ...sampleRequest(document, operation) };
}

/** A request of an operation without what every client adds by itself, for any address. */
export function sampleRequest(
  document: OpenApiDocument,
  operation: Operation,
): Omit<RequestExample, 'path'> {
  const { method, target, headers, body } = exampleRequest(document, operation, {
    value: bodyFor(document, operation),
    baseUrl: 'http://localhost',
  }).wire;
  const exampleHeaders = headers.filter(([name]) => !isOfClient(name) && name !== 'Accept');
  return { method, target, headers: exampleHeaders, body };
}

/** One that needs nothing that is there already. */
export function firstOperation(document: OpenApiDocument): Operation | undefined {
  const all = operations(document);
  // What a path names would have to be there.
  const free = all.filter(({ path }) => !path.includes('{'));
  const shown = free.find((operation) => exampleOf(document, operation) !== undefined);
  const created = free.find(
    (operation) => operation.method === 'POST' && madeUp(document, operation) !== undefined,
  );
  const reads = [...free, ...all].filter(({ method }) => method === 'GET');
  const families = allFamilies(document);
  // What was created is found there, so that another path names nothing.
  const isItem = (path: string): boolean =>
    families.some(({ item, identity }) => item === path && identity !== undefined);
  return shown ?? created ?? reads.find(({ path }) => !isItem(path));
}

interface ExampleParts {
  /** Its body, where it has one. */
  readonly value: JsonValue | undefined;
  readonly baseUrl: string;
  readonly variable?: string | undefined;
}

/** A request of an operation with what it requires. */
function exampleRequest(
  document: OpenApiDocument,
  operation: Operation,
  { value, baseUrl, variable = '' }: ExampleParts,
): ComposedRequest {
  const parts = { value, parameters: requiredParameters(document, operation) };
  return composeWire(
    { operation, request: composeRequest(operation, parts) },
    {
      target: parseTarget(baseUrl),
      credential: { token: 'anything', variable },
      userAgent: '',
    },
  );
}

/** The document's own example, else one that is made up. */
function bodyFor(document: OpenApiDocument, operation: Operation): JsonValue | undefined {
  return exampleOf(document, operation) ?? madeUp(document, operation);
}

/** So many characters of JSON hide the rest of a command. */
const LONG = 1000;

/** A long body with what is required only, where that is valid. */
function shortened(
  document: OpenApiDocument,
  operation: Operation,
  body: JsonValue | undefined,
): JsonValue | undefined {
  const schema = schemaOf(document, operation);
  const isLong = body !== undefined && stringifyJson(body).length > LONG;
  if (!isLong || schema === undefined) return body;
  const least = withRequiredOnly(body, schema);
  return isValidFor(least, schema, 'request') ? least : body;
}

/** Without what is optional, however deep. */
function withRequiredOnly(value: JsonValue, schema: EffectiveSchema): JsonValue {
  const { items, minItems, properties } = schema;
  if (Array.isArray(value)) {
    const least = value.slice(0, Math.max(1, minItems));
    return items === undefined ? least : least.map((item) => withRequiredOnly(item, items));
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(withoutOptional(value, schema)).map(([name, member]) => {
    const property = properties.get(name);
    return [name, property === undefined ? member : withRequiredOnly(member, property)] as const;
  });
  return Object.fromEntries(members);
}

/** The first example that its schema allows. */
function exampleOf(document: OpenApiDocument, operation: Operation): JsonValue | undefined {
  const { examples = {} } = jsonMediaType(operation.requestBody?.content) ?? {};
  const schema = schemaOf(document, operation);
  return Object.values(examples).find(
    (example) => !schema || isValidFor(example, schema, 'request'),
  );
}

/** A value that its schema allows, where one can be made up. */
function madeUp(document: OpenApiDocument, operation: Operation): JsonValue | undefined {
  const schema = schemaOf(document, operation);
  const believed = believer({ noun: nounIn(operation) });
  const value = schema && sampleValue(schema, { side: 'request', believer: believed });
  return value !== undefined && isValidFor(value, schema!, 'request') ? value : undefined;
}

function schemaOf(
  { root }: OpenApiDocument,
  { requestBody }: Operation,
): EffectiveSchema | undefined {
  const { schemaPointer } = jsonMediaType(requestBody?.content) ?? {};
  return schemaPointer === undefined ? undefined : effectiveSchema(root, schemaPointer);
}
