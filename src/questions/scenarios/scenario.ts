/** Scenarios: named states of the mock, as YAML files. */
import type { JsonObject } from '../../openapi/json/json-value.ts';
import type { ProfileAnswers } from '../answer.ts';
import type { FaultOptions } from '../../mock/faults.ts';

/** Many resources from one pattern. */
export interface ResourcePattern {
  readonly count: number;
  /** The identity of the first one; each has the next integer. Default 1. */
  readonly from?: number | bigint;
  /** What all of them have. `{n}` in a text stands for the identity. */
  readonly resource: JsonObject;
}

/** A scenario's file, as its schema lets it through. */
export interface ScenarioFile {
  /** The version of the format. */
  readonly scenario: 1;
  readonly description: string;
  readonly profile?: string;
  readonly answers?: ProfileAnswers;
  readonly resources?: readonly JsonObject[];
  readonly many?: ResourcePattern;
  /** By path, where several operations of the document create. */
  readonly collections?: Readonly<Record<string, JsonObject[]>>;
  readonly latency?: number;
  readonly faults?: readonly FaultOptions[];
}

/** What a scenario may refer to. */
export interface ScenarioContext {
  /** The answers of the profiles that it may name. */
  readonly profiles: Readonly<Record<string, ProfileAnswers>>;
  /** The property that holds a resource's identity; `undefined` where there is none. */
  readonly identity: string | undefined;
}
