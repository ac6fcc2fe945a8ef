import {
  type Case,
  type CaseTemplate,
  type JudgedExchange,
  acceptanceOf,
  buildCase,
  notPromised,
  pathOf,
} from '../cases/case.ts';
import { isRateLimited, isTooMany } from '../checks/rate-limited.ts';
import { Admission, type Limits } from './admission.ts';
import type { LeftOut } from './event.ts';
import { Gate } from './gate.ts';
import { solePaths } from './put-back.ts';
import { fixedNames, namedByBody, namesIn } from './named-by-body.ts';
import type { RunOptions } from './run-options.ts';
import { Login } from './login.ts';
import type { SilentOperations } from './silent-operations.ts';
import type { Delivery, Transport } from './transport.ts';
import type { Turn } from './watch.ts';
import { type SentRequest, hasRunCredential, isAnswered, responseOf } from '../../http/exchange.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { type Operation, operations } from '../../model/operation.ts';
import { routerOf } from '../../model/routes.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { composeWire } from '../../http/compose-wire.ts';
import { type Masker, createMasker } from '../../model/secrets/masker.ts';
import { type Credential, secretsOf } from '../../http/credential.ts';
import { type IsSent, SentTexts, scrubResponse } from '../../http/scrub.ts';

/** What is said where nothing is, or where nothing can be. */
const FREE: readonly number[] = [400, 404, 410, 422];

/** What a dispatcher works with. */
interface DispatcherOptions extends Pick<
  RunOptions,
  | 'document'
  | 'target'
  | 'credential'
  | 'otherCredential'
  | 'userAgent'
  | 'fresh'
  | 'rate'
  | 'login'
  | keyof Limits
> {
  readonly transport: Transport;
  readonly silent: SilentOperations;
  /** Gives up what is under way, and lets nothing more through; cleaning up, it is another one. */
  readonly signal: () => AbortSignal;
  /** Hears of each case before it is sent. */
  readonly expect: (sent: Case) => void;
}

/** What came of a request that was sent. */
interface Carried extends Delivery {
  readonly request: SentRequest;
  readonly isSent: IsSent;
}

