import { StateError } from '../mock/state-error.ts';
import { kebabCase } from '../model/kebab-case.ts';
import { createFreshValues } from '../model/requests/fresh-values.ts';
import type { Operation } from '../model/operation.ts';
import { type CaseTemplate, type JudgedExchange, type Reach, isRepeatable } from './cases/case.ts';
import { type PlannedScene, oracles, sceneId } from './oracles/index.ts';
import { replicas } from './oracles/replicas.ts';
import type { AskedQuestion } from './run/interview.ts';
import { isEmpty } from './cases/in-shares.ts';
import { type CollectOptions, collectCases } from './cases/read-case-file.ts';
import { Recent, Replayed } from '../openapi/once.ts';
import { REQUESTS, makePlan, planCases } from './run/plan.ts';
import { casesRefusedAsUsed } from './checks/used-identity.ts';
import type { RerunResult, RunEvent, RunResult } from './run/event.ts';

/** What a run sends. */
export interface Selection {
  /** Gone through several times, and made up anew each time. */
  readonly cases: Iterable<CaseTemplate>;
  /** Those of them that are wanted; the others are not made up. Default: they are picked out of all. */
  readonly casesOf?: ((isWanted: Wanted) => Iterable<CaseTemplate>) | undefined;
  readonly questions: Iterable<AskedQuestion>;
  /** Sequences by which oracles judge. */
  readonly scenes: Iterable<PlannedScene>;
  /** Least number of requests; 0 sends every case once. */
  readonly requests?: number | undefined;
  /** Finds a plain valid case, whether it is among `cases` or not. */
  readonly plain?: (() => CaseTemplate | undefined) | undefined;
  /** Finds any case, valid if there is a valid one: it makes contact where none was chosen and none is plain. */
  readonly any?: (() => CaseTemplate | undefined) | undefined;
}

/** Which of all cases and questions are sent. */
export interface SelectionOptions {
  /**
   * Only cases and questions (`question/‹id›`) whose id, name or operation (its id, or `GET /books`) has one of
   * these in it, each once; `*` stands for anything, and capitals don't matter. Default: all.
   */
  readonly only?: readonly string[] | undefined;
  /** All but these, as in `only`. Default: none is left out. */
  readonly skip?: readonly string[] | undefined;
  /**
   * The most cases and questions, some of every operation and kind; fewer than 200 are sent once
   * each. Default: no limit.
   */
  readonly maxCases?: number | undefined;
  /** So many random bodies more, of each operation that takes one. Default none. */
  readonly examples?: number | undefined;
  /** Whether bodies of more than 64 KiB are sent. Default true. */
  readonly large?: boolean | undefined;
}

/** One run goes through its cases several times; servers of one document are sent the same ones. */
const recentCases = new Recent<Iterable<CaseTemplate>>(4);

/** The cases that a document and case files have. Of a sample, those that are wanted are picked out. */
export function madeCases(options: CollectOptions): Pick<Selection, 'cases' | 'casesOf'> {
  const { caseFiles, ...made } = options;
  const cases = recentCases.of(
    [...Object.values(made), ...caseFiles],
    () => new Replayed(collectCases(options)),
  );
  const casesOf = (isWanted: Wanted): Iterable<CaseTemplate> =>
    new Replayed(collectCases({ ...options, isWanted }));
  return { cases, casesOf: options.most === undefined ? casesOf : undefined };
}

/** What makes contact where no case was chosen. */
export function contactsIn(cases: Iterable<CaseTemplate>): Pick<Selection, 'plain' | 'any'> {
  const isValid = ({ validity }: CaseTemplate): boolean => validity.kind === 'valid';
  return {
    plain: () => Iterator.from(cases).find(isRepeatable),
    any: () => Iterator.from(cases).find(isValid) ?? [...cases][0],
  };
}

/** Bodies beyond it are large. */
const LARGE = 64 * 1024;

/**
 * Leaves out what isn't wanted.
 *
 * @throws {StateError} where nothing is left.
 */
export function select(all: Selection, options: SelectionOptions): Selection {
  const { only, skip, maxCases = REQUESTS, large = true } = options;
  const isWanted = wantedBy(options);
  const isWantedCase = ({ id, title, operation }: CaseTemplate): boolean =>
    isWanted([id, title], operation);
  const isAll = only === undefined && skip === undefined;
  const wanted = isAll ? all.cases : (all.casesOf?.(isWanted) ?? filtered(all.cases, isWantedCase));
  const cases = large ? wanted : filtered(wanted, (template) => !isLarge(template));
  const questions = filtered(
    all.questions,
    (asked) =>
      isWanted(questionNames(asked), asked.operation) && (large || asked.question.large !== true),
  );
  const scenes = selectScenes(all.scenes, options);
  if (isEmpty(cases) && isEmpty(questions) && isEmpty(scenes)) throw nothingLeft(all, options);
  // Who picks out cases, or wants few, wants to see just these.
  const isWhole = only === undefined && maxCases >= REQUESTS;
  return { ...all, cases, questions, scenes, ...(isWhole ? {} : { requests: 0 }) };
}

