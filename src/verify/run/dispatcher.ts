import { type Case, type CaseTemplate, buildCase } from '../cases/case.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { isRateLimited, isTooMany } from '../checks/rate-limited.ts';
import { Admission } from './admission.ts';
import type { LeftOut } from './event.ts';
import { Gate } from './gate.ts';
import type { RunOptions } from './run-options.ts';
import type { Transport } from './transport.ts';
import type { Turn } from './watch.ts';
import type { FreshValues } from '../../model/requests/fresh-values.ts';
import type { SentRequest } from '../../http/exchange.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { type WireContext, composeWire } from '../../http/compose-wire.ts';
import { secretsOf } from '../../http/credential.ts';
import { scrubResponse } from '../../http/scrub.ts';

/** What a dispatcher works with. */
interface DispatcherOptions extends Pick<
  RunOptions,
  'document' | 'target' | 'credential' | 'userAgent' | 'fresh' | 'rate' | 'maxCreates' | 'idRange'
> {
  readonly transport: Transport;
  /** Gives up what is under way, and lets nothing more through. */
  readonly signal: AbortSignal;
  /** Hears of each case before it is sent. */
  readonly expect: (sent: Case) => void;
}

/** Sends what may be sent, when its time has come. */
export class Dispatcher {
  readonly #signal: AbortSignal;
  readonly #gate: Gate;
  readonly #admission: Admission;
  readonly #send: Send;
  readonly #underWay = new Set<Case>();
  #limitsRate = false;
  #hasAccepted = false;

  constructor(options: DispatcherOptions) {
    const { document, rate, signal } = options;
    this.#signal = signal;
    this.#gate = new Gate({ rate, signal });
    this.#admission = new Admission(options, document);
    this.#send = createSender({
      ...options,
      admit: (sent) => this.#admission.admit(sent),
      expect: (sent) => {
        this.#underWay.add(sent);
        options.expect(sent);
      },
    });
  }

  /** Requests that were sent and of which no exchange was noted. */
  get underWay(): Case[] {
    return [...this.#underWay];
  }

  /** `undefined` where nothing was. */
  get leftOut(): LeftOut[] | undefined {
    return this.#admission.leftOut();
  }

  /** `undefined` where the case is not sent. */
  async deliver(template: CaseTemplate, turn?: Turn): Promise<JudgedExchange | undefined> {
    await this.#gate.pass();
    if (this.#signal.aborted) return undefined;
    if (this.#gate.closedFor !== undefined) {
      this.#admission.leaveOut('rate-limit');
      return undefined;
    }
    if (turn) turn.sentAt = performance.now();
    const exchange = await this.#send(template);
    if (turn) turn.sentAt = undefined;
    return exchange;
  }

  /** Takes note of an exchange that counts. */
  note(exchange: JudgedExchange): void {
    const { case: sent, outcome } = exchange;
    this.#underWay.delete(sent);
    this.#admission.answered(exchange);
    const status = outcome.kind === 'response' ? outcome.response.status : 0;
    this.#hasAccepted ||= sent.validity.kind === 'valid' && status >= 200 && status < 300;
  }

  /** Whether the answer is about the number of requests, and not about this one. */
  isOneTooMany(exchange: JudgedExchange): boolean {
    this.#limitsRate ||= isRateLimited(exchange);
    return this.#limitsRate && isTooMany(exchange);
  }

  /**
   * Lets nothing through for as long as the server asks.
   *
   * @returns `again` where that is not too long; `shut` where it is and nothing valid has ever been
   *   accepted, so that nothing is verified.
   */
  obey(exchange: JudgedExchange): 'again' | 'enough' | 'shut' {
    this.#gate.obey(exchange);
    if (this.#gate.closedFor === undefined) return 'again';
    return this.#hasAccepted ? 'enough' : 'shut';
  }
}

/** What a sender works with. */
interface SenderOptions extends WireContext {
  readonly document: OpenApiDocument;
  readonly fresh: FreshValues;
  readonly transport: Transport;
  /** Gives up what is under way. */
  readonly signal: AbortSignal;
  /** Whether a case may be sent. */
  readonly admit: (sent: Case) => boolean;
  /** Hears of each case before it is sent. */
  readonly expect: (sent: Case) => void;
}

/** Sends a case and makes an exchange of it; `undefined` where it may not be sent. */
export type Send = (template: CaseTemplate) => Promise<JudgedExchange | undefined>;

/** Numbers what is sent from 0, and measures time from now on. */
function createSender(options: SenderOptions): Send {
  const origin = performance.now();
  // A word of the document is no secret: without `error` or `json`, no answer could be understood.
  const words = stringifyJson(options.document.root);
  // One list each, for what is worked out of it is remembered by it.
  const secrets = secretsOf(options.credential).flatMap(({ secret, shown }) =>
    words.includes(secret) ? [] : [{ secret: [secret], shown }],
  );
  let sequence = 0;
  return async (template) => {
    const sent = buildCase(template, options.fresh);
    if (!options.admit(sent)) return undefined;
    options.expect(sent);
    const { wire, sent: request } = composeWire(sent, options);
    const own = sequence;
    sequence += 1;
    const startedAt = performance.now() - origin;
    const delivery = await options.transport.send(wire, options.signal);
    const outcome = withoutSecrets(delivery.outcome, secrets, request);
    const endedAt = performance.now() - origin;
    return { case: sent, sequence: own, request, startedAt, ...delivery, outcome, endedAt };
  };
}

/** A server can repeat the secrets, which must not get into a report. */
function withoutSecrets(
  outcome: JudgedExchange['outcome'],
  secrets: readonly { readonly secret: readonly string[]; readonly shown: string }[],
  request: SentRequest,
): JudgedExchange['outcome'] {
  if (outcome.kind === 'failure') return outcome;
  const response = secrets.reduce(
    (clean, { secret, shown }) => scrubResponse(clean, secret, shown, request),
    outcome.response,
  );
  return { kind: 'response', response };
}
