import type { OpenApiDocument } from '../openapi/document.ts';
import type { ResponseObject } from '../model/operation.ts';
import type { Parameter } from '../model/parameters/parameter.ts';
import { writeParameter } from '../model/parameters/write-parameter.ts';
import { compileSchema } from '../openapi/schema/compile-schema.ts';
import { effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { sampleValue } from '../openapi/schema/sample-value.ts';

/** How a message is framed is the server's own business. */
const FRAMING = /^(?:connection|content-length|date|keep-alive|te|trailer|upgrade)$/i;

/**
 * The headers that the document requires of a response, by lowercase name: each with its example, if
 * that is valid, else a sample of its schema.
 */
export function requiredHeaders(
  document: OpenApiDocument,
  response: ResponseObject | undefined,
): Record<string, string> {
  const { headers = [], status = '' } = response ?? {};
  const required = headers.filter(
    ({ name, required }) =>
      (required && !FRAMING.test(name)) || (status.startsWith('3') && /^location$/i.test(name)),
  );
  const entries = required.map((header) => [header.name.toLowerCase(), textOf(document, header)]);
  // Nothing else can stand in a header (RFC 9110, 5.5).
  return Object.fromEntries(entries.filter(([, text = '']) => /^[\t -~]*$/.test(text)));
}

function textOf({ root }: OpenApiDocument, header: Parameter): string {
  const { schemaPointer, example } = header;
  if (schemaPointer === undefined) return writeParameter(header, example ?? '');
  const validate = compileSchema(root, schemaPointer, 'response');
  const sample = sampleValue(effectiveSchema(root, schemaPointer), { side: 'response' });
  const isGiven = example !== undefined && validate(example).length === 0;
  return writeParameter(header, isGiven ? example : sample);
}

/** Headers with the media type of a body, unless they have one; none where there is no body. */
export function withType(
  headers: Readonly<Record<string, string>>,
  mediaType: string,
): Readonly<Record<string, string>> {
  return mediaType === '' ? headers : { 'content-type': mediaType, ...headers };
}
