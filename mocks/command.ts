/** The command `plant-store`: the kit's command line, bound to this service. */
import { join } from 'node:path';
import type { CommandBinding } from '../src/cli/binding.ts';
import { packageRoot } from '../src/package-root.ts';

/** What the command uses when nothing else is said. Loaded at every start, so it loads little. */
export const plantStore: CommandBinding = {
  programName: 'plant-store',
  packageName: 'plant-store-kit',
  defaultPort: 4010,
  variablePrefix: 'PLANT_STORE_',
  tokenVariable: 'PLANT_STORE_TOKEN',
  controlTokenVariable: 'PLANT_STORE_CONTROL_TOKEN',
  debugVariable: 'PLANT_STORE_DEBUG',
  headerVariable: (n) => `PLANT_STORE_HEADER_${n}`,
  configFileName: 'plant-store.config.yaml',
  get document() {
    return join(packageRoot(), 'spec', 'plant-store.openapi.yaml');
  },
  get caseFiles() {
    return [join(packageRoot(), 'contracts', 'create-plant.yaml')];
  },
  get dreddHooks() {
    return join(packageRoot(), 'contracts', 'dredd-hooks.cjs');
  },
  profileNames: ['documented', 'typical', 'lenient'],
  profileFile: (name) => join(packageRoot(), 'mocks', 'profiles', `${name}.yaml`),
  scenarioNames: ['busy', 'empty', 'full', 'strict-auth', 'flaky', 'outage', 'slow'],
  renamedOptions: { 'max-plants': 'max-resources' },
  contentFor: async (document) => {
    const { contentFor } = await import('./content.ts');
    return contentFor(document);
  },
};

/** Runs the process's own command line; used by `bin/plant-store.js`. */
export async function run(): Promise<void> {
  const { run } = await import('../src/cli/main.ts');
  await run(plantStore);
}
