import { setImmediate as breath } from 'node:timers/promises';
import * as fc from 'fast-check';
import { type CaseTemplate, isRepeatable, isFixedValid } from '../cases/case.ts';
import { isJsonObject, type JsonNumber } from '../../openapi/json/json-value.ts';
import type { RunOptions } from './run-options.ts';
import type { FreshValues } from '../../model/requests/fresh-values.ts';
import { integerProbes } from './integer-probes.ts';
import { USED_IDENTITY } from '../checks/used-identity.ts';

/** What a run sends, part by part. */
export interface Plan {
  /** Alone and first: whether anything answers there. */
  readonly contact: CaseTemplate;
  /** What follows, in this order; can be gone through once. */
  readonly parts: Iterable<Part>;
  /** How many cases in all; absent where more are made up while they are sent. */
  readonly size?: number | undefined;
}

/** Requests that are sent in the same way; to be gone through once. */
export type Part =
  /** One after the other, or as many at a time as the run's concurrency allows. */
  | { readonly pace: 'in turn' | 'side by side'; readonly cases: Iterable<CaseTemplate> }
  /** All together, or one after the other to be compared with the first. */
  | { readonly pace: 'at once' | 'in turn again'; readonly cases: readonly CaseTemplate[] };

/** How many requests of a part are under way at a time. */
export function placesOf(part: Part, concurrency: number): number {
  if (part.pace === 'at once') return part.cases.length;
  return part.pace === 'side by side' ? concurrency : 1;
}

const OPENING = 24;
const BURSTS = 2;
const BURST = 16;
const CLOSING = 12;

/** Options of {@link makePlan}. */
interface PlanOptions {
  readonly seed: number;
  /**
   * Least number of requests: valid cases are repeated with fresh values until it is reached, so
   * that what fails one time in twenty is seen. 0 sends every case once and nothing else.
   */
  readonly requests: number;
  /**
   * Finds a valid case with fresh values. With it, a selection with identities that are the same in
   * every run learns, by two requests, how the server refuses one that was used before.
   */
  readonly plain?: (() => CaseTemplate | undefined) | undefined;
  /** Whether what is sent once is sent one after the other, as somebody chose it. Default false. */
  readonly isInTurn?: boolean | undefined;
}

/**
 * Puts cases in order: by the seed, valid ones between invalid ones. Those of a large document are
 * taken chapter by chapter, so that most are made up while others are sent.
 */
export function makePlan(templates: Iterable<CaseTemplate>, options: PlanOptions): Plan {
  return inOneGo(planning(new Chapters(templates), options));
}

/** Comes to what it returns step by step, so that something else can be done in between. */
type Steps<Made> = Generator<undefined, Made, undefined>;

