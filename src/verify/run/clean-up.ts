/** Cleaning up: deletes what a run has created, the newest first, and says what is left and why. */
import { headerValue } from '../../http/exchange.ts';
import { type Operation, operationAt } from '../../model/operation.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { dangerOf } from '../../model/resources/danger.ts';
import { familyCreatedBy, resourceFamilies } from '../../model/resources/resources.ts';
import { barePath } from '../../model/resources/names.ts';
import { deletionOf } from '../../model/resources/value-providers.ts';
import {
  type CaseTemplate,
  type Given,
  type JudgedExchange,
  NOTHING_GIVEN,
  acceptanceOf,
  withGiven,
} from '../cases/case.ts';
import type { GenerateContext, GenerateOptions } from '../cases/generate/case-generator.ts';
import { variationOf } from '../cases/generate/generate-cases.ts';
import { leftBy } from '../cases/left-by.ts';
import type { Observation } from '../checks/check.ts';
import type { Dispatcher } from './dispatcher.ts';
import { type Creation, creationsLeft } from './effects.ts';
import type { CleanedUp, LeftOut, RunEvent } from './event.ts';
import type { Judge } from './judge.ts';
import { HASTY_CLEAN_UP_MS, type RunOptions } from './run-options.ts';
import { putBack } from './put-back.ts';
import type { Send } from '../oracles/scene-parts.ts';
import type { RunRecord } from './run-record.ts';
import { looseText } from '../../http/body-text.ts';

/** Milliseconds that it takes at the most. */
const CLEAN_UP_MS = 60_000;

/** So many deletions without an answer, one after the other: nobody is there any more. */
const GONE = 3;
/** So often a deletion is sent that came too soon for the server. */
const TRIES = 3;

/** What a {@link CleanUp} works with. */
interface CleanUpOptions extends Pick<RunOptions, 'cleanUp' | 'generate' | 'concurrency' | 'rate'> {
  /** Aborts where somebody waits for the run to end. */
  readonly signal: AbortSignal;
  readonly dispatcher: Dispatcher;
  readonly judge: Judge;
  readonly record: RunRecord;
  readonly emit: (event: RunEvent) => void;
}

/** Cleans up after a run, whatever has ended it. */
export class CleanUp {
  /** Ends it; absent before its time. */
  signal: AbortSignal | undefined;
  /** What it has sent. */
  readonly exchanges: JudgedExchange[] = [];
  /** Absent where nothing was to be cleaned up. */
  outcomes: CleanedUp | undefined;
  /** What became of what was there before the run. */
  putBack: CleanedUp = new Map();

  /** Puts back what was there before, and deletes what is left of what the run has created. */
  async run({ cleanUp, generate, ...options }: CleanUpOptions): Promise<void> {
    const { record, rate, concurrency = 8, dispatcher } = options;
    const found = await dispatcher.found();
    if (generate === undefined || (cleanUp !== true && found.size === 0)) return;
    const waiting = creationsLeft(generate.document, record.exchanges);
    const isLate = record.stopped?.reason === 'max-time';
    const signal = endOfTime(isLate ? HASTY_CLEAN_UP_MS : timeFor(waiting, rate), options.signal);
    this.signal = signal;
    const tell = (exchange: JudgedExchange): void => this.#tell(exchange, options);
    const removal = new Removal({ generate, dispatcher, tell });
    const send: Send = (template) => removal.deliver(template);
    this.putBack = await putBack({ generate, found, send });
    if (cleanUp !== true) return;
    if (record.stopped?.reason === 'replicas') {
      this.outcomes = new Map(waiting.map(({ path }) => [path, DIVIDED]));
      return;
    }
    const outcomes = new Map<string, string | undefined>();
    while (waiting.length > 0) {
      const together = independent(waiting, concurrency);
      waiting.splice(0, together.length);
      const remove = async (creation: Creation): Promise<unknown> =>
        outcomes.set(creation.path, signal.aborted ? OVER : await removal.of(creation));
      await Promise.all(together.map(remove));
    }
    this.outcomes = new Map(
      [...outcomes].map(([path, why]) => [path, isBelowDeleted(path, outcomes) ? ORPHANED : why]),
    );
  }

