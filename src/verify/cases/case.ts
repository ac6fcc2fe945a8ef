/** Cases: requests to send, with what is known about each. */

import { type FreshValues, createFreshValues } from '../../model/requests/fresh-values.ts';
import {
  type Exchange,
  type ReceivedResponse,
  type RelativeRequest,
  type TransportFailure,
  headerValue,
  isAnswered,
  responseOf,
} from '../../http/exchange.ts';
import type { Probe } from '../../questions/question.ts';
import {
  type JsonObject,
  type JsonValue,
  isJsonNumber,
  propertyAt,
} from '../../openapi/json/json-value.ts';
import { documentedResponse } from '../../model/operation.ts';
import {
  barePath,
  isPathWithin,
  literalPath,
  nounOf,
  plainName,
} from '../../model/resources/names.ts';
import type { Validity } from '../../model/validity.ts';
import { type BodyReference, canRefer } from '../../model/resources/body-references.ts';
import type { AnswerPlace } from '../../model/resources/answer-place.ts';
import type { ResourceFamily } from '../../model/resources/resources.ts';
import { conditionOf, isOnVersion } from './versions.ts';
import { brokenness } from '../../model/quarantine.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';

/** One request to send: a question's probe, or one that a document or a file gives. */
export interface Case extends Probe {
  /** What requests before it have left. */
  readonly given?: Given | undefined;
  /** Parameters of its path whose values nothing has. Default: none. */
  readonly absent?: readonly string[] | undefined;
  /** Whether its path has a value of its own, which may name another resource than what is given. Default false. */
  readonly namesOther?: boolean | undefined;
  /** A text in it that others may not have, too, is the same in every run, or one of few. Default false. */
  readonly mayBeUsed?: boolean | undefined;
  /** How many richer bodies of its operation were refused before. Default: none. */
  readonly refusedBodies?: number | undefined;
  /** Id of the case whose answer made the run send it. Default: it was planned. */
  readonly followsUp?: string | undefined;
}

/** A case before its fresh values are drawn: it can be built any number of times. */
export interface CaseTemplate extends Omit<Case, 'request'> {
  /** @returns A new request each time; equal but for the fresh values. */
  readonly build: (fresh: FreshValues) => RelativeRequest;
  /** What must be there first. Default: nothing. */
  readonly needs?: Need | undefined;
  /**
   * Only for want of a value that is known to name something nothing tells whether it is to succeed:
   * with one that the operation has taken, it is valid. Default false.
   */
  readonly isProvable?: boolean | undefined;
  /** Whether it has to say a version, and only what is given can tell which. Default false. */
  readonly needsVersion?: boolean | undefined;
  /** The keys in its body that lead to the version that it is of. Default: it names none. */
  readonly version?: readonly string[] | undefined;
  /** Whether it is one of several requests that are about each other, as those of an oracle are. Default false. */
  readonly isStaged?: boolean | undefined;
  /** Whether it is sent in whatever state its resource is, and nothing is done first that its operation needs. Default false. */
  readonly isUnprepared?: boolean | undefined;
  /** What its body refers to. Default: nothing. */
  readonly references?: readonly BodyReference[] | undefined;
  /** What is sent where the server refuses a valid body of the operation. Default: nothing. */
  readonly lesser?: LesserBodies | undefined;
}

/** Bodies with less in them: a server may have its reasons to refuse what is optional. */
export interface LesserBodies {
  /** A plain request of the operation. */
  readonly probe: CaseTemplate;
  readonly count: number;
  /** What those properties are called that may name something elsewhere. */
  readonly naming: ReadonlySet<string>;
  /** Of all these bodies. */
  readonly schema: EffectiveSchema;
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
  const { build, needs: _, references: __, lesser: ___, isStaged: ____, ...more } = template;
  const { isUnprepared: _____, ...rest } = more;
  // What is given has decided it already.
  const isGiven = template.given !== undefined;
  const validity = isGiven ? template.validity : validityWith(template, NOTHING_GIVEN);
  return { ...rest, validity, request: build(fresh) };
}

