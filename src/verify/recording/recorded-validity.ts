import { type RelativeRequest, headerValue } from '../../http/exchange.ts';
import type { Validity } from '../../model/validity.ts';
import { createBodyFaultFinder } from '../cases/request-faults.ts';
import { jsonMediaType } from '../../model/media-type.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Operation } from '../../model/operation.ts';
import { utf8Text } from '../../http/show-body.ts';
import { type ParameterSource, parameterFault } from './parameter-fault.ts';
import { isPlainBody } from './plain-body.ts';

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
