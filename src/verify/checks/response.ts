import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { pointerLabel, valueAt } from '../../openapi/pointer.ts';
import type { SchemaIssue } from '../../openapi/schema/check.ts';
import type { MediaType, Operation, ResponseObject } from '../../model/operation.ts';
import { anyIndex, ofAnyStatus } from './breach.ts';
import type { Check, CheckContext, Observation, RuleId, Symptom } from './check.ts';
import {
  findMediaType,
  isJson,
  jsonMediaType,
  otherCharset,
  parseMediaType,
} from '../../model/media-type.ts';
import { type ReceivedResponse, headerValue } from '../../http/exchange.ts';
import { readJsonBody, readSequenceBody } from './json-response.ts';
import { type OtherEnvelope, otherEnvelope } from './other-envelope.ts';
import { choosesFields } from '../../model/lists/query-field.ts';
import { onceFor } from '../../openapi/once.ts';
import { compileSchema } from '../../openapi/schema/compile-schema.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { validSample } from '../../openapi/schema/sample-value.ts';
import { showResponse, printable, showTyped } from './show.ts';
import { standingOf, type Standing, documentedErrors } from './standing.ts';
import { headerIssues } from '../../model/parameters/read-parameter.ts';

/** Documented responses carry a body of their schema. */
export const responseBody: Check = {
  id: 'response-body',
  check: (exchange, context) => {
    const standing = standingOf(exchange);
    if (standing.kind === 'failure' || standing.kind === 'server-error') return [];
    const { response, documented, kind } = standing;
    const isAcceptedRubbish = kind === 'success' && exchange.case.validity.kind === 'invalid';
    const media = documented && readableMedia(documented, response);
    const schema = media?.schemaPointer;
    if (!documented || !schema || isAcceptedRubbish) return [];
    const rule = kind === 'success' ? 'R1' : 'R2';
    const { operation, request } = exchange.case;
    const isPart = kind === 'success' && asksForPart(operation, request.target);
    const { sequence } = media;
    return judge(context, response, { rule, documented, schema, sequence, isPart });
  },
};

interface Expected {
  readonly rule: RuleId;
  readonly documented: ResponseObject;
  readonly schema: string;
  readonly sequence: MediaType['sequence'];
  /** Whether only some of its properties were asked for. */
  readonly isPart: boolean;
}

/** Whether a request says which properties its answer has: the others are left out, also where a schema requires them. */
function asksForPart({ method, parameters }: Operation, target: string): boolean {
  if (method !== 'GET') return false;
  const [, query = ''] = target.split(/\?(.*)/s, 2);
  const sent = [...new URLSearchParams(query).keys()];
  const isSent = (name: string): boolean =>
    sent.some((key) => key === name || key.startsWith(`${name}[`));
  return parameters.some(
    ({ in: place, name }) => place === 'query' && choosesFields(name) && isSent(name),
  );
}

/** The media type that the body is held against; none where it is neither JSON nor a sequence. */
function readableMedia(
  documented: ResponseObject,
  response: ReceivedResponse,
): MediaType | undefined {
  const type = headerValue(response.headers, 'content-type');
  const named = findMediaType(documented.content, type);
  if (named !== undefined) return isJson(type) || named.sequence ? named : undefined;
  const usual = jsonMediaType(documented.content);
  const isRead = readJsonBody(response).ok;
  // In a range, what doesn't say that it is JSON may be anything; what says that it is a page, is no broken JSON.
  const isOther = type !== undefined && !isJson(type) && !isRead;
  const isMeant = isJson(usual?.name) ? !isOther : type === undefined && isRead;
  return isMeant ? usual : undefined;
}

