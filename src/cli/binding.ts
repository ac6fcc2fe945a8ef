import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonObject } from '../openapi/json/json-value.ts';
import type { ProfileAnswers } from '../questions/answer.ts';
import type { ListenOptions, ServerHandle } from '../serve/http-server.ts';
import type { Collections } from '../mock/store-content.ts';
import type { Scenario } from '../questions/scenarios/scenario.ts';

/** What binds the commands to a service: what they are called, and what they use when nothing else is said. */
export interface CommandBinding {
  /** How the command is called. */
  readonly programName: string;
  /** What is installed to have the command, and imported. */
  readonly packageName: string;
  /** The port that mock and proxy take where none is named. */
  readonly defaultPort: number;
  /** The environment variable that holds the access token where no flag does. */
  readonly tokenVariable: string;
  /** The environment variable that adds a stack trace to what is a bug in the kit. */
  readonly debugVariable: string;
  /** The environment variable that stands in reports for the value of the nth `--header`. */
  readonly headerVariable: (n: number) => string;
  /** The config file that is looked for in the working directory. */
  readonly configFileName: string;
  /** The file of the OpenAPI document that is used without `--spec`. */
  readonly document: string;
  /** The file of the Spectral ruleset that is used without `--ruleset`. */
  readonly ruleset: string;
  /** The curated case files that are used without `--cases`. */
  readonly caseFiles: readonly string[];
  /** The file of the Dredd hooks that are used without `--hooks`. */
  readonly dreddHooks: string;
  /** The profiles that `--profile` takes by name. */
  readonly profileNames: readonly string[];
  /** The file of one of them. */
  readonly profileFile: (name: string) => string;
  /** The scenarios that `--scenario` takes by name. */
  readonly scenarioNames: readonly string[];
  /** Options of `mock` that have another name now, without dashes: old to new. */
  readonly renamedOptions: Readonly<Record<string, string>>;
  /** Starts the mock. */
  readonly startMock: (options: MockOptions) => Promise<RunningMock>;
}

/** What {@link CommandBinding.startMock} answers from. */
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

/** Options of {@link CommandBinding.startMock}. */
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

/** The mock, running. */
export interface RunningMock extends ServerHandle {
  /** Answers from something else from now on; what is stored stays. */
  reload(sources: MockSources): void;
}
