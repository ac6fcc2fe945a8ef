import type { SandboxState } from '../../questions/scenarios/scenario.ts';
import type { Service } from './service.ts';
import { StateError } from '../../mock/state-error.ts';

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
