/** Scenarios: named states of the mock, as YAML files. */
import type { ProfileAnswers } from '../answer.ts';
import type { Questions } from '../question.ts';
import type { FaultOptions } from '../../mock/faults.ts';
import type { Collections } from '../../mock/store-content.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';

/** Everything of a sandbox that can be put back. */
export interface SandboxState {
  /** In order of creation. */
  readonly resources: readonly JsonObject[];
  /** Of each collection, by its path, where several operations of the document create. */
  readonly collections?: Collections | undefined;
  /** Name of the profile that the answers are of, if any; `answers` count more where both are. */
  readonly profile: string | null;
  /** Questions that are left out get their usual answer. */
  readonly answers: ProfileAnswers;
  /** Milliseconds before each answer. */
  readonly latency: number;
  /** In the order in which they are asked. */
  readonly faults: readonly FaultOptions[];
  /** The scenario that was chosen last. */
  readonly scenario: string | null;
}

/** A named state, to put a sandbox into. */
export interface Scenario {
  /** What it is for, in a sentence. */
  readonly description: string;
  /** What it leaves out is as at the start of a sandbox. */
  readonly state: Partial<SandboxState>;
}

/** Many resources from one pattern. */
export interface ResourcePattern {
  readonly count: number;
  /** The identity of the first one; each has the next integer. Default 1. */
  readonly from?: number | bigint;
  /** What all of them have. `{n}` in a text stands for the identity. */
  readonly resource: JsonObject;
}

/** A scenario's file, as its schema lets it through. */
export interface ScenarioFile {
  /** The version of the format. */
  readonly scenario: 1;
  readonly description: string;
  readonly profile?: string;
  readonly answers?: ProfileAnswers;
  readonly resources?: readonly JsonObject[];
  readonly many?: ResourcePattern;
  /** By path, where several operations of the document create. */
  readonly collections?: Readonly<Record<string, JsonObject[]>>;
  readonly latency?: number;
  readonly faults?: readonly FaultOptions[];
}

/** What a scenario may refer to. */
export interface ScenarioContext {
  /** The answers of the profiles that it may name. */
  readonly profiles: Readonly<Record<string, ProfileAnswers>>;
  /** The property that holds a resource's identity; `undefined` where there is none. */
  readonly identity: string | undefined;
}

/** Scenarios by name, as well-formed files or as they were built. */
export type NamedScenarios =
  | ReadonlyMap<string, Scenario | ScenarioFile>
  | Readonly<Record<string, Scenario | ScenarioFile>>;

/** Scenarios by name; of those that have the same name, the more important one. */
export function withScenarios(
  scenarios: NamedScenarios,
  moreImportant: NamedScenarios,
): Map<string, Scenario | ScenarioFile> {
  const both = [scenarios, moreImportant];
  return new Map(
    both.flatMap((source) => (source instanceof Map ? [...source] : Object.entries(source))),
  );
}

/** Scenarios by name, each built once it is asked for: few are, and one may have a thousand resources. */
export function scenariosOf(
  scenarios: NamedScenarios,
  context: ScenarioContext,
): Map<string, Scenario> {
  const lazily = (file: ScenarioFile): Scenario => {
    let state: Scenario['state'] | undefined;
    const { description } = file;
    return {
      description,
      get state() {
        return (state ??= buildScenario(file, context).state);
      },
    };
  };
  const named = [...withScenarios({}, scenarios)];
  return new Map(
    named.map(([name, scenario]) => [name, 'state' in scenario ? scenario : lazily(scenario)]),
  );
}

/** The state that a well-formed file describes. What it leaves out stays as at the start. */
export function buildScenario(file: ScenarioFile, context: ScenarioContext): Scenario {
  const { description, collections, latency, faults } = file;
  return {
    description,
    state: {
      ...answersOf(file, context),
      ...(file.resources || file.many ? { resources: resourcesOf(file, context.identity) } : {}),
      ...(collections === undefined ? {} : { collections }),
      ...(latency === undefined ? {} : { latency }),
      ...(faults === undefined ? {} : { faults }),
    },
  };
}

function answersOf(
  { profile, answers }: ScenarioFile,
  { profiles }: ScenarioContext,
): Scenario['state'] {
  if (profile === undefined && answers === undefined) return {};
  const named = profile === undefined ? {} : (profiles[profile] ?? {});
  if (answers === undefined) return { profile: profile ?? null, answers: named };
  const operations = new Set([...Object.keys(named), ...Object.keys(answers)]);
  const merged = [...operations].map((id) => [id, { ...named[id], ...answers[id] }] as const);
  return { profile: null, answers: Object.fromEntries(merged) };
}

/** All that the file lists, then those of its pattern. */
export function resourcesOf(
  { resources = [], many }: ScenarioFile,
  identity: string | undefined,
): JsonObject[] {
  return [...resources, ...(many === undefined ? [] : expand(many, identity))];
}

function expand({ count, from = 1, resource }: ResourcePattern, identity?: string): JsonObject[] {
  return Array.from({ length: count }, (_, i) => {
    const exact = BigInt(from) + BigInt(i);
    const id = Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
    const filled = fill(resource, String(exact)) as JsonObject;
    return identity === undefined ? filled : { [identity]: id, ...filled };
  });
}

function fill(value: JsonValue, n: string): JsonValue {
  if (typeof value === 'string') return value.replaceAll('{n}', n);
  if (Array.isArray(value)) return value.map((item) => fill(item, n));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, n)]));
}

/** By name: what goes wrong in a network. */
export const commonScenarios: Readonly<Record<'flaky' | 'outage' | 'slow', ScenarioFile>> = {
  flaky: {
    scenario: 1,
    description: 'Every third request fails with 503, and every tenth of the others is cut off.',
    faults: [
      { kind: 'answer', every: 3, times: null, status: 503, headers: { 'retry-after': '1' } },
      { kind: 'drop', every: 10, times: null },
    ],
  },
  outage: {
    scenario: 1,
    description:
      'The next two requests fail, with 500 and a lost connection; then all is well again.',
    faults: [{ kind: 'answer', status: 500 }, { kind: 'drop' }],
  },
  slow: {
    scenario: 1,
    description: 'Every answer takes half a second, every fifth two seconds more.',
    latency: 500,
    faults: [{ kind: 'latency', every: 5, times: null, latency: 2000 }],
  },
};

/** What is asked about credentials alone. */
const CREDENTIAL = /^(?:(?:missing|invalid|empty)-(?:token|key)|other-scheme|lowercase-bearer)$/;

/** Those, and one that refuses every credential that isn't as it should be. */
export function scenariosForAll(questions: Questions): Readonly<Record<string, ScenarioFile>> {
  const strict: ScenarioFile = {
    scenario: 1,
    description: 'Every credential that is not as it should be gets a 401.',
    // Few start with it, and it asks for the questions of all operations.
    get answers() {
      return strictAnswers(questions);
    },
  };
  return { ...commonScenarios, 'strict-auth': strict };
}

function strictAnswers(questions: Questions): ProfileAnswers {
  const answers = [...questions].map(([operation, list]) => {
    const asked = list.filter(({ id }) => CREDENTIAL.test(id));
    return [operation, Object.fromEntries(asked.map(({ id }) => [id, 'refused 401']))] as const;
  });
  return Object.fromEntries(answers.filter(([, given]) => Object.keys(given).length > 0));
}
