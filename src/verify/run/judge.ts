import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { stringifyJson, textOf } from '../../openapi/json/stringify-json.ts';
import type { Case, JudgedExchange } from '../cases/case.ts';
import type { Lookup } from '../baseline.ts';
import type { CheckContext, Finding, Observation } from '../checks/check.ts';
import { checks, runChecks, transportChecks } from '../checks/index.ts';
import { refusedValid } from '../checks/refused-valid.ts';
import { showResponse } from '../checks/show.ts';
import { isStanding } from '../checks/standing.ts';
import { TakenBreaches } from '../checks/taken-breaches.ts';
import type { Location } from '../../openapi/diagnostic.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type Masker, createMasker } from '../../model/secrets/masker.ts';
import { type Credential, secretsOf, variablesOf } from '../../http/credential.ts';
import type { ProfileAnswers } from '../../questions/answer.ts';
import { refusalsBy } from '../../questions/profile.ts';
import { type CurlConnection, toCurl } from '../../http/curl.ts';

/** What a judge knows. */
interface JudgeOptions {
  readonly document: OpenApiDocument;
  readonly strict: boolean;
  readonly credential: Credential;
  /** How reproductions reach the server. */
  readonly curl?: CurlConnection | undefined;
  /** Says which findings are known. Default: none is. */
  readonly knows?: Lookup | undefined;
}

/** Turns exchanges into findings. */
export class Judge {
  readonly #sent = new SentValues();
  readonly #taken: TakenBreaches;
  readonly #context: CheckContext;
  readonly #masker: Masker;
  readonly #knows: Lookup;
  readonly #curl: (exchange: JudgedExchange) => string;

  constructor({ document, strict, credential, curl, knows }: JudgeOptions) {
    this.#knows = knows ?? (() => undefined);
    const sentElsewhere: CheckContext['sentElsewhere'] = (property, value, than) =>
      this.#sent.find(property, value, than);
    const isKept: CheckContext['isKept'] = (property, value, of) =>
      this.#sent.hasReplaced(property, value, of);
    this.#taken = new TakenBreaches(document);
    const isLeft: CheckContext['isLeft'] = (issue, body) => this.#taken.explains(issue, body);
    this.#context = { document, strict, sentElsewhere, isKept, isLeft };
    // A server can repeat the secrets in its answer.
    this.#masker = createMasker(secretsOf(credential));
    const variables = variablesOf(credential);
    this.#curl = ({ request }) => toCurl(request, variables, curl);
  }

  /** Tells the judge of a case before it is sent. */
  expect(sent: Case): void {
    this.#sent.add(sent);
    this.#taken.expect(sent);
  }