  #tell(
    exchange: JudgedExchange,
    { judge, record, emit }: Omit<CleanUpOptions, 'cleanUp' | 'generate'>,
  ): void {
    this.exchanges.push(exchange);
    emit({ type: 'clean-up', exchange });
    const failure = failureIn(exchange);
    if (failure) record.find(judge.complete('clean-up', exchange, failure));
  }
}

/** Whether nothing deletes it but, most likely, the deletion of what it lies below. */
function isBelowDeleted(path: string, outcomes: CleanedUp): boolean {
  const parts = path.split('/');
  const above = parts.map((_, i) => parts.slice(0, i).join('/'));
  const isDeleted = (target: string): boolean =>
    outcomes.has(target) && outcomes.get(target) === undefined;
  return outcomes.get(path) === NO_WAY && above.some(isDeleted);
}

const NO_WAY = 'no operation deletes it';
const ORPHANED = 'no operation deletes it, but what it lies below is deleted';
const DIVIDED = 'the replicas differ, so that its path may lead to something else';
const OVER = 'the time for cleaning up was over';

/** The newest ones, as far as none of them may be in the way of another: it lies below it, or refers to it. */
function independent(newestFirst: readonly Creation[], most: number): Creation[] {
  const together: Creation[] = [];
  for (const creation of newestFirst.slice(0, most)) {
    const id = decodeURIComponent(creation.path.slice(creation.path.lastIndexOf('/') + 1));
    const isNeeded = together.some(({ exchange: { request } }) => {
      const sent = request.url + looseText(request.body);
      return sent.includes(id);
    });
    if (isNeeded) break;
    together.push(creation);
  }
  return together;
}

/** What a {@link Removal} works with. */
interface RemovalOptions {
  readonly generate: GenerateContext;
  readonly dispatcher: Dispatcher;
  /** Hears of each exchange. */
  readonly tell: (exchange: JudgedExchange) => void;
}

/** Deletes one resource after the other. */
class Removal {
  readonly #options: RemovalOptions;
  /** Deletions without an answer since the last one that had one. */
  #unanswered = 0;

  constructor(options: RemovalOptions) {
    this.#options = options;
  }

  /** @returns Why it is left, if it is. */
  async of(creation: Creation): Promise<string | undefined> {
    if (this.#unanswered >= GONE) return 'the server answers no more';
    const { document } = this.#options.generate;
    const remove = operationOn(document, creation, 'DELETE');
    if (remove === undefined) return NO_WAY;
    const danger = dangerOf(document, remove);
    if (danger !== undefined) return `deleting it may do harm: ${danger.reason}`;
    const given = givenBy(document, creation);
    if (given === undefined) return 'nothing tells how its path names it';
    const refused = await this.#send(remove, { ...given, etag: given.etag && '*' });
    if (refused !== 'refused with 412' && refused !== 'refused with 428') return refused;
    // Some servers want the very version (RFC 9110, 13.1.1).
    const etag = await this.#versionOf(creation, given);
    return etag === undefined ? refused : this.#send(remove, { ...given, etag });
  }

  async #send(remove: Operation, given: Given): Promise<string | undefined> {
    const template = this.#template(remove, given);
    if (template === undefined) return 'no request that deletes it can be made up';
    const { dispatcher } = this.#options;
    const reason = dispatcher.whyNot(template);
    if (reason !== undefined) return REASONS[reason];
    const exchange = await this.deliver(template);
    return exchange === undefined ? OVER : whyLeft(exchange);
  }

  /** Sends what undoes something; `undefined` where it isn't sent. */
  async deliver(template: CaseTemplate): Promise<JudgedExchange | undefined> {
    const { dispatcher, tell } = this.#options;
    for (let tries = 1; ; tries += 1) {
      const exchange = await dispatcher.deliver(template);
      if (exchange === undefined) return undefined;
      dispatcher.note(exchange);
      tell(exchange);
      this.#unanswered = exchange.outcome.kind === 'failure' ? this.#unanswered + 1 : 0;
      const isTooSoon = dispatcher.isOneTooMany(exchange) && dispatcher.obey(exchange) === 'again';
      if (!isTooSoon || tries === TRIES) return exchange;
    }
  }

