import { StateError } from '../../mock/state-error.ts';
import { type FreshValues, createFreshValues } from '../../model/requests/fresh-values.ts';
import type { Validity } from '../../model/validity.ts';
import { type Operation, operations } from '../../model/operation.ts';
import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import {
  type Case,
  type CaseTemplate,
  type Given,
  type Need,
  type NeedStep,
  NOTHING_GIVEN,
  buildCase,
  withGiven,
} from '../cases/case.ts';
import { absentValue } from '../cases/generate/resource-candidates.ts';
import { Admission } from './admission.ts';
import { composeWire } from '../../http/compose-wire.ts';
import { variablesOf } from '../../http/credential.ts';
import { toCurl } from '../../http/curl.ts';
import { withValue } from '../cases/left-by.ts';
import { placesOf, planRun } from './plan.ts';
import { type PlannedScene, sceneId } from '../oracles/index.ts';
import type { RunOptions } from './run-options.ts';

/** One request of a run that isn't run. */
export interface PlannedRequest {
  /** The part of the run that it belongs to, with how its requests are sent. */
  readonly part: string;
  readonly case: Case;
  /** One line for bash that sends it. */
  readonly curl: string;
  /** What is sent before it. */
  readonly needs?: Need | undefined;
}

/** A request that isn't sent. */
export interface RequestLine {
  /** The part of the run that it belongs to, with how its requests are sent. */
  readonly part: string;
  /** Id of the case. */
  readonly case: string;
  readonly validity: Validity['kind'];
  /** One line for bash that sends it. */
  readonly curl: string;
  /** Ids of the operations whose answers stand in place of its path's values. */
  readonly after: readonly string[];
}

/** A scene that isn't played. */
export interface SceneLine {
  /** What the ids of its cases begin with. */
  readonly id: string;
  /** About so many requests, besides those that create what they are about. */
  readonly requests: number;
}

/** The line of a request. */
export function requestLine({ part, case: planned, curl, needs }: PlannedRequest): RequestLine {
  const after = needs?.steps.map(({ template }) => template.operation.id) ?? [];
  return { part, case: planned.id, validity: planned.validity.kind, curl, after };
}

/** The line of a scene. */
export function sceneLine(planned: PlannedScene): SceneLine {
  return { id: sceneId(planned), requests: planned.scene.requests };
}

/** Every request that a run would send, in the order of its parts; none is sent. */
export function* planRequests(options: RunOptions): Generator<PlannedRequest, void, undefined> {
  const rehearsal = new Rehearsal(options);
  const variables = variablesOf(options.credential);
  // Only the variable that stands for it is shown.
  const token = options.login ? 'of the login' : options.credential.token;
  const credential = { ...options.credential, token };
  for (const { part, cases } of parts(options)) {
    for (const template of cases) {
      for (const { sent, needs } of rehearsal.requests(template)) {
        const { sent: request } = composeWire(sent, { ...options, credential });
        yield { part, case: sent, curl: toCurl(request, variables, options.curl), needs };
      }
    }
  }
}

function* parts(
  options: RunOptions,
): Generator<{ part: string; cases: Iterable<CaseTemplate> }, void, undefined> {
  const { fresh, questions = [], concurrency = 8 } = options;
  const { contact, parts: planned } = planRun(options);
  yield { part: 'first, alone', cases: [contact] };
  for (const { question } of questions) {
    const probes = question.probe(fresh).map((probe) => ({ ...probe, build: () => probe.request }));
    yield { part: `asks: ${question.question}`, cases: probes };
  }
  for (const part of planned) {
    const places = placesOf(part, concurrency);
    const words = {
      'in turn': 'one after the other',
      'side by side': `${places} at a time`,
      'at once': `${places} at once`,
      'in turn again': 'one after the other again',
    };
    yield { part: words[part.pace], cases: part.cases };
  }
}

interface Planned {
  readonly sent: Case;
  readonly needs?: Need | undefined;
}

/** A run as it goes if the server takes every request and keeps the identities that it is sent. */
class Rehearsal {
  readonly #options: RunOptions;
  readonly #admission: Admission;
  readonly #shared = new Map<string, Given | undefined>();

