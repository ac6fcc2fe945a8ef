import { contentTypeFor, findMediaType, isJson, readContentType } from '../model/media-type.ts';
import type { MediaType, Operation } from '../model/operation.ts';
import { writeSequence } from '../model/sequence.ts';
import { type JsonValue, isJsonObject, type JsonObject } from '../openapi/json/json-value.ts';
import { stringifyJson, textOf } from '../openapi/json/stringify-json.ts';
import { type RelativeRequest, headerValue } from './exchange.ts';
import { bytesOf, latin1 } from './latin1.ts';
import { readForm } from './read-form.ts';
import type { Form, FormField } from '../model/form.ts';
import { writeParameter } from '../model/parameters/write-parameter.ts';
import { type SampleFile, fileWith, sampleFile } from '../model/sample-file.ts';
import { effectiveSchema } from '../openapi/schema/effective-schema.ts';
import { sampleValue } from '../openapi/schema/sample-value.ts';
import { type Part, writeMultipart } from './multipart.ts';

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

/** Whether nobody need read a body: the document has not its media type, or has it in a range such as `text/*` alone. */
export function mayBeUnread({ requestBody }: Operation, { headers }: RelativeRequest): boolean {
  const type = headerValue(headers, 'content-type');
  if (type === undefined || requestBody === undefined) return false;
  const isOther = findMediaType(requestBody.content, type) === undefined;
  return isOther || readContentType(type, requestBody).as === 'unread';
}

/** Whether a body of the media type is a text, and not bytes. */
function isTextual(name: string): boolean {
  return /^text\/|[/+](?:xml|yaml|javascript|x-ndjson|graphql)(?=;|\s|$)/i.test(name);
}

/** A form's bytes, and its Content-Type. */
export interface WrittenForm {
  readonly body: Uint8Array;
  readonly contentType: string;
}

const encoder = new TextEncoder();

/** Writes an object as a form; null has no text in a form, and is left out. */
export function writeForm(form: Form, value: JsonObject): WrittenForm {
  const entries = Object.entries(value)
    .filter(([, member]) => member !== null)
    .map(([name, member]) => [form.fields.get(name) ?? form.other(name), member] as const);
  if (form.isMultipart) return writeMultipart(entries.flatMap((entry) => partsOf(form, ...entry)));
  const pairs = entries.map(([{ parameter }, member]) => writeParameter(parameter, member));
  return {
    body: encoder.encode(pairs.filter((pair) => pair !== '').join('&')),
    contentType: 'application/x-www-form-urlencoded',
  };
}

function partsOf(form: Form, field: FormField, value: JsonValue): Part[] {
  const { name, isJson, style, explode } = field.parameter;
  const isEach = Array.isArray(value) && style === 'form' && explode;
  if (typeof value === 'object' && !isJson && !isEach) return styledParts(field, value);
  const items = isEach && !isJson ? value : [value];
  return items.map((item) => {
    const isFile = field.isFile && typeof item === 'string';
    const text = isJson ? stringifyJson(item) : textOf(item);
    return {
      name,
      filename: isFile ? filenameOf(field, item) : undefined,
      headers: headersOf(form, field, item, isFile),
      content: isFile ? item : latin1(encoder.encode(text)),
    };
  });
}

/** As in a query, but without its encoding. */
function styledParts({ parameter }: FormField, value: JsonValue): Part[] {
  const query = new URLSearchParams(writeParameter(parameter, value).replaceAll('+', '%2B'));
  return Array.from(query, ([name, text]) => {
    return { name, headers: new Map(), content: latin1(encoder.encode(text)) };
  });
}

/** Many a server goes by the end of the name. */
function filenameOf({ parameter: { name }, contentTypes }: FormField, content: string): string {
  return `${name}.${fileFor(contentTypes, content)?.extension ?? 'bin'}`;
}

/** What its media types tell, else what is in it. */
function fileFor(contentTypes: readonly string[], content: string): SampleFile | undefined {
  return contentTypes.length > 0 ? sampleFile(contentTypes) : fileWith(content);
}

function headersOf(
  { root }: Form,
  { contentTypes, headers, parameter }: FormField,
  value: JsonValue,
  isFile: boolean,
): Map<string, string> {
  const isJson = parameter.isJson || isJsonObject(value);
  const usual = isFile ? 'application/octet-stream' : isJson ? 'application/json' : undefined;
  const file = isFile ? fileFor(contentTypes, textOf(value)) : sampleFile(contentTypes);
  const type = file?.contentType ?? contentTypes[0] ?? usual;
  const mandatory = headers.filter(({ required }) => required);
  return new Map([
    ...(type === undefined ? [] : [['Content-Type', type] as const]),
    ...mandatory.map((header) => {
      const sample = sampleValue(effectiveSchema(root, header.schemaPointer), { side: 'request' });
      return [header.name, writeParameter(header, sample)] as const;
    }),
  ]);
}
