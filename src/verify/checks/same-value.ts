import { type JsonValue, getProperty, isJsonObject } from '../../openapi/json/json-value.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';

/**
 * Whether a returned value is the one that was sent: the same, but for another spelling of the same
 * instant or UUID, and for properties of nested objects that the server adds.
 *
 * @param format The `format` of the value's schema, if it has one.
 */
export function isSameValue(sent: JsonValue, returned: JsonValue, format?: JsonValue): boolean {
  if (equalJson(sent, returned)) return true;
  if (typeof sent === 'string' && typeof returned === 'string') {
    if (format === 'date-time') return Date.parse(sent) === Date.parse(returned);
    return format === 'uuid' && sent.toLowerCase() === returned.toLowerCase();
  }
  if (typeof sent === 'number' && typeof returned === 'number') {
    return format === 'float' && Math.fround(sent) === Math.fround(returned);
  }
  if (Array.isArray(sent) && Array.isArray(returned)) {
    return (
      sent.length === returned.length && sent.every((item, i) => isSameValue(item, returned[i]!))
    );
  }
  if (!isJsonObject(sent) || !isJsonObject(returned)) return false;
  return Object.keys(sent).every((name) => {
    const own = getProperty(returned, name);
    // Nothing tells here whether it is writeOnly; what is required is another check's word.
    return own === undefined || isSameValue(sent[name]!, own, spelledFormat(sent[name]!));
  });
}

/** The format of what reads as an instant, where no schema says one. */
export function spelledFormat(value: JsonValue): string | undefined {
  const isInstant = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
  return isInstant ? 'date-time' : undefined;
}
