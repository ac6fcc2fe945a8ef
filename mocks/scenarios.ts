import { createdIdentity } from '../src/model/resources/created-schema.ts';
import type { OpenApiDocument } from '../src/openapi/document.ts';
import { operations } from '../src/model/operation.ts';
import {
  type ScenarioContext,
  type ScenarioFile,
  type Scenario,
  buildScenario,
} from '../src/questions/scenarios/scenario.ts';
import { namedScenarios } from './scenarios.generated.ts';

/** The operation that the kit's scenarios are about. */
const OPERATION = 'createPlant';

/**
 * The scenarios that can be chosen by name: the kit's (`mocks/scenarios/`) where the document is
 * this service's, and the user's own, which count more.
 */
export function plantScenarios(
  document: OpenApiDocument,
  profiles: ScenarioContext['profiles'],
  own: ReadonlyMap<string, Scenario> = new Map(),
): ReadonlyMap<string, Scenario> {
  if (!operations(document).some(({ id }) => id === OPERATION)) return own;
  const named = Object.entries<ScenarioFile>(namedScenarios).map(
    ([name, file]) => [name, lazily(file, document, profiles)] as const,
  );
  return new Map([...named, ...own]);
}

/** Built once it is asked for: few are, and one has a thousand resources. */
function lazily(
  file: ScenarioFile,
  document: OpenApiDocument,
  profiles: ScenarioContext['profiles'],
): Scenario {
  let state: Scenario['state'] | undefined;
  return {
    description: file.description,
    get state() {
      return (state ??= buildScenario(file, {
        profiles,
        identity: createdIdentity(document),
      }).state);
    },
  };
}
