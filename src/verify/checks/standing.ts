import { onceFor } from '../../openapi/once.ts';
import { type Operation, type ResponseObject, documentedResponse } from '../../model/operation.ts';
import type { ReceivedResponse, TransportFailure } from '../../http/exchange.ts';
import type { AnsweredExchange, JudgedExchange } from '../cases/case.ts';

/**
 * What an exchange came to. Each check speaks of some of these only, so that one fault isn't
 * reported again by what follows from it.
 */
export type Standing =
  | { readonly kind: 'failure'; readonly failure: TransportFailure }
  | Answered<'server-error'>
  | Answered<'success'>
  | Answered<'redirect'>
  | Answered<'refusal'>;

interface Answered<Kind extends string> {
  readonly kind: Kind;
  readonly response: ReceivedResponse;
  /** The response object that documents the status, if one does. */
  readonly documented?: ResponseObject | undefined;
}

/** Told once, however many checks ask. */
export const standingOf: (exchange: JudgedExchange) => Standing = onceFor((exchange) => {
  const { outcome } = exchange;
  if (outcome.kind === 'failure') return { kind: 'failure', failure: outcome.failure };
  const { response } = outcome;
  const { operation } = exchange.case;
  const kind = kindOf(response.status);
  const documented =
    kind === 'success'
      ? documentedSuccess(operation, response.status)
      : documentedResponse(operation, response.status);
  return { kind, response, documented };
});

/** Whether an exchange stands so in the judge's eyes: {@link standingOf}. */
export function isStanding(
  exchange: JudgedExchange,
  kind: Exclude<Standing['kind'], 'failure'>,
): exchange is AnsweredExchange {
  return standingOf(exchange).kind === kind;
}

function kindOf(status: number): Exclude<Standing['kind'], 'failure'> {
  if (status >= 500) return 'server-error';
  if (status >= 400) return 'refusal';
  return status >= 300 ? 'redirect' : 'success';
}

/** `default` stands for errors where a success is documented beside it, as everybody writes it. */
function documentedSuccess(operation: Operation, status: number): ResponseObject | undefined {
  const response = documentedResponse(operation, status);
  const isDefault = response?.status.toLowerCase() === 'default';
  return isDefault && successes(operation).length > 0 ? undefined : response;
}

/** The documented 2xx responses. */
export function successes(operation: Operation): ResponseObject[] {
  return operation.responses.filter(({ status }) => status.startsWith('2'));
}

/** Whether the document has any response that isn't an error. */
export function hasSuccess({ responses }: Operation): boolean {
  return responses.some(({ status }) => /^[23]|^default$/i.test(status));
}

/** Where the document says what success is: its first 2xx, else the responses as a whole. */
export function successPointer(operation: Operation): string {
  return successes(operation)[0]?.pointer ?? responsesPointer(operation);
}

/** Where the document says how an operation is answered. */
export function responsesPointer({ pointer }: Operation): string {
  return `${pointer}/responses`;
}

/** The documented success in words: `200`, `200 or 201`. */
export function successWords(operation: Operation): string {
  return (
    successes(operation)
      .map(({ status }) => status)
      .join(' or ') || 'a success'
  );
}

/** Where the document's refusals stand, and which they are. */
export function documentedErrors(operation: Operation): { pointer: string; words: string } {
  const errors = operation.responses.filter(({ status }) => /^[4d]/i.test(status));
  return {
    pointer: errors[0]?.pointer ?? responsesPointer(operation),
    words: errors.map(({ status }) => status).join(' or ') || 'no error status',
  };
}