/** What earlier requests have left for a case. */
export interface Given {
  /** Values of parameters, and of properties that refer: of what the run has created. */
  readonly parameters: Readonly<Record<string, JsonValue>>;
  /** Identities of some that the run has created, and one request may name together. Default: none. */
  readonly several?: readonly JsonValue[] | undefined;
  /** The same of what is not the run's own: only to be read. Default: none. */
  readonly found?: Readonly<Record<string, JsonValue>> | undefined;
  /** Identities that bodies may refer to, by the key of their {@link BodyReference}. Default: none. */
  readonly references?: Readonly<Record<string, JsonValue>> | undefined;
  /** The version of what was created last, for `If-Match`. Default: it has none. */
  readonly etag?: string | undefined;
  /** The path template of what has that version. Default: it is of whatever is asked for. */
  readonly versioned?: string | undefined;
  /** The resource that the last of them names, as far as it is known. */
  readonly resource: JsonObject;
  /** The resource as it was before its deletion, and whether that may still be under way. Default: nothing was deleted. */
  readonly deletion?: { readonly before: JsonObject; readonly isPending: boolean } | undefined;
  /** The same of the resource that a path leads past, as that of an action does. Default: it leads past none. */
  readonly around?: JsonObject | undefined;
  /** The path that it was created at, with the values that were no matter of the run. */
  readonly origin?: string | undefined;
  /** The path template of that, and what it was then for each parameter: what is below is only found there. */
  readonly place?:
    | { readonly path: string; readonly names: Readonly<Record<string, string>> }
    | undefined;
  /**
   * `proven`: the operation has taken a request with these values; `tried`: it has taken none.
   * Default: what they name is there.
   */
  readonly standing?: 'proven' | 'tried' | undefined;
}

/** Before any request: nothing is there. */
export const NOTHING_GIVEN: Given = { parameters: {}, resource: {} };

/** What must be there before a case can be sent: requests that make it. */
export interface Need {
  /**
   * Cases with the same key share one resource; those without one get one of their own each time,
   * since they change or delete it.
   */
  readonly key?: string | undefined;
  /** Whether nothing at all is shared, so that no earlier request has left its mark. Default false. */
  readonly isRenewed?: boolean | undefined;
  /** Values that are known beforehand: those that the user gives. Default: none. */
  readonly values?: Readonly<Record<string, JsonValue>> | undefined;
  /** In this order; each gets what those before it have given. */
  readonly steps: readonly NeedStep[];
  /** Where what the steps give doesn't suffice, or they fail. Default: then the case is not sent. */
  readonly trial?: Trial | undefined;
}

/** Values of which nothing tells that they name something: the operation shows it by taking one. */
export interface Trial {
  /** A plain request of the operation; sent in each attempt until it is taken. */
  readonly probe: CaseTemplate;
  /** The best first. */
  readonly attempts: readonly Attempt[];
  /** Whether it is made only where the steps of the need fail. Default false. */
  readonly isFallback?: boolean | undefined;
  /** Whether a case is sent only where an attempt succeeds. Default false. */
  readonly holdsBack?: boolean | undefined;
}

/** A way to come by values. */
export interface Attempt {
  /** Values that are known beforehand. */
  readonly values: Readonly<Record<string, JsonValue>>;
  /** Requests whose answers have others. */
  readonly steps: readonly NeedStep[];
  /** Where they come from: completes "with …". */
  readonly words: string;
}

/** One request of a {@link Need}. */
export interface NeedStep {
  readonly template: CaseTemplate;
  /** What it creates; absent where it changes or reads what is there. */
  readonly creates?: ResourceFamily | undefined;
  /** The family of the resource that it changes or removes; absent where that is no matter. */
  readonly changes?: ResourceFamily | undefined;
  /** The value that its answer has for a parameter. */
  readonly reads?: Reading | undefined;
  /** What makes that which its path goes through, the outermost first. Default: steps before it do. */
  readonly around?: readonly NeedStep[] | undefined;
}

/** The parameter that a step gives a value. */
export function parameterOf({ creates, reads }: NeedStep): string {
  return creates?.parameter ?? reads?.parameter ?? '';
}

/** Where an answer has the value of a parameter. */
export interface Reading extends AnswerPlace {
  readonly parameter: string;
  /** Whether it names what the request has created. Default false. */
  readonly isOwn?: boolean | undefined;
  /**
   * Whether it is for properties that refer, and the parameter is the key of theirs: a case is sent
   * without it, too. Default false.
   */
  readonly isReference?: boolean | undefined;
}

/** What a reference is shared by: what lies below what the path names is not that of another parent. */
export function sharedBy({ template, reads, around = [] }: NeedStep, given: Given): string {
  const made = new Set(around.map(({ creates }) => creates?.parameter));
  const values = { ...given.found, ...given.parameters };
  const names = template.operation.parameters.filter(
    (parameter) => parameter.in === 'path' && !made.has(parameter.name),
  );
  const parents = names.map(({ name }) => textOf(values[name] ?? null));
  return [reads?.parameter, ...parents].join(' ');
}

