/** This service's mock: handlers for msw, the store, profiles, types. Browser-safe. */
export type { CreateHandlersOptions, FakeControls, FakeOptions, PlantPaths } from './fake.ts';
export { type FakeHandlers, createHandlers } from './handlers.ts';
export { fill } from '../src/mock/fill.ts';
export type { TestControls } from '../src/mock/test-controls.ts';
export { documentFrom } from '../src/model/inspect-document.ts';
export type { NewPlant, Plant, PlantError } from './plant.generated.ts';
export type { Answers, Refused } from './answers.generated.ts';
export type { ProfileName } from './profiles.generated.ts';
export type { ScenarioFile } from '../src/questions/scenarios/scenario.ts';
export { type ScenarioName, scenarios } from './scenarios.ts';
export { PlantStore, type Profile } from './plant-store.ts';
export type { OpenApiDocument } from '../src/openapi/document.ts';
export { DiagnosticError } from '../src/openapi/diagnostic.ts';
export { StateError } from '../src/mock/state-error.ts';
