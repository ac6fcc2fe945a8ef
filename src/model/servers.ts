/** The servers that a document names (OpenAPI 3.1.0, 4.8.5). */
import { escapePattern } from '../openapi/escape-pattern.ts';
import { type JsonObject, objectOf } from '../openapi/json/json-value.ts';
import { textOf } from '../openapi/json/stringify-json.ts';

/** A server, as regular expressions. */
export interface ServerPattern {
  /** Empty where the document doesn't say it. */
  readonly host: string;
  readonly path: string;
  /** The path itself, without a slash at its end; `undefined` where variables decide it. */
  readonly plainPath: string | undefined;
}

/** Those of the document, of its paths and its operations. */
export function serversIn(root: JsonObject): readonly ServerPattern[] {
  const paths = Object.values(objectOf(root['paths'])).map(objectOf);
  const owners = [root, ...paths, ...paths.flatMap((path) => Object.values(path).map(objectOf))];
  const servers = owners.flatMap(({ servers: list }) => (Array.isArray(list) ? list : []));
  const patterns = servers.flatMap((server) => patternsOf(objectOf(server)));
  return patterns.length === 0 ? [{ host: '', path: '', plainPath: '' }] : patterns;
}

/** More servers than anyone names; with several variables they could be any number. */
const MAX_SERVERS = 100;

function patternsOf({ url, variables }: JsonObject): ServerPattern[] {
  if (typeof url !== 'string') return [];
  const named = objectOf(variables);
  let urls = [url.replace(/[?#].*$/s, '')];
  for (const name of Object.keys(named)) {
    const { enum: values, default: usual } = objectOf(named[name]);
    const texts = (Array.isArray(values) ? values : [usual ?? '']).map(textOf);
    // One that stands in front may be any address.
    const isAny = !Array.isArray(values) && url.startsWith(`{${name}}`);
    if (isAny || !texts.some((text) => text.includes('/'))) continue;
    // A host and a path can stand in it: it is put in before they are told apart.
    urls = urls.flatMap((text) => texts.map((value) => text.replaceAll(`{${name}}`, () => value)));
    urls = urls.slice(0, MAX_SERVERS);
  }
  return urls.map((text) => patternOf(text, named));
}

function patternOf(url: string, variables: JsonObject): ServerPattern {
  const parts = url.split(/\{([^{}]*)\}/).map((part, i) => {
    if (i % 2 === 0) return escapePattern(part);
    const { enum: values } = objectOf(variables[part]);
    if (Array.isArray(values))
      return `(?:${values.map((value) => escapePattern(textOf(value))).join('|')})`;
    return url.startsWith(`{${part}}`) ? '.+' : String.raw`[^\x2f]+`;
  });
  const [, host = '', path = ''] = /^((?:[^/]*:)?\/\/[^/]*|\.\+|)(.*)$/s.exec(parts.join('')) ?? [];
  const isBare = host.startsWith('//');
  const plain = url.replace(/^(?:(?:[^/]*:)?\/\/[^/]*|\{[^{}]*\})/, '').replace(/\/+$/, '');
  return {
    host: isBare ? `https?:${host}` : host,
    path: path.replace(/^(?!\/|$)/, '/'),
    plainPath: plain.includes('{') ? undefined : plain.replace(/^(?!\/|$)/, '/'),
  };
}