/** The template of a case for which its need is met. */
export function withGiven(template: CaseTemplate, given: Given): CaseTemplate {
  const { operation } = template;
  const { place, found, parameters, references } = given;
  const condition = conditionOf(template, given, isAbout(template, given));
  const around = place && isPathWithin(operation.path, place.path) ? place.names : {};
  const values = { ...found, ...around, ...parameters, ...references, ...condition };
  return {
    ...template,
    needs: undefined,
    references: undefined,
    given: isAbout(template, given) ? given : { ...given, resource: {}, around: given.resource },
    validity: validityWith(template, given),
    build: (fresh) => template.build({ ...fresh, given: { ...values, ...fresh.given } }),
  };
}

/** The template after a change of the resource that it is about, or goes past. */
export function withChange(
  template: CaseTemplate,
  { etag, resource }: Pick<Given, 'etag' | 'resource'>,
): CaseTemplate {
  const { given = NOTHING_GIVEN } = template;
  const changed = given.around === undefined ? { resource } : { around: resource };
  const now: Given = { ...given, ...changed, etag };
  const condition = conditionOf(template, now, isAbout(template, now));
  return {
    ...template,
    given: now,
    build: (fresh) => template.build({ ...fresh, given: condition }),
  };
}

/** The case on resources of its own, where an earlier request may have changed those that it was about. */
export function renewed(template: CaseTemplate): CaseTemplate | undefined {
  const { needs } = template;
  if (needs === undefined || needs.steps.length === 0 || needs.isRenewed === true) return undefined;
  return { ...template, needs: { ...needs, key: undefined, isRenewed: true } };
}

/** Statuses by which a service says that a rule of its own forbids what is asked (RFC 9110, 15.5). */
const RULES: ReadonlySet<number> = new Set([400, 403, 404, 409, 410, 412, 422, 423, 428]);

/** Whether a valid request is refused as the document says that it may be. */
export function isRuledOut({ case: { validity, operation }, outcome }: JudgedExchange): boolean {
  if (validity.kind !== 'valid' || outcome.kind !== 'response') return false;
  const { status } = outcome.response;
  return RULES.has(status) && documentedResponse(operation, status) !== undefined;
}

/** Statuses by which what is there forbids a request, whatever is sent (RFC 9110, 15.5.10; RFC 4918, 11.2 and 11.3). */
const OF_STATE: readonly number[] = [409, 422, 423];

/** Whether a valid request is refused for the state of what is there, as the document says that it may be. */
export function isForbiddenByState(exchange: JudgedExchange): boolean {
  return isRuledOut(exchange) && isAnswered(exchange, ...OF_STATE);
}

/** Of what is given, the values of the parameters that a path template has. */
export function parametersIn(path: string, { parameters }: Given): Given['parameters'] {
  return Object.fromEntries(
    Object.entries(parameters).filter(([name]) => path.includes(`{${name}}`)),
  );
}

/** Whether the path leads to the resource, and not past it, or to another. */
function isAbout(
  { operation: { path }, namesOther }: CaseTemplate,
  { parameters, origin }: Given,
): boolean {
  const name = Object.keys(parameters).at(-1) ?? '';
  if (namesOther === true || !barePath(path).endsWith(`{${name}}`)) return false;
  // What is called `id` everywhere is of the kind that the path says.
  const isTelling = plainName(name) !== 'id' || origin === undefined;
  return isTelling || nounOf(literalPath(path)) === nounOf(origin);
}

function validityWith(template: CaseTemplate, given: Given): Validity {
  const { validity, isProvable, needsVersion = false, references = [] } = template;
  const { standing, references: known = {} } = given;
  const isOn = isOnVersion(template, given, isAbout(template, given));
  if (validity.kind === 'valid' && needsVersion && !isOn) {
    return notPromised('nothing tells which version it is to be about');
  }
  if (standing === 'proven' && isProvable === true && validity.kind === 'open')
    return { kind: 'valid' };
  const isPromised = validity.kind === 'valid';
  const isUnsure = validity.kind === 'open' && validity.strictlyValid === false;
  const unknown = references.find((reference) => !canRefer(reference, known[reference.key]));
  if (unknown !== undefined && (isPromised || isUnsure)) return notPromised(whatIsUnknown(unknown));
  if (standing !== 'tried' || !isPromised) return validity;
  return notPromised('no request of the operation has succeeded');
}

function whatIsUnknown({ path }: BodyReference): string {
  return `nothing tells what ${path.join('.')} is to refer to: give --value ${path.at(-1)}=…`;
}

