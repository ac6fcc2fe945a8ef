import { DiagnosticError } from '../openapi/diagnostic.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { inspectDocument } from './inspect-document.ts';
import {
  type JsonObject,
  type JsonValue,
  copyJson,
  isJsonObject,
} from '../openapi/json/json-value.ts';
import { parseJson } from '../openapi/json/parse-json.ts';
import { DocumentLinker } from '../openapi/link-document.ts';

/**
 * A document of your own where there are no files, as in pages: OpenAPI 3.2, 3.1 or 3.0, as JSON text,
 * or parsed already. `JSON.parse` and imported JSON round integers beyond 2^53; text keeps them.
 *
 * @throws {DiagnosticError} with everything that keeps the fake from working with it.
 */
export function documentFrom(json: string | object): OpenApiDocument {
  const value = typeof json === 'string' ? parsed(json) : copyJson(json as JsonValue);
  if (!isJsonObject(value as JsonObject)) return fail('not-an-object', 'it must be an object');
  const root = value as JsonObject;
  const file = { value: root, locate: () => undefined };
  return inspectDocument(new DocumentLinker(file, 'document:/').finish(), (diagnostics) => {
    throw new DiagnosticError('read the OpenAPI document', diagnostics);
  });
}

function parsed(text: string): unknown {
  const read = parseJson(text);
  return read.ok ? read.value : fail('json-syntax', read.message);
}

function fail(code: string, message: string): never {
  const help =
    'Give JSON, or what was parsed from it; YAML and paths are for readDocument in Node.';
  throw new DiagnosticError('read the OpenAPI document', [{ code, message, help }]);
}
