/** What of a document can't be sent: headers by their names, parameters by their places. */
import type { Problem } from './diagnostic.ts';
import type { DocumentNode } from './grammar.ts';
import { objectOf } from './json/json-value.ts';
import { showJson } from './json/stringify-json.ts';
import { didYouMean } from './nearest-word.ts';
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
    const names = Object.keys(objectOf(headers));
    return names.flatMap((headerName) =>
      unsendable(headerName, childPointer(pointer, 'headers', headerName)),
    );
  }
  const isNamed =
    (kind === 'parameter' && place === 'header') ||
    (kind === 'security scheme' && type === 'apiKey' && place !== 'query');
  return isNamed && typeof name === 'string' ? unsendable(name, childPointer(pointer, 'name')) : [];
}

/** Where a request has parameters (OpenAPI 3.2.0, 4.12.1). */
export const PARAMETER_PLACES: readonly string[] = [
  'path',
  'query',
  'querystring',
  'header',
  'cookie',
];

/** A parameter where no request has one, such as the body that Swagger 2.0 has among them. */
export function misplacedParameter({ value, kind, isMap, pointer }: DocumentNode): Problem[] {
  const { in: place = null, name = null } = value;
  const isPlaced = typeof place === 'string' && PARAMETER_PLACES.includes(place);
  if (kind !== 'parameter' || isMap || '$ref' in value || isPlaced) return [];
  const isBody = place === 'body' || place === 'formData';
  return [
    {
      code: 'misplaced-parameter',
      severity: 'warning',
      message: `no request has parameters in ${showJson(place, 40)}; ${showJson(name, 40)} is passed over`,
      help: isBody
        ? 'Describe the body by "requestBody".'
        : didYouMean(typeof place === 'string' ? place : '', PARAMETER_PLACES),
      pointer: 'in' in value ? childPointer(pointer, 'in') : pointer,
    },
  ];
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
