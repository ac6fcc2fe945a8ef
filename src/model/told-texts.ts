/** What a document tells people of an operation. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { isJsonObject } from '../openapi/json/json-value.ts';
import { valueAt } from '../openapi/pointer.ts';
import { type Operation, successResponse } from './operation.ts';

/** The summary and the description of an operation, then the description of its success. */
export function toldTexts({ root }: OpenApiDocument, operation: Operation): string[] {
  const nodes = [operation, successResponse(operation)].map((node) => {
    return node === undefined ? undefined : valueAt(root, node.pointer);
  });
  return nodes.filter(isJsonObject).flatMap(({ summary, description }) => {
    return [summary, description].filter((text) => typeof text === 'string');
  });
}
