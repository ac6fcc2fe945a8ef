import {
  type Responder,
  type ResponderOptions,
  createResponder,
} from '../../src/mock/responder.ts';
import type { MockRequest } from '../../src/http/message.ts';
import { MemoryStore } from '../../src/mock/resource-store.ts';
import { documentFrom } from '../../src/model/inspect-document.ts';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';

/** What a test sends, beside the method and path. */
export interface RequestParts {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A request with a credential and JSON, unless its headers say otherwise. */
export function mockRequest(method: string, target: string, parts: RequestParts = {}): MockRequest {
  const [path = '', query = ''] = target.split('?');
  const headers: Record<string, string> = {
    authorization: 'Bearer t',
    'content-type': 'application/json',
    ...parts.headers,
  };
  return {
    method,
    path,
    query,
    header: (name) => headers[name],
    body: typeof parts.body === 'string' ? Buffer.from(parts.body) : (parts.body ?? Buffer.of()),
  };
}

/** A responder for a document made of paths and schemas, with an empty store. */
export function responderOf(
  parts: { paths: JsonObject; components?: JsonObject; security?: JsonObject[] },
  options: Omit<Partial<ResponderOptions>, 'document'> = {},
): Responder {
  const info: JsonObject = { title: 'Things', version: '1.0.0' };
  const document = documentFrom({ openapi: '3.1.0', info, ...parts });
  return createResponder({ store: new MemoryStore(), ...options, document });
}

/** A response object with a JSON schema. */
export function jsonResponse(schema: JsonObject, examples: JsonObject = {}): JsonObject {
  return { description: 'x', content: { 'application/json': { schema, examples } } };
}
