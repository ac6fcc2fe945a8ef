/** This service's fake: handlers for msw, the store, profiles, types. Browser-safe. */
export { type CreateHandlersOptions, createHandlers } from './handlers.ts';
export type { FakeOptions } from './fake.ts';
export type { NewPlant, Plant, PlantError } from './plant.ts';
export type { Profile, ProfileName } from './profile.ts';
export { PlantStore } from './store.ts';
