/** Cases: requests to send, with what is known about each. */
import { type FreshValues, createFreshValues } from '../../model/requests/fresh-values.ts';
import type { RelativeRequest, Exchange, ReceivedResponse } from '../../http/exchange.ts';
import type { Probe } from '../../questions/question.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import type { Validity } from '../../model/validity.ts';
import type { ResourceFamily } from '../../model/resources/resources.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';

/** One request to send: a question's probe, or one that a document or a file gives. */
export interface Case extends Probe {
  /** What requests before it have left. */
  readonly given?: Given | undefined;
  /** What its path names can't exist, so that it changes nothing. Default false. */
  readonly namesNothing?: boolean | undefined;
  /** A file of the user names it: it is sent whatever it changes. Default false. */
  readonly isByUser?: boolean | undefined;
}

/** A case before its fresh values are drawn: it can be built any number of times. */
export interface CaseTemplate extends Omit<Case, 'request'> {
  /** @returns A new request each time; equal but for the fresh values. */
  readonly build: (fresh: FreshValues) => RelativeRequest;
  /** What must be there first. Default: nothing. */
  readonly needs?: Need | undefined;
}

/** Whether it is accepted as often as it is sent: it is valid, and its identity is fresh. */
export function isRepeatable({ validity, fixedIdentity }: CaseTemplate): boolean {
  return validity.kind === 'valid' && fixedIdentity !== true;
}

/** Whether it is valid, but only once: its identity is always the same. */
export function isFixedValid({ validity, fixedIdentity }: CaseTemplate): boolean {
  return validity.kind === 'valid' && fixedIdentity === true;
}

/** Draws the fresh values of a template. */
export function buildCase(template: CaseTemplate, fresh: FreshValues): Case {
  const { build, needs: _, ...rest } = template;
  return { ...rest, request: build(fresh) };
}

/** What earlier requests have left for a case. */
export interface Given {
  /** Values of path parameters. */
  readonly parameters: Readonly<Record<string, JsonValue>>;
  /** The resource that they name, as far as it is known. */
  readonly resource: JsonObject;
}

/** What must be there before a case can be sent: requests that make it. */
export interface Need {
  /**
   * Cases with the same key share one resource; those without one get one of their own each time,
   * since they change or delete it.
   */
  readonly key?: string | undefined;
  /** In this order; each gets what those before it have given. */
  readonly steps: readonly NeedStep[];
}

/** One request of a {@link Need}. */
export interface NeedStep {
  readonly template: CaseTemplate;
  /** What it creates; absent where it changes what is there. */
  readonly creates?: ResourceFamily | undefined;
}

/** The template of a case for which its need is met. */
export function withGiven(template: CaseTemplate, given: Given): CaseTemplate {
  return {
    ...template,
    needs: undefined,
    given,
    build: (fresh) => template.build({ ...fresh, given: given.parameters }),
  };
}

/** How far a run can go with one operation by itself. */
export interface Reach {
  /** Id of the operation. */
  readonly operation: string;
  /**
   * `full`: valid and invalid requests; `chained`: the same, on what other operations create;
   * `partial`: requests of which nothing tells whether they are to succeed, and invalid ones;
   * `none`: no request at all.
   */
  readonly level: 'full' | 'chained' | 'partial' | 'none';
  /** In a sentence, for people. */
  readonly message: string;
}

/** An exchange with the case that it was sent for. */
export interface JudgedExchange extends Exchange {
  readonly case: Case;
}

/** The response of a server that took the request (RFC 9110, 15.3); `undefined` where it didn't. */
export function acceptanceOf({ outcome }: Exchange): ReceivedResponse | undefined {
  if (outcome.kind !== 'response') return undefined;
  const { response } = outcome;
  return response.status >= 200 && response.status < 300 ? response : undefined;
}

/** Of a request that the document doesn't allow in so many words: nothing says that it must be refused. */
export function notPromised(reason: string): Validity {
  return { kind: 'open', reason, strictlyValid: false };
}

/** When an exchange was over, in milliseconds since the start of the run. */
export function endOf({ startedAt, durationMs, endedAt }: Exchange): number {
  return endedAt ?? startedAt + durationMs;
}

/** Whether one of the named identities of the body is the same in every run. */
export function hasFixedIdentity(build: CaseTemplate['build'], names: readonly string[]): boolean {
  if (names.length === 0) return false;
  const [one, two] = ['one', 'two'].map((runId) => {
    const { value } = build(createFreshValues({ seed: 0, runId }));
    return isJsonObject(value) ? value : {};
  });
  return names.some((name) => {
    const [first, second] = [getProperty(one!, name), getProperty(two!, name)];
    const isOne = (value: JsonValue | undefined): boolean =>
      isJsonNumber(value) || typeof value === 'string';
    return isOne(first) && isOne(second) && equalJson(first!, second!);
  });
}
