import { requiredParameters } from '../model/requests/required-parameters.ts';
import type { JsonValue } from '../openapi/json/json-value.ts';
import { isValidFor } from '../openapi/schema/compile-schema.ts';
import { type EffectiveSchema, effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { sampleValue } from '../openapi/schema/sample-value.ts';
import { jsonMediaType } from '../model/media-type.ts';
import { type Operation, operations } from '../model/operation.ts';
import { allFamilies } from '../model/resources/resources.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { composeRequest } from './compose-request.ts';
import { shortCurl } from './curl.ts';
import type { HeaderList, RelativeRequest, SentRequest, WireRequest } from './exchange.ts';
import {
  type Credential,
  type ExtraHeader,
  type SecretPart,
  credentialHeaders,
  secretParts,
} from './credential.ts';
import { type Target, parseTarget } from './target.ts';

/** A case's request for the wire, and as people may see it. */
export interface ComposedRequest {
  /** As the transport sends it, secrets included. */
  readonly wire: WireRequest;
  readonly sent: SentRequest;
}

/** A request, and the operation whose credential and answers it wants. */
export interface OperationRequest {
  readonly operation: Operation;
  readonly request: RelativeRequest;
}

/** What is the same for all requests of a run. */
export interface WireContext {
  readonly target: Target;
  readonly credential: Credential;
  /** Another client's. Default: there is none. */
  readonly otherCredential?: Credential | undefined;
  readonly userAgent: string;
}

/** Adds what a case leaves to the run: address, credential, and the headers of every client. */
export function composeWire(addressed: OperationRequest, context: WireContext): ComposedRequest {
  const { request, operation } = addressed;
  const { target } = context;
  const credential =
    request.asOtherClient === true && context.otherCredential
      ? context.otherCredential
      : context.credential;
  const headers: [name: string, value: string, shown: string][] = [];
  const own = new Set(request.headers.map(([name]) => name.toLowerCase()));
  const add = (name: string, value: string, shown = value): void => {
    if (!own.has(name.toLowerCase())) headers.push([name, value, shown]);
  };
  const extra = extraHeaders(addressed, credential);
  for (const { name, value, shown } of extra) add(name, value, shown);
  for (const { name } of extra) own.add(name.toLowerCase());
  add('Host', target.url.host);
  add('User-Agent', context.userAgent);
  add('Accept', accepted(operation));
  const parts =
    request.withCredential === false
      ? []
      : secretParts(asking(addressed), credential, {
          spelledScheme: request.credentialScheme,
          madeUp: request.madeUpCredential,
        });
  for (const { place, name, value, shown } of parts) {
    if (place === 'header') add(name, value, shown);
  }
  const keys = parts.filter(({ place }) => place === 'cookie');
  for (const [name, value] of request.headers) {
    const added = name.toLowerCase() === 'cookie' ? keys.splice(0) : [];
    headers.push([name, withPairs(value, added, 'value'), withPairs(value, added, 'shown')]);
  }
  if (keys.length > 0) {
    headers.push(['Cookie', withPairs('', keys, 'value'), withPairs('', keys, 'shown')]);
  }
  const length = request.body?.length ?? (impliesBody(request.method) ? 0 : undefined);
  if (length !== undefined) add('Content-Length', String(length));
  const { method, body } = request;
  const inQuery = parts.filter(({ place }) => place === 'query');
  return {
    wire: {
      method,
      target: target.basePath + withQuery(request.target, inQuery, 'value'),
      headers: headers.map(([name, value]) => [name, asBytes(value)]),
      body,
    },
    sent: {
      method,
      url: target.baseUrl + withQuery(request.target, inQuery, 'shown'),
      headers: headers.map(([name, , shown]) => [name, shown]),
      body,
    },
  };
}

/** The operation, as if it asked for the scheme that the request is to be sent by. */
function asking({ request: { otherScheme }, operation }: OperationRequest): Operation {
  return otherScheme === undefined ? operation : { ...operation, security: [[otherScheme]] };
}

/** What the user gave for every request, but a credential where the request is to have none, or another. */
function extraHeaders(
  { request, operation }: OperationRequest,
  credential: Credential,
): readonly ExtraHeader[] {
  const { headers = [] } = credential;
  const { withCredential, madeUpCredential, credentialScheme: spelled } = request;
  const isWithout =
    withCredential === false || madeUpCredential === true || request.otherScheme !== undefined;
  const names = credentialHeaders(operation, credential);
  const kept = headers.filter(({ name }) => !isWithout || !names.includes(name.toLowerCase()));
  if (spelled === undefined) return kept;
  const inOtherCase = (text: string): string => text.replace(/^bearer(?= )/i, spelled);
  return kept.map((one) => {
    return { ...one, value: inOtherCase(one.value), shown: inOtherCase(one.shown) };
  });
}

/** Keys come last, so that what is shown ends with the variable. */
function withQuery(target: string, parts: readonly SecretPart[], form: 'value' | 'shown'): string {
  const pairs = parts.map((part) => {
    const text = form === 'value' ? encodeURIComponent(part.value) : part.shown;
    return `${encodeURIComponent(part.name)}=${text}`;
  });
  return pairs.reduce((all, pair) => `${all}${all.includes('?') ? '&' : '?'}${pair}`, target);
}

function withPairs(cookie: string, parts: readonly SecretPart[], form: 'value' | 'shown'): string {
  const pairs = parts.map((part) => `${part.name}=${part[form]}`);
  return [cookie, ...pairs].filter((pair) => pair !== '').join('; ');
}

/** Without the length, an absent body would be announced as a chunked one (RFC 9110, 8.6). */
function impliesBody(method: string): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

function accepted(operation: Operation): string {
  const names = operation.responses.flatMap(({ content }) => content.map(({ name }) => name));
  return [...new Set(names)].join(', ') || '*/*';
}

/** Header fields are bytes: what is beyond Latin-1 goes out as UTF-8. */
function asBytes(value: string): string {
  return /[^\0-\u00FF]/.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value;
}

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
  const { wire, sent } = exampleRequest(document, operation, baseUrl, variable);
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
  const { method, target, headers, body } = exampleRequest(
    document,
    operation,
    'http://localhost',
  ).wire;
  const own = headers.filter(([name]) => !OF_CLIENT.has(name.toLowerCase()));
  return { method, target, headers: own, body };
}

