import { breachOf, ofAnyStatus } from './breach.ts';
import type { Check, RunCheck, RunObservation } from './check.ts';
import { type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { showTyped, showResponse, printable } from './show.ts';
import { traceIn } from './stack-traces.ts';
import {
  standingOf,
  documentedErrors,
  hasSuccess,
  successPointer,
  successWords,
  successes,
} from './standing.ts';
import { type JsonObject, getProperty, isJsonObject } from '../../openapi/json/json-value.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { valueAt } from '../../openapi/pointer.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type Operation, operationAt, successResponse } from '../../model/operation.ts';
import { isState } from '../../model/lists/item-properties.ts';
import { opened } from '../../model/resources/envelope.ts';
import { envelopesIn, resourceSchema } from '../../model/resources/envelopes-in.ts';
import { setsAside } from '../../model/resources/action-states.ts';
import { isTimeName } from '../../model/believable/moments.ts';
import { listOf } from '../../model/lists/lists.ts';
import { jsonOf } from '../../http/body-text.ts';
import { saidOf } from '../../model/words.ts';
import { integerRange } from '../../openapi/schema/formats.ts';
import { headerValue, type TransportFailure } from '../../http/exchange.ts';

/** No request, however broken, makes the server fail. */
export const serverError: Check = {
  id: 'server-error',
  check: (exchange, { document }) => {
    const standing = standingOf(exchange);
    if (standing.kind !== 'server-error') return [];
    const { operation, validity, outsideOperation } = exchange.case;
    const sent = validity.kind === 'open' ? 'request' : `${validity.kind} request`;
    return {
      severity: 'violation',
      rule: 'R6',
      message: `the server fails with ${standing.response.status} on a${validity.kind === 'invalid' ? 'n' : ''} ${sent}`,
      received: showTyped(standing.response),
      documented: 'no server error, whatever is sent',
      pointer: standing.documented?.pointer ?? `${operation.pointer}/responses`,
      symptom: {
        kind: 'fails',
        of: outsideOperation === true ? undefined : operation.id,
        place: breachOf(exchange.case, document)?.place,
      },
    };
  },
};

/** What the document rules out is refused; an integer outside its format is R7's own. */
export const acceptedInvalid: Check = {
  id: 'accepted-invalid',
  check: (exchange, { document }) => {
    const { validity, operation, given } = exchange.case;
    const standing = standingOf(exchange);
    if (standing.kind !== 'success' || validity.kind !== 'invalid') return [];
    const deletion = validity.keyword === 'deleted' ? given?.deletion : undefined;
    if (deletion?.isPending === true) return [];
    const state = deletion && stateLeft(deletion.before, exchange, document);
    const remove = operationAt(document, 'DELETE', operation.path);
    if (state !== undefined && remove && setsAside(document, remove)) return [];
    return {
      severity: state === undefined ? 'violation' : 'warning',
      rule: isIntegerFormat(document, validity.pointer) ? 'R7' : 'R5',
      message:
        state === undefined
          ? `an invalid request is accepted: ${validity.reason}`
          : `what was deleted can still be read, with another ${state}`,
      received: showResponse(standing.response),
      documented: `a refusal (${documentedErrors(operation).words}): ${validity.reason}`,
      pointer: validity.pointer,
      symptom: breachOf(exchange.case, document),
    };
  },
};

/** The name of a state that a resource has after its deletion, and had not before: a subscription that is cancelled. */
function stateLeft(
  before: JsonObject,
  exchange: JudgedExchange,
  document: OpenApiDocument,
): string | undefined {
  const { operation } = exchange.case;
  const response = acceptanceOf(exchange);
  const body = response && jsonOf(response.body);
  const { told } = envelopesIn(document, operation);
  const now = opened(body ?? null, told) ?? {};
  const { properties } = resourceSchema(document, undefined, operation, 'told');
  const changed = Object.keys(before).filter((name) => {
    const is = getProperty(now, name);
    return is !== undefined && !equalJson(is, before[name]!);
  });
  const [times, rest] = [true, false].map((isTime) =>
    changed.filter((name) => isTimeName({ path: [name] }) === isTime),
  );
  const tellsState = (name: string): boolean => {
    const schema = properties.get(name);
    return schema !== undefined && isState({ schema });
  };
  // With other texts in it, it is another one.
  if (rest!.length > 1 || !rest!.every(tellsState)) return undefined;
  return rest![0] ?? times!.find((name) => before[name] === null);
}

