import type { JsonValue } from '../openapi/json/json-value.ts';
import type { Operation } from '../model/operation.ts';
import type { Parameter } from '../model/parameters/parameter.ts';
import { writeParameter } from '../model/parameters/write-parameter.ts';
import { percentEncoded } from '../openapi/percent.ts';
import type { RelativeRequest } from './exchange.ts';
import { pathTemplate } from '../model/routes.ts';
import { bodyMediaType, contentTypeFor } from '../model/media-type.ts';
import { writeBody } from './write-body.ts';

/** What a case says of its request; the rest follows from the operation. */
export interface RequestParts extends Pick<
  RelativeRequest,
  'value' | 'withAccept' | 'withCredential' | 'madeUpCredential' | 'asOtherClient' | 'otherScheme'
> {
  /** The exact body. Default: `value` as its media type has it; none where that isn't there. */
  readonly body?: Uint8Array | string | undefined;
  /** The documented media type of the body, by its name. Default: that in which it is usually sent. */
  readonly mediaType?: string | undefined;
  /** Added to, or in place of, the default `Content-Type`; `null` leaves a header out. */
  readonly headers?: Readonly<Record<string, string | null>> | undefined;
  /** Values of the operation's parameters, by name. */
  readonly parameters?: ParameterParts | undefined;
  /** In place of the operation's. */
  readonly method?: string | undefined;
  /** What becomes of path and query before they are sent. Default: nothing. */
  readonly target?: ((written: string) => string) | undefined;
}

/** Values by name; `undefined` leaves a parameter out. */
export type ParameterParts = Readonly<Record<string, JsonValue | undefined>>;

const encoder = new TextEncoder();

/** The request of an operation; with a body, it has a `Content-Type` unless the parts say not. */
export function composeRequest(operation: Operation, parts: RequestParts): RelativeRequest {
  const { withAccept, withCredential, madeUpCredential, asOtherClient, otherScheme } = parts;
  const { method = operation.method, target = String } = parts;
  const { body, contentType, value } = composeBody(operation, parts);
  return {
    method,
    target: target(composeTarget(operation, parts.parameters ?? {})),
    headers: composeHeaders(operation, parts, contentType),
    ...(body === undefined ? {} : { body }),
    ...(value === undefined ? {} : { value }),
    ...(withAccept === undefined ? {} : { withAccept }),
    ...(withCredential === undefined ? {} : { withCredential }),
    ...(madeUpCredential === undefined ? {} : { madeUpCredential }),
    ...(asOtherClient === undefined ? {} : { asOtherClient }),
    ...(otherScheme === undefined ? {} : { otherScheme }),
  };
}

interface ComposedBody {
  readonly body?: Uint8Array | undefined;
  /** What goes with it; absent where there is no body. */
  readonly contentType?: string | undefined;
  /** What a reader finds in it: a form has no null, and each of its fields is a text. */
  readonly value?: JsonValue | undefined;
}

function composeBody({ requestBody }: Operation, parts: RequestParts): ComposedBody {
  const content = requestBody?.content ?? [];
  const named = content.find(({ name }) => name === parts.mediaType);
  const mediaType = named ?? bodyMediaType(content);
  const { value, body } = parts;
  const contentType = contentTypeFor(mediaType);
  if (body !== undefined) {
    return { body: typeof body === 'string' ? encoder.encode(body) : body, contentType, value };
  }
  if (value === undefined) return {};
  const written = writeBody(mediaType, value);
  return { ...written, contentType: written.contentType ?? contentType };
}

function composeHeaders(
  operation: Operation,
  parts: RequestParts,
  contentType: string | undefined,
): (readonly [string, string])[] {
  const headerEntries = Object.entries(parts.headers ?? {});
  const headers: (readonly [string, string])[] = [];
  const isSaid = headerEntries.some(([name]) => name.toLowerCase() === 'content-type');
  if (contentType !== undefined && !isSaid) headers.push(['Content-Type', contentType]);
  for (const [name, value] of headerEntries) if (value !== null) headers.push([name, value]);
  const cookies: string[] = [];
  for (const parameter of operation.parameters) {
    const { name, in: place } = parameter;
    const value = parts.parameters?.[name];
    if (value === undefined) continue;
    if (place === 'header') headers.push([name, inHeader(writeParameter(parameter, value))]);
    if (place === 'cookie') cookies.push(inHeader(writeParameter(parameter, value)));
  }
  const sent = cookies.filter((cookie) => cookie !== '');
  if (sent.length > 0) headers.push(['Cookie', sent.join('; ')]);
  return headers;
}

/** Without the characters that no header can hold: their codes stand for them. */
function inHeader(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what it is about
  return text.replaceAll(/[\0-\x08\n-\x1f\x7f]/g, percentEncoded);
}

/** The path template filled in, and the query behind it. */
function composeTarget(operation: Operation, parameters: ParameterParts): string {
  const written = (...places: Parameter['in'][]): [name: string, text: string][] =>
    operation.parameters
      .filter(({ in: place, name }) => places.includes(place) && parameters[name] !== undefined)
      .map((parameter) => [parameter.name, writeParameter(parameter, parameters[parameter.name]!)]);
  const parts = new Map(written('path'));
  const path = pathTemplate(operation.path).fill((name) => parts.get(name));
  // Nothing stands for an exploded list without items.
  const query = written('query', 'querystring').flatMap(([, text]) => text || []);
  // A path of the document may have a query of its own.
  return query.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query.join('&')}`;
}
