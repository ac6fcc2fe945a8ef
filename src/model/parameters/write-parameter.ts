import { percentEncoded } from '../../openapi/percent.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { stringifyJson, textOf } from '../../openapi/json/stringify-json.ts';
import type { Parameter } from './parameter.ts';

/**
 * A parameter's value as it stands in a request (OpenAPI 3.1.0, 4.8.12.3; RFC 6570): in a path, in
 * place of its template; in a query, `name=value` pairs joined with `&`, none for an empty list that
 * is exploded; in a header, the field's value; in a cookie, `name=value`; as a query, all of it.
 */
export function writeParameter(parameter: Parameter, value: JsonValue): string {
  const { name, in: place, isJson, explode, style } = parameter;
  const isPlain = place === 'header' || style === 'cookie';
  const encode = isPlain ? (text: string): string => text : percentEncoded;
  const text = (piece: JsonValue): string => encode(textOf(piece));
  const key = encode(name);
  if (isJson || !isComposite(value)) {
    const written = isJson ? encode(stringifyJson(value)) : text(value);
    return prefixOf(parameter, key, written) + written;
  }
  if (place === 'query' && style === 'deepObject') return deepObject(key, value).join('&');
  if (place === 'query' && explode) return exploded(key, value).join('&');
  if (style === 'cookie' && explode) {
    const pairs = Array.isArray(value)
      ? value.map((item) => [key, item] as const)
      : Object.entries(value);
    return pairs.map(([member, memberValue]) => `${member}=${textOf(memberValue)}`).join('; ');
  }
  if (place === 'path' && explode && style === 'matrix') {
    const pairs = Array.isArray(value)
      ? value.map((item) => pair(key, item))
      : Object.entries(value).map(([member, memberValue]) => pair(encode(member), memberValue));
    // An empty value has no sign (RFC 6570, 3.2.7).
    return `;${pairs.map((member) => member.replace(/=$/, '')).join(';')}`;
  }
  const separator = separatorOf(parameter);
  // RFC 6570, 3.2.5, has no sign for a dot that is none.
  const part = separator === '.' ? (piece: string) => piece.replaceAll('.', '%2E') : String;
  const parts = Array.isArray(value)
    ? value.map((item) => part(text(item)))
    : Object.entries(value).map(([member, memberValue]) => {
        return part(encode(member)) + (explode ? '=' : separator) + part(text(memberValue));
      });
  const written = parts.join(separator);
  return prefixOf(parameter, key, written) + written;
}

/** Lists and maps, which styles write in different ways. */
function isComposite(value: JsonValue): value is JsonValue[] | JsonObject {
  return Array.isArray(value) || isJsonObject(value);
}

function pair(key: string, value: JsonValue): string {
  return `${key}=${percentEncoded(textOf(value))}`;
}

/** What stands in front of a value that is written in one piece. */
function prefixOf({ in: place, style }: Parameter, key: string, written: string): string {
  if (place === 'query' || place === 'cookie') return `${key}=`;
  if (place === 'path' && style === 'label') return '.';
  if (place !== 'path' || style !== 'matrix') return '';
  return written === '' ? `;${key}` : `;${key}=`;
}

function separatorOf({ in: place, style, explode }: Parameter): string {
  if (place === 'path' && style === 'label' && explode) return '.';
  if (place !== 'query') return ',';
  return style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ',';
}

/** A list inside an object repeats its name, as it does outside. */
function exploded(key: string, value: JsonValue[] | JsonObject): string[] {
  if (Array.isArray(value)) return value.map((item) => pair(key, item));
  return Object.entries(value).flatMap(([member, memberValue]) => {
    return exploded(
      percentEncoded(member),
      Array.isArray(memberValue) ? memberValue : [memberValue],
    );
  });
}

/** Deeper levels have no standard form: this one is the most common. */
function deepObject(key: string, value: JsonValue[] | JsonObject): string[] {
  if (Array.isArray(value) && !value.some(isComposite)) return exploded(key, value);
  return Object.entries(value).flatMap(([member, memberValue]) => {
    const name = `${key}[${percentEncoded(member)}]`;
    return isComposite(memberValue) ? deepObject(name, memberValue) : pair(name, memberValue);
  });
}
