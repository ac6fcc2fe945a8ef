import type { OpenApiDocument } from '../../openapi/document.ts';
import type { ResponseObject } from '../../model/operation.ts';
import type { Check } from './check.ts';
import { findMediaType, isJson, jsonMediaType } from '../../model/media-type.ts';
import { type ReceivedResponse, headerValue } from '../../http/exchange.ts';
import type { Observation, RuleId } from './finding.ts';
import { readJsonBody } from './json-response.ts';
import { compileSchema } from '../../openapi/schema/compile-schema.ts';
import { showResponse } from './show.ts';
import { standingOf } from './standing.ts';

/** Documented responses carry a body of their schema. */
export const responseBody: Check = {
  id: 'response-body',
  title: 'documented responses have a body of the documented shape',
  check: (exchange, { document }) => {
    const standing = standingOf(exchange);
    if (standing.kind === 'failure' || standing.kind === 'server-error') return [];
    const { response, documented, kind } = standing;
    const isAcceptedRubbish = kind === 'success' && exchange.case.validity.kind === 'invalid';
    const schema = documented && jsonSchema(documented, response);
    if (!documented || !schema || isAcceptedRubbish) return [];
    const rule = kind === 'success' ? 'R1' : 'R2';
    return judge(document, response, { rule, documented, schema });
  },
};

interface Expected {
  readonly rule: RuleId;
  readonly documented: ResponseObject;
  readonly schema: string;
}

/** The schema that the body is held against; none where the document has it in no JSON. */
function jsonSchema(documented: ResponseObject, response: ReceivedResponse): string | undefined {
  const said = headerValue(response.headers, 'content-type');
  const named = findMediaType(documented.content, said);
  if (named !== undefined) return isJson(said) ? named.schemaPointer : undefined;
  const usual = jsonMediaType(documented.content);
  // In a range, what doesn't say that it is JSON may be anything.
  const isMeant = isJson(usual?.name) || (said === undefined && readJsonBody(response).ok);
  return isMeant ? usual?.schemaPointer : undefined;
}

function judge(
  document: OpenApiDocument,
  response: ReceivedResponse,
  { rule, documented, schema }: Expected,
): Observation[] {
  const base = { rule, received: showResponse(response), pointer: schema };
  const { status } = response;
  const shape = `the documented body of ${documented.status}`;
  const body = readJsonBody(response);
  if (!body.ok) {
    const received = `${base.received} (the body ${body.problem})`;
    const message = `the body of a ${status} ${body.summary}`;
    return [{ ...base, severity: 'violation', message, received, documented: `JSON, ${shape}` }];
  }
  const broken = compileSchema(
    document.root,
    schema,
    'response',
  )(body.value).map((issue): Observation => {
    return {
      rule,
      severity: 'violation',
      message: `the body of a ${status} is not of its shape: ${withoutValue(issue.message)}`,
      received: `${base.received} (${issue.message})`,
      documented: shape,
      pointer: issue.schemaPointer,
    };
  });
  return [...broken, ...duplicates(body.duplicateKeys, base, status)];
}

/** `error must be an int32 (…), got 5000000000`: what was got differs from exchange to exchange. */
function withoutValue(message: string): string {
  return message.replace(/, got .*$/s, '');
}

function duplicates(
  keys: readonly string[],
  base: Pick<Observation, 'rule' | 'received' | 'pointer'>,
  status: number,
): Observation[] {
  if (keys.length === 0) return [];
  const names = [...new Set(keys)].map((key) => JSON.stringify(key)).join(', ');
  return [
    {
      ...base,
      severity: 'warning',
      message: `the body of a ${status} has the key ${names} more than once`,
      documented: 'keys that readers agree about (RFC 8259, section 4)',
    },
  ];
}