/** Whether the pointer names the `format` of an int32 or int64. */
function isIntegerFormat(document: OpenApiDocument, pointer: string): boolean {
  const end = pointer.lastIndexOf('/');
  if (pointer.slice(end + 1) !== 'format') return false;
  const schema = valueAt(document.root, pointer.slice(0, end));
  const format = isJsonObject(schema) ? schema['format'] : undefined;
  return typeof format === 'string' && integerRange(format) !== undefined;
}

/** Success has the status that the document gives it. */
export const undocumentedSuccess: Check = {
  id: 'undocumented-success',
  check: (exchange) => {
    const { validity, operation, fixedIdentity } = exchange.case;
    const standing = standingOf(exchange);
    if (standing.kind !== 'success' || standing.documented || validity.kind === 'invalid')
      return [];
    // What becomes of an identity that may be used already is an open question.
    if (fixedIdentity === true || successes(operation).length === 0) return [];
    return {
      severity: 'violation',
      rule: 'R1',
      message: `success has the status ${standing.response.status}`,
      received: showResponse(standing.response),
      documented: `status ${successWords(operation)}`,
      pointer: successPointer(operation),
    };
  },
};

/** Where no 2xx is documented, no status of a success can be wrong: told once an operation. */
export const missingSuccess: RunCheck = {
  id: 'missing-success',
  checkRun: (exchanges) => {
    const untold = exchanges.filter((exchange) => {
      const { kind, ...standing } = standingOf(exchange);
      const { operation, validity, outsideOperation } = exchange.case;
      if (validity.kind === 'invalid' || outsideOperation === true) return false;
      const isUntold = kind === 'success' && !('documented' in standing && standing.documented);
      return isUntold ? successes(operation).length === 0 : !hasSuccess(operation);
    });
    const first = Map.groupBy(untold, ({ case: { operation } }) => operation.id);
    return [...first.values()].map(([exchange]) => observeUntold(exchange!));
  },
};

function observeUntold(exchange: JudgedExchange): RunObservation {
  const { outcome, case: sent } = exchange;
  return {
    exchange,
    severity: 'note',
    rule: 'R1',
    message: 'the document has no success for this operation: nothing tells how it is to answer',
    received: outcome.kind === 'response' ? showResponse(outcome.response) : 'no response',
    documented: 'no status 2xx',
    pointer: successPointer(sent.operation),
  };
}

/** A request is answered where it was sent; redirects are reported, never followed. */
export const redirect: Check = {
  id: 'redirect',
  check: (exchange, { strict }) => {
    const { validity, operation, fixedIdentity } = exchange.case;
    const standing = standingOf(exchange);
    if (standing.kind !== 'redirect' || standing.documented) return [];
    const { status, headers } = standing.response;
    const location = headerValue(headers, 'location');
    // Of an identity that may be used already, the redirect may lead to what has it; who is to come back signs in first.
    const isValid =
      validity.kind === 'valid' && fixedIdentity !== true && !comesBack(exchange, location);
    return {
      severity: isValid || strict ? 'violation' : 'note',
      rule: isValid ? 'R1' : 'R8',
      message: `a request is redirected with ${status}`,
      received: location === undefined ? `${status}` : `${status} to ${printable(location)}`,
      documented: isValid ? `status ${successWords(operation)}` : 'no redirect',
      pointer: successPointer(operation),
    };
  },
};

/** Whether a redirect names the request that is to be sent again then. */
function comesBack({ request }: JudgedExchange, location: string | undefined): boolean {
  const { pathname, searchParams } = URL.parse(location ?? '', request.url) ?? {};
  const path = new URL(request.url).pathname;
  return pathname !== path && searchParams?.values().some((value) => value.includes(path)) === true;
}

