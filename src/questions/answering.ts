import { jsonOf } from '../http/body-text.ts';
import type { Exchange, RelativeRequest } from '../http/exchange.ts';
import type { Enactment, InspectedBody, Inspection } from '../mock/enactment.ts';
import type { FreshValues } from '../model/requests/fresh-values.ts';
import { type JsonObject, isJsonObject } from '../openapi/json/json-value.ts';
import { refusedStatus } from './answer.ts';
import { type Breach, probeCase } from './probe.ts';
import type { OpenQuestion } from './question.ts';
import type { Subject } from './subject.ts';

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
  const value = jsonOf(exchange.outcome.response.body);
  return isJsonObject(value) ? value : undefined;
}

/** A question that one request asks, about a problem that the responder finds by itself. */
interface ProblemQuestion extends Pick<
  OpenQuestion,
  'id' | 'question' | 'leftOpenBy' | 'answers' | 'read'
> {
  /** Default: `refused 400`. */
  readonly usual?: string;
  /** The problem's kind. */
  readonly problem: string;
  readonly request: (fresh: FreshValues) => RelativeRequest;
  /** What makes the request invalid. Default: nothing does. */
  readonly breach?: Breach;
}

/** Such a question; the mock answers the problem as the question is answered. */
export function problemQuestion(subject: Subject, parts: ProblemQuestion): OpenQuestion {
  const { usual = 'refused 400', problem, request, breach, ...rest } = parts;
  return {
    ...rest,
    usual,
    probe: (fresh) => [probeCase(subject, parts.id, request(fresh), breach)],
    enact: (answer) => ({ problems: { [problem]: refusedStatus(answer) ?? 'accepted' } }),
  };
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
