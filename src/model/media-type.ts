import { showJson } from '../openapi/json/stringify-json.ts';
import type { MediaType, RequestBody } from './operation.ts';
import type { Problem } from '../http/message.ts';

/** A request's Content-Type as the document sees it. */
export interface MediaTypeReading {
  /** The documented type that it is; the first one where it is none. */
  readonly mediaType: MediaType | undefined;
  /** What is wrong with it (RFC 9110, 8.3); `undefined` where nothing is. */
  readonly problem?: Problem | undefined;
}

/** Reads a Content-Type header by what the document has for the request body. */
export function readMediaType(
  header: string | undefined,
  requestBody: RequestBody,
): MediaTypeReading {
  const { content } = requestBody;
  const [first] = content;
  if (first === undefined || header === first.name) return { mediaType: first };
  const refuse = (message: string): MediaTypeReading => ({
    mediaType: first,
    problem: { kind: 'media-type', message, pointer: `${requestBody.pointer}/content` },
  });
  const wanted = content.map(({ name }) => name).join(' or ');
  if (header === undefined || header === '') {
    return refuse(`the header Content-Type is missing, send ${wanted}`);
  }
  const [name = '', ...parameters] = header.split(';');
  const mediaType = findType(content, name.trim().toLowerCase());
  if (mediaType === undefined) {
    return refuse(`the media type must be ${wanted}, got ${showJson(header, 100)}`);
  }
  const charset = isJsonType(mediaType.name) ? otherCharset(parameters) : undefined;
  if (charset === undefined) return { mediaType };
  return refuse(`the charset must be utf-8, got ${showJson(charset, 100)}`);
}

/** The most specific type or range (OpenAPI 3.1.0, 4.8.13). */
function findType(content: readonly MediaType[], name: string): MediaType | undefined {
  const range = `${name.split('/', 1)[0]}/*`;
  const wanted = name.includes('/') ? [name, range, '*/*'] : [];
  return wanted
    .map((one) => content.find((mediaType) => mediaType.name === one))
    .find((mediaType) => mediaType !== undefined);
}

/** JSON is UTF-8 (RFC 8259, 8.1): any other charset is a mistake. */
function otherCharset(parameters: readonly string[]): string | undefined {
  return parameters
    .map((text) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/i.exec(text)?.[1])
    .find((value) => value !== undefined && !/^utf-?8$/i.test(value));
}

/** `application/json`, every `+json` type (RFC 6839, 3.1), and the ranges that hold them. */
export function isJsonType(name: string): boolean {
  const [type = ''] = name.split(';', 1);
  return /^application\/(?:json|\*)$|^\*\/\*$/.test(type.trim()) || type.trim().endsWith('+json');
}
