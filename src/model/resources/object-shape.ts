import type { OpenApiDocument } from '../../openapi/document.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';

/** What a document's schema says of an object. */
export function objectShape({ root }: OpenApiDocument, schemaPointer: string): EffectiveSchema {
  return effectiveSchema(root, schemaPointer);
}

/** The integer that identifies what an object stands for, such as `id`: required, and named so. */
export function identityOf({ properties, required }: EffectiveSchema): string | undefined {
  for (const [name, { types }] of properties) {
    const isInteger = types.includes('integer') && !types.includes('number');
    if (isInteger && required.has(name) && /^id$|Id$|_id$/.test(name)) return name;
  }
  return undefined;
}
