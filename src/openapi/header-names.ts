/** Names of headers in a document, and those that can't be sent. */
import type { Problem } from './diagnostic.ts';
import type { DocumentNode } from './grammar.ts';
import { isJsonObject } from './json/json-value.ts';
import { showJson } from './json/stringify-json.ts';
import { childPointer } from './pointer.ts';

/** What can be the name of a header (RFC 9110, 5.6.2), or of a cookie (RFC 6265, 4.1.1). */
const TOKEN = /^[!#$%&'*+.^`|~\w-]+$/;

/** Whether HTTP can send a header, or a cookie, of a name. */
export function isToken(name: string): boolean {
  return TOKEN.test(name);
}

/** The headers that an object names and that HTTP can't send. */
export function unsendableHeaders({ value, kind, pointer }: DocumentNode): Problem[] {
  const { headers, name, in: place, type } = value;
  if (kind === 'response' || kind === 'encoding') {
    const names = Object.keys(isJsonObject(headers) ? headers : {});
    return names.flatMap((headerName) =>
      unsendable(headerName, childPointer(pointer, 'headers', headerName)),
    );
  }
  const isNamed =
    (kind === 'parameter' && place === 'header') ||
    (kind === 'security scheme' && type === 'apiKey' && place !== 'query');
  return isNamed && typeof name === 'string' ? unsendable(name, childPointer(pointer, 'name')) : [];
}

function unsendable(name: string, pointer: string): Problem[] {
  if (isToken(name) || name === '$ref') return [];
  return [
    {
      code: 'unsendable-header',
      severity: 'warning',
      message: `${showJson(name, 40)} is no name that HTTP can send; it is passed over`,
      help: 'Name it in ASCII letters, digits and hyphens, without spaces.',
      pointer,
    },
  ];
}
