import { hasSecret } from '../http/credential.ts';
import { parseTarget } from '../http/target.ts';
import { demandSecrets } from '../mock/demand-secrets.ts';
import { StateError } from '../mock/state-error.ts';
import { DEFAULT_MARKER, createFreshValues } from '../model/requests/fresh-values.ts';
import { whyNothingToServe } from '../model/quarantine.ts';
import { operations } from '../model/operation.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type YamlSource, readYaml } from '../openapi/read-yaml.ts';
import { Recent } from '../openapi/once.ts';
import type { ProfileAnswers } from '../questions/answer.ts';
import { type Baseline, dayOf, lookupIn, withBaseline } from './baseline.ts';
import { type CredentialOptions, credentialsOf } from './credential-options.ts';
import { isAbout } from './cases/case-file.ts';
import { type GivenValues, readGivenValues } from './cases/given-values.ts';
import type { CaseTemplate, Reach } from './cases/case.ts';
import { collectReach } from './cases/read-case-file.ts';
import {
  type EarlierRun,
  compared,
  demandKnown,
  selectFailed,
  type Selection,
  type SelectionOptions,
  contactsIn,
  madeCases,
  select,
  noCases,
  selectScenes,
  skippedBy,
} from './selection.ts';
import { rangeOf, shardKey, shardOf } from './shard.ts';
import { type PlannedScene, planReplicaScenes, planScenes } from './oracles/index.ts';
import { waitForServer } from './run/contact.ts';
import {
  type RequestLine,
  type SceneLine,
  demandIds,
  planRequests,
  requestLine,
  sceneLine,
} from './run/dry-run.ts';
import type { RunEvent, RunResult, Shard, ShardKey } from './run/event.ts';
import { type AskedQuestion, allQuestions, requestsOf } from './run/interview.ts';
import { loginTemplate } from './run/login.ts';
import { isEmpty } from './cases/in-shares.ts';
import { makeResult } from './run/result.ts';
import type { RunOptions } from './run/run-options.ts';
import { run } from './run/run.ts';

/** A case file, see `docs/cases.md`. */
export interface CaseFile {
  /** Its path, or how messages call it where there is a text. */
  readonly file: string;
  /** Default: what the file has. */
  readonly text?: string | undefined;
  /** Whether it is left out where it is about another document. Default: that is a mistake. */
  readonly optional?: boolean | undefined;
}

/** Options of a verification. */
export interface VerifyOptions
  extends
    SelectionOptions,
    CredentialOptions,
    Pick<
      RunOptions,
      | 'strict'
      | 'timeoutMs'
      | 'concurrency'
      | 'requests'
      | 'rate'
      | 'bail'
      | 'maxTime'
      | 'minCoverage'
      | 'maxCreates'
      | 'maxChanges'
      | 'allowChanges'
      | 'idRange'
      | 'signal'
      | 'ca'
      | 'insecure'
      | 'proxyEnv'
    > {
  readonly document: OpenApiDocument & { readonly file?: string };
  /** Where the server answers, with or without a path; http or https, without credentials. */
  readonly baseUrl: string | URL;
  /** Milliseconds to wait until the server is up. Default: it must be up. */
  readonly waitMs?: number | undefined;
  /** The file that `ca` is from, for the lines of curl that reproduce findings. Default: none. */
  readonly caFile?: string | undefined;
  /** Value of the User-Agent header. Default `openapi-verify`. */
  readonly userAgent?: string | undefined;
  /** Answers that the open questions must have; each difference is a violation. Default: any do. */
  readonly profile?: ProfileAnswers | undefined;
  /**
   * Findings that are known, from {@link loadBaseline}: they are reported and fail no run. The result says
   * which are not found any more, and which have expired. Default: none is known.
   */
  readonly baseline?: Baseline | undefined;
  /** Case files: paths, or texts. Default: none. */
  readonly cases?: readonly (string | CaseFile)[] | undefined;
  /** Whether cases are made from the document, too. Default true. */
  readonly generated?: boolean | undefined;
  /** Whether the open questions are asked. Default true. */
  readonly questions?: boolean | undefined;
  /** Decides random cases and the order of sending. Default 1. */
  readonly seed?: number | undefined;
  /**
   * Values of parameters and of bodies' properties, by name; for one operation only by `operation.name`,
   * or in a map under its id. What the run creates comes before them; nothing that they name is changed
   * or deleted. Default: none.
   */
  readonly values?: GivenValues | undefined;
  /**
   * The part of the cases, questions and scenes that is sent: all shards together are the whole. Such a result is
   * judged when {@link mergeShards} has joined it with the others. Default: the whole.
   */
  readonly shard?: Shard | undefined;
  /**
   * Whether the run deletes what it has created when it has ended, where the document has a way, also where
   * it was stopped. Default false.
   */
  readonly cleanUp?: boolean | undefined;
  /** Stands in the texts of what is created, so that people can find it. Default `verify`. */
  readonly marker?: string | undefined;
  /**
   * Sends only what failed in an earlier run, with its seed, and says what is mended; `only`, `skip`
   * and `large` are of no effect then. Default: everything is sent.
   */
  readonly rerun?: EarlierRun | undefined;
}

