import type { SandboxState } from './sandbox-state.ts';
import type { Service } from './service.ts';
import { StateError } from './state-error.ts';

/**
 * The state that a scenario puts a sandbox into.
 *
 * @throws {StateError} for an unknown name.
 */
export function scenarioState({ scenarios }: Service, name: string): Partial<SandboxState> {
  const scenario = scenarios.get(name);
  if (scenario !== undefined) return { ...scenario.state, scenario: name };
  const known = scenarios.size === 0 ? 'none' : [...scenarios.keys()].join(', ');
  throw new StateError(
    'unknown-scenario',
    `Failed to choose the scenario "${name}": there is none of this name. Known: ${known}.`,
  );
}
