import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import type { Parameter } from './parameter.ts';

/**
 * A parameter's value as it stands in a request (OpenAPI 3.1.0, 4.8.12.3; RFC 6570): in a path, in
 * place of its template; in a query, `name=value` pairs joined with `&`; in a header, the field's
 * value; in a cookie, `name=value`.
 */
export function writeParameter(parameter: Parameter, value: JsonValue): string {
  const { name, in: place, isJson } = parameter;
  const encode = place === 'header' ? (text: string): string => text : encodeURIComponent;
  const [key, text] = [encode(name), (one: JsonValue): string => encode(textOf(one))];
  if (isJson || !isComposite(value)) {
    const written = isJson ? encode(stringifyJson(value)) : text(value);
    return PREFIXES[prefixOf(parameter)](key) + written;
  }
  if (parameter.style === 'deepObject') return deepObject(key, value, text);
  const { separator, prefix, keyed } = layoutOf(parameter, key, Array.isArray(value));
  const pairs = Array.isArray(value)
    ? value.map((item) => (keyed ? `${key}=${text(item)}` : text(item)))
    : Object.entries(value).map(([member, own]) => {
        return `${encode(member)}${parameter.explode ? '=' : separator}${text(own)}`;
      });
  return prefix + pairs.join(separator);
}

/** Lists and maps, which styles write in different ways. */
function isComposite(value: JsonValue): value is JsonValue[] | { [key: string]: JsonValue } {
  return Array.isArray(value) || isJsonObject(value);
}

/** A text as it is, any other value as JSON. */
function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

type Prefix = 'none' | 'label' | 'matrix' | 'pair';

const PREFIXES: Readonly<Record<Prefix, (key: string) => string>> = {
  none: () => '',
  label: () => '.',
  matrix: (key) => `;${key}=`,
  pair: (key) => `${key}=`,
};

function prefixOf({ in: place, style }: Parameter): Prefix {
  if (place === 'query' || place === 'cookie') return 'pair';
  return style === 'label' || style === 'matrix' ? style : 'none';
}

/** What stands before and between the parts of an array or object. */
function layoutOf(
  parameter: Parameter,
  key: string,
  isList: boolean,
): { prefix: string; separator: string; keyed: boolean } {
  const { in: place, style, explode } = parameter;
  const prefix = PREFIXES[prefixOf(parameter)](key);
  if (place === 'header' || style === 'simple') return { prefix: '', separator: ',', keyed: false };
  if (place === 'cookie') return { prefix, separator: ',', keyed: false };
  if (style === 'label') return { prefix: '.', separator: explode ? '.' : ',', keyed: false };
  if (style === 'matrix') {
    return explode
      ? { prefix: ';', separator: ';', keyed: isList }
      : { prefix, separator: ',', keyed: false };
  }
  if (explode) return { prefix: '', separator: '&', keyed: isList };
  return { prefix, separator: DELIMITERS[style] ?? ',', keyed: false };
}

const DELIMITERS: Readonly<Record<string, string>> = {
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
};

function deepObject(
  key: string,
  value: JsonValue[] | { [key: string]: JsonValue },
  text: (one: JsonValue) => string,
): string {
  return Object.entries(value)
    .flatMap(([member, own]) => {
      const name = `${key}[${encodeURIComponent(member)}]`;
      // Deeper levels have no standard form: this one is the most common.
      return isComposite(own) ? deepObject(name, own, text) : `${name}=${text(own)}`;
    })
    .join('&');
}
