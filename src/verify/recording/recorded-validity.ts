import { utf8Text } from '../../http/body-text.ts';
import { type RelativeRequest, headerValue } from '../../http/exchange.ts';
import { jsonMediaType } from '../../model/media-type.ts';
import type { Operation } from '../../model/operation.ts';
import {
  type ParameterFault,
  createParameterCheck,
} from '../../model/parameters/parameter-check.ts';
import { isMasked } from '../../model/secrets/secret-places.ts';
import type { Validity } from '../../model/validity.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonValue, isJsonNumber, isJsonObject } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { notPromised } from '../cases/case.ts';
import { createBodyFaultFinder, parametersOf } from '../cases/request-faults.ts';

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

function needsCredential({ security }: Operation): boolean {
  return security.length > 0 && security.every((schemes) => schemes.length > 0);
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
