import { propertyAt } from '../../openapi/json/json-value.ts';
/** What questions are asked beside: a request that the operation takes, where one has to name what is there. */
import { type RelativeRequest, type Exchange, statusOf } from '../../http/exchange.ts';
import { withValue } from '../../model/requests/body-base.ts';
import { bodyReferences } from '../../model/resources/body-references.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { questionsOf, unlessUsed } from '../../questions/index.ts';
import { type OpenQuestion, readAcceptance } from '../../questions/question.ts';
import { type Subject, subjectOf } from '../../questions/subject.ts';
import {
  type Case,
  type CaseTemplate,
  type Given,
  type JudgedExchange,
  acceptanceOf,
  withGiven,
} from '../cases/case.ts';
import { variationOf } from '../cases/generate/generate-cases.ts';
import { shownTexts } from '../cases/generate/shown-texts.ts';
import { DoneOnce } from '../../openapi/once.ts';
import type { AskedQuestion } from './interview.ts';
import type { RunOptions } from './run-options.ts';
import type { Turn } from './watch.ts';

/** How requests are sent. */
interface Means {
  /** Sends a template, and again with less in it where the operation takes no more. */
  insist(template: CaseTemplate, turn?: Turn): Promise<JudgedExchange | undefined>;
  /** Makes what a template needs for it alone; `undefined` where it can't be made. */
  make(template: CaseTemplate, turn?: Turn): Promise<Given | undefined>;
}

/** Finds out once an operation which request it takes, and asks its questions beside that. */
export class TakenRequests {
  readonly #options: Pick<RunOptions, 'generate' | 'fresh'>;
  readonly #means: Means;
  readonly #known = new DoneOnce<Known>();

  constructor(options: Pick<RunOptions, 'generate' | 'fresh'>, means: Means) {
    this.#options = options;
    this.#means = means;
  }

  /** A question as it is asked of the server. */
  async ask(asked: AskedQuestion, turn?: Turn): Promise<OpenQuestion> {
    return searching(await this.#beside(asked, turn));
  }

  /** As it is where its request names nothing, or nothing is taken. */
  async #beside({ operation, question }: AskedQuestion, turn?: Turn): Promise<OpenQuestion> {
    const { generate } = this.#options;
    const subject = generate && subjectOf(generate.document, operation);
    const isNeeded = subject && (subject.isReferring || shownTexts(subject.base).length > 0);
    const plain = isNeeded ? variationOf(generate, operation, {}) : undefined;
    if (subject === undefined || plain === undefined) return question;
    const { first, isSpent } = await this.#known.of(operation.id, () => this.#find(plain, turn));
    if (first === undefined) return question;
    const request = isSpent ? await this.#other(plain, turn) : first.case.request;
    const beside = besideOf(subject, { ...first.case, request });
    const asked = questionsOf(subject.document, operation, {}, beside);
    const same = asked.find(({ id }) => id === question.id) ?? question;
    return isSpent ? unlessUsed(same) : same;
  }

  /** Sent twice: what it refers to may be used up by the first. */
  async #find(plain: CaseTemplate, turn: Turn | undefined): Promise<Known> {
    const first = await this.#take(plain, turn);
    const again = first && (await this.#take(plain, turn));
    return { first: again ?? first, isSpent: refersToOther(first, again) };
  }

  /** One that refers to what is made for it. */
  async #other(plain: CaseTemplate, turn: Turn | undefined): Promise<RelativeRequest> {
    const given = await this.#means.make(plain, turn);
    return (given ? withGiven(plain, given) : plain).build(this.#options.fresh);
  }

  async #take(template: CaseTemplate, turn: Turn | undefined): Promise<JudgedExchange | undefined> {
    const exchange = await this.#means.insist(template, turn);
    return exchange && acceptanceOf(exchange) ? exchange : undefined;
  }
}