function judge(
  context: CheckContext,
  response: ReceivedResponse,
  { rule, documented, schema, sequence, isPart }: Expected,
): Observation | Observation[] {
  const { document, strict } = context;
  const { status } = response;
  const shape = `the documented body of ${documented.status}`;
  const body = sequence ? readSequenceBody(response, sequence) : readJsonBody(response);
  const issuesOf = shapeIssues(context, isPart);
  const all = body.ok ? issuesOf(body.value, schema) : [];
  const whole = effectiveSchema(document.root, schema);
  const other = body.ok && all.length > 0 ? otherEnvelope(whole, body.value) : undefined;
  const issues = other ? issuesOf(other.value, other.pointer) : all;
  const isBare = body.ok && isJsonObject(body.value) && Object.keys(body.value).length === 0;
  if (body.ok && all.length === 0 && body.duplicateKeys.length === 0) return [];
  const base = { rule, received: showResponse(response), pointer: schema };
  const hasNoValue = (pointer: string): boolean =>
    takesNothing(effectiveSchema(document.root, pointer));
  if (!body.ok) {
    const received = `${base.received} (the body ${body.problem})`;
    const message = `the body of a ${status} ${body.summary}`;
    return {
      ...base,
      severity: 'violation',
      message,
      symptom: ofAnyStatus(message),
      received,
      documented: `${sequence ? 'a sequence of ' : ''}JSON, ${shape}`,
    };
  }
  // Of a list or a map of thousands, the items that are wrong alike are told once.
  const alike = Map.groupBy(issues, ({ message, ofAnyKey = message }) => {
    // Whatever is required, all of it is missing.
    return isBare ? NOTHING_IN_IT : anyIndex(withoutValue(ofAnyKey));
  });
  const broken = Array.from(alike, ([place, [first]]): Observation => {
    const issue = first!;
    // Where forms overlap, it is the document that doesn't tell them apart.
    const isOverlap = issue.isOverlap === true && !strict;
    const isOfDocument = isOverlap || [schema, schemaOf(issue)].some(hasNoValue);
    return {
      rule,
      severity: isOfDocument ? 'warning' : 'violation',
      message: `the body of a ${status} is not of its shape: ${isBare ? place : withoutValue(issue.message)}`,
      received: `${base.received} (${issue.message})`,
      documented: shape,
      pointer: issue.schemaPointer,
      symptom: isBare
        ? { kind: 'shape', of: place, place }
        : symptomOf(issue, other?.value ?? body.value, place),
    };
  });
  const moved =
    other === undefined ? [] : [misplaced(other, { ...base, documented: shape }, status)];
  return [moved, broken, duplicates(body.duplicateKeys, base, status)].flat();
}

/** What is wrong with a value by the schema at a pointer, but for what an earlier request has left there. */
function shapeIssues(
  context: CheckContext,
  isPart: boolean,
): (value: JsonValue, pointer: string) => SchemaIssue[] {
  return (value, pointer) => {
    const validate = compileSchema(context.document.root, pointer, 'response');
    return validate(value).filter(
      (issue) => !(isPart && issue.keyword === 'required') && !context.isLeft?.(issue, value),
    );
  };
}

/** Whichever operation has it so, it is one mistake. */
function misplaced(
  { what }: OtherEnvelope,
  base: Pick<Observation, 'rule' | 'received' | 'pointer' | 'documented'>,
  status: number,
): Observation {
  const message = `the body of a ${status} is not of its shape: ${what}`;
  return {
    ...base,
    severity: 'violation',
    message,
    symptom: { kind: 'shape', of: what, place: what },
  };
}

/** Null where an object's properties have none is one mistake, whichever of them have it. */
function symptomOf(
  { schemaPointer, instancePointer }: SchemaIssue,
  value: JsonValue,
  place: string,
): Symptom {
  const end = schemaPointer.lastIndexOf('/properties/');
  if (end >= 0 && valueAt(value, instancePointer) === null) {
    const name = anyIndex(pointerLabel(instancePointer));
    const owner = schemaPointer.slice(0, end);
    return { kind: 'null', of: isNamed(owner) ? owner : name, place: name };
  }
  return { kind: 'shape', of: isNamed(schemaPointer) ? schemaPointer : place, place };
}

const NOTHING_IN_IT = 'it is an object with nothing in it';

/** Whether nothing is known that a schema takes, as where its parts contradict each other: no server can do right. */
const takesNothing = onceFor(
  (schema: EffectiveSchema) => validSample(schema, { side: 'response' }) === undefined,
);

/** Pointer to the schema that holds the keyword of an issue: of a list, it may be what its items can't obey. */
function schemaOf({ schemaPointer }: SchemaIssue): string {
  return schemaPointer.slice(0, schemaPointer.lastIndexOf('/'));
}

/** Whether a schema has one place of its own; else the operations repeat it, and a mistake with it. */
function isNamed(pointer: string): boolean {
  return !pointer.startsWith('/paths/');
}

/** `error must be an int32 (…), got 5000000000`: what was got differs from exchange to exchange. */
function withoutValue(message: string): string {
  return message.replace(/, got .*$/s, '');
}

function duplicates(
  keys: readonly string[],
  base: Pick<Observation, 'rule' | 'received' | 'pointer'>,
  status: number,
): Observation | Observation[] {
  if (keys.length === 0) return [];
  const names = [...new Set(keys)].map((key) => JSON.stringify(key)).join(', ');
  return {
    ...base,
    severity: 'warning',
    message: `the body of a ${status} has the key ${names} more than once`,
    documented: 'keys that readers agree about (RFC 8259, section 4)',
  };
}

