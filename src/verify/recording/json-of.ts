import type { JsonValue } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { utf8Text } from '../../http/show-body.ts';

/** What a body says, where it is JSON in UTF-8. */
export function jsonOf(body: Uint8Array | undefined): JsonValue | undefined {
  const text = body && utf8Text(body);
  const result = text === undefined ? undefined : parseJson(text);
  return result?.ok ? result.value : undefined;
}
