/** What is known of the operations of a document, found out once for each. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { onceFor } from '../openapi/once.ts';
import type { Operation } from './operation.ts';

/** What something is of an operation of a document. */
export type OfOperation<Made> = (document: OpenApiDocument, operation: Operation) => Made;

/** The same, found out when it is first asked for; nobody may change it. */
export function ofOperation<Made>(find: OfOperation<Made>): OfOperation<Made> {
  return onceFor(find, (_document, operation) => operation);
}