/** The subject, whose requests refer to the same as one that was taken. */
function besideOf(subject: Subject, { request, refusedBodies }: Case): Subject {
  const { value: sent = null } = request;
  const { document, operation, base, required, texts } = subject;
  // Somebody may have used what examples show.
  const shown = shownTexts(base).filter(
    ({ fresh }) => fresh.isAlwaysDrawn || refusedBodies !== undefined,
  );
  const paths = bodyReferences(document, operation, base.slots)
    .map(({ path }) => path)
    .filter((path) => required.includes(path[0]!) && propertyAt(sent, path) !== undefined);
  const named = paths.reduce(
    (body, path) => withValue(body, path, propertyAt(sent, path)),
    base.value,
  );
  return {
    ...subject,
    base: { ...base, value: named, unique: [...base.unique, ...shown] },
    texts: texts.filter((name) => !paths.some(([first]) => first === name)),
  };
}

/** Whether what one request refers to was not taken a second time. */
function refersToOther(
  first: JudgedExchange | undefined,
  again: JudgedExchange | undefined,
): boolean {
  const named = (exchange: JudgedExchange | undefined): string =>
    JSON.stringify(Object.values(exchange?.case.given?.references ?? {}).map(textOf));
  return named(first) !== named(again);
}

/** What is known of an operation. */
interface Known {
  readonly first: JudgedExchange | undefined;
  /** Whether what it refers to was used up by the first request. */
  readonly isSpent: boolean;
}

/** A question that is searched for its answer, asked step by step; others as they are. */
export function searching(question: OpenQuestion): OpenQuestion {
  const { search } = question;
  if (search === undefined) return question;
  // A conflict may be about what was used before: then this one exchange tells nothing.
  const readings = (exchanges: readonly Exchange[]): (string | undefined)[] =>
    exchanges.map((exchange) =>
      search.mayBeUsed === true && statusOf(exchange) === 409
        ? undefined
        : readAcceptance(exchange),
    );
  return {
    ...question,
    next: (exchanges, fresh) => {
      const { ask } = limitSearch(search.range, readings(exchanges));
      return ask === undefined ? undefined : search.probe(ask, fresh);
    },
    read: (exchanges) => {
      const { limit } = limitSearch(search.range, readings(exchanges));
      return limit === undefined ? undefined : String(limit);
    },
  };
}

/** Limits that people set. */
const USUAL: readonly number[] = [
  10, 16, 20, 24, 30, 32, 40, 50, 60, 63, 64, 80, 99, 100, 120, 127, 128, 140, 150, 160, 191, 200,
  250, 255, 256, 300, 400, 500, 511, 512, 1000, 1023, 1024, 1500, 2000, 2048, 3000, 4000, 4095,
  4096, 5000, 8000, 8191, 8192,
];
/** Each with the length that it forbids. */
const LIKELY: readonly number[] = [...new Set(USUAL.flatMap((limit) => [limit, limit + 1]))];

/**
 * Finds the most characters that a server takes, by halves, the usual limits first.
 *
 * @param range The fewest, and the most that is asked about: that comes first.
 * @param readings What became of the lengths that were asked about so far: `accepted`, `refused 4xx`.
 * @returns What to ask about next, or the limit; neither where there is none, or it can't be told.
 */
function limitSearch(
  [fewest, most]: readonly [number, number],
  readings: readonly (string | undefined)[],
): { readonly ask?: number; readonly limit?: number } {
  let [low, high] = [fewest, most];
  for (const [i, reading] of readings.entries()) {
    if (reading === undefined || (i === 0 && reading === 'accepted')) return {};
    if (i === 0) continue;
    const asked = between(low, high);
    [low, high] = reading === 'accepted' ? [asked, high] : [low, asked];
  }
  if (readings.length === 0) return {};
  if (high - low > 1) return { ask: between(low, high) };
  return low === fewest ? {} : { limit: low };
}

function between(low: number, high: number): number {
  const likely = LIKELY.filter((limit) => limit > low && limit < high);
  return likely[Math.floor(likely.length / 2)] ?? Math.floor((low + high) / 2);
}