/** What groups of cases are called, whether a document has some of them or not. */
const GROUPS: ReadonlySet<string> = new Set([
  'curated',
  'examples',
  'boundary',
  'broken',
  'random',
  'question',
  'oracle',
  ...[...oracles, replicas].map(({ id }) => `oracle/${id}`),
]);

/**
 * Makes sure that each pattern is of something: one that is misspelt would leave nothing out.
 *
 * @param offered What there is; each is only asked for where what came before doesn't have all.
 * @throws {StateError} where one isn't.
 */
export function demandKnown(
  offered: Iterable<Selection>,
  declared: readonly Named[],
  { only = [], skip = [] }: SelectionOptions,
): void {
  const isGroup = (pattern: string): boolean =>
    GROUPS.has(pattern.toLowerCase().replace(/[/*]+$/, ''));
  const unknown = new Set([...skip, ...only].filter((pattern) => !isGroup(pattern)));
  if (unknown.size === 0) return;
  const note = (names: readonly string[], operation: Named): boolean => {
    for (const pattern of unknown) {
      if (isMeant(pattern, names, operation)) unknown.delete(pattern);
    }
    return unknown.size === 0;
  };
  const hasRest = ({ questions, scenes, cases }: Selection): boolean =>
    Iterator.from(questions).some((asked) => note(questionNames(asked), asked.operation)) ||
    Iterator.from(scenes).some((planned) => note(sceneNames(planned), planned.scene.operation)) ||
    // Last, as they are made up for it.
    Iterator.from(cases).some(({ id, title, operation }) => note([id, title], operation));
  const isKnown =
    declared.some((operation) => note([], operation)) || Iterator.from(offered).some(hasRest);
  const [first] = unknown;
  if (isKnown || first === undefined) return;
  const cause = `no case has ${JSON.stringify(first)} in its id, name or operation`;
  throw new StateError('nothing-chosen', `Failed to find a case: ${cause}. Correct the pattern.`);
}

/** The scenes that are wanted. */
export function selectScenes(
  scenes: Iterable<PlannedScene>,
  options: SelectionOptions,
): Iterable<PlannedScene> {
  const isWanted = wantedBy(options);
  return filtered(scenes, (scene) => isWanted(sceneNames(scene), scene.scene.operation));
}

function questionNames({ question, operation }: AskedQuestion): string[] {
  return [`question/${question.id}`, `question/${kebabCase(operation.id)}/${question.id}`];
}

function sceneNames(scene: PlannedScene): string[] {
  return [sceneId(scene), scene.scene.title];
}

/** Whether all of an operation is left out. */
export function skippedBy({ skip = [] }: SelectionOptions): (operation: Operation) => boolean {
  const isWanted = wantedBy({ skip });
  return (operation) => !isWanted([], operation);
}

/** What an operation is called by. */
type Named = Pick<Operation, 'id' | 'method' | 'path'>;

type Wanted = (names: readonly string[], operation: Operation) => boolean;

function wantedBy({ only, skip = [] }: SelectionOptions): Wanted {
  return (names, operation) => {
    const isOf = (pattern: string): boolean => isMeant(pattern, names, operation);
    return (only === undefined || only.some(isOf)) && !skip.some(isOf);
  };
}

function isMeant(pattern: string, names: readonly string[], { id, method, path }: Named): boolean {
  return matches(pattern, [...names, id, ...(PATH.test(pattern) ? [`${method} ${path}`] : [])]);
}

/** A path of the document, with or without a method in front. */
const PATH = /^(?:[a-z]+ +)?\//i;

/** Those that pass, found anew each time. */
function filtered<Item>(items: Iterable<Item>, passes: (item: Item) => boolean): Iterable<Item> {
  return { [Symbol.iterator]: () => Iterator.from(items).filter(passes) };
}

function nothingLeft({ cases: all }: Selection, { only, skip = [] }: SelectionOptions): StateError {
  const words = (patterns: readonly string[]): string =>
    patterns.map((pattern) => JSON.stringify(pattern)).join(' or ');
  const but = skip.length > 0 ? ` and not ${words(skip)}` : '';
  const cases = [...all].length;
  const cause =
    only === undefined
      ? `skip ${words(skip)} leaves none of ${cases}`
      : `none of ${cases} has ${words(only)}${but} in its id, name or operation`;
  return new StateError('nothing-chosen', `Failed to find a case: ${cause}. Correct the patterns.`);
}

/** Why there is nothing to be sent. */
export function noCases(reach: readonly Reach[]): StateError {
  const message = reach.some(({ harms }) => harms === true)
    ? 'its operations would change what the run has not created. Send them with --allow-changes'
    : 'the document has no operation that requests can be made up for, and no case file has one. ' +
      'Give examples in the document, or a case file';
  return new StateError('no-cases', `Failed to find a case: ${message}.`);
}

/** Capitals don't matter, and `*` stands for anything. */
function matches(pattern: string, names: readonly string[]): boolean {
  const parts = pattern.toLowerCase().split('*');
  return names.some((name) => {
    let end = 0;
    return parts.every((part) => {
      const start = name.toLowerCase().indexOf(part, end);
      end = start + part.length;
      return start >= 0;
    });
  });
}

function isLarge(template: CaseTemplate): boolean {
  return (template.build(scratchValues()).body?.length ?? 0) > LARGE;
}

/** Values for requests that are looked at and not sent. */
function scratchValues(): ReturnType<typeof createFreshValues> {
  return createFreshValues({ seed: 0, runId: 'scratch' });
}

/** A run whose failed cases are sent again. */
export interface EarlierRun {
  /** How the result calls it, such as the name of a file. */
  readonly report: string;
  /** What it came to; it must have come to its end. */
  readonly result: Pick<RunResult, 'seed' | 'failed' | 'counts'>;
}

/** So often a case is sent again, so that luck doesn't mend it. */
const TIMES = 3;

/** The failed cases of an earlier run, and what is left of them. */
interface Rerun {
  readonly selection: Selection;
  /** Ids that no case has any more. */
  readonly unknown: readonly string[];
}

/** Picks out of all cases and questions those that failed, and a plain valid case before them. */
export function selectFailed(all: Selection, { result }: EarlierRun): Rerun {
  const { failed, seed, counts } = result;
  const wanted = new Set(failed.map((failure) => failure.case));
  const templates = [...all.cases];
  const known = new Set(templates.map(({ id }) => id));
  const cases = templates.filter(({ id }) => wanted.has(id)).flatMap(repeated);
  const questions = [...all.questions].filter(({ question }) => {
    const ids = question.probe(scratchValues()).map(({ id }) => id);
    for (const id of ids) known.add(id);
    return ids.some((id) => wanted.has(id));
  });
  const scenes = [...all.scenes].filter((scene) => {
    const ids = [...wanted].filter((id) => id.startsWith(sceneId(scene)));
    for (const id of ids) known.add(id);
    return ids.length > 0;
  });
  // Some are made by the run as a whole.
  const planned = planCases(makePlan(templates, { seed, requests: counts.exchanges }));
  const ofPlan = planned.map(({ id }) => id).filter((id) => !known.has(id));
  for (const id of ofPlan) known.add(id);
  const needsWholeRun =
    failed.some((failure) => failure.failed < failure.sent) || ofPlan.some((id) => wanted.has(id));
  const plain = cases.length > 0 || needsWholeRun ? (all.plain?.() ?? []) : [];
  const requests = needsWholeRun ? counts.exchanges : 0;
  return {
    selection: { ...all, cases: [plain, cases].flat(), questions, scenes, requests },
    unknown: [...wanted].filter((id) => !known.has(id)),
  };
}

/** An identity that is the same each time can be used once only. */
function repeated(template: CaseTemplate): CaseTemplate[] {
  const times = template.fixedIdentity === true ? 1 : TIMES;
  return Array.from({ length: times }, () => ({ ...template }));
}

/** The events of a run with {@link selectFailed}; its result says what became of the failed cases. */
export async function* compared(
  events: AsyncIterable<RunEvent> | Iterable<RunEvent>,
  earlier: EarlierRun,
  unknown: readonly string[],
): AsyncGenerator<RunEvent, void, undefined> {
  const exchanges: JudgedExchange[] = [];
  for await (const event of events) {
    if (event.type === 'exchange') exchanges.push(event.exchange);
    if (event.type === 'end') {
      const { result } = event;
      yield { type: 'end', result: compareRuns(earlier, unknown, { result, exchanges }) };
    } else yield event;
  }
}

function compareRuns(
  { report, result: { failed } }: EarlierRun,
  unknown: readonly string[],
  now: { readonly result: RunResult; readonly exchanges: readonly JudgedExchange[] },
): RunResult {
  const sent = new Set(now.exchanges.map((exchange) => exchange.case.id));
  const refused = casesRefusedAsUsed(now.exchanges);
  const stillFailing = new Set(now.result.failed.map((failure) => failure.case));
  const isFitful = failed.some((failure) => failure.failed < failure.sent);
  const rerun: Record<keyof Omit<RerunResult, 'report'>, string[]> = {
    mended: [],
    notSeenAgain: [],
    failing: [],
    untold: [],
    unsent: [],
    unknown: [...unknown],
  };
  for (const { case: id } of failed.filter((failure) => !unknown.includes(failure.case))) {
    if (stillFailing.has(id)) rerun.failing.push(id);
    else if (!sent.has(id) || now.result.stopped) rerun.unsent.push(id);
    else if (refused.has(id)) rerun.untold.push(id);
    else rerun[isFitful ? 'notSeenAgain' : 'mended'].push(id);
  }
  const open = [rerun.failing, rerun.untold, rerun.unsent, rerun.unknown];
  const isDone = open.every((ids) => ids.length === 0);
  const verdict = isDone ? now.result.verdict : 'fail';
  return { ...now.result, verdict, rerun: { report, ...rerun } };
}
