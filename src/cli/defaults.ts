/** The service that the commands are for when nothing else is said: the only module that names it. */
import { join } from 'node:path';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { MockServerOptions } from '../../mocks/server.ts';
import type { JsonObject } from '../openapi/json/json-value.ts';
import type { ProfileAnswers } from '../questions/answer.ts';
import type { ListenOptions, ServerHandle } from '../serve/http-server.ts';
import type { Collections } from '../mock/store-content.ts';
import type { Scenario } from '../questions/scenarios/service.ts';
import { packageRoot } from '../package-root.ts';

/** How the command is called. */
export const programName = 'plant-store';

/** What is installed to have the command, and imported. */
export const packageName = 'plant-store-kit';

/** The port that mock and proxy take where none is named. */
export const DEFAULT_PORT = 4010;

/** The environment variable that holds the access token where no flag does. */
export const tokenVariable = 'PLANT_STORE_TOKEN';

/** The environment variable that adds a stack trace to what is a bug in the kit. */
export const debugVariable = 'PLANT_STORE_DEBUG';

/** The environment variable that stands in reports for the value of the nth `--header`. */
export function headerVariable(n: number): string {
  return `PLANT_STORE_HEADER_${n}`;
}

/** The option that bounds the fake's store, as on the command line. */
export const maxResourcesOption = 'max-plants';

/** Where {@link maxResourcesOption} stands among the parsed options. */
export const maxResourcesAttribute = 'maxPlants';

/** The config file that is looked for in the working directory. */
export const configFileName = 'plant-store.config.yaml';

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

/** The Dredd hooks that are used without `--hooks`. */
export function defaultDreddHooks(): string {
  return join(packageRoot(), 'contracts', 'dredd-hooks.cjs');
}

/** The profiles that come with the kit, by name. */
export const profileNames: readonly string[] = ['documented', 'typical', 'lenient'];

/** The file of a profile that comes with the kit. */
export function profileFile(name: string): string {
  return join(packageRoot(), 'mocks', 'profiles', `${name}.yaml`);
}

/** The scenarios that come with the kit, by name. */
export const scenarioNames: readonly string[] = [
  'busy',
  'empty',
  'flaky',
  'full',
  'outage',
  'slow',
  'strict-auth',
];

/** What {@link startMock} answers from. */
export interface MockSources {
  readonly document: OpenApiDocument;
  /** Answers to the open questions. Default: the scenario's, else the `documented` profile. */
  readonly profile?: ProfileAnswers | undefined;
  /** What every sandbox has stored from the beginning; valid by the document. */
  readonly seed?: readonly JsonObject[] | undefined;
  /** The same by collection, where the document has several. */
  readonly collections?: Collections | undefined;
  /** Milliseconds to wait before each answer. */
  readonly latency?: number | undefined;
  /** The user's own scenarios, by name. */
  readonly scenarios?: ReadonlyMap<string, Scenario> | undefined;
  /** Name of the scenario to begin with. */
  readonly scenario?: string | undefined;
}

/** Options of {@link startMock}. */
export interface MockOptions extends MockSources, ListenOptions {
  readonly token?: string | undefined;
  /** How many resources a sandbox takes. */
  readonly maxResources: number;
  /** Puts Prism, as a validating gateway, in front. */
  readonly prism: boolean;
  /** The file that keeps the store. Default: memory only. */
  readonly persist?: string | undefined;
  /** Is told of what is damaged in that file. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** The fake, running. */
export interface RunningMock extends ServerHandle {
  /** Answers from something else from now on; what is stored stays. */
  reload(sources: MockSources): void;
}

/** Starts this service's fake. Imported when it is needed: no other command wants it. */
export async function startMock(options: MockOptions): Promise<RunningMock> {
  const { createMockServer } = await import('../../mocks/server.ts');
  const { maxResources: maxPlants, ...others } = options;
  const server = await createMockServer({ ...(others as MockServerOptions), maxPlants });
  const reload = server.reload.bind(server);
  return Object.assign(server, {
    reload: (sources: MockSources) => reload(sources as MockServerOptions),
  });
}
