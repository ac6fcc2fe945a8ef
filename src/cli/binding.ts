import type {
  OpenApiDocument,
  OpenQuestionSentences,
  ProfileAnswers,
  ScenarioFile,
} from '../index.ts';

/** What binds the commands to a service: what they are called, and what they use when nothing else is said. */
export interface CommandBinding {
  /** How the command is called. */
  readonly programName: string;
  /** What is installed to have the command, and imported. */
  readonly packageName: string;
  /** The port that mock and proxy take where none is named. */
  readonly defaultPort: number;
  /** How the service's own environment variables begin: a config file that was found names no other. */
  readonly variablePrefix: string;
  /** The environment variable that holds the access token where no flag does. */
  readonly tokenVariable: string;
  /** The environment variable that holds the control API's token where no flag does. */
  readonly controlTokenVariable: string;
  /** The environment variable that adds a stack trace to what is a bug in the kit. */
  readonly debugVariable: string;
  /** The environment variable that stands in reports for the value of the nth `--header`. */
  readonly headerVariable: (n: number) => string;
  /** The config file that is looked for in the working directory. */
  readonly configFileName: string;
  /** The file of the OpenAPI document that is used without `--spec`. */
  readonly document: string;
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
  /** What the service has for a document besides: nothing, where it is another one. */
  readonly contentFor: (document: OpenApiDocument) => Promise<ServiceContent>;
}

/** What a service has for a document: profiles and scenarios by name, the sentences that leave open questions open. */
export interface ServiceContent {
  readonly profiles: Readonly<Record<string, ProfileAnswers>>;
  readonly scenarios: Readonly<Record<string, ScenarioFile>>;
  readonly sentences: OpenQuestionSentences;
}