/** What a verification would send; each part is worked out when it is asked for. */
export interface VerificationPlan {
  /** The cases that were chosen: those of the files, then those of the document. */
  readonly cases: readonly Pick<CaseTemplate, 'id' | 'title'>[];
  /** The open questions that are asked. */
  readonly questions: readonly { readonly operation: string; readonly question: string }[];
  /** How far the cases go with each operation. */
  readonly reach: readonly Reach[];
  /** Every request in the order of sending; values that the server decides on are made up. */
  requests(): Iterable<RequestLine>;
  /** What the oracles play: what is sent follows from the answers. */
  readonly scenes: readonly SceneLine[];
}

/** A verification of which nothing was sent. */
export interface PreparedRun {
  readonly plan: VerificationPlan;
  /** Sends the requests. */
  events(): AsyncGenerator<RunEvent, void, undefined>;
}

/**
 * Prepares the verification of a server; nothing is sent.
 *
 * @param files The texts of `cases`.
 * @throws {DiagnosticError} where a case file has a mistake.
 * @throws {StateError} where nothing is left to be sent, a value can't be used, `idRange` has too few ids, or requests can't carry
 *   the token or the credentials.
 * @throws {Error} where `baseUrl` is no http or https address.
 */
export function prepareRun(
  given: VerifyOptions,
  files: readonly (CaseFile & { readonly text: string })[],
): PreparedRun {
  const { document, rerun } = given;
  const { credential, otherCredential } = credentialsOf(document, given);
  demandSecrets(document, credential);
  if (otherCredential) demandSecrets(document, otherCredential);
  const { shard, idRange } = given;
  if (shard && rerun) {
    const message =
      'Failed to verify: what failed is not sent in shards. Leave out shard, or rerun.';
    throw new StateError('no-shard', message);
  }
  const options = rerun
    ? { ...given, seed: rerun.result.seed, large: true }
    : { ...given, idRange: shard && idRange ? rangeOf(idRange, shard) : idRange };
  const all = everything(options, files);
  const again = rerun && selectFailed(all, rerun);
  const declared = [...operations(document), ...(document.quarantined ?? [])];
  if (!again) demandKnown(offered(all, options, files), declared, options);
  const chosen = again?.selection ?? select(all, options);
  const selection = shard ? shardOf(chosen, shard) : chosen;
  const key = shard && shardKey(shard, document.root, whatDecides(given, files));
  const ready = runOptions(options, selection, key);
  if (ready.login) loginTemplate(ready, ready.login);
  if (options.idRange) demandIds(ready, options.idRange);
  const { cases, questions } = selection;
  return {
    plan: {
      get cases() {
        return [...cases];
      },
      get questions() {
        const names = ({ operation, question }: AskedQuestion) => {
          return { operation: operation.id, question: question.id };
        };
        return Array.from(questions, names);
      },
      get reach() {
        return reachOf(options);
      },
      requests: () => planRequests(runOptions(options, selection)).map(requestLine),
      get scenes() {
        return Array.from(selection.scenes, sceneLine);
      },
    },
    events: () => {
      const isNothing = isEmpty(cases) && isEmpty(questions) && isEmpty(selection.scenes);
      const isSent = !isNothing || (selection.plain?.() !== undefined && shard !== undefined);
      const events = isSent ? sent(ready, options.waitMs) : nothingSent(ready);
      if (rerun === undefined) return held(events, options);
      return compared(events, rerun, again?.unknown ?? []);
    },
  };
}

/** What shards of one run have in common, besides the document. */
function whatDecides(
  options: VerifyOptions,
  files: readonly (CaseFile & { text: string })[],
): object {
  const { only, skip, maxCases, large, generated, questions, seed, values, strict } = options;
  const { profile, requests, allowChanges, minCoverage, baseline, credentialsEverywhere } = options;
  const chosen = { only, skip, maxCases, large, generated, questions, seed, values, requests };
  const judged = { profile, strict, allowChanges, minCoverage, known: baseline?.known };
  return {
    ...chosen,
    ...judged,
    credentialsEverywhere,
    hasOther: options.otherCredentials !== undefined,
    files: files.map(({ text }) => text),
  };
}

/** Against the baseline, if there is one. */
function held(
  events: AsyncGenerator<RunEvent, void, undefined>,
  { baseline, only, skip, maxCases }: VerifyOptions,
): AsyncGenerator<RunEvent, void, undefined> {
  const isPart = (only ?? skip ?? maxCases) !== undefined;
  return baseline ? withBaseline(events, baseline, !isPart) : events;
}

const recent = new Recent<YamlSource>(8);
const recentReach = new Recent<readonly Reach[]>(4);

/** Of the most cases, one in so many is a question's request. */
const QUESTIONS = 5;
/** And one in so many is a request of an oracle's scene. */
const SCENES = 4;

function countOf<Item>(items: Iterable<Item>, requests: (item: Item) => number): number {
  return Array.from(items, requests).reduce((sum, count) => sum + count, 0);
}

function requestsIn({ scene }: PlannedScene): number {
  return scene.requests;
}

