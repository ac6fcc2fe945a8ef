import {
  type Attempt,
  type CaseTemplate,
  type Given,
  type Need,
  type NeedStep,
  NOTHING_GIVEN,
  type Trial,
  acceptanceOf,
  isForbiddenByState,
  isRuledOut,
  notPromised,
  renewed,
  sharedBy,
  withGiven,
  type JudgedExchange,
  failureOf,
} from '../cases/case.ts';
import { inPlace, leftBy } from '../cases/left-by.ts';
import { Arrivals } from './arrivals.ts';
import { RefusedBodies } from './refused-bodies.ts';
import { Deletions } from './deletions.ts';
import { DoneOnce } from '../../openapi/once.ts';
import { Prerequisites } from './prerequisites.ts';
import type { RunOptions } from './run-options.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { RunRecord } from './run-record.ts';
import type { Turn } from './watch.ts';

/** So often a request is sent again that came too soon for the server. */
const RETRIES = 3;

/** A step that has left nothing so often, and never anything, is not sent again. */
const MOST_VAIN = 3;

/** What bodies share is tried so often where it makes nothing more. */
const MOST_SPENT = 2;

/** Sends cases, with what creates the resources that they are about sent before them. */
export class Courier {
  readonly #dispatcher: Dispatcher;
  readonly #record: RunRecord;
  readonly #shared = new DoneOnce<Given | undefined>();
  /** What bodies refer to is created or found once a run. */
  readonly #referred = new DoneOnce<Given | undefined>();
  readonly #tried = new DoneOnce<Proof | undefined>();
  readonly #bodies: RefusedBodies;
  readonly #arrivals: Arrivals;
  /** How often a step has left nothing, by its operation and what its path names. */
  readonly #vain = new Map<string, number>();
  /** How often what bodies share has made nothing more, by the operations of a need. */
  readonly #spent = new Map<string, number>();
  readonly #deletions = new Deletions();
  /** Requests that were not sent for want of a resource, by operation id. */
  readonly failed: Map<string, number> = new Map();
  /** What became of the operations whose values were tried out, by operation id. */
  readonly trials: Map<string, TrialRecord> = new Map();

  /** What operations need besides what they are about. */
  readonly prerequisites: Prerequisites;