/** Sends what may be sent, when its time has come. Its requests are numbered from 0. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #gate: Gate;
  readonly #admission: Admission;
  readonly #login: Login;
  readonly #secrets = new Map<string, string>();
  readonly #texts = new SentTexts();
  #masker: Masker = createMasker([]);
  /** What the masker knows. */
  #masked: Credential | undefined;
  readonly #underWay = new Set<Case>();
  readonly #origin: number = performance.now();
  /** Whether the server refuses a credential that stands for none, and takes requests without any. */
  #isOpen: Promise<boolean> | undefined;
  #sequence = 0;
  #limitsRate = false;
  #hasAccepted = false;
  /** Ids of operations that want no request for longer than the run waits. */
  readonly #shut = new Set<string>();
  /** Ids of operations that have answered something else than that there were too many. */
  readonly #open = new Set<string>();
  /** Whether nothing was where a request could create something, by path. */
  readonly #free = new Map<string, Promise<boolean>>();
  /** What there is one of, as it was before a request could change it for the first time, by path. */
  readonly #found = new Map<string, Promise<JudgedExchange>>();
  readonly #soles: ReadonlyMap<string, Operation>;
  /** Ends of the latest changes of resources that several cases share, by path. */
  readonly #changes = new Map<string, Promise<void>>();

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#gate = new Gate(options);
    this.#admission = new Admission(options, options.document);
    this.#login = new Login(options);
    this.#soles = options.allowChanges === true ? solePaths(options.document) : new Map();
  }

  /** What there is one of, as it was before the first request that could change it, by path. */
  async found(): Promise<ReadonlyMap<string, JudgedExchange>> {
    const looks = [...this.#found].map(async ([path, look]) => [path, await look] as const);
    return new Map(await Promise.all(looks));
  }

  /** Why nobody is logged in, who should be; `undefined` where somebody is. */
  get loginProblem(): string | undefined {
    return this.#login.problem;
  }

  /** Requests that were sent and of which no exchange was noted. */
  get underWay(): Case[] {
    return [...this.#underWay];
  }

  /** As {@link Admission.leftOut} has it. */
  leftOut(harmful: readonly string[]): LeftOut[] | undefined {
    return this.#admission.leftOut(harmful);
  }

  /** Why a case would not be sent; `undefined` where it would. */
  whyNot(template: CaseTemplate): LeftOut['reason'] | undefined {
    if (this.#gate.isClosed || this.#shut.has(template.operation.id)) return 'rate-limit';
    const { fresh } = this.#options;
    return this.#admission.whyNot(this.#admission.settled(buildCase(template, fresh)));
  }

  /**
   * @returns `undefined` where the case is not sent.
   */
  async deliver(template: CaseTemplate, turn?: Turn): Promise<JudgedExchange | undefined> {
    const leave = await this.#gate.pass(template.operation.id, turn);
    try {
      if (this.#options.signal().aborted) return undefined;
      if (this.#gate.isClosed || this.#shut.has(template.operation.id)) {
        this.#admission.leaveOut('rate-limit', template);
        return undefined;
      }
      const noteAnswer = await this.#options.silent.enter(template.operation.id, turn);
      if (noteAnswer === undefined) return undefined;
      const exchange = await this.#send(template, turn);
      noteAnswer(exchange);
      return exchange;
    } finally {
      leave();
    }
  }

  async #send(template: CaseTemplate, turn: Turn | undefined): Promise<JudgedExchange | undefined> {
    const { fresh } = this.#options;
    const fixedIn = fixedNames(this.#options.document, template);
    const sent = this.#admission.settled(buildCase(template, fresh));
    if (isForOther(this.#options.document, sent)) return undefined;
    if (await this.#overwrites(sent, fixedIn(sent))) {
      this.#admission.leaveOut('harm', sent);
      return undefined;
    }
    if (!this.#admission.admit(sent)) return undefined;
    await this.#remember(sent);
    const isShared = isSharedChange(template);
    const before = isShared ? this.#changes.get(pathOf(sent)) : undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    if (isShared) this.#changes.set(pathOf(sent), promise);
    try {
      await before;
      if (turn) turn.sentAt = performance.now();
      return await this.#sendNow(sent);
    } finally {
      if (turn) turn.sentAt = undefined;
      resolve();
    }
  }

  /** Whether a server that takes what is sent for what it has could change what another has created. */
  async #overwrites(sent: Case, fixed: ReadonlySet<string>): Promise<boolean> {
    const { document, allowChanges } = this.#options;
    if (allowChanges === true) return false;
    const looks = namedByBody(document, sent, fixed).map(({ path, read }) => {
      const free = this.#free.get(path) ?? this.#isFree(sent, path, read);
      this.#free.set(path, free);
      return free;
    });
    return (await Promise.all(looks)).includes(false);
  }

  /** Whether nothing is where a request could create something. */
  async #isFree(sent: Case, path: string, read: Operation | undefined): Promise<boolean> {
    if (read === undefined) return false;
    const request = { method: 'GET', target: path, headers: [] };
    const look: Case = { ...sent, operation: read, request, validity: notPromised('a look') };
    return isAnswered(await this.#transmit(look), ...FREE);
  }

  /** Looks at what there is one of, before it may be changed for the first time. */
  async #remember(sent: Case): Promise<void> {
    const path = pathOf(sent);
    const operation = /^(?:GET|HEAD|OPTIONS)$/.test(sent.request.method)
      ? undefined
      : this.#soles.get(path);
    if (operation === undefined) return;
    const request = { method: 'GET', target: path, headers: [] };
    const look: Case = { ...sent, operation, request, validity: notPromised('a look') };
    const found = this.#found.get(path) ?? this.#sendNow(look);
    this.#found.set(path, found);
    this.#underWay.delete((await found).case);
  }

  async #sendNow(sent: Case): Promise<JudgedExchange> {
    const { expect } = this.#options;
    this.#underWay.add(sent);
    expect(sent);
    await this.#login.ready();
    const sequence = this.#sequence++;
    const startedAt = performance.now() - this.#origin;
    const { request, isSent, ...delivery } = await this.#carry(sent);
    const outcome = withoutSecrets(delivery.outcome, this.#maskerNow(), isSent);
    const endedAt = performance.now() - this.#origin;
    return { case: sent, sequence, request, startedAt, ...delivery, outcome, endedAt };
  }

  /** Once more with another token, where this one isn't taken any more, or without one, where nobody gave any. */
  async #carry(sent: Case, isAgain = false): Promise<Carried> {
    const { credential } = this.#login;
    const isOwn = hasRunCredential(sent.request);
    const isAsked = isOwn && sent.operation.security.length > 0;
    const standsIn = isAsked && this.#options.login === undefined && isStandIn(credential);
    // Nothing is waited for where nothing was refused: requests keep their order.
    const isBare = standsIn && this.#isOpen !== undefined && (await this.#isOpen);
    const carried = await this.#transmit(isBare ? withoutCredential(sent) : sent);
    if (!isAnswered(carried, 401) || !isOwn || isBare) return carried;
    if (isAgain) this.#login.refusedAgain();
    else if (await this.#login.renewed(credential)) return this.#carry(sent, true);
    if (!standsIn) return carried;
    this.#isOpen ??= this.#transmit(withoutCredential(sent)).then(
      (bare) => responseOf(bare) !== undefined && !isAnswered(bare, 401, 403),
    );
    return (await this.#isOpen) ? this.#transmit(withoutCredential(sent)) : carried;
  }

  async #transmit(sent: Case): Promise<Carried> {
    const { transport, signal } = this.#options;
    const { credential } = this.#login;
    const { wire, sent: request } = composeWire(sent, { ...this.#options, credential });
    this.#maskerNow();
    const isSent = this.#texts.note(request, this.#secrets.keys());
    return { ...(await transport.send(wire, signal())), request, isSent };
  }

  /** For every secret so far: of several tokens, the server may repeat any. */
  #maskerNow(): Masker {
    const { credential } = this.#login;
    if (credential !== this.#masked) {
      this.#masked = credential;
      const words = stringifyJson(this.#options.document.root);
      for (const { secret, shown } of secretsOf(credential)) {
        // A word of the document is no secret: without `error` or `json`, no answer could be understood.
        if (!words.includes(secret)) this.#secrets.set(secret, shown);
      }
      const secrets = [...this.#secrets].map(([secret, shown]) => ({ secret, shown }));
      this.#masker = createMasker(secrets.toSorted((a, b) => b.secret.length - a.secret.length));
    }
    return this.#masker;
  }

  /** Takes note of an exchange that counts. */
  note(exchange: JudgedExchange): void {
    const { case: sent } = exchange;
    this.#underWay.delete(sent);
    this.#admission.answered(exchange);
    this.#noteOwn(exchange);
    if (!isTooMany(exchange)) this.#open.add(sent.operation.id);
    this.#hasAccepted ||= sent.validity.kind === 'valid' && acceptanceOf(exchange) !== undefined;
  }

  /** What the run has created is nobody else's, whatever names it next. */
  #noteOwn(exchange: JudgedExchange): void {
    const { document } = this.#options;
    const { case: sent } = exchange;
    if (sent.request.method !== 'POST' || acceptanceOf(exchange) === undefined) return;
    for (const { path, read } of namedByBody(document, sent, namesIn(document, sent.operation))) {
      if (read !== undefined && !this.#free.has(path)) this.#free.set(path, Promise.resolve(true));
    }
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
    if (this.#gate.obey(exchange)) return 'again';
    this.#shut.add(exchange.case.operation.id);
    // Many a server limits some operations only, such as those that send mail.
    if (this.#open.difference(this.#shut).size > 0) return 'enough';
    this.#gate.isClosed = true;
    return this.#hasAccepted ? 'enough' : 'shut';
  }
}

/** Whether a value in its path makes that the path of another operation: `asana` for `/services/{slug}` beside `/services/asana`. */
function isForOther(
  document: OpenApiDocument,
  { operation: { path }, outsideOperation, request: { target } }: Case,
): boolean {
  if (!path.includes('{') || outsideOperation === true) return false;
  const routed = routerOf(operations(document))(target)?.byMethod.values().toArray() ?? [];
  return routed.length > 0 && routed.every((other) => other.path !== path);
}

/** Whether nobody gave a credential, so that a word stands for it. */
function isStandIn({ token, schemes, placed = [], headers = [] }: Credential): boolean {
  return token === undefined && (schemes?.size ?? 0) + placed.length + headers.length === 0;
}

function withoutCredential(sent: Case): Case {
  return { ...sent, request: { ...sent.request, withCredential: false } };
}

/** A server can repeat the secrets, which must not get into a report. */
function withoutSecrets(
  outcome: JudgedExchange['outcome'],
  masker: Masker,
  isSent: Carried['isSent'],
): JudgedExchange['outcome'] {
  if (outcome.kind === 'failure') {
    const { failure } = outcome;
    return { kind: 'failure', failure: { ...failure, message: masker.text(failure.message) } };
  }
  return { kind: 'response', response: scrubResponse(outcome.response, masker, isSent) };
}

/**
 * Whether it changes what other cases may change, too. These go one after the other: in the answer to one of two at
 * a time may be what the other has sent.
 */
function isSharedChange({ operation: { method }, isStaged }: CaseTemplate): boolean {
  return isStaged !== true && /^P(?:UT|ATCH)$/.test(method);
}