  constructor(options: RunOptions) {
    this.#options = options;
    this.#admission = new Admission(options, options.document);
  }

  /** Those of a case, with those that create what it needs before it; none where one isn't sent. */
  *requests(template: CaseTemplate): Generator<Planned, void, undefined> {
    const { needs } = template;
    const given = needs === undefined ? NOTHING_GIVEN : yield* this.#given(needs);
    if (given === undefined) return;
    const ready = needs === undefined ? template : withGiven(template, given);
    const sent = this.#admitted(ready);
    if (sent !== undefined) yield { sent, needs };
  }

  *#given(needs: Need): Generator<Planned, Given | undefined, undefined> {
    const { key, trial } = needs;
    if (key !== undefined && this.#shared.has(key)) return this.#shared.get(key);
    let given: Given | undefined = yield* this.#follow(needs, NOTHING_GIVEN);
    const [attempt] = trial?.attempts ?? [];
    if (trial !== undefined && attempt !== undefined && trial.isFallback !== true) {
      given = yield* this.#follow(attempt, given ?? NOTHING_GIVEN);
      const isTried = key === undefined || given === undefined;
      const sent = isTried ? undefined : this.#admitted(withGiven(trial.probe, given!));
      if (sent !== undefined) yield { sent, needs };
      given = given && { ...given, standing: 'proven' };
    }
    if (key !== undefined) this.#shared.set(key, given);
    return given;
  }

  *#follow(
    { values = {}, steps }: Pick<Need, 'values' | 'steps'>,
    before: Given,
  ): Generator<Planned, Given | undefined, undefined> {
    let given: Given = { ...before, found: { ...before.found, ...values } };
    for (const step of steps) {
      const sent: Case | undefined = this.#admitted(withGiven(step.template, given));
      if (sent === undefined) return undefined;
      yield { sent };
      given = this.#left(sent, step, given);
    }
    return given;
  }

  #admitted(template: CaseTemplate): Case | undefined {
    const sent = buildCase(template, this.#options.fresh);
    return this.#admission.admit(sent) ? sent : undefined;
  }

  #left({ request, operation }: Case, { creates, reads }: NeedStep, before: Given): Given {
    if (reads !== undefined)
      return withValue(before, reads, this.#made(operation, reads.parameter));
    if (creates === undefined) return before;
    const { parameter: name, identity = name } = creates;
    const bodyIdentity = isJsonObject(request.value) ? request.value[identity] : undefined;
    const value = bodyIdentity ?? this.#made(operation, name);
    return withValue(before, { parameter: name, isOwn: true }, value);
  }

  /** Made up, and harmless where somebody sends the line: the server's answer names another. */
  #made(creator: Operation, name: string): JsonValue {
    const { document, fresh } = this.#options;
    const parameter = operations(document)
      .filter(({ path }) => path.startsWith(creator.path))
      .flatMap(({ parameters }) => parameters)
      .find((candidate) => candidate.in === 'path' && candidate.name === name);
    return (parameter && absentValue(document, parameter)?.(fresh)) ?? name;
  }
}

/** Ids that a run can need beyond its plan: what is sent again, and what shrinks a failing case. */
const SPARE_IDS = 200;

/**
 * Makes sure that a range has an id for each request of a run.
 *
 * @throws {StateError} where it hasn't.
 */
export function demandIds(options: RunOptions, range: NonNullable<RunOptions['idRange']>): void {
  let drawn = 0;
  const scratch = createFreshValues({ seed: 0, runId: 'scratch' });
  const integer: FreshValues['integer'] = (within) => {
    drawn += 1;
    return scratch.integer(within);
  };
  // What is outside of the range is drawn, too.
  for (const _ of planRequests({ ...options, fresh: { ...scratch, integer }, idRange: undefined }))
    continue;
  const size = range.maximum - range.minimum + 1n;
  const needed = drawn + SPARE_IDS;
  if (size >= needed) return;
  const message = `Failed to use the range of ids: it has ${size}, and the run needs ${needed}. Widen it.`;
  throw new StateError('too-few-ids', message);
}