/** Documented headers are there where they are required, and fit their schema. */
export const responseHeaders: Check = {
  id: 'response-headers',
  check: (exchange, { document }) => {
    const standing = standingOf(exchange);
    if (standing.kind === 'failure' || standing.documented === undefined) return [];
    if (standing.kind === 'success' && exchange.case.validity.kind === 'invalid') return [];
    const { response, documented } = standing;
    const rule = standing.kind === 'success' ? 'R1' : 'R2';
    const say = (pointer: string, message: string, received: string): Observation => {
      const words = `the header as ${pointer} has it`;
      return {
        severity: 'violation',
        rule,
        message,
        received,
        documented: words,
        pointer,
        symptom: ofAnyStatus(message),
      };
    };
    return documented.headers.flatMap((header): Observation | Observation[] => {
      const { name, required, pointer } = header;
      const text = headerValue(response.headers, name);
      const what = `a ${response.status}`;
      if (text === undefined) {
        return required ? say(pointer, `${what} lacks the header ${name}`, `no ${name}`) : [];
      }
      const [issue] = headerIssues(document.root, header, text);
      const reason = issue?.message.replace(/, got .*$/s, '');
      return reason === undefined ? [] : say(issue!.schemaPointer, `${what}: ${reason}`, text);
    });
  },
};

/** Responses say the media type that the document gives them. */
export const responseMediaType: Check = {
  id: 'response-media-type',
  check: (exchange, { strict }) => {
    const standing = standingOf(exchange);
    if (!isJudged(standing, exchange.case.validity.kind)) return [];
    const { response, documented } = standing;
    // Of no body there is no type; that it is missing is another check's word.
    if (response.body.length === 0) return [];
    const { content } = documented ?? { content: ofErrors(exchange.case.operation.responses) };
    const fault = mediaTypeFault(response, content);
    if (fault === undefined) return [];
    const isPromised = documented !== undefined || strict;
    return {
      ...fault,
      symptom: ofAnyStatus(fault.message),
      severity: fault.severity === 'violation' && !isPromised ? 'warning' : fault.severity,
      rule: 'R3',
      received: showTyped(response),
      documented: [...new Set(content.map(({ name }) => name))].join(' or '),
      pointer: documented
        ? `${documented.pointer}/content`
        : documentedErrors(exchange.case.operation).pointer,
    };
  },
};

function isJudged(
  standing: Standing,
  validity: string,
): standing is Exclude<Standing, { kind: 'failure' }> {
  if (standing.kind === 'refusal') return true;
  return standing.kind === 'success' && validity !== 'invalid' && standing.documented !== undefined;
}

/** The media types of errors, which an undocumented refusal is measured against; none where one may have any. */
function ofErrors(responses: readonly ResponseObject[]): MediaType[] {
  const errors = responses.filter(({ status }) => /^[4d]/i.test(status));
  const isOpen = errors.some(({ content }) => content.length === 0);
  return isOpen ? [] : errors.flatMap(({ content }) => [...content]);
}

function mediaTypeFault(
  response: ReceivedResponse,
  content: readonly MediaType[],
): Pick<Observation, 'severity' | 'message'> | undefined {
  if (content.length === 0) return undefined;
  const header = headerValue(response.headers, 'content-type');
  const status = response.status;
  if (header === undefined) {
    return { severity: 'violation', message: `a ${status} has a body without Content-Type` };
  }
  const documented = findMediaType(content, header);
  if (documented === undefined) {
    const shown = parseMediaType(header)?.essence ?? JSON.stringify(printable(header));
    return { severity: 'violation', message: `a ${status} has the media type ${shown}` };
  }
  return charsetFault(response, otherCharset(header, documented)?.toLowerCase());
}

/** JSON is UTF-8 (RFC 8259, 8.1): another charset is a lie, or the body is broken for its readers. */
function charsetFault(
  response: ReceivedResponse,
  charset: string | undefined,
): Pick<Observation, 'severity' | 'message'> | undefined {
  const isAscii = response.body.every((byte) => byte < 0x80);
  if (charset === undefined || (isAscii && /^(us-)?ascii$/.test(charset))) return undefined;
  return {
    severity: isAscii ? 'warning' : 'violation',
    message: `a ${response.status} says charset ${printable(charset)}, but JSON is UTF-8`,
  };
}