  async #versionOf(creation: Creation, given: Given): Promise<string | undefined> {
    const read = operationOn(this.#options.generate.document, creation, 'GET');
    const template = read && this.#template(read, given);
    const exchange = template && (await this.deliver(template));
    const response = exchange && acceptanceOf(exchange);
    return response && headerValue(response.headers, 'etag');
  }

  #template(operation: Operation, given: Given): CaseTemplate | undefined {
    const names = new Set(Object.keys({ ...given.found, ...given.parameters }));
    const made = variationOf(this.#options.generate, operation, {}, names);
    return made && withGiven({ ...made, id: 'clean-up', title: 'clean-up' }, given);
  }
}

/** What is done with a resource at its own path. */
function operationOn(
  document: GenerateOptions['document'],
  { exchange }: Creation,
  method: string,
): Operation | undefined {
  const { operation, request } = exchange.case;
  const path =
    request.method === 'PUT'
      ? operation.path
      : (familyCreatedBy(document, operation)?.item ?? deletionOf(document, operation)?.path);
  return operationAt(document, method, path);
}

/** What names a resource of which the creation is known. */
function givenBy(
  document: GenerateOptions['document'],
  { exchange, path }: Creation,
): Given | undefined {
  const { operation, request, given: before = NOTHING_GIVEN } = exchange.case;
  if (request.method !== 'PUT') {
    const creates = familyCreatedBy(document, operation);
    if (creates?.item !== undefined) return leftBy(exchange, { creates }, before);
    const deletion = deletionOf(document, operation);
    if (deletion === undefined) return undefined;
    const { parameter, provider } = deletion;
    return leftBy(exchange, { reads: { ...provider, parameter, isOwn: true } }, before);
  }
  const family = resourceFamilies(document).get(operation.path);
  const [, parameter] = /\{([^{}/]+)\}\/?$/.exec(operation.path) ?? [];
  if (parameter === undefined) return undefined;
  const end = barePath(path).lastIndexOf('/');
  const value: JsonValue = decodeURIComponent(barePath(path).slice(end + 1));
  const parameters = { ...before.parameters, [family?.parameter ?? parameter]: value };
  return { ...before, parameters, resource: {}, origin: path.slice(0, end) };
}

const REASONS: Readonly<Record<LeftOut['reason'], string>> = {
  'max-creates': 'the run may create no more',
  'max-changes': 'the run may change no more (--max-changes)',
  'id-range': 'its id is out of the range',
  'rate-limit': 'the server allows no more requests',
  harm: 'it may have been there before',
};

/** Why what a request was to delete is still there; `undefined` where it isn't. */
function whyLeft({ outcome }: JudgedExchange): string | undefined {
  if (outcome.kind === 'failure') return `no answer came: ${outcome.failure.message}`;
  const { status } = outcome.response;
  const isGone = (status >= 200 && status < 300) || status === 404 || status === 410;
  return isGone ? undefined : `refused with ${status}`;
}

/** What an exchange of cleaning up shows of the server; `undefined` where that is nothing. */
function failureIn({ outcome, case: sent }: JudgedExchange): Observation | undefined {
  const isResponse = outcome.kind === 'response';
  if (isResponse && outcome.response.status < 500) return undefined;
  const received = isResponse ? `${outcome.response.status}` : outcome.failure.message;
  return {
    severity: 'note',
    rule: 'R6',
    message: `cleaning up: ${sent.request.method} of what the run has created fails`,
    received,
    documented: 'an answer below 500',
    pointer: sent.operation.pointer,
  };
}

/** Milliseconds that it may take. */
function timeFor({ length }: readonly Creation[], rate?: number): number {
  return CLEAN_UP_MS + (rate === undefined ? 0 : (2000 * length) / rate);
}

/** Aborts after so long, and soon after an interruption. */
function endOfTime(ms: number, interruption: AbortSignal): AbortSignal {
  const end = new AbortController();
  const endIn = (time: number): unknown => setTimeout(() => end.abort(), time).unref();
  endIn(ms);
  if (interruption.aborted) endIn(HASTY_CLEAN_UP_MS);
  else interruption.addEventListener('abort', () => endIn(HASTY_CLEAN_UP_MS), { once: true });
  return end.signal;
}
