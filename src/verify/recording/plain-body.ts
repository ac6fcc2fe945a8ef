import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonValue, isJsonNumber, isJsonObject } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';

/** Text that nobody has a reason to refuse: short, ASCII, and without blanks at its ends. */
const PLAIN_TEXT = /^(?! )[\w .,:;!?'()/@&+-]{1,60}(?<! )$/;

/**
 * Whether a valid JSON body says nothing that a service may refuse for reasons of its own: no
 * unusual text, no property that the schema doesn't name, no key twice, no integer as `1e2`.
 */
export function isPlainBody(
  document: OpenApiDocument,
  schemaPointer: string | undefined,
  text: string,
): boolean {
  let isPlain = true;
  const parsed = parseJson(text, {
    onDuplicateKey: () => {
      isPlain = false;
    },
    onNumber: (source) => {
      if (/^-?\d+(?:\.0+$|.*[eE])/.test(source)) isPlain = false;
    },
  });
  if (!isPlain || !parsed.ok || !isPlainValue(parsed.value)) return false;
  if (schemaPointer === undefined || !isJsonObject(parsed.value)) return true;
  const { properties } = effectiveSchema(document.root, schemaPointer, 'every');
  return Object.keys(parsed.value).every((name) => properties.has(name));
}

function isPlainValue(value: JsonValue): boolean {
  if (typeof value === 'string') return PLAIN_TEXT.test(value);
  if (isJsonNumber(value) || typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isPlainValue);
  return isJsonObject(value) && Object.values(value).every(isPlainValue);
}
