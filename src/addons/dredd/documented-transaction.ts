import type { OpenApiDocument } from '../../openapi/document.ts';
import type { JsonObject } from '../../openapi/json/json-value.ts';
import { type MediaType, operations } from '../../model/operation.ts';
import { responseSchema } from './response-schema.ts';

/** What Dredd has to do for one documented response. */
export interface DocumentedTransaction {
  /** `POST /things 200`: method, path template and status. */
  readonly key: string;
  /** How often: once for each pair of a request's and a response's media type. */
  readonly times: number;
  /** JSON Schemas of draft 7 for the response's body, by media type. */
  readonly schemas: Readonly<Record<string, JsonObject>>;
}

/** One entry for each documented response with an exact status, in the document's order. */
export function documentedTransactions(document: OpenApiDocument): DocumentedTransaction[] {
  return operations(document).flatMap((operation) =>
    operation.responses
      .filter(({ status }) => /^\d{3}$/.test(status))
      .map(({ status, content }) => ({
        key: `${operation.method} ${operation.path} ${status}`,
        times: atLeastOne(operation.requestBody?.content) * atLeastOne(content),
        schemas: bodySchemas(document.root, content),
      })),
  );
}

function atLeastOne(content: readonly MediaType[] | undefined): number {
  return Math.max(1, content?.length ?? 0);
}

function bodySchemas(root: JsonObject, content: readonly MediaType[]): Record<string, JsonObject> {
  const schemas: Record<string, JsonObject> = {};
  for (const { name, schemaPointer } of content) {
    if (schemaPointer === undefined || !/[/+]json(;|$)/.test(name)) continue;
    schemas[name] = responseSchema(root, schemaPointer);
  }
  return schemas;
}
