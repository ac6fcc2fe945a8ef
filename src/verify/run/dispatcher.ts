import type { Case, CaseTemplate } from '../cases/case.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { isRateLimited, isTooMany } from '../checks/rate-limited.ts';
import { Admission } from './admission.ts';
import type { LeftOut } from './event.ts';
import { Gate } from './gate.ts';
import type { RunOptions } from './run-options.ts';
import { type Send, createSender } from './sender.ts';
import type { Transport } from './transport.ts';
import type { Turn } from './watch.ts';

/** What a dispatcher works with. */
export interface DispatcherOptions extends Pick<
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
