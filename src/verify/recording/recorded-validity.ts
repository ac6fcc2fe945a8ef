import { utf8Text } from '../../http/body-text.ts';
import { type HeaderList, type RelativeRequest, headerValue } from '../../http/exchange.ts';
import { jsonMediaType } from '../../model/media-type.ts';
import type { Operation } from '../../model/operation.ts';
import type { Parameter } from '../../model/parameters/parameter.ts';
import { isMasked } from '../../model/secrets/secret-places.ts';
import type { Validity } from '../../model/validity.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonValue, isJsonNumber, isJsonObject } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { compileSchema } from '../../openapi/schema/compile-schema.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { createBodyFaultFinder } from '../cases/request-faults.ts';

/**
 * How a recorded request stands to the document, of which nothing else is known. What the
 * specification leaves open is open here too: a recording must not raise a false alarm.
 */
export function recordedValidity(
  document: OpenApiDocument,
  operation: Operation,
  request: RelativeRequest,
  source: ParameterSource,
): Validity {
  const faults = createBodyFaultFinder(document, operation)(request);
  const certain = faults.find(({ isOpen }) => !isOpen);
  if (certain) {
    const { pointer, keyword, reason } = certain;
    return { kind: 'invalid', pointer, keyword, reason };
  }
  const broken = parameterFault(document, operation, source);
  if (broken) return broken;
  const [forgivable] = faults;
  if (forgivable) return notPromised(forgivable.reason);
  if (needsCredential(operation) && !hasCredential(operation, source)) {
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

function notPromised(reason: string): Validity {
  return { kind: 'open', reason, strictlyValid: false };
}

function needsCredential({ security }: Operation): boolean {
  return security.length > 0 && security.every((schemes) => schemes.length > 0);
}

function hasCredential({ security }: Operation, source: ParameterSource): boolean {
  return security.flat().some((scheme) => {
    const name = scheme.parameterName ?? '';
    if (scheme.in === 'query') return source.query.has(name);
    if (scheme.in === 'cookie') {
      return headerValue(source.headers, 'cookie')?.includes(`${name}=`) === true;
    }
    const header = scheme.in === 'header' ? name : 'authorization';
    return headerValue(source.headers, header) !== undefined;
  });
}

/** Where a recorded request has its parameters. */
interface ParameterSource {
  readonly headers: HeaderList;
  readonly query: URLSearchParams;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** The first parameter that is missing or breaks its schema. */
function parameterFault(
  document: OpenApiDocument,
  operation: Operation,
  source: ParameterSource,
): Validity | undefined {
  for (const parameter of operation.parameters) {
    const text = parameterText(parameter, source);
    if (text !== undefined && isMasked(text)) continue;
    const fault =
      text === undefined ? missing(parameter) : broken(document, parameter.schemaPointer, text);
    if (fault) return fault;
  }
  return undefined;
}

function missing({ name, required, pointer }: Parameter): Validity | undefined {
  if (!required) return undefined;
  const reason = `${name} is required`;
  return { kind: 'invalid', pointer: `${pointer}/required`, keyword: 'required', reason };
}

function broken(
  document: OpenApiDocument,
  schemaPointer: string | undefined,
  text: string,
): Validity | undefined {
  if (schemaPointer === undefined) return undefined;
  const validate = compileSchema(document.root, schemaPointer, 'response');
  // Lists and objects have several spellings (OpenAPI 3.1.0, 4.8.12.3), which aren't read here.
  if (validate([]).length === 0 || validate({}).length === 0) return undefined;
  // A parameter's text stands for a string, or for the number or boolean that it spells.
  const attempts = [text, ...spelled(text)].map((value) => validate(value));
  const [issue] = attempts.some((issues) => issues.length === 0) ? [] : attempts.at(-1)!;
  if (!issue) return undefined;
  const { schemaPointer: pointer, keyword, message } = issue;
  // Of a list with a constraint on its items, only its type can be told here.
  const isCertain = keyword !== 'type' || !/array|object/.test(message);
  return isCertain ? { kind: 'invalid', pointer, keyword, reason: message } : undefined;
}

function spelled(text: string): JsonValue[] {
  const result = parseJson(text);
  const isScalar = result.ok && (isJsonNumber(result.value) || typeof result.value === 'boolean');
  return isScalar ? [result.value] : [];
}

function parameterText(parameter: Parameter, source: ParameterSource): string | undefined {
  const { name } = parameter;
  if (parameter.in === 'query') return source.query.get(name) ?? undefined;
  if (parameter.in === 'path') return source.pathParameters[name];
  if (parameter.in === 'header') return headerValue(source.headers, name);
  const cookies = headerValue(source.headers, 'cookie')?.split(/;\s*/) ?? [];
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
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