/** A refusal has a documented status. Of valid requests, another check says that they're refused. */
export const undocumentedRefusal: Check = {
  id: 'undocumented-refusal',
  check: (exchange, { strict }) => {
    const { validity, operation } = exchange.case;
    const standing = standingOf(exchange);
    if (standing.kind !== 'refusal' || standing.documented || validity.kind === 'valid') return [];
    if (exchange.case.question !== undefined && !strict) return [];
    const errors = documentedErrors(operation);
    return {
      severity: strict ? 'violation' : 'note',
      rule: 'R8',
      message: `a request is refused with the undocumented status ${standing.response.status}`,
      received: showTyped(standing.response),
      documented: errors.words,
      pointer: errors.pointer,
    };
  },
};

const WORDS: Readonly<Record<TransportFailure['kind'], string>> = {
  refused: 'the server takes no connection',
  reset: 'the connection is closed before a response',
  truncated: 'the response is cut off',
  timeout: 'the server does not answer in time',
  malformed: 'the response is not HTTP',
  tls: 'the TLS connection fails',
  dns: 'the host name is unknown',
  'too-large': 'the response is larger than what is read',
  other: 'the connection fails',
};

/** Every request gets a complete HTTP response. */
export const transportFailure: Check = {
  id: 'transport-failure',
  check: (exchange, { document }) => {
    const standing = standingOf(exchange);
    if (standing.kind !== 'failure') return [];
    const { failure } = standing;
    const isRace = failure.mayBeRace === true;
    const { operation } = exchange.case;
    const isOpen = failure.kind === 'timeout' && isStream(document, operation);
    // A list is as long as what is stored.
    const isLong = failure.kind === 'too-large' && listOf(document, operation) !== undefined;
    return {
      severity: isRace || isOpen ? 'note' : isLong ? 'warning' : 'violation',
      rule: 'R6',
      message: isRace
        ? 'a reused connection is closed while a request is sent on it'
        : isOpen
          ? 'a stream, or what waits for something, has nothing to tell in time'
          : words(failure),
      received: showFailure(failure),
      symptom: { kind: failure.kind, of: operation.id },
      documented: 'a complete response, whatever is sent',
      pointer: `${operation.pointer}/responses`,
    };
  },
};

/** What an operation says that streams, or that answers when something else is done. */
const GOES_ON =
  /\bstream(?:s|ing)\b|^stream\b|\b(?:waits?|waiting) (?:for|until|on)\b|\blong[- ]poll/im;

/** Whether an answer goes on for as long as there is something to tell, or to wait for, by its media type or in words. */
function isStream(document: OpenApiDocument, operation: Operation): boolean {
  const isEvents = successResponse(operation)?.content.some(({ name }) =>
    /^text\/event-stream\b/.test(name),
  );
  return isEvents === true || GOES_ON.test(saidOf(document, operation));
}

function words(failure: TransportFailure): string {
  if (failure.kind === 'timeout' && failure.partial) {
    return 'the response starts and then stands still';
  }
  return WORDS[failure.kind];
}

function showFailure({ message, partial }: TransportFailure): string {
  if (!partial) return message;
  return `${message} after status ${partial.status} and ${partial.bodyBytes} bytes of the body`;
}

/** Answers don't show the server's inside. */
export const stackTrace: Check = {
  id: 'stack-trace',
  check: (exchange) => {
    const standing = standingOf(exchange);
    if (standing.kind === 'failure' || standing.response.status < 400) return [];
    const { response } = standing;
    // In JSON, line ends and quotes of the trace are escaped.
    const text = new TextDecoder()
      .decode(response.body.subarray(0, 20_000))
      .replaceAll(/\\[nrt]/g, '\n')
      .replaceAll(/\\(["/\\])/g, '$1');
    const found = traceIn(text);
    if (found === undefined) return [];
    return {
      severity: 'warning',
      rule: 'R6',
      message: `a ${response.status} shows a stack trace`,
      symptom: ofAnyStatus(`a ${response.status} shows a stack trace`),
      received: `${response.status} with “${printable(found)}”`,
      documented: 'a message for the caller',
      pointer: standing.documented?.pointer ?? `${exchange.case.operation.pointer}/responses`,
    };
  },
};
