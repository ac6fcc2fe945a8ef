import { contentTypeFor, findMediaType, isJson } from '../model/media-type.ts';
import type { MediaType, Operation } from '../model/operation.ts';
import { writeSequence } from '../model/sequence.ts';
import { type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { stringifyJson } from '../openapi/json/stringify-json.ts';
import { type RelativeRequest, headerValue } from './exchange.ts';
import { bytesOf } from './latin1.ts';
import { readForm } from './read-form.ts';
import { writeForm } from './write-form.ts';

/** A body's bytes, and what a reader of its media type finds in them. */
export interface WrittenBody {
  readonly body: Uint8Array;
  readonly value: JsonValue;
  /** Where the media type's own name is not enough. */
  readonly contentType?: string | undefined;
}

/**
 * Writes a value as the body of a media type: a form where it is one and the value is an object; as
 * it is, a text that isn't for JSON, of bytes where nobody knows that it is text; else JSON.
 */
export function writeBody(mediaType: MediaType | undefined, value: JsonValue): WrittenBody {
  if (mediaType?.form !== undefined && isJsonObject(value)) {
    const { body, contentType } = writeForm(mediaType.form, value);
    const read = readForm(mediaType.form, body, contentType);
    return { body, contentType, value: read.ok ? read.value : value };
  }
  if (mediaType?.sequence !== undefined && Array.isArray(value)) {
    return { body: new TextEncoder().encode(writeSequence(mediaType.sequence, value)), value };
  }
  const name = contentTypeFor(mediaType);
  if (isJson(name) || typeof value !== 'string') {
    return { body: new TextEncoder().encode(stringifyJson(value)), value };
  }
  const isText = isTextual(name) || /[^\0-\u00FF]/.test(value);
  return { body: isText ? new TextEncoder().encode(value) : bytesOf(value), value };
}

/** The documented media type that a request's Content-Type means. */
export function sentMediaType(
  { requestBody }: Operation,
  { headers }: RelativeRequest,
): MediaType | undefined {
  return findMediaType(requestBody?.content ?? [], headerValue(headers, 'content-type'));
}

/** Whether a body of the media type is a text, and not bytes. */
function isTextual(name: string): boolean {
  return /^text\/|[/+](?:xml|yaml|javascript|x-ndjson|graphql)(?=;|\s|$)/i.test(name);
}
