import { LIST, OBJECT, type OptionRule } from '../../mock/demand-options.ts';
import type { ResourceInspector } from '../../mock/resource-inspector.ts';
import { StateError } from '../../mock/state-error.ts';
import { type StoredState, countStored } from '../../mock/store-content.ts';
import type { SandboxState } from '../../questions/scenarios/scenario.ts';
import type { Service } from './service.ts';

/**
 * The state that a scenario puts a sandbox into, with the answers of the profile that it names.
 *
 * @throws {StateError} for an unknown name.
 */
export function scenarioState(
  { scenarios, profiles }: Service,
  name: string,
): Partial<SandboxState> {
  const scenario = scenarios.get(name);
  if (scenario !== undefined) return { ...withAnswers(scenario.state, profiles), scenario: name };
  const known = scenarios.size === 0 ? 'none' : [...scenarios.keys()].join(', ');
  throw new StateError(
    'unknown-scenario',
    `Failed to choose the scenario "${name}": there is none of this name. Known: ${known}.`,
  );
}

function withAnswers(
  state: Partial<SandboxState>,
  profiles: Service['profiles'],
): Partial<SandboxState> {
  const { profile = null, answers } = state;
  const named =
    profile !== null && Object.hasOwn(profiles, profile) ? profiles[profile] : undefined;
  return answers !== undefined || named === undefined ? state : { ...state, answers: named };
}

const NAME: OptionRule = ['a name or null', (value) => value === null || typeof value === 'string'];

const RULES: Readonly<Record<keyof SandboxState, OptionRule>> = {
  resources: LIST,
  collections: [
    'an object of lists',
    (value) => OBJECT[1](value) && Object.values(value as object).every(Array.isArray),
  ],
  profile: NAME,
  answers: OBJECT,
  latency: [
    'a number of milliseconds, 0 or more',
    (value) => Number.isInteger(value) && Number(value) >= 0,
  ],
  faults: LIST,
  scenario: NAME,
};

/**
 * Before anything in it is looked at: code that isn't typed can give anything.
 *
 * @throws {StateError} where a value is no state, whole or in part, that can be put back.
 */
export function demandState(state: Partial<SandboxState>): void {
  const problem = stateProblem(state);
  if (problem === undefined) return;
  const help = 'Give what snapshot() returns, or a part of it. Nothing was changed.';
  throw new StateError('invalid-state', `Failed to restore the state: ${problem}. ${help}`);
}

/** @throws {StateError} for what nobody can wait. */
export function demandLatency(milliseconds: number): void {
  if (RULES.latency[1](milliseconds)) return;
  throw new StateError(
    'invalid-latency',
    `Failed to set the latency: ${milliseconds} is not a number of milliseconds. Use 0 or more.`,
  );
}

function stateProblem(state: Partial<SandboxState>): string | undefined {
  if (!OBJECT[1](state)) return `it must be an object, got ${typeof state}`;
  for (const [key, value] of Object.entries(state)) {
    if (!Object.hasOwn(RULES, key)) {
      return `there is no "${key}". Known: ${Object.keys(RULES).join(', ')}`;
    }
    const [must, is] = RULES[key as keyof SandboxState];
    if (value !== undefined && !is(value)) return `${key} must be ${must}`;
  }
  return undefined;
}

/**
 * Less than of a seed: resources may have been changed to what can't be created.
 *
 * @throws {StateError} where they can't be what a store holds.
 */
export function demandRestorable(inspector: ResourceInspector, state: StoredState): void {
  const { resources = [], collections = {} } = state;
  inspector.demandRoom('restore', countStored(state));
  const fault = inspector.fault(resources);
  if (fault !== undefined) throw inspector.refusal('restore', fault);
  for (const [path, { length }] of Object.entries(collections)) {
    if (length > 0) inspector.demandCollection(path);
  }
}
