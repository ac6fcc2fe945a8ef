import type { OpenApiDocument } from '../../openapi/document.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import type { Operation } from '../operation.ts';
import type { Parameter } from '../parameters/parameter.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { sampleValue } from '../../openapi/schema/sample-value.ts';

/** Values for the parameters without which there is no request. */
export function requiredParameters(
  document: OpenApiDocument,
  operation: Operation,
): Record<string, JsonValue> {
  const required = operation.parameters.filter((parameter) => parameter.required);
  return Object.fromEntries(
    required.map((parameter) => [parameter.name, ordinaryValue(document, parameter)]),
  );
}

/** The parameter's example, else a value made up from its schema. */
export function ordinaryValue(document: OpenApiDocument, parameter: Parameter): JsonValue {
  return parameter.example ?? sampleValue(schemaOf(document, parameter));
}

/** What the parameter's schema says. */
export function schemaOf({ root }: OpenApiDocument, { schemaPointer }: Parameter): EffectiveSchema {
  return effectiveSchema(root, schemaPointer);
}
