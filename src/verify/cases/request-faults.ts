import { utf8Text, looseText } from '../../http/body-text.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { readSequence } from '../../model/sequence.ts';
import { type MediaType, type Operation, needsCredential } from '../../model/operation.ts';
import {
  type ParameterRequest,
  createParameterCheck,
  type ParameterFault,
} from '../../model/parameters/parameter-check.ts';
import { childPointer } from '../../openapi/pointer.ts';
import { compileSchema } from '../../openapi/schema/compile-schema.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { type RelativeRequest, headerValue } from '../../http/exchange.ts';
import { readForm } from '../../http/read-form.ts';
import { findMediaType, isJson, jsonMediaType, otherCharset } from '../../model/media-type.ts';
import { isMasked } from '../../model/secrets/secret-places.ts';
import type { Validity } from '../../model/validity.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { notPromised } from './case.ts';

/** One way in which a request doesn't fit the document. */
export interface RequestFault {
  /** JSON Pointer into the document. */
  readonly pointer: string;
  readonly keyword: string;
  readonly reason: string;
  /**
   * The document doesn't allow the request, but nothing says that it must be refused: what the
   * service does with it is an open question.
   */
  readonly isOpen: boolean;
}

/** Finds how a request breaks the document; an empty list means that it doesn't. */
export type FaultFinder = (request: RelativeRequest) => RequestFault[];

/** Compiles the operation's schemas once, for any number of requests. */
export function createFaultFinder(document: OpenApiDocument, operation: Operation): FaultFinder {
  const bodyFaults = createBodyFaultFinder(document, operation);
  const check = createParameterCheck(document, operation);
  if (check === undefined) return bodyFaults;
  return (request) => {
    const faults = check(parametersOf(request)).faults.map(({ pointer, keyword, reason }) => {
      return { pointer, keyword, reason, isOpen: false };
    });
    return [...faults, ...bodyFaults(request)];
  };
}

/** What the check of parameters looks at. */
export function parametersOf({ target, headers }: RelativeRequest): ParameterRequest {
  const [path = '', query = ''] = target.split(/\?(.*)/s, 2);
  return { path, query, header: (name) => headerValue(headers, name) };
}

function schemaFaults(
  { root }: OpenApiDocument,
  value: JsonValue,
  pointer: string,
): RequestFault[] {
  return compileSchema(
    root,
    pointer,
    'request',
  )(value).map((issue) => {
    const { schemaPointer, keyword, message: reason, isOverlap = false } = issue;
    // Nobody refuses what is right in two ways.
    return { pointer: schemaPointer, keyword, reason, isOpen: isOverlap };
  });
}

function formFaults(document: OpenApiDocument, value: JsonObject, pointer: string): RequestFault[] {
  const { required } = effectiveSchema(document.root, pointer);
  const filled = Object.entries(value).filter(
    ([name, member]) => member !== '' || required.has(name),
  );
  const certain = schemaFaults(document, Object.fromEntries(filled), pointer);
  if (certain.length > 0) return certain;
  // Browsers send fields that nobody has filled in as empty texts.
  return schemaFaults(document, value, pointer).map((fault) => ({ ...fault, isOpen: true }));
}

/** Of a form or a sequence; `undefined` for another media type. */
function structuredFaults(
  document: OpenApiDocument,
  { form, sequence, pointer, schemaPointer: schema }: MediaType,
  body: Uint8Array,
  type: string | undefined,
): RequestFault[] | undefined {
  if (form !== undefined) {
    const read = readForm(form, body, type);
    if (!read.ok) return [syntaxFault(pointer, read.message)];
    const faults = read.faults.map((fault) => ({ ...fault, isOpen: false }));
    return schema === undefined ? faults : [...faults, ...formFaults(document, read.value, schema)];
  }
  if (sequence === undefined) return undefined;
  const read = readSequence(sequence, looseText(body));
  if (!read.ok) return [syntaxFault(pointer, read.message)];
  return schema === undefined ? [] : schemaFaults(document, read.value, schema);
}

