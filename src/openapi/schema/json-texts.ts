/** What is said of texts that are JSON themselves. */
const JSON_TEXT =
  /\bJSON[- ](?:strings?|text|encoded|stringified|serialized|object|array)\b|\b(?:stringified|serialized|encoded) JSON\b/i;
const LIST = /\b(?:array|list)\b/i;

/** The least text in JSON where a description says that a text is that; `undefined` where it doesn't. */
export function jsonText(description: unknown): string | undefined {
  if (typeof description !== 'string' || !JSON_TEXT.test(description)) return undefined;
  return LIST.test(description) ? '[]' : '{}';
}