function everything(
  options: VerifyOptions,
  files: readonly (CaseFile & { readonly text: string })[],
): Selection {
  const { document, questions: asks = true, seed = 1, maxCases, values } = options;
  const caseFiles = files.flatMap(({ file, text, optional = false }) => {
    const source = recent.of([text, file], () => readYaml(text, file));
    return optional && !isAbout(document, source) ? [] : [source];
  });
  const reason = whyNothingToServe(document);
  if (reason !== undefined) {
    const message = `Failed to verify: there is nothing to verify: ${reason}. Add an operation, or fix the document.`;
    throw new StateError('nothing-to-verify', message);
  }
  const questions = asks ? chosenQuestions(document, maxCases) : [];
  const givenFor = readGivenValues(document, values);
  const share = maxCases && Math.floor(maxCases / SCENES);
  const { generated = true } = options;
  const cast = { ...options, ...credentialsOf(document, options), seed, givenFor };
  const scenes = generated ? planScenes(cast, share) : [];
  const most = maxCases && maxCases - countOf(questions, requestsOf) - countOf(scenes, requestsIn);
  const { large, allowChanges } = options;
  const made = { document, generated, large, most, givenFor, allowChanges, seed };
  const { cases, casesOf } = madeCases({ ...made, caseFiles });
  if (isEmpty(cases)) throw noCases(reachOf(options));
  return { cases, casesOf, questions, scenes, ...contactsIn(cases) };
}

/** What a run chooses from, and all that the document has. */
function* offered(
  chosenFrom: Selection,
  options: VerifyOptions,
  files: readonly (CaseFile & { readonly text: string })[],
): Generator<Selection, void, undefined> {
  yield chosenFrom;
  const left = { maxCases: undefined, large: true, questions: true, generated: true };
  const all = everything({ ...options, ...left }, files);
  yield { ...all, scenes: [...all.scenes, ...replicaScenes(options)] };
}

function replicaScenes(options: VerifyOptions): Iterable<PlannedScene> {
  const { document, seed = 1, values } = options;
  const givenFor = readGivenValues(document, values);
  return planReplicaScenes({ ...options, seed, givenFor, ...credentialsOf(document, options) });
}

function reachOf({ document, values, allowChanges }: VerifyOptions): readonly Reach[] {
  const made = { document, givenFor: readGivenValues(document, values), allowChanges };
  return recentReach.of(Object.values(made), () => collectReach(made));
}

function chosenQuestions(
  document: OpenApiDocument,
  maxCases: number | undefined,
): Iterable<AskedQuestion> {
  const most = maxCases && Math.floor(maxCases / QUESTIONS);
  return { [Symbol.iterator]: () => allQuestions(document, most) };
}

function runOptions(options: VerifyOptions, selection: Selection, shard?: ShardKey): RunOptions {
  const { document, baseUrl, seed = 1, marker = DEFAULT_MARKER, idRange } = options;
  const { requests = selection.requests, insecure, caFile, userAgent = 'openapi-verify' } = options;
  const credentials = credentialsOf(document, options);
  const generate = { document, seed, givenFor: readGivenValues(document, options.values) };
  // Tells what this run creates from what earlier ones have left.
  const runId = crypto.randomUUID().slice(0, 8);
  return {
    ...options,
    ...selection,
    requests,
    isChosen: [options.only, options.skip, options.rerun].some((option) => option !== undefined),
    isSample: options.maxCases !== undefined,
    shard,
    target: parseTarget(baseUrl),
    documentName: document.file ?? 'the document',
    fresh: createFreshValues({ seed, runId, marker, idRange }),
    marker: `${marker}-${runId}`,
    reach: () => reachOf(options),
    seed,
    knows: options.baseline && lookupIn(options.baseline, dayOf(new Date())),
    generate,
    isSkipped: options.rerun ? undefined : skippedBy(options),
    replicaScenes: () => selectScenes(replicaScenes(options), options),
    ...credentials,
    curl: { caFile, insecure },
    userAgent,
  };
}

async function* sent(options: RunOptions, waitMs = 0): AsyncGenerator<RunEvent, void, undefined> {
  const { target } = options;
  const problem = waitMs > 0 ? await waitForServer(options, waitMs) : undefined;
  if (problem === undefined) {
    yield* run(options);
    return;
  }
  const message = `${target.baseUrl} was not there within ${waitMs / 1000} s: ${problem}`;
  yield* nothingSent(options, { reason: 'unreachable', message });
}

/** A run of no request. */
async function* nothingSent(
  options: RunOptions,
  stopped?: RunResult['stopped'],
): AsyncGenerator<RunEvent, void, undefined> {
  const { target, documentName: document, seed, credential } = options;
  const common = { target: target.baseUrl, document, seed };
  const shard = options.shard && { ...options.shard, evidence: [], judgedBy: {} };
  yield { type: 'start', ...common, cases: 0 };
  const nothing = { durationMs: 0, exchanges: [], findings: [], answers: {}, created: [] };
  const withToken = hasSecret(credential);
  yield { type: 'end', result: makeResult({ ...common, ...nothing, stopped, shard, withToken }) };
}
