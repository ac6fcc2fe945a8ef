/** What a mock and its server can be told, and what each must be. */
import { ANY, COUNT, LIST, MOCK_RULES, OBJECT, type OptionRules } from '../mock/demand-options.ts';
import type { DocumentStore } from '../mock/document-store.ts';
import type { Collections } from '../mock/store-content.ts';
import type { JsonObject } from '../openapi/json/json-value.ts';
import type { ProfileAnswers } from '../questions/answer.ts';
import type { ListenOptions } from './http-server.ts';
import type { RealServer } from './proxy/real-paths.ts';
import type { ServiceOptions } from './sandbox/service.ts';
import type { SharedStore } from './shared/shared-store.ts';

export type AnyProfile = string | ProfileAnswers;

/** What a mock answers from; {@link MockServer.reload} takes another. */
export interface MockInputs<
  Resource extends object = JsonObject,
  Profile = AnyProfile,
> extends Omit<ServiceOptions, 'token' | 'maxResources' | 'secretName' | 'allowCallbacks'> {
  /** How the open questions are answered: a name of `profiles`, or answers. Default: as usual. */
  readonly profile?: Profile | undefined;
  /** Name of the one of `scenarios` that every sandbox begins with. What other options say counts more. Default: none. */
  readonly scenario?: string | undefined;
  /** What every sandbox begins with, where one operation creates. Default: the scenario's. */
  readonly seed?: readonly Resource[] | undefined;
  /** The same by the path that it would be created at, where several do. Default: the scenario's. */
  readonly collections?: Collections | undefined;
  /** Milliseconds to wait before each answer. Default: the scenario's, else 0. */
  readonly latency?: number | undefined;
}

/** Options of a {@link Mock}. */
export interface MockOptions<Resource extends object = JsonObject, Profile = AnyProfile>
  extends
    MockInputs<Resource, Profile>,
    Pick<ServiceOptions, 'token' | 'maxResources' | 'secretName' | 'allowCallbacks'> {
  /** Where the default sandbox's resources are kept; what it holds counts more. Default: a new, empty store. */
  readonly store?: DocumentStore<Resource> | undefined;
  /** Milliseconds without use after which a sandbox is dropped. Default 15 minutes. */
  readonly sandboxIdle?: number | undefined;
  /** How many sandboxes there can be at a time. Default 1,000. */
  readonly maxSandboxes?: number | undefined;
  /**
   * Bytes of memory that what is stored takes, in all sandboxes together. Default: a quarter of the heap,
   * at most 1 GiB.
   */
  readonly maxBytes?: number | undefined;
  /**
   * Where everything is kept that other processes have too, of `connectStore`. Such a mock is used by
   * {@link Mock.listen} and the control API alone. Default: all is kept in this process.
   */
  readonly sharedStore?: SharedStore | undefined;
}

/** Where a mock listens, and what stands in front of it. */
export interface MockListenOptions extends ListenOptions {
  /** A real server that answers some paths in the mock's place. Default: none does. */
  readonly real?: RealServer | undefined;
  /** Has Prism validate every request and response, beside the mock. Default false. */
  readonly prism?: boolean | undefined;
  /** Milliseconds that an answer waits for Prism's findings at most. Default 250. */
  readonly prismDeadline?: number | undefined;
  /**
   * A file that keeps the default sandbox's resources: what was acknowledged is there after a
   * restart, and counts more than what the mock began with. Default: memory only.
   */
  readonly persist?: string | undefined;
  /** Is told of what is damaged in that file, or of another document. Default: a warning of the process. */
  readonly onWarning?: ((message: string) => void) | undefined;
  /** Environment variable that stands for the token in what the inspector copies. Default `ACCESS_TOKEN`. */
  readonly tokenVariable?: string | undefined;
}

/** What every option of a mock must be. */
export const INPUT_RULES: OptionRules = {
  ...MOCK_RULES,
  profiles: OBJECT,
  sentences: OBJECT,
  scenarios: OBJECT,
  scenario: ANY,
  seed: LIST,
  collections: OBJECT,
  latency: COUNT,
  fill: COUNT,
  recording: OBJECT,
  allowCallbacks: LIST,
  sandboxIdle: COUNT,
  maxSandboxes: COUNT,
  maxBytes: COUNT,
  sharedStore: OBJECT,
  secretName: LIST,
};

/** What every option of {@link Mock.listen} must be. */
export const LISTEN_RULES: OptionRules = {
  host: ANY,
  port: ANY,
  bodyLimit: COUNT,
  requestTimeout: COUNT,
  handlers: LIST,
  control: ANY,
  controlToken: ANY,
  trustProxy: ANY,
  real: OBJECT,
  prism: ANY,
  prismDeadline: COUNT,
  persist: ANY,
  onWarning: ANY,
  tokenVariable: ANY,
};

/** What every option of a mock and of {@link Mock.listen} must be. */
export const MOCK_SERVER_RULES: OptionRules = { ...INPUT_RULES, ...LISTEN_RULES };