/** How far a run can go with one operation by itself. */
export interface Reach {
  /** Id of the operation. */
  readonly operation: string;
  /**
   * `full`: valid and invalid requests; `chained`: the same, on what other operations create or
   * answer; `partial`: invalid ones, and others of which none is known to be valid;
   * `none`: no request at all.
   */
  readonly level: 'full' | 'chained' | 'partial' | 'none';
  /** In a sentence, for people. */
  readonly message: string;
  /** What would make it go further, or surer, in a sentence; absent where nothing would. */
  readonly lift?: string | undefined;
  /** Requests that have to succeed before it takes any, in words; absent where there are none. */
  readonly needs?: string | undefined;
  /** Whether it is left out since it would change what the run has not created. Default false. */
  readonly harms?: true | undefined;
}

/** Of the operations that are left out since the document is broken there. */
export function quarantinedReach({ quarantined = [] }: OpenApiDocument): Reach[] {
  return quarantined.map((operation) => {
    const message = `the document is broken there: ${brokenness(operation)}`;
    return { operation: operation.id, level: 'none', message };
  });
}

/** An exchange with the case that it was sent for. */
export interface JudgedExchange extends Exchange {
  readonly case: Case;
}

/** An exchange that came to a response. */
export type AnsweredExchange = JudgedExchange & {
  readonly outcome: { readonly kind: 'response'; readonly response: ReceivedResponse };
};

/** Whether it came to a response. */
export function hasAnswer(exchange: JudgedExchange): exchange is AnsweredExchange {
  return exchange.outcome.kind === 'response';
}

/** The response of a server that took the request (RFC 9110, 15.3); `undefined` where it didn't. */
export function acceptanceOf(exchange: Pick<Exchange, 'outcome'>): ReceivedResponse | undefined {
  const response = responseOf(exchange);
  return response && response.status >= 200 && response.status < 300 ? response : undefined;
}

/** As {@link acceptanceOf}, of a request that is done: a 202 says that it is not yet (RFC 9110, 15.3.3). */
export function completionOf(exchange: Pick<Exchange, 'outcome'>): ReceivedResponse | undefined {
  const response = acceptanceOf(exchange);
  return response?.status === 202 ? undefined : response;
}

/** The version that an answer to a taken request tells (RFC 9110, 8.8.3). */
export function etagOf(exchange: Pick<Exchange, 'outcome'>): string | undefined {
  return headerValue(acceptanceOf(exchange)?.headers ?? [], 'etag');
}

/** Why there is no response; `undefined` where there is one. */
export function failureOf({ outcome }: JudgedExchange): TransportFailure | undefined {
  return outcome.kind === 'failure' ? outcome.failure : undefined;
}

/** Of a request that the document doesn't allow in so many words: nothing says that it must be refused. */
export function notPromised(reason: string): Validity {
  return { kind: 'open', reason, strictlyValid: false };
}

/** The path that a request is sent to, below base_url. */
export function pathOf({ request: { target } }: Case): string {
  return target.split('?', 1)[0]!;
}

/** When an exchange was over, in milliseconds since the start of the run. */
export function endOf({ startedAt, durationMs, endedAt }: Exchange): number {
  return endedAt ?? startedAt + durationMs;
}

/** Whether one of the identities of the body is the same in every run; each is a top-level name, or a path. */
export function hasFixedIdentity(
  build: (fresh: FreshValues) => Pick<RelativeRequest, 'value'>,
  names: readonly (string | readonly string[])[],
): boolean {
  return (
    names.length > 0 &&
    sharedIdentities(names, bodyInRun('one', build), bodyInRun('two', build)).length > 0
  );
}

/** The body that a build makes in a run of its own. */
export function bodyInRun(
  runId: string,
  build: (fresh: FreshValues) => Pick<RelativeRequest, 'value'>,
): JsonValue {
  return build(createFreshValues({ seed: 0, runId })).value ?? null;
}

/** Of the identities of two bodies, those that they have in common. */
export function sharedIdentities<Name extends string | readonly string[]>(
  names: readonly Name[],
  body: JsonValue,
  other: JsonValue,
): Name[] {
  return names.filter((name) => {
    const [first, second] = [propertyAt(body, [name].flat()), propertyAt(other, [name].flat())];
    const isOne = (value: JsonValue | undefined): boolean =>
      isJsonNumber(value) || typeof value === 'string';
    return isOne(first) && isOne(second) && equalJson(first!, second!);
  });
}