/** Finds how a request's body breaks the document. */
function createBodyFaultFinder(document: OpenApiDocument, operation: Operation): FaultFinder {
  const { requestBody } = operation;
  return (request) => {
    if (requestBody === undefined) return [];
    const { pointer } = requestBody;
    const type = headerValue(request.headers, 'content-type');
    const documented = findMediaType(requestBody.content, type);
    if (request.body === undefined || request.body.length === 0) {
      // A file may be empty, and so may a text.
      const isOpen = request.body !== undefined && documented !== undefined && isRaw(documented);
      return requestBody.required ? [{ ...missingBody(pointer), isOpen }] : [];
    }
    const schema = (documented ?? jsonMediaType(requestBody.content))?.schemaPointer;
    const structured = documented && structuredFaults(document, documented, request.body, type);
    if (structured !== undefined) return structured;
    if (documented !== undefined && !isJson(type)) return [];
    const { value, faults } = readBody(request, request.body, pointer);
    const charset = otherCharset(type, documented);
    if (charset !== undefined) {
      const reason = `the body is sent with the charset "${charset}", and JSON is UTF-8`;
      const at = childPointer(pointer, 'content');
      faults.push({ pointer: at, keyword: 'media-type', reason, isOpen: true });
    }
    const broken = value === undefined || !schema ? faults : schemaFaults(document, value, schema);
    if (documented !== undefined) return value === undefined ? faults : [...faults, ...broken];
    const other = otherMediaType(type, pointer, value !== undefined);
    // A form or XML under its own name has one fault: the media type, not a syntax it never claims.
    return value === undefined ? [other] : [other, ...faults, ...broken];
  };
}

/** Faults that say the same are one: two branches of an `allOf` can both want an object. */
export function distinctFaults(faults: readonly RequestFault[]): RequestFault[] {
  const byReason = Map.groupBy(faults, ({ reason }) => reason);
  return byReason
    .values()
    .flatMap((same) => same.slice(0, 1))
    .toArray();
}

/** Whether any bytes are a body of a media type. */
function isRaw({ name, form, sequence }: MediaType): boolean {
  return form === undefined && sequence === undefined && !isJson(name) && !/\bxml\b/i.test(name);
}

function syntaxFault(pointer: string, message: string): RequestFault {
  return { pointer, keyword: 'syntax', reason: `the body ${message}`, isOpen: false };
}

function missingBody(pointer: string): RequestFault {
  return {
    pointer: childPointer(pointer, 'required'),
    keyword: 'required',
    reason: 'the body is required',
    isOpen: false,
  };
}

function otherMediaType(type: string | undefined, pointer: string, isJson: boolean): RequestFault {
  const what = type === undefined ? 'the body has no media type' : `the body is sent as "${type}"`;
  return {
    pointer: childPointer(pointer, 'content'),
    keyword: 'media-type',
    reason: `${what}, which the document doesn't have`,
    // JSON under another name can be read all the same; a form can't be.
    isOpen: isJson,
  };
}

/** The body's value where it is JSON. BOM and broken UTF-8 are faults that a reader may forgive. */
function readBody(
  request: RelativeRequest,
  body: Uint8Array,
  pointer: string,
): { value: JsonValue | undefined; faults: RequestFault[] } {
  if (request.value !== undefined) return { value: request.value, faults: [] };
  const faults: RequestFault[] = [];
  const syntax = (reason: string, isOpen: boolean): void => {
    faults.push({ pointer, keyword: 'syntax', reason, isOpen });
  };
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) {
    // RFC 8259, 8.1: nobody may send it, everybody may ignore it.
    syntax('the body begins with a byte order mark', true);
  }
  const text = looseText(body);
  // Common readers put U+FFFD in place of such bytes, so that success proves nothing.
  if (utf8Text(body) === undefined) syntax('the body is not UTF-8', true);
  const parsed = parseJson(text);
  if (parsed.ok) return { value: parsed.value, faults };
  // Where it breaks moves with the length of fresh values, so that it says nothing here.
  const why = parsed.message.replace(/ at line \d+, column \d+$/, '');
  syntax(`the body is not JSON: ${why}`, false);
  return { value: undefined, faults };
}

