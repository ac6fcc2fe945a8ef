import type { Case, JudgedExchange } from '../cases/case.ts';
import type { CheckContext, Finding, Observation } from '../checks/check.ts';
import { checks, runChecks, transportChecks } from '../checks/index.ts';
import { refusedValid } from '../checks/refused-valid.ts';
import { showResponse } from '../checks/show.ts';
import { standingOf } from '../checks/standing.ts';
import type { Location, OpenApiDocument } from '../../openapi/document.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { isJsonObject } from '../../openapi/json/json-value.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { createMasker } from '../../model/secrets/masker.ts';
import { type Credential, secretsOf, variablesOf } from '../../http/credential.ts';
import { type CurlConnection, toCurl } from '../../http/curl.ts';

/** Turns exchanges into findings. */
export interface Judge {
  /** Tells the judge of a case before it is sent. */
  expect(sent: Case): void;
  judge(exchange: JudgedExchange): Finding[];
  /** What only all exchanges together show. */
  judgeRun(exchanges: readonly JudgedExchange[]): Finding[];
  /** Whether an exchange fails in the way that a finding says. */
  fails(exchange: JudgedExchange, finding: Finding): boolean;
  /** What came back, in a few words; `undefined` where nothing did. */
  received(exchange: JudgedExchange): string | undefined;
  /** A finding from what something other than a check has observed. */
  complete(source: string, exchange: JudgedExchange, observation: Observation): Finding;
}

/** What a judge knows. */
export interface JudgeOptions {
  readonly document: OpenApiDocument;
  readonly strict: boolean;
  /** Properties that the profile says are trimmed. */
  readonly trimmed?: ReadonlySet<string> | undefined;
  readonly credential: Credential;
  /** How reproductions reach the server. */
  readonly curl?: CurlConnection | undefined;
}

export function createJudge(options: JudgeOptions): Judge {
  const sent = new SentValues();
  const context: CheckContext = {
    document: options.document,
    strict: options.strict,
    trimmed: options.trimmed,
    sentElsewhere: (property, value, than) => sent.find(property, value, than),
  };
  const complete = createCompleter(options);
  const masker = createMasker(secretsOf(options.credential));
  const judge = (exchange: JudgedExchange): Finding[] =>
    (exchange.case.outsideOperation === true ? transportChecks : checks).flatMap((check) =>
      check
        .check(exchange, context)
        .map((observation) => complete(check.id, exchange, observation)),
    );
  return {
    complete,
    expect: (one) => sent.add(one),
    judge,
    // A refused valid request is found by a check of the whole run.
    fails: (exchange, { check, rule, message }) =>
      check === refusedValid.id
        ? standingOf(exchange).kind === 'refusal'
        : judge(exchange).some(
            (one) => one.check === check && one.rule === rule && one.message === message,
          ),
    received: ({ outcome }) =>
      outcome.kind === 'response' ? masker.text(showResponse(outcome.response)) : undefined,
    judgeRun: (exchanges) =>
      runChecks.flatMap((check) =>
        check
          .checkRun(exchanges, context)
          .map(({ exchange, after, ...observation }) =>
            complete(check.id, exchange, observation, after),
          ),
      ),
  };
}

/** Which case sent which value as which property. */
class SentValues {
  readonly #cases = new Map<string, Case[]>();

  add(sent: Case): void {
    const { value } = sent.request;
    if (!isJsonObject(value)) return;
    for (const [name, own] of Object.entries(value)) {
      if (typeof own === 'object' || typeof own === 'boolean') continue;
      const key = keyOf(name, own);
      const cases = this.#cases.get(key);
      if (cases) cases.push(sent);
      else this.#cases.set(key, [sent]);
    }
  }

  /** The latest one: what is carried over comes from the request before. */
  find(property: string, value: JsonValue, than: Case): Case | undefined {
    return this.#cases.get(keyOf(property, value))?.findLast((sent) => sent !== than);
  }
}

function keyOf(property: string, value: JsonValue): string {
  return `${property}\0${stringifyJson(value)}`;
}

type Complete = (
  check: string,
  exchange: JudgedExchange,
  observation: Observation,
  after?: JudgedExchange,
) => Finding;

function createCompleter({ document, credential, curl }: JudgeOptions): Complete {
  // A server can repeat the secrets in its answer.
  const masker = createMasker(secretsOf(credential));
  const variables = variablesOf(credential);
  const again = (one: JudgedExchange): string => toCurl(one.request, variables, curl);
  return (check, exchange, observation, after) => ({
    severity: observation.severity,
    rule: observation.rule,
    check,
    operation: exchange.case.operation.id,
    case: exchange.case.id,
    exchange: exchange.sequence,
    message: masker.text(observation.message),
    received: masker.text(observation.received),
    documented: masker.text(observation.documented),
    pointer: observation.pointer,
    location: locate(document, observation.pointer),
    curl: (after ? [after, exchange] : [exchange]).map(again).join(' && '),
  });
}

/** Where a pointer stands, or the nearest node above it. */
function locate(document: OpenApiDocument, pointer: string): Location | undefined {
  for (let place = pointer; ; place = place.slice(0, place.lastIndexOf('/'))) {
    const location = document.locate(place);
    if (location || place === '') return location;
  }
}
