/** The service that the commands are for when nothing else is said: the only module that names it. */
import { join } from 'node:path';
import { packageRoot } from './package-root.ts';

/** How the command is called. */
export const programName = 'plant-store';

/** The environment variable that holds the access token where no flag does. */
export const tokenVariable = 'PLANT_STORE_TOKEN';

/** The environment variable that adds a stack trace to what is a bug in the kit. */
export const debugVariable = 'PLANT_STORE_DEBUG';

/** The OpenAPI document that is used without `--spec`. */
export function defaultDocument(): string {
  return join(packageRoot(), 'spec', 'plant-store.openapi.yaml');
}

/** The Spectral ruleset that is used without `--ruleset`. */
export function defaultRuleset(): string {
  return join(packageRoot(), 'spec', 'plant-store.spectral.yaml');
}

/** The curated case files that are used without `--cases`. */
export function defaultCaseFiles(): string[] {
  return [join(packageRoot(), 'contracts', 'create-plant.yaml')];
}