const OF_CLIENT: ReadonlySet<string> = new Set(['host', 'user-agent', 'content-length', 'accept']);

/** One that needs nothing that is there already. */
export function firstOperation(document: OpenApiDocument): Operation | undefined {
  const all = operations(document);
  // What a path names would have to be there.
  const free = all.filter(({ path }) => !path.includes('{'));
  const shown = free.find((one) => exampleOf(document, one) !== undefined);
  const created = free.find((one) => one.method === 'POST' && madeUp(document, one) !== undefined);
  const reads = [...free, ...all].filter(({ method }) => method === 'GET');
  const families = allFamilies(document);
  // What was created is found there, so that another path names nothing.
  const isItem = (path: string): boolean =>
    families.some(({ item, identity }) => item === path && identity !== undefined);
  return shown ?? created ?? reads.find(({ path }) => !isItem(path));
}

/** A request of an operation with what it requires, from the document's own example or made up. */
function exampleRequest(
  document: OpenApiDocument,
  operation: Operation,
  baseUrl: string,
  variable: string = '',
): ComposedRequest {
  const parts = {
    value: exampleOf(document, operation) ?? madeUp(document, operation),
    parameters: requiredParameters(document, operation),
  };
  return composeWire(
    { operation, request: composeRequest(operation, parts) },
    {
      target: parseTarget(baseUrl),
      credential: { token: 'anything', variable },
      userAgent: '',
    },
  );
}

/** The first example that its schema allows. */
function exampleOf(document: OpenApiDocument, operation: Operation): JsonValue | undefined {
  const { examples = {} } = jsonMediaType(operation.requestBody?.content) ?? {};
  const schema = schemaOf(document, operation);
  return Object.values(examples).find((one) => !schema || isValidFor(one, schema, 'request'));
}

/** A value that its schema allows, where one can be made up. */
function madeUp(document: OpenApiDocument, operation: Operation): JsonValue | undefined {
  const schema = schemaOf(document, operation);
  const value = schema && sampleValue(schema, { side: 'request' });
  return value !== undefined && isValidFor(value, schema!, 'request') ? value : undefined;
}

function schemaOf(
  { root }: OpenApiDocument,
  { requestBody }: Operation,
): EffectiveSchema | undefined {
  const { schemaPointer } = jsonMediaType(requestBody?.content) ?? {};
  return schemaPointer === undefined ? undefined : effectiveSchema(root, schemaPointer);
}
