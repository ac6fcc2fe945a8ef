import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { JsonValue } from '../../../openapi/json/json-value.ts';
import type { Operation } from '../../../model/operation.ts';
import type { FreshValues } from '../../../model/requests/fresh-values.ts';
import { ordinaryValue } from '../../../model/requests/required-parameters.ts';
import { plainOf } from './generate-cases.ts';

/** What a valid request of an operation sends, as far as the document tells. */
export interface PlainValues {
  /** JSON, with fresh identities; absent where the operation takes none, or none is found. */
  readonly body?: JsonValue | undefined;
  /** Of the headers that the document describes. */
  readonly headers: Readonly<Record<string, JsonValue>>;
}

/** Makes up what a request needs that isn't broken. */
export function plainValues(
  document: OpenApiDocument,
  operation: Operation,
  fresh: FreshValues,
): PlainValues {
  const headers = operation.parameters.filter((one) => one.in === 'header');
  const plain = plainOf({ document, operation, seed: 0 });
  return {
    body: plain?.build(fresh).value,
    headers: Object.fromEntries(headers.map((one) => [one.name, ordinaryValue(document, one)])),
  };
}
