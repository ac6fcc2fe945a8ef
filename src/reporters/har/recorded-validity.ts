import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonValue, isJsonNumber, isJsonObject } from '../openapi/json/json-value.ts';
import { parseJson } from '../openapi/json/parse-json.ts';
import type { MediaType, Operation, Parameter } from '../openapi/operation.ts';
import { compileSchema } from '../openapi/schema/compile-schema.ts';
import type { Validity } from './case.ts';
import { isPlainValue } from './plain-value.ts';

/** A request of which nothing is known but what a recording holds. */
export interface RecordedRequest {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly query: URLSearchParams;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

/** How a recorded request stands to the document, and what its body says. */
export interface RecordedStanding {
  readonly validity: Validity;
  readonly value?: JsonValue | undefined;
}

/**
 * Judges a request by the document alone. What the specification leaves open, such as an empty
 * string or another media type, is open here too: a recording must not raise a false alarm.
 */
export function recordedValidity(
  document: OpenApiDocument,
  operation: Operation,
  request: RecordedRequest,
): RecordedStanding {
  const value = bodyValue(request.body);
  const problem =
    parameterProblem(document, operation, request) ??
    bodyProblem(document, operation, request, value);
  const validity = problem ?? openPoint(operation, request, value) ?? { kind: 'valid' };
  return { validity, value };
}

function bodyValue(body: Uint8Array | undefined): JsonValue | undefined {
  if (body === undefined) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    const result = parseJson(text);
    return result.ok ? result.value : undefined;
  } catch {
    return undefined;
  }
}

function invalid(pointer: string, keyword: string, reason: string): Validity {
  return { kind: 'invalid', pointer, keyword, reason };
}

function open(reason: string): Validity {
  return { kind: 'open', reason };
}

function parameterProblem(
  document: OpenApiDocument,
  operation: Operation,
  request: RecordedRequest,
): Validity | undefined {
  for (const parameter of operation.parameters) {
    const { name, required, pointer, schemaPointer } = parameter;
    const text = parameterText(parameter, request);
    if (text === undefined) {
      if (required) return invalid(`${pointer}/required`, 'required', `${name} is required`);
    } else if (schemaPointer !== undefined) {
      const validate = compileSchema(document.root, schemaPointer);
      // A parameter's text stands for a string, or for the value that it spells.
      const readings = [text, spelled(text)].filter((one) => one !== undefined);
      const issues = readings.map((reading) => validate(reading));
      const [first] = issues.every((list) => list.length > 0) ? issues.at(-1)! : [];
      if (first && !isStructured(document, schemaPointer)) {
        return invalid(first.schemaPointer, first.keyword, first.message);
      }
    }
  }
  return undefined;
}

function parameterText(parameter: Parameter, request: RecordedRequest): string | undefined {
  if (parameter.in === 'query') return request.query.get(parameter.name) ?? undefined;
  if (parameter.in === 'path') return request.pathParameters[parameter.name];
  if (parameter.in === 'header') return header(request, parameter.name);
  const cookies = header(request, 'cookie')?.split(/;\s*/) ?? [];
  const own = cookies.find((cookie) => cookie.startsWith(`${parameter.name}=`));
  return own?.slice(parameter.name.length + 1);
}

function spelled(text: string): JsonValue | undefined {
  const result = parseJson(text);
  return result.ok && (isJsonNumber(result.value) || typeof result.value === 'boolean')
    ? result.value
    : undefined;
}

/** Lists and objects have several spellings (OpenAPI 3.1.0, 4.8.12.3), which aren't read here. */
function isStructured(document: OpenApiDocument, schemaPointer: string): boolean {
  const validate = compileSchema(document.root, schemaPointer);
  return !validate('').some(({ keyword, instancePointer, message }) => {
    return keyword === 'type' && instancePointer === '' && !/array|object/.test(message);
  });
}

function header(request: RecordedRequest, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return request.headers.find(([key]) => key.toLowerCase() === wanted)?.[1];
}

function mediaTypeOf(request: RecordedRequest): string | undefined {
  return header(request, 'content-type')?.split(';')[0]!.trim().toLowerCase();
}

function bodyProblem(
  document: OpenApiDocument,
  { requestBody }: Operation,
  request: RecordedRequest,
  value: JsonValue | undefined,
): Validity | undefined {
  if (!requestBody) return undefined;
  if (request.body === undefined || request.body.length === 0) {
    const pointer = `${requestBody.pointer}/required`;
    return requestBody.required
      ? invalid(pointer, 'required', 'the request body is required')
      : undefined;
  }
  const media = documented(requestBody.content, mediaTypeOf(request));
  if (!media || !media.name.includes('json')) return undefined;
  if (value === undefined) return invalid(media.pointer, 'syntax', 'the body is not JSON');
  if (media.schemaPointer === undefined) return undefined;
  const [first] = compileSchema(document.root, media.schemaPointer)(value);
  return first && invalid(first.schemaPointer, first.keyword, first.message);
}

function documented(
  content: readonly MediaType[],
  name: string | undefined,
): MediaType | undefined {
  return content.find((media) => media.name === name);
}

/** What the specification says nothing about. */
function openPoint(
  operation: Operation,
  request: RecordedRequest,
  value: JsonValue | undefined,
): Validity | undefined {
  const { requestBody, security } = operation;
  const needsCredential = security.length > 0 && security.every((schemes) => schemes.length > 0);
  if (needsCredential && !hasCredential(operation, request)) {
    // Browsers leave credentials out of what they export, so that none may have been sent or one.
    return notStrict('the recording has no credential');
  }
  const hasBody = (request.body?.length ?? 0) > 0;
  if (requestBody && hasBody && !documented(requestBody.content, mediaTypeOf(request))) {
    return notStrict('the media type is not documented');
  }
  if (value !== undefined && !isPlainValue(value)) {
    return open('the body has values that a service may refuse for reasons of its own');
  }
  return undefined;
}

function notStrict(reason: string): Validity {
  return { kind: 'open', reason, strictlyValid: false };
}

function hasCredential({ security }: Operation, request: RecordedRequest): boolean {
  return security.flat().some((scheme) => {
    const name = scheme.parameterName ?? '';
    if (scheme.in === 'query') return request.query.has(name);
    if (scheme.in === 'cookie') return header(request, 'cookie')?.includes(`${name}=`) === true;
    return header(request, scheme.in === 'header' ? name : 'authorization') !== undefined;
  });
}
