import { commonScenarios } from '../src/questions/scenarios/scenario.ts';
import { type OwnScenarioName, namedScenarios } from './scenarios.generated.ts';

/** The names of the scenarios that come with the kit. */
export type ScenarioName = OwnScenarioName | keyof typeof commonScenarios;

/** Their files; those for every service, and those of this one (`mocks/scenarios/`). */
export const scenarios: typeof commonScenarios & typeof namedScenarios =
  /* @__PURE__ */ Object.assign({}, commonScenarios, namedScenarios);