  constructor(
    dispatcher: Dispatcher,
    record: RunRecord,
    options: Pick<RunOptions, 'generate' | 'isSkipped'> = {},
  ) {
    this.#dispatcher = dispatcher;
    this.#record = record;
    this.#bodies = new RefusedBodies({
      send: (template, turn) =>
        record.stopped ? Promise.resolve(undefined) : dispatcher.deliver(template, turn),
      note: (exchange) => void this.#note(exchange),
    });
    const send = async (
      template: CaseTemplate,
      turn?: Turn,
    ): Promise<JudgedExchange | undefined> => {
      const exchange = record.stopped ? undefined : await this.#sent(template, turn);
      return exchange && this.#note(exchange, acceptanceOf(exchange) ? undefined : excused);
    };
    this.#arrivals = new Arrivals(options.generate, send);
    this.prerequisites = new Prerequisites(options, {
      make: (template, turn) => this.make(template, turn),
      send,
      sendLess: (template, refused, turn) => this.#bodies.attempt(template, refused, turn),
    });
  }

  /** Sends a case, and again where the first time proves nothing; `undefined` where it isn't sent. */
  async exchange(
    template: CaseTemplate,
    turn?: Turn,
    tries: number = 0,
  ): Promise<JudgedExchange | undefined> {
    const exchange = await this.deliver(template, turn);
    const latest = exchange && (await this.complete(template, exchange, turn, tries));
    // Scenes go on with what they create.
    if (latest !== undefined && template.isStaged === true) await this.#arrivals.waitFor(latest);
    return latest;
  }

  /** Sends what the case needs, and the case; takes no note of its exchange. */
  async deliver(template: CaseTemplate, turn?: Turn): Promise<JudgedExchange | undefined> {
    const ready = await this.#meetNeeds(template, turn);
    const isReady = ready === undefined || template.isUnprepared === true;
    const prepared = isReady ? ready : await this.prerequisites.prepared(ready, turn);
    return prepared && this.#sent(prepared, turn);
  }

  /** Sends what needs nothing more, with as much in its body as its operation takes. */
  #sent(template: CaseTemplate, turn: Turn | undefined): Promise<JudgedExchange | undefined> {
    const delivery = this.#dispatcher.deliver(this.#bodies.lessened(template), turn);
    if (template.operation.method !== 'DELETE') return delivery;
    return this.#deletions.follow(delivery);
  }

  /** Takes note of an exchange, and sends its case again where this one proves nothing. */
  async complete(
    template: CaseTemplate,
    delivered: JudgedExchange,
    turn?: Turn,
    tries: number = 0,
  ): Promise<JudgedExchange | undefined> {
    const wants = !this.#record.stopped && (await this.#wants(template, delivered, turn));
    const isDeleted = await this.#deletions.explain(delivered);
    const again = wants ? template : this.#again(template, delivered, isDeleted, tries);
    if (!isDeleted) this.#record.doubt.missed(delivered);
    const isExcused = again !== undefined || isDeleted || mayHaveLed(template, delivered);
    const exchange = this.#note(delivered, isExcused ? excused : undefined);
    if (this.#record.stopped) return exchange;
    // Earlier requests may have left what it is about in a state that forbids it.
    if (again !== undefined) return this.exchange(again, turn, tries + 1);
    if (failureOf(exchange)?.mayBeRace === true) return this.exchange(template, turn, tries);
    if (!this.#dispatcher.isOneTooMany(exchange)) return exchange;
    const sequel = this.#dispatcher.obey(exchange);
    if (sequel === 'shut') {
      const message = 'the server accepts nothing: every request is one too many (429)';
      this.#record.stop('rate-limited', message);
    }
    if (sequel !== 'again' || tries >= RETRIES) return exchange;
    return this.exchange(template, turn, tries + 1);
  }

  /** What is sent where an earlier request may be why this one is refused. */
  #again(
    template: CaseTemplate,
    exchange: JudgedExchange,
    isDeleted: boolean,
    tries: number,
  ): CaseTemplate | undefined {
    if (!isDeleted) return isRuledOut(exchange) ? renewed(template) : undefined;
    this.#tried.forget(template.operation.id);
    return tries < RETRIES && template.needs?.trial ? template : undefined;
  }

  /**
   * Finds out what an operation takes that refuses a valid request: another body, or the same after something else
   * was done, if that is what the refusal asks for.
   *
   * @returns Whether it wants something that is done from now on.
   */
  async #wants(
    template: CaseTemplate,
    exchange: JudgedExchange,
    turn: Turn | undefined,
  ): Promise<boolean> {
    if (template.isUnprepared === true) return false;
    const isNamed = this.prerequisites.areNamedBy(exchange);
    if (isNamed && (await this.prerequisites.explain(exchange, turn))) return true;
    if (!this.#record.stopped) await this.#bodies.tryLesser(template, exchange, turn);
    return this.prerequisites.explain(exchange, turn);
  }

  /** An exchange in the light of what is known by now of the values that its operation takes. */
  settledSince(exchange: JudgedExchange): JudgedExchange {
    return this.#bodies.settledSince(exchange);
  }

  #note(
    exchange: JudgedExchange,
    judged: (exchange: JudgedExchange) => JudgedExchange = (unsettled) =>
      this.#bodies.settled(unsettled),
  ): JudgedExchange {
    if (!this.#record.counts(exchange)) return exchange;
    this.#dispatcher.note(exchange);
    this.prerequisites.note(exchange);
    this.#deletions.noteReturn(exchange);
    return this.#record.add(judged(exchange));
  }

  /** What a template needs, made for it alone. */
  async make({ needs = { steps: [] } }: CaseTemplate, turn?: Turn): Promise<Given | undefined> {
    const { trial } = needs;
    const before = await this.#follow({ ...needs, isRenewed: true }, NOTHING_GIVEN, turn);
    const [attempt] = trial?.isFallback === true ? [] : (trial?.attempts ?? []);
    return attempt && before ? this.#attempt(attempt, before, turn) : before;
  }

  /** The template with its need met; `undefined` where it can't be. */
  async #meetNeeds(template: CaseTemplate, turn?: Turn): Promise<CaseTemplate | undefined> {
    const { needs, operation } = template;
    if (needs === undefined) return template;
    const given = await this.#given(needs, turn);
    if (given !== undefined) return withGiven(template, given);
    if (needs.trial?.holdsBack === true) return undefined;
    this.failed.set(operation.id, (this.failed.get(operation.id) ?? 0) + 1);
    return undefined;
  }

  async #given(needs: Need, turn?: Turn): Promise<Given | undefined> {
    const { key, trial } = needs;
    const shared = await this.#once(key, () => this.#followAnew(needs, turn));
    // The version is known as long as nobody else changes it.
    const before = key === undefined ? shared : shared && { ...shared, etag: undefined };
    if (trial === undefined || (before && trial.isFallback === true)) return before;
    const { id } = trial.probe.operation;
    const outcome = await this.#tried.of(id, () => this.#try(needs, trial, before, turn));
    if (outcome === undefined) return trial.holdsBack === true ? undefined : tried(before);
    if (key !== undefined) return outcome.given;
    // What is deleted can't be shared.
    const again = await this.#attempt(outcome.attempt, before, turn);
    return again && { ...again, standing: 'proven' };
  }

  /** The first attempt that the operation takes; `undefined` where it takes none. */
  async #try(
    needs: Need,
    { probe, attempts }: Trial,
    shared: Given | undefined,
    turn?: Turn,
  ): Promise<Proof | undefined> {
    const isRemoval = probe.operation.method === 'DELETE';
    const before = isRemoval ? await this.#follow(needs, NOTHING_GIVEN, turn) : shared;
    const { id } = probe.operation;
    for (const attempt of attempts) {
      const given = await this.#attempt(attempt, before, turn);
      const exchange = given && (await this.insist(withGiven(probe, given), turn));
      if (exchange === undefined) continue;
      this.trials.set(id, { exchange, attempt });
      if (acceptanceOf(exchange)) return { attempt, given: { ...given!, standing: 'proven' } };
    }
    return undefined;
  }

  async #attempt(
    attempt: Attempt,
    before: Given = NOTHING_GIVEN,
    turn?: Turn,
  ): Promise<Given | undefined> {
    const given = await this.#follow(attempt, before, turn);
    return given && inPlace(before, given);
  }

  /** Sends a template again where the operation was found to take a lesser body. */
  async insist(template: CaseTemplate, turn?: Turn): Promise<JudgedExchange | undefined> {
    const exchange = await this.exchange(template, turn);
    if (exchange === undefined || acceptanceOf(exchange)) return exchange;
    return this.#bodies.hasLesser(exchange) ? this.exchange(template, turn) : exchange;
  }

  /** Follows a need, and again for it alone where what bodies refer to may be in a state that forbids it by now. */
  async #followAnew(needs: Need, turn?: Turn): Promise<Given | undefined> {
    const shared = needs.steps.flatMap(({ reads }) => (reads?.isReference ? reads.parameter : []));
    if (shared.length === 0 || needs.isRenewed === true)
      return this.#follow(needs, NOTHING_GIVEN, turn);
    const key = needs.steps.map(({ template }) => template.operation.id).join(' ');
    const spent = this.#spent.get(key) ?? 0;
    // What refers to the same as another one is refused each time.
    const left = spent < MOST_SPENT ? await this.#follow(needs, NOTHING_GIVEN, turn) : undefined;
    if (left !== undefined) return left;
    this.#spent.set(key, spent + 1);
    for (const name of shared) this.#referred.forget(name);
    return this.#follow({ ...needs, isRenewed: true }, NOTHING_GIVEN, turn);
  }

  #once(
    key: string | undefined,
    follow: () => Promise<Given | undefined>,
  ): Promise<Given | undefined> {
    return key === undefined ? follow() : this.#shared.of(key, follow);
  }

  async #follow(
    { values = {}, steps, isRenewed = false }: Pick<Need, 'values' | 'steps' | 'isRenewed'>,
    before: Given,
    turn?: Turn,
  ): Promise<Given | undefined> {
    let given: Given = { ...before, found: { ...before.found, ...values } };
    for (const step of steps) {
      const { reads, around = [] } = step;
      const make = async (): Promise<Given | undefined> => {
        const inside = await this.#follow({ steps: around, isRenewed }, given, turn);
        return inside && (await this.#step(step, inside, turn));
      };
      const left =
        reads?.isReference === true && !isRenewed
          ? await this.#referred.of(sharedBy(step, given), make)
          : await make();
      if (left === undefined && reads?.isReference !== true) return undefined;
      const references = { ...left?.references, ...given.references };
      given = reads?.isReference === true ? { ...given, references } : left!;
    }
    return given;
  }

  async #step(step: NeedStep, given: Given, turn?: Turn): Promise<Given | undefined> {
    const named = Object.values({ ...given.found, ...given.parameters }).map(textOf);
    const key = [step.template.operation.id, ...named].join(' ');
    const vain = this.#vain.get(key) ?? 0;
    if (vain >= MOST_VAIN) return undefined;
    const exchange = await this.insist(withGiven(step.template, given), turn);
    if (exchange === undefined || this.#dispatcher.isOneTooMany(exchange)) return undefined;
    if (step.creates !== undefined) await this.#arrivals.waitFor(exchange);
    const left = leftBy(exchange, step, given);
    this.#vain.set(key, left === undefined ? vain + 1 : Number.NEGATIVE_INFINITY);
    return left;
  }
}

/**
 * Whether a request is about what others before it have made, such as a parent with children, or the last item in
 * stock: a refusal for the state of that says nothing. That all are refused, its operation's own cases show.
 */
function mayHaveLed({ given, isStaged }: CaseTemplate, exchange: JudgedExchange): boolean {
  return (given !== undefined || isStaged === true) && isForbiddenByState(exchange);
}

/** What says nothing of the server until it is sent again. */
function excused(exchange: JudgedExchange): JudgedExchange {
  const validity = notPromised('an earlier request may have left a state that forbids it');
  return { ...exchange, case: { ...exchange.case, validity } };
}

/** An attempt that the operation has taken. */
interface Proof {
  readonly attempt: Attempt;
  readonly given: Given;
}

/** The last attempt at an operation. */
export interface TrialRecord {
  readonly exchange: JudgedExchange;
  readonly attempt: Attempt;
}

function tried(before: Given | undefined): Given {
  return { ...(before ?? NOTHING_GIVEN), standing: 'tried' };
}
