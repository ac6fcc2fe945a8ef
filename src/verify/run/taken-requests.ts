/** What questions are asked beside: a request that the operation takes, where one has to name what is there. */
import type { RelativeRequest } from '../../http/exchange.ts';
import { valueOf, withValue } from '../../model/requests/body-base.ts';
import { bodyReferences } from '../../model/resources/body-references.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { questionsOf, unlessUsed } from '../../questions/index.ts';
import type { OpenQuestion } from '../../questions/question.ts';
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
import { DoneOnce } from './done-once.ts';
import type { AskedQuestion } from './interview.ts';
import { searching } from './limit-search.ts';
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
    .filter((path) => required.includes(path[0]!) && valueOf(sent, path) !== undefined);
  const named = paths.reduce(
    (body, path) => withValue(body, path, valueOf(sent, path)),
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