function inOneGo<Made>(steps: Steps<Made>): Made {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** @param instead What the plan is of where there are no cases. Default: nothing. */
function* planning(chapters: Chapters, options: PlanOptions, instead?: () => Plan): Steps<Plan> {
  const [contact, ...others] = contactFirst(yield* chapters.take());
  if (!contact && instead) return instead();
  if (!contact) throw new Error('Failed to plan the run: there are no cases. Give at least one.');
  const planner = new Planner(options, contact);
  const first = planner.chapter(others, chapters.isOver);
  if (!chapters.isOver) return { contact, parts: planner.following(first, chapters) };
  const parts: WholePart[] = [...first, ...planner.end()];
  const size = parts.reduce((sum, { cases }) => sum + cases.length, 1);
  return { contact, parts, size };
}

/** Every case of a plan, as often as it is sent. */
export function planCases({ contact, parts }: Plan): CaseTemplate[] {
  return [contact, ...Iterator.from(parts).flatMap(({ cases }) => cases)];
}

/** A chapter has about as many cases: those of a document of a few operations are one. */
const CHAPTER = 250;

/** Cases, some operations at a time. */
class Chapters {
  readonly #source: Iterator<CaseTemplate, unknown>;
  #next: CaseTemplate[] = [];
  /** The first case beyond the next chapter. */
  #beyond: CaseTemplate | undefined;
  #isRead = false;

  constructor(templates: Iterable<CaseTemplate>) {
    this.#source = templates[Symbol.iterator]();
  }

  /** Whether there is no further chapter. */
  get isOver(): boolean {
    return this.#isRead && this.#next.length === 0;
  }

  /** The next chapter, case by case: those of an operation with large bodies take their time. */
  *take(): Steps<CaseTemplate[]> {
    while (this.#beyond === undefined && !this.#isRead) {
      this.readOn();
      yield;
    }
    const chapter = this.#next;
    this.#next = this.#beyond ? [this.#beyond] : [];
    this.#beyond = undefined;
    return chapter;
  }

  /** Gets a case of the next chapter ready, so that its beginning keeps nobody waiting. */
  readOn(): void {
    if (this.#beyond !== undefined || this.#isRead) return;
    const { value, done } = this.#source.next();
    if (done === true) this.#isRead = true;
    else if (this.#next.length < CHAPTER || value.operation === this.#next.at(-1)!.operation) {
      this.#next.push(value);
    } else this.#beyond = value;
  }
}

/** A part of a chapter. */
interface ChapterPart {
  readonly pace: 'in turn' | 'side by side';
  readonly cases: readonly CaseTemplate[];
}

/** A part of which the cases are known. */
type WholePart = Part & Pick<ChapterPart, 'cases'>;

/** Arranges chapters one after the other. */
class Planner {
  readonly #options: PlanOptions;
  readonly #contact: CaseTemplate;
  #isFirst = true;
  #planned = 1 + BURSTS * BURST + CLOSING;
  /** The valid cases of the first chapter that has any. */
  #repeat: ((count: number) => CaseTemplate[]) | undefined;
  #asksForUsed = true;
  #asksForIntegers = true;

  constructor(options: PlanOptions, contact: CaseTemplate) {
    this.#options = options;
    this.#contact = contact;
  }

  /** The parts of a chapter, and of those after it. */
  *following(first: readonly ChapterPart[], chapters: Chapters): Generator<Part, void, undefined> {
    const readingOn = function* (cases: readonly CaseTemplate[]): Generator<CaseTemplate> {
      for (const template of cases) {
        yield template;
        chapters.readOn();
      }
    };
    for (const { pace, cases } of first) yield { pace, cases: readingOn(cases) };
    while (!chapters.isOver) {
      const reading = chapters.take();
      let step = reading.next();
      // Whoever goes through the parts can stop at each of them.
      for (; step.done !== true; step = reading.next()) yield { pace: 'in turn', cases: [] };
      for (const { pace, cases } of this.chapter(step.value, chapters.isOver)) {
        yield { pace, cases: readingOn(cases) };
      }
    }
    yield* this.end();
  }

  /** @param isLast Whether there is none after it. */
  chapter(templates: readonly CaseTemplate[], isLast: boolean): ChapterPart[] {
    const { seed, requests, isInTurn = false } = this.#options;
    // A server that makes an integer of rubbish makes 0 or 1 of it: refused where those are used
    // already, it would look as if it refused the rubbish.
    const fixed = templates.filter(isFixedValid);
    const valid = templates.filter(isRepeatable);
    const rest = templates.filter(({ validity }) => validity.kind !== 'valid');
    const mixed = interleave(shuffle(valid, seed), shuffle(rest, seed));
    const once = [...mixed, ...shuffle(fixed, seed)];
    const few = fewIdentities(fixed).flatMap(identityPair);
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    const all = isFirst ? [this.#contact, ...templates] : templates;
    const repeatable = all.filter(isRepeatable);
    const probes = [...this.#probes(repeatable, all.some(isFixedValid)), ...few];
    const more =
      requests === 0
        ? []
        : this.#repeated(repeatable, probes.length + once.length, { isFirst, isLast });
    const opening = isInTurn ? once.length : Number(isFirst) * OPENING;
    return [
      { pace: 'in turn', cases: [...probes, ...once.slice(0, opening)] },
      { pace: 'side by side', cases: interleave(once.slice(opening), more) },
    ];
  }

  /** What is sent when nothing else is left. */
  end(): WholePart[] {
    const repeat = this.#repeat;
    if (repeat === undefined) return [];
    return [
      ...Array.from({ length: BURSTS }, (): WholePart => ({
        pace: 'at once',
        cases: repeat(BURST),
      })),
      { pace: 'in turn again', cases: repeat(CLOSING) },
    ];
  }

  /**
   * Each of them once again, and as often as there are too few requests. Of a document of several chapters, some of
   * each operation: what fails now and then shows in so many requests anyway.
   */
  #repeated(
    repeatable: readonly CaseTemplate[],
    others: number,
    { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
  ): CaseTemplate[] {
    const { seed, requests } = this.#options;
    const shuffled = shuffle(repeatable, seed);
    const repeat = repeater(shuffled);
    if (repeatable.length > 0) this.#repeat ??= repeat;
    const again = isFirst && isLast ? repeat(repeatable.length) : someOfEach(shuffled);
    this.#planned += others + again.length;
    const missing = isLast ? Math.max(0, requests - this.#planned) : 0;
    return [...again, ...(this.#repeat?.(missing) ?? [])];
  }

  /** What asks how the server takes identities, once in a run. */
  #probes(repeatable: readonly CaseTemplate[], hasFixed: boolean): CaseTemplate[] {
    const { plain, requests } = this.#options;
    if (requests === 0 || repeatable.length === 0) {
      const used = this.#asksForUsed && hasFixed ? plain?.() : undefined;
      this.#asksForUsed &&= used === undefined;
      return used ? identityPair(used) : [];
    }
    // Of an operation that takes no fresh integer, they would ask nothing.
    const integers = this.#asksForIntegers ? repeatable.find(sendsIntegers) : undefined;
    const creating = integers ?? (this.#asksForUsed ? repeatable.find(drawsIntegers) : undefined);
    this.#asksForIntegers &&= integers === undefined;
    this.#asksForUsed &&= creating === undefined;
    const pair = creating ? identityPair(creating) : [];
    return [...pair, ...(integers ? integerProbes(integers) : [])];
  }
}

function contactFirst(templates: readonly CaseTemplate[]): CaseTemplate[] {
  const first =
    templates.find((template) => isRepeatable(template) && template.needs === undefined) ??
    templates.find(isRepeatable) ??
    templates.find(({ validity }) => validity.kind === 'valid') ??
    templates[0];
  if (first === undefined) return [];
  // Where nobody answers, nothing is to be tried out: that comes later.
  const isTried = first.needs?.trial !== undefined && first.needs.steps.length === 0;
  if (isTried) return [{ ...first, needs: undefined }, ...templates];
  return [first, ...templates.filter((template) => template !== first)];
}

function drawsIntegers({ build }: CaseTemplate): boolean {
  let count = 0;
  build({
    text: (base) => base,
    integer: () => {
      count += 1;
      return 1;
    },
  });
  return count > 0;
}

/** Of others, texts are made. */
function sendsIntegers({ build }: CaseTemplate): boolean {
  const seed = 4_815_162_342;
  const { value } = build({ text: (base) => base, integer: () => seed });
  return isJsonObject(value) && Object.values(value).includes(seed);
}

/** Of each operation whose identities are drawn from few, one request. */
function fewIdentities(fixed: readonly CaseTemplate[]): CaseTemplate[] {
  const drawn = fixed.filter(drawsIntegers);
  const byOperation = Map.groupBy(drawn, ({ operation }) => operation.id);
  return [...byOperation.values()].map(([template]) => template!);
}

/** So many of an operation are sent again. */
const AGAIN = 8;

function someOfEach(templates: readonly CaseTemplate[]): CaseTemplate[] {
  const byOperation = Map.groupBy(templates, ({ operation }) => operation.id);
  return [...byOperation.values()].flatMap((some) => some.slice(0, AGAIN));
}

function repeater(templates: readonly CaseTemplate[]): (count: number) => CaseTemplate[] {
  let next = 0;
  return (count) => Array.from({ length: count }, () => templates[next++ % templates.length]!);
}

/** Spreads the shorter list evenly over the longer one. */
function interleave<Item>(left: readonly Item[], right: readonly Item[]): Item[] {
  const [long, short] = left.length >= right.length ? [left, right] : [right, left];
  const mixed: Item[] = [];
  let taken = 0;
  for (const [i, item] of long.entries()) {
    mixed.push(item);
    while (taken < short.length && (taken + 1) * long.length <= (i + 1) * short.length) {
      mixed.push(short[taken]!);
      taken += 1;
    }
  }
  return mixed;
}

/** Requests of a run where nothing else is said. */
export const REQUESTS = 200;

/** The plan of a run. One without cases makes contact with its first question, or a plain request. */
export function planRun(options: RunOptions): Plan {
  return inOneGo(planningRun(options));
}

/** As {@link planRun}, while making up the first cases takes long; `undefined` where the run is over before. */
export async function planInTime(
  options: RunOptions,
  isOver: () => boolean,
): Promise<Plan | undefined> {
  const steps = planningRun(options);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) {
    await breath();
    if (isOver()) return undefined;
  }
  return step.value;
}

function planningRun(options: RunOptions): Steps<Plan> {
  const { cases, seed, requests = REQUESTS, plain, isChosen: isInTurn } = options;
  return planning(new Chapters(cases), { seed, requests, plain, isInTurn }, () =>
    makePlan(questionContact(options), { seed, requests: 0 }),
  );
}

function questionContact({ questions = [], fresh, plain, any }: RunOptions): CaseTemplate[] {
  const [first] = questions;
  const [probe] = first?.question.probe(fresh) ?? [];
  if (!first || !probe) return [plain?.() ?? any?.() ?? []].flat();
  // With values of its own: the question itself may ask what a second time brings.
  const build: CaseTemplate['build'] = (values) => first.question.probe(values)[0]!.request;
  const { id, title, operation, validity, question, outsideOperation } = probe;
  return [{ id, title, operation, validity, question, outsideOperation, build }];
}

/** A copy in another order, the same for the same seed. */
function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const all = fc.shuffledSubarray([...items], { minLength: items.length });
  return fc.sample(all, { seed, numRuns: 1 })[0]!;
}

/**
 * Two requests that share their fresh integers and nothing else: what the server says to the second
 * is how it refuses an identity that was used before, if it does.
 */
function identityPair(template: CaseTemplate): [first: CaseTemplate, second: CaseTemplate] {
  let drawn: JsonNumber[] = [];
  const draw: CaseTemplate['build'] = (fresh) => {
    drawn = [];
    const integer: FreshValues['integer'] = (within) => {
      drawn.push(fresh.integer(within));
      return drawn.at(-1)!;
    };
    return template.build({ ...fresh, integer });
  };
  const repeat: CaseTemplate['build'] = (fresh) => {
    const left = [...drawn];
    return template.build({ ...fresh, integer: (within) => left.shift() ?? fresh.integer(within) });
  };
  const second: CaseTemplate = {
    ...template,
    id: USED_IDENTITY,
    title: 'with the integers of the request before',
    validity: { kind: 'open', reason: 'an identity that was used before' },
    fixedIdentity: true,
    build: repeat,
  };
  return [{ ...template, build: draw }, second];
}
