/** Media types: how they are read, which are JSON, and which of a document's is meant. */
import { showJson } from '../openapi/json/stringify-json.ts';
import type { MediaType, RequestBody } from './operation.ts';

/** A media type, or a range such as `text/*`, taken apart (RFC 9110, 8.3.1 and 12.5.1). */
export interface ParsedMediaType {
  /** `type/subtype` in lowercase. */
  readonly essence: string;
  /** By name in lowercase, without quotes; one without a value is left out. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** A token, as a regular expression (RFC 9110, 5.6.2). */
export const TOKEN: string = String.raw`[!#$%&'*+.^_\`|~\w-]+`;
const ESSENCE = new RegExp(`^\\s*(${TOKEN}/${TOKEN})\\s*(?:;|$)`);
const PARAMETER = new RegExp(`;\\s*(${TOKEN})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^;]*))`, 'g');

/** Every request and every answer names one of the same few. */
const known = new Map<string, ParsedMediaType | undefined>();
const MOST_KNOWN = 256;

/** @returns `undefined` where the text is no media type; malformed parameters are left out. */
export function parseMediaType(text: string): ParsedMediaType | undefined {
  if (known.has(text)) return known.get(text);
  if (known.size >= MOST_KNOWN) known.clear();
  const parsed = parse(text);
  known.set(text, parsed);
  return parsed;
}

function parse(text: string): ParsedMediaType | undefined {
  const essence = ESSENCE.exec(text)?.[1]?.toLowerCase();
  if (essence === undefined) return undefined;
  const pairs = Array.from(text.matchAll(PARAMETER), ([, name = '', quoted, plain = '']) => {
    return [name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? plain.trim()] as const;
  });
  return { essence, parameters: new Map(pairs) };
}

/** `application/json`, every `+json` type (RFC 6839, 3.1), and `text/json`, which came before them. */
export function isJson(mediaType: string | undefined): boolean {
  const { essence = '' } = parseMediaType(mediaType ?? '') ?? {};
  return /^(?:application|text)\/json$|\+json$/.test(essence);
}

/**
 * The documented type or range that a Content-Type means: the most specific one (OpenAPI 3.1.0,
 * 4.8.13), whatever its parameters; among equals, that which has the most parameters in common.
 */
export function findMediaType(
  content: readonly MediaType[],
  contentType: string | undefined,
): MediaType | undefined {
  const type = parseMediaType(contentType ?? '');
  // What is no media type can be documented all the same.
  if (type === undefined) return content.find(({ name }) => name !== '' && name === contentType);
  let best: MediaType | undefined;
  let closest = 0;
  for (const mediaType of content) {
    const closeness = closenessOf(mediaType.name, type);
    if (closeness > closest) [best, closest] = [mediaType, closeness];
  }
  return best;
}

/** How closely a documented type or range names a type; 0 where it doesn't. */
function kindOf(documented: string, essence: string): number {
  if (documented === essence) return 4;
  if (documented === essence.replace(/\/.*(?=\+)/, '/*')) return 3;
  if (documented === essence.replace(/\/.*/, '/*')) return 2;
  return documented === '*/*' ? 1 : 0;
}

/** 0 where a documented name doesn't cover a type. */
function closenessOf(name: string, { essence, parameters }: ParsedMediaType): number {
  const documented = parseMediaType(name);
  if (documented === undefined) return 0;
  const kind = kindOf(documented.essence, essence);
  if (kind === 0) return 0;
  const shared = Array.from(documented.parameters, ([key, value]) => {
    return parameters.get(key)?.toLowerCase() === value.toLowerCase() ? 1 : -1;
  });
  // Parameters decide among equals only: each kind is further from the next than any of them.
  return kind + shared.reduce((sum: number, score) => sum + score, 0) / (2 * shared.length + 2);
}

/** The type or range in which JSON can be sent: one that is JSON before one that can be. */
export function jsonMediaType(content: readonly MediaType[] = []): MediaType | undefined {
  return (
    content.find(({ name }) => isJson(name) && !name.includes('*')) ??
    content.find(({ name }) => isJson(name)) ??
    findMediaType(content, 'application/json')
  );
}

/** The type in which a body is sent: JSON, else a form, else the first. */
export function bodyMediaType(content: readonly MediaType[] = []): MediaType | undefined {
  return jsonMediaType(content) ?? content.find(({ form }) => form !== undefined) ?? content[0];
}

/** JSON Pointer to the schema of a body in its {@link bodyMediaType}. */
export function bodySchema(
  body: Pick<RequestBody, 'content'> = { content: [] },
): string | undefined {
  return bodyMediaType(body.content)?.schemaPointer;
}

/** The Content-Type of a body in a documented type; a range has no name of its own to send. */
export function contentTypeFor(mediaType: MediaType | undefined): string {
  if (mediaType === undefined) return 'application/json';
  const { name } = mediaType;
  if (!name.includes('*')) return name;
  if (findMediaType([mediaType], 'application/json')) return 'application/json';
  return isJson(name) ? name.replace('*', 'vnd.api') : name.replace('/*', '/plain');
}

/** A request's Content-Type as the document sees it. */
export interface ContentTypeReading {
  /** The documented type that it is, else that which is the most likely. */
  readonly mediaType: MediaType | undefined;
  /** How the body is to be read; `unread` where nothing is known of what is in it. */
  readonly as: 'json' | 'form' | 'sequence' | 'unread';
  /** What is wrong with it (RFC 9110, 8.3), and where the document says so. */
  readonly fault?:
    | { readonly message: string; readonly pointer: string; readonly variant?: string | undefined }
    | undefined;
}

/** Makes the reader of Content-Type headers by what the document has for a request body. */
export function contentTypeReader(
  requestBody: RequestBody,
): (header: string | undefined) => ContentTypeReading {
  // Most requests say the same.
  let last: string | undefined;
  let reading = readContentType(last, requestBody);
  return (header) => {
    if (header !== last) [last, reading] = [header, readContentType(header, requestBody)];
    return reading;
  };
}

/** What a Content-Type header says, by what the document has for a request body. */
export function readContentType(
  header: string | undefined,
  { content, pointer }: RequestBody,
): ContentTypeReading {
  if (content.length === 0) return { mediaType: undefined, as: 'json' };
  const mediaType = findMediaType(content, header);
  const charset = otherCharset(header, mediaType);
  if (mediaType !== undefined && charset === undefined) {
    return { mediaType, as: wayOfReading(mediaType, isJson(header)) };
  }
  const likely = mediaType ?? bodyMediaType(content)!;
  const wanted = content.map(({ name }) => name).join(' or ');
  const isLikelyJson = mediaType !== undefined || jsonMediaType([likely]) !== undefined;
  return {
    mediaType: likely,
    as: wayOfReading(likely, isLikelyJson),
    fault: {
      message: faultOf(header, wanted, charset),
      pointer: `${pointer}/content`,
      variant: variantOf(header, charset),
    },
  };
}

function wayOfReading({ form, sequence }: MediaType, isJson: boolean): ContentTypeReading['as'] {
  if (isJson) return 'json';
  return form !== undefined ? 'form' : sequence === undefined ? 'unread' : 'sequence';
}

/** What servers tell apart. */
function variantOf(header: string | undefined, charset: string | undefined): string | undefined {
  if (charset !== undefined) return /^utf-/i.test(charset) ? 'utf-charset' : 'charset';
  const { essence } = parseMediaType(header ?? '') ?? {};
  if (essence === undefined) return (header ?? '') === '' ? 'missing' : undefined;
  if (essence.endsWith('+json')) return 'json';
  return essence === 'application/x-www-form-urlencoded' ? 'form' : undefined;
}

function faultOf(header: string | undefined, wanted: string, charset: string | undefined): string {
  if (charset !== undefined) return `the charset must be utf-8, got ${showJson(charset, 100)}`;
  return header === undefined || header === ''
    ? `the header Content-Type is missing, send ${wanted}`
    : `the media type must be ${wanted}, got ${showJson(header, 100)}`;
}

/** JSON is UTF-8 (RFC 8259, 8.1): any other charset is a mistake, unless the document has it. */
export function otherCharset(
  contentType: string | undefined,
  documented: MediaType | undefined,
): string | undefined {
  if (!isJson(contentType)) return undefined;
  const charset = charsetOf(contentType);
  const isFine = charset === undefined || /^utf-?8$/i.test(charset);
  return isFine || charset === charsetOf(documented?.name) ? undefined : charset;
}

function charsetOf(contentType: string | undefined): string | undefined {
  return parseMediaType(contentType ?? '')?.parameters.get('charset');
}