/**
 * How a recorded request stands to the document, of which nothing else is known. What the
 * specification leaves open is open here too: a recording must not raise a false alarm.
 */
export function recordedValidity(
  document: OpenApiDocument,
  operation: Operation,
  request: RelativeRequest,
): Validity {
  const faults = createBodyFaultFinder(document, operation)(request);
  const [certain] = [
    ...faults.filter(({ isOpen }) => !isOpen),
    ...parameterFaults(document, operation, request),
  ];
  if (certain) {
    const { pointer, keyword, reason } = certain;
    return { kind: 'invalid', pointer, keyword, reason };
  }
  const [forgivable] = faults;
  if (forgivable) return notPromised(forgivable.reason);
  if (needsCredential(operation) && !hasCredential(operation, request)) {
    // Browsers leave credentials out of what they export: there may have been one.
    return notPromised('the recording has no credential');
  }
  const text = request.body && utf8Text(request.body);
  const schemaPointer = jsonMediaType(operation.requestBody?.content)?.schemaPointer;
  if (text === undefined || text === '' || isPlainBody(document, schemaPointer, text)) {
    return { kind: 'valid' };
  }
  return {
    kind: 'open',
    reason: 'the body says what a service may refuse for reasons of its own',
  };
}

function hasCredential({ security }: Operation, { target, headers }: RelativeRequest): boolean {
  return security.flat().some((scheme) => {
    const name = scheme.parameterName ?? '';
    if (scheme.in === 'query') return new URL(target, 'http://host').searchParams.has(name);
    if (scheme.in === 'cookie')
      return headerValue(headers, 'cookie')?.includes(`${name}=`) === true;
    const header = scheme.in === 'header' ? name : 'authorization';
    return headerValue(headers, header) !== undefined;
  });
}

/** How the parameters break the document; of what is masked, nothing is known. */
function parameterFaults(
  document: OpenApiDocument,
  operation: Operation,
  request: RelativeRequest,
): ParameterFault[] {
  const check = createParameterCheck(document, operation);
  if (check === undefined) return [];
  const { values, faults } = check(parametersOf(request));
  return faults.filter(({ parameter: { in: place, name } }) => {
    return !isMasked(textOf(values.get(`${place} ${name}`) ?? ''));
  });
}

/** Text that nobody has a reason to refuse: short, ASCII, and without blanks at its ends. */
const PLAIN_TEXT = /^(?! )[\w .,:;!?'()/@&+-]{1,60}(?<! )$/;

/**
 * Whether a valid JSON body says nothing that a service may refuse for reasons of its own: no
 * unusual text, no property that the schema doesn't name, no key twice, no integer as `1e2`.
 */
function isPlainBody(
  document: OpenApiDocument,
  schemaPointer: string | undefined,
  text: string,
): boolean {
  let isPlain = true;
  const parsed = parseJson(text, {
    onDuplicateKey: () => {
      isPlain = false;
    },
    onNumber: (source) => {
      if (/^-?\d+(?:\.0+$|.*[eE])/.test(source)) isPlain = false;
    },
  });
  if (!isPlain || !parsed.ok || !isPlainValue(parsed.value)) return false;
  if (schemaPointer === undefined || !isJsonObject(parsed.value)) return true;
  const { properties } = effectiveSchema(document.root, schemaPointer, 'every');
  return Object.keys(parsed.value).every((name) => properties.has(name));
}

function isPlainValue(value: JsonValue): boolean {
  if (typeof value === 'string') return PLAIN_TEXT.test(value);
  if (isJsonNumber(value) || typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isPlainValue);
  return isJsonObject(value) && Object.values(value).every(isPlainValue);
}
