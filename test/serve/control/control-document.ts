import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '../../../src/openapi/json/json-value.ts';
import { type LoadedDocument, loadDocument } from '../../../src/model/load-document.ts';
import { matchOperation } from '../../../src/model/routes.ts';
import { type Operation, documentedResponse, operations } from '../../../src/model/operation.ts';
import { type SchemaValidator, compileSchema } from '../../../src/openapi/schema/compile-schema.ts';

export const controlFile: string = join(
  import.meta.dirname,
  '../../../src/serve/control/control.openapi.yaml',
);
/** The document of the control API. */
export const controlDocument: LoadedDocument = loadDocument(
  readFileSync(controlFile, 'utf8'),
  controlFile,
);
export const controlOperations: readonly Operation[] = operations(controlDocument);

const validators = new Map<string, SchemaValidator>();

/** What is wrong with a value by one of the document's schemas; `undefined` where nothing is. */
export function controlIssue(value: JsonValue, schemaPointer: string): string | undefined {
  let validate = validators.get(schemaPointer);
  if (validate === undefined) {
    validate = compileSchema(controlDocument.root, schemaPointer);
    validators.set(schemaPointer, validate);
  }
  return validate(value)[0]?.message;
}

/**
 * How an answer of the control API breaks its document; `undefined` where it doesn't.
 *
 * @param path Below `/_kit`. That of no operation can be refused as any can.
 * @param value The body as JSON; `undefined` where there is none.
 */
export function undocumented(
  method: string,
  path: string,
  status: number,
  value: JsonValue | undefined,
): string | undefined {
  const match = matchOperation(controlOperations, method, path, '');
  const operation = match?.operation ?? controlOperations[0]!;
  const response = documentedResponse(operation, status);
  if (response === undefined) return `${operation.id} has no ${status}`;
  const [media] = response.content;
  if ((value !== undefined) !== (media !== undefined))
    return `${operation.id} has ${media === undefined ? 'no' : 'a'} body with ${status}`;
  return value === undefined ? undefined : controlIssue(value, media?.schemaPointer ?? '');
}
