import { toJsonNumber } from '../../../openapi/json/exact-number.ts';
import { type JsonValue, isJsonNumber } from '../../../openapi/json/json-value.ts';
import { textOf } from '../../../openapi/json/stringify-json.ts';

/** An identity in the type of what stands in its place: a number there is told by its text, and the other way round. */
export function likewise(current: JsonValue, identity: JsonValue): JsonValue {
  if (isJsonNumber(current) && typeof identity === 'string' && /^-?\d{1,19}$/.test(identity))
    return toJsonNumber(BigInt(identity));
  if (typeof current !== 'string' || typeof identity === 'string') return identity;
  return isJsonNumber(identity) ? textOf(identity) : current;
}
