import type { Exchange } from '../http/exchange.ts';
import type { Enactment, InspectedBody, Inspection } from '../mock/enactment.ts';
import { type JsonObject, isJsonObject } from '../openapi/json/json-value.ts';
import { parseJson } from '../openapi/json/parse-json.ts';
import { refusedStatus } from './answer.ts';
import type { OpenQuestion } from './question.ts';

/** Of questions about whether something is accepted. */
export const ACCEPTANCE: Pick<OpenQuestion, 'answers' | 'read'> = {
  answers: { words: ['accepted'], refused: true },
  read: ([exchange]) => readAcceptance(exchange),
};

/** Of questions about the status alone: the contract itself says that it is refused. */
export const REFUSAL: Pick<OpenQuestion, 'answers' | 'read'> = {
  answers: { words: [], refused: true },
  read: ([exchange]) => readRefusal(exchange),
};

/** `accepted` for a 2xx, `refused ‹status›` for a 4xx; else no answer. */
export function readAcceptance(exchange: Exchange | undefined): string | undefined {
  const status = statusOf(exchange);
  if (status === undefined) return undefined;
  if (status >= 200 && status < 300) return 'accepted';
  return status >= 400 && status < 500 ? `refused ${status}` : undefined;
}

/** `refused ‹status›` for a 4xx; else no answer. */
export function readRefusal(exchange: Exchange | undefined): string | undefined {
  const acceptance = readAcceptance(exchange);
  return acceptance === 'accepted' ? undefined : acceptance;
}

/** The status of the response; `undefined` where there is none. */
export function statusOf(exchange: Exchange | undefined): number | undefined {
  return exchange?.outcome.kind === 'response' ? exchange.outcome.response.status : undefined;
}

/** The JSON object of a 2xx; `undefined` for anything else. */
export function acceptedBody(exchange: Exchange | undefined): JsonObject | undefined {
  if (exchange?.outcome.kind !== 'response' || readAcceptance(exchange) !== 'accepted') {
    return undefined;
  }
  const parsed = parseJson(new TextDecoder().decode(exchange.outcome.response.body));
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
}

/** Answers a kind of problem that the responder finds by itself. */
export function enactProblem(kind: string, answer: string): Enactment {
  return { problems: { [kind]: refusedStatus(answer) ?? 'accepted' } };
}

/**
 * Refuses where `find` says what is wrong with the body; nothing where it is accepted.
 *
 * @param reads Whether it looks at numbers or keys as they were written. Default: at values only.
 */
export function enactInspection(
  kind: string,
  answer: string,
  find: (body: InspectedBody) => string | undefined,
  reads: Pick<Inspection, 'readsText'> = {},
): Enactment {
  const status = refusedStatus(answer);
  if (status === undefined) return {};
  return { problems: { [kind]: status }, inspections: [{ kind, find, ...reads }] };
}
