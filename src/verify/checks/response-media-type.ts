import type { MediaType, ResponseObject } from '../../model/operation.ts';
import type { Check } from './check.ts';
import { findMediaType, otherCharset, parseMediaType } from '../../model/media-type.ts';
import { type ReceivedResponse, headerValue } from '../../http/exchange.ts';
import type { Observation } from './finding.ts';
import { printable, showTyped } from './show.ts';
import { type Standing, documentedErrors, standingOf } from './standing.ts';

/** Responses say the media type that the document gives them. */
export const responseMediaType: Check = {
  id: 'response-media-type',
  title: 'responses have the documented media type',
  check: (exchange, { strict }) => {
    const standing = standingOf(exchange);
    if (!isJudged(standing, exchange.case.validity.kind)) return [];
    const { response, documented } = standing;
    // Of no body there is no type; that it is missing is another check's word.
    if (response.body.length === 0) return [];
    const expected = documented ?? sibling(exchange.case.operation.responses);
    const fault = mediaTypeFault(response, expected?.content ?? []);
    if (!expected || fault === undefined) return [];
    const isPromised = documented !== undefined || strict;
    return [
      {
        ...fault,
        severity: fault.severity === 'violation' && !isPromised ? 'warning' : fault.severity,
        rule: 'R3',
        received: showTyped(response),
        documented: expected.content.map(({ name }) => name).join(' or '),
        pointer: documented
          ? `${documented.pointer}/content`
          : documentedErrors(exchange.case.operation).pointer,
      },
    ];
  },
};

function isJudged(
  standing: Standing,
  validity: string,
): standing is Exclude<Standing, { kind: 'failure' }> {
  if (standing.kind === 'refusal') return true;
  return standing.kind === 'success' && validity !== 'invalid' && standing.documented !== undefined;
}

/** The error response that an undocumented refusal is measured against. */
function sibling(responses: readonly ResponseObject[]): ResponseObject | undefined {
  return responses.find(({ status }) => /^[4d]/i.test(status));
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