  judge(exchange: JudgedExchange): Finding[] {
    this.#taken.add(exchange);
    const applicable = exchange.case.outsideOperation === true ? transportChecks : checks;
    return applicable.flatMap((check) =>
      [check.check(exchange, this.#context)]
        .flat()
        .map((observation) => this.complete(check.id, exchange, observation)),
    );
  }

  /**
   * What only all exchanges together show.
   *
   * @param answers What the server answered to open questions. Default: nothing is known.
   */
  judgeRun(exchanges: readonly JudgedExchange[], answers?: ProfileAnswers): Finding[] {
    const context = {
      ...this.#context,
      refuses: answers && refusalsBy(this.#context.document, answers),
    };
    return runChecks.flatMap((check) =>
      [check.checkRun(exchanges, context)]
        .flat()
        .map(({ exchange, after, ...observation }) =>
          this.complete(check.id, exchange, observation, after && [after, exchange]),
        ),
    );
  }

  /** Whether an exchange fails in the way that a finding says. */
  fails(exchange: JudgedExchange, { check, rule, message }: Finding): boolean {
    // A refused valid request is found by a check of the whole run.
    if (check === refusedValid.id) return isStanding(exchange, 'refusal');
    return this.judge(exchange).some(
      (finding) => finding.check === check && finding.rule === rule && finding.message === message,
    );
  }

  /** What came back, in a few words; `undefined` where nothing did. */
  received({ outcome }: JudgedExchange): string | undefined {
    return outcome.kind === 'response'
      ? this.#masker.text(showResponse(outcome.response))
      : undefined;
  }

  /**
   * A finding from what a check has observed, or something else.
   *
   * @param sequence What shows it, in the order of sending. Default: the exchange alone.
   */
  complete(
    source: string,
    exchange: JudgedExchange,
    { severity, rule, message, received, documented, pointer, symptom }: Observation,
    sequence: readonly JudgedExchange[] = [exchange],
  ): Finding {
    const finding: Finding = {
      severity,
      rule,
      check: source,
      operation: exchange.case.operation.id,
      case: exchange.case.id,
      exchange: exchange.sequence,
      message: this.#masker.text(message),
      received: this.#masker.text(received),
      documented: this.#masker.text(documented),
      pointer,
      symptom,
      location: locate(this.#context.document, pointer),
      curl: sequence.map(this.#curl).join(' && '),
    };
    const known = this.#knows(finding);
    return known === undefined ? finding : { ...finding, known };
  }
}

/** Where a pointer stands, or the nearest node above it. */
function locate(document: OpenApiDocument, pointer: string): Location | undefined {
  for (let place = pointer; ; place = place.slice(0, place.lastIndexOf('/'))) {
    const location = document.locate(place);
    if (location || place === '') return location;
  }
}

const REMEMBERED = 2_000_000;

/** An entry takes so many besides its text, about. */
const AROUND_TEXT = 100;

/** Longer texts are files: nobody carries them over. */
const MAX_TEXT = 100_000;

/** A case that sent a value; the case itself would keep its body. */
interface Sender {
  readonly id: string;
  readonly number: number;
}

/**
 * Which cases sent which value as which property: the latest two, of which one may be the asker. Values
 * that were sent long ago are forgotten: what is carried over comes from a request shortly before.
 */
export class SentValues {
  readonly #most: number;
  readonly #numbers = new WeakMap<Case, number>();
  #senders = new Map<string, readonly Sender[]>();
  #older: ReadonlyMap<string, readonly Sender[]> = new Map();
  #characters = 0;
  #count = 0;

  /** @param most Characters that are remembered at the least; twice as many at the most. */
  constructor(most: number = REMEMBERED) {
    this.#most = most;
  }

  add(sent: Case): void {
    const { value } = sent.request;
    if (!isJsonObject(value)) return;
    const sender = { id: sent.id, number: this.#count++ };
    this.#numbers.set(sent, sender.number);
    for (const [name, member] of Object.entries(value)) {
      if (/^P(?:UT|ATCH)$/.test(sent.request.method))
        this.#remember(keyAt(sent, name, member), sender);
      if (typeof member === 'object' || typeof member === 'boolean') continue;
      if (typeof member === 'string' && member.length > MAX_TEXT) continue;
      this.#remember(keyOf(name, member), sender);
    }
  }

  /** Whether a request to the same path sent this as this property. */
  hasReplaced(property: string, value: JsonValue, of: Case): boolean {
    return this.#of(keyAt(of, property, value)).length > 0;
  }

  #remember(key: string, sender: Sender): void {
    const before = this.#of(key).slice(-1);
    this.#characters += this.#senders.has(key) ? 0 : key.length + AROUND_TEXT;
    this.#senders.set(key, [...before, sender]);
    if (this.#characters < this.#most) return;
    this.#older = this.#senders;
    this.#senders = new Map();
    this.#characters = 0;
  }

  #of(key: string): readonly Sender[] {
    return this.#senders.get(key) ?? this.#older.get(key) ?? [];
  }

  /** The latest one: what is carried over comes from the request before. */
  find(property: string, value: JsonValue, than: Case): Sender | undefined {
    const known = this.#numbers.get(than);
    return this.#of(keyOf(property, value)).findLast(({ number }) => number !== known);
  }
}

/** Short, however long the value. What is taken as a text is kept as one. */
function keyAt({ request }: Case, property: string, value: JsonValue): string {
  const text = typeof value === 'object' ? value : textOf(value);
  const [path] = request.target.split('?', 1);
  return `${path}\0${keyOf(property, text).slice(0, 200)}`;
}

function keyOf(property: string, value: JsonValue): string {
  return `${property}\0${stringifyJson(value)}`;
}
