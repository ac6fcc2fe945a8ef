import {
  type JsonValue,
  getProperty,
  isJsonObject,
  propertyAt,
} from '../../../openapi/json/json-value.ts';
import { equalJson } from '../../../openapi/schema/equal-json.ts';
import type { Operation } from '../../../model/operation.ts';
import { jsonMediaType } from '../../../model/media-type.ts';
import { type BodyBase, withValue } from '../../../model/requests/body-base.ts';
import { type Change, freshBody, withTold } from '../../../model/requests/fresh-body.ts';
import { type BodyReference, canRefer } from '../../../model/resources/body-references.ts';
import { valuesAt } from '../../../model/requests/slots.ts';
import { type CaseTemplate, type Need, hasFixedIdentity, notPromised } from '../case.ts';
import {
  type Draw,
  type FreshValues,
  createFreshValues,
} from '../../../model/requests/fresh-values.ts';
import { hasToName, withVersion } from '../versions.ts';
import type { Validity } from '../../../model/validity.ts';
import { type RequestParts, composeRequest } from '../../../http/compose-request.ts';
import type { RelativeRequest } from '../../../http/exchange.ts';
import { sentMediaType } from '../../../http/write-body.ts';
import { type Body, unusualFile, unusualPart } from './unusual-values.ts';
import { likewise } from './likewise.ts';
import { type RepeatedIdentity, namesAnother, withRepeated } from './repeated-identities.ts';
import { kebabCase } from '../../../model/kebab-case.ts';
import { type FaultFinder, type RequestFault, distinctFaults } from '../request-faults.ts';
import type { EffectiveSchema } from '../../../openapi/schema/effective-schema.ts';

/** Makes the plain request that a candidate differs from. */
export type MakeBase = (fresh: FreshValues) => RequestParts;

/** A case that a generator proposes. What the document says of its request is found out. */
export interface Candidate {
  readonly group: 'examples' | 'boundary' | 'broken' | 'random' | 'setup';
  /** For people; with the group, it makes the id. */
  readonly title: string;
  parts(fresh: FreshValues): RequestParts;
  /**
   * What the generator means the request to be; where it isn't, the candidate is dropped. Default: as
   * its group says.
   */
  readonly aim?: 'allowed' | 'broken' | 'any' | undefined;
  /** Why the request is an open question, although the document's schema takes it. */
  readonly open?: string | undefined;
  /** The schema says in so many words that such a text is allowed. Default false. */
  readonly isStated?: boolean | undefined;
  /** In place of the schema's own words, which would show a fresh value. */
  readonly reason?: string | undefined;
  /** It breaks several rules on purpose: what is told apart is only whether it is taken at all. */
  readonly breaksSeveral?: boolean | undefined;
  /** Known beforehand, where it isn't about the body. */
  readonly validity?: Validity | undefined;
  /** Parameters of its path whose values nothing has. Default: none. */
  readonly absent?: readonly string[] | undefined;
  /** The operation promises nothing for it, but that there is an answer. Default false. */
  readonly outsideOperation?: boolean | undefined;
  /** There is nothing else about it. Default false. */
  readonly isPlain?: boolean | undefined;
  /** What it needs in place of what the operation's other cases need. */
  readonly needs?: Need | undefined;
}

/** What a request has other than the plain one of its operation. */
export interface Variation {
  /** Changes the plain request. Default: nothing is different. */
  readonly change?: ((parts: RequestParts, fresh: FreshValues) => RequestParts) | undefined;
  /** What is known of it beforehand. Default: what the document says of the request. */
  readonly validity?: Validity | undefined;
  /** Parameters of its path whose values nothing has. Default: none. */
  readonly absent?: readonly string[] | undefined;
}

/** A {@link Variation} that gives a parameter of a request a value. */
export function withParameter(name: string, draw: Draw): NonNullable<Variation['change']> {
  return ({ parameters, ...parts }, fresh) => {
    return { ...parts, parameters: { ...parameters, [name]: draw(fresh) } };
  };
}

/** A candidate with the body of a base, fresh values in it, and one thing different. */
export function bodyCandidate(
  base: BodyBase,
  group: Candidate['group'],
  title: string,
  change?: (fresh: FreshValues) => Change,
): Candidate {
  return { group, title, parts: (fresh) => ({ value: freshBody(base, fresh, change?.(fresh)) }) };
}

/** What candidates are held against. */
export interface SettleContext {
  readonly operation: Operation;
  readonly findFaults: FaultFinder;
  /** Top-level properties that identify what a body is about. */
  readonly identity: readonly string[];
  /** Paths of texts that others may not have, too. Default: none. */
  readonly unique?: readonly (readonly string[])[] | undefined;
  /** Whether identities are so few that one which is drawn may be used already. Default false. */
  readonly hasFewIdentities?: boolean | undefined;
  /** The same of the texts that others may not have. Default false. */
  readonly hasFewTexts?: boolean | undefined;
  /** Values of the parameters that the operation requires. */
  readonly parameters: Readonly<Record<string, JsonValue>>;
  /** Parameters of the path that name nothing that was created. Default: none. */
  readonly words?: ReadonlySet<string> | undefined;
  /** Of the parameters that are sent, those that must not have the value of another request. */
  readonly freshKeys?:
    | ((fresh: FreshValues, parameters: RequestParts['parameters']) => RequestParts['parameters'])
    | undefined;
  /** Whether it brings a resource into another state, so that this can be done but once. Default false. */
  readonly isAction?: boolean | undefined;
  /** Stands in ids, where the document has more than one operation. */
  readonly qualifier?: string | undefined;
  /** What is sent in place of a body that is refused. */
  readonly lesser?: CaseTemplate['lesser'];
  /** What a case needs before it can be sent. */
  readonly needs?: Need | undefined;
  /** The property that says again what the path says, and its value where nothing is broken. */
  readonly repeated?: readonly RepeatedIdentity[] | undefined;
  /** Why nothing tells whether a request that the schema allows is to succeed. */
  readonly unsure?: string | undefined;
  /** Whether one that succeeds tells it after all. Default false. */
  readonly isProvable?: boolean | undefined;
  /** The keys in the body that lead to the version that it is of. Default: it names none. */
  readonly version?: readonly string[] | undefined;
  /** What the body refers to. Default: nothing. */
  readonly references?: readonly BodyReference[] | undefined;
  /** Where the body could name another one of its own kind, and usually names none. Default: nowhere. */
  readonly refersToNone?: readonly string[] | undefined;
  /** Of the body. Default: nothing is known of it. */
  readonly schema?: EffectiveSchema | undefined;
  /** The body where nothing is broken, before fresh values are drawn. */
  readonly usual?: JsonValue | undefined;
  /** What the user gives for parameters and properties: only what is broken has others. Default: nothing. */
  readonly given?: Readonly<Record<string, JsonValue>> | undefined;
}

/** Whether nobody has chosen what its body names. */
function isDrawn({ group }: Candidate): boolean {
  return group === 'random' || group === 'examples';
}

/** What is not about a reference refers to what is there. */
function withReferences(
  value: JsonValue | undefined,
  { given = {} }: FreshValues,
  candidate: Candidate,
  { references = [], refersToNone, usual, schema }: SettleContext,
): JsonValue | undefined {
  if (value === undefined || usual === undefined) return value;
  const isAtRandom = isDrawn(candidate);
  const isReferring = isAtRandom && refersToNone && propertyAt(value, refersToNone) !== undefined;
  const draft = isReferring
    ? withValue(value, refersToNone, propertyAt(usual, refersToNone))
    : value;
  return references.reduce<JsonValue>((body, reference) => {
    const { path, key } = reference;
    const [was, identity] = [propertyAt(usual, path), given[key]];
    if (identity === undefined || !canRefer(reference, identity)) return body;
    const isUsual = (current: JsonValue): boolean => was !== undefined && equalJson(current, was);
    // What another alternative has there may be told in full.
    const isNamed = (current: JsonValue): boolean => !isJsonObject(current) && isAtRandom;
    const change = (current: JsonValue): JsonValue =>
      isNamed(current) || isUsual(current) ? likewise(current, identity) : current;
    return mapAt(body, path, change, schema);
  }, draft);
}

/** Those that a body has. */
function referencesIn(
  value: JsonValue = null,
  { references = [] }: SettleContext,
): readonly BodyReference[] {
  return references.filter(({ path }) => propertyAt(value, path) !== undefined);
}

/**
 * A copy with other values at a path, in each item of a list that it goes through. Of items that become equal
 * by it, the first stays, as long as that leaves enough: a list may have to be of different ones.
 */
function mapAt(
  value: JsonValue,
  [key, ...rest]: readonly string[],
  change: (current: JsonValue) => JsonValue,
  schema: EffectiveSchema | undefined,
): JsonValue {
  if (key === undefined) return value === null ? value : change(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => mapAt(item, rest, change, schema?.items));
    const different = items.filter((item, i) => {
      const first = items.findIndex((other) => equalJson(other, item));
      return first === i || equalJson(value[first]!, value[i]!);
    });
    if (different.length >= (schema?.minItems ?? 0)) return different;
    return schema?.uniqueItems === true ? value : items;
  }
  const child = isJsonObject(value) ? value[key] : undefined;
  if (!isJsonObject(value) || child === undefined) return value;
  return { ...value, [key]: mapAt(child, rest, change, schema?.properties.get(key)) };
}

/** Why a body that refers to something else than what is there needn't be taken. */
function strayReference(
  candidate: Candidate,
  value: JsonValue | undefined,
  { references = [], refersToNone, usual }: SettleContext,
): string | undefined {
  if (isDrawn(candidate) || value === undefined || usual === undefined) return undefined;
  const isStray = ({ path }: BodyReference): boolean => {
    const was = propertyAt(usual, path);
    return was !== undefined && valuesAt(value, path).some((current) => !equalJson(current, was));
  };
  const own = refersToNone && propertyAt(value, refersToNone);
  const path = (own ?? null) === null ? references.find(isStray)?.path : refersToNone;
  return path && `nothing tells that there is what ${path.join('.')} refers to`;
}

/** The same each time: how long a text with the run's mark is must not depend on what was drawn before. */
const probe = (): FreshValues => createFreshValues({ seed: 0, runId: 'probe' });

/** Where it has a value of its own for what the user gives a value for, the user's is sent. */
function withGivenValues(
  { group, aim }: Candidate,
  parts: RequestParts,
  given: SettleContext['given'],
): RequestParts {
  if (given === undefined || group === 'broken' || aim === 'broken') return parts;
  const replaced = <Value>(
    sources: Readonly<Record<string, Value>>,
  ): Record<string, Value | JsonValue> =>
    Object.fromEntries(
      Object.entries(sources).map(([name, value]) => [name, getProperty(given, name) ?? value]),
    );
  const { value, parameters } = parts;
  return {
    ...parts,
    ...(isJsonObject(value) ? { value: replaced(value) } : {}),
    ...(parameters === undefined ? {} : { parameters: replaced(parameters) }),
  };
}

/**
 * What a candidate sends, with what is given and what has to be fresh.
 *
 * @param own What it sends by itself, where that is known.
 */
function settledParts(
  candidate: Candidate,
  context: SettleContext,
  fresh: FreshValues,
  own = candidate.parts(fresh),
): RequestParts {
  const parts = withGivenValues(candidate, own, context.given);
  const given = Object.fromEntries(
    Object.entries(fresh.given ?? {}).filter(([name]) => context.words?.has(name) !== true),
  );
  const values = { ...context.parameters, ...given, ...parts.parameters };
  const parameters = { ...values, ...context.freshKeys?.(fresh, values) };
  const value =
    parts.value !== undefined && isDrawn(candidate) ? withTold(parts.value, fresh) : parts.value;
  const repeated = withRepeated(value, fresh, context.repeated, isDrawn(candidate));
  const referring = withReferences(repeated, fresh, candidate, context);
  return {
    ...parts,
    value: withVersion(referring, fresh.given, context, isDrawn(candidate)),
    parameters,
  };
}

/** Of the case that it becomes. */
export function idOf(
  { group, title }: Candidate,
  { qualifier }: Pick<SettleContext, 'qualifier'>,
): string {
  return [group, qualifier ?? [], kebabCase(title)].flat().join('/');
}

/** The case of a candidate; `undefined` where it isn't what it is meant to be. */
export function settleCandidate(
  candidate: Candidate,
  context: SettleContext,
): CaseTemplate | undefined {
  const { operation } = context;
  const build: CaseTemplate['build'] = (fresh) =>
    composeRequest(operation, settledParts(candidate, context, fresh));
  const probed = candidate.parts(probe());
  const request = composeRequest(operation, settledParts(candidate, context, probe(), probed));
  const faults = distinctFaults(context.findFaults(request));
  const found = candidate.validity ?? judge(candidate, faults, bodyOf(context, request));
  if (found === undefined) return undefined;
  if (found.kind !== 'invalid' && namesAnother(probed.value, context.repeated)) {
    if (candidate.group === 'boundary') return undefined;
  }
  const stray = strayReference(candidate, request.value, context);
  const { unsure = stray } = context;
  const isUnsure = found.kind === 'valid' && unsure !== undefined;
  const isAboutNothing = candidate.isPlain === true && found.kind === 'open';
  const isProvable =
    (isUnsure || isAboutNothing) && stray === undefined && context.isProvable === true;
  const validity = isUnsure ? notPromised(unsure) : found;
  const needs = candidate.needs ?? sharedNeeds(context, candidate, isProvable, validity);
  const references = referencesIn(request.value, context);
  const template: CaseTemplate = {
    id: idOf(candidate, context),
    title: candidate.title,
    operation,
    validity,
    build,
    ...(needs === undefined ? {} : { needs }),
    references,
    ...(candidate.absent === undefined ? {} : { absent: candidate.absent }),
    ...inItsPath(probed, operation),
    ...(candidate.outsideOperation === true ? { outsideOperation: true } : {}),
    ...(isProvable ? { isProvable } : {}),
    needsVersion: hasToName(operation, context, context.given),
    version: context.version,
    ...(context.lesser === undefined ? {} : { lesser: context.lesser }),
  };
  return validity.kind === 'invalid' ? template : withFixed(template, candidate, context);
}

/** Whether a path has a value of the candidate's own in place of what names the resource that is given. */
function inItsPath(
  { parameters: probed = {} }: RequestParts,
  { parameters }: Operation,
): Pick<CaseTemplate, 'namesOther'> {
  const isOwn = parameters.some(({ in: place, name }) => {
    return place === 'path' && Object.hasOwn(probed, name);
  });
  return isOwn ? { namesOther: true } : {};
}

/** Says what of it is the same in every run, and may be used already. */
function withFixed(
  template: CaseTemplate,
  candidate: Candidate,
  { hasFewIdentities, hasFewTexts = false, identity, unique = [] }: SettleContext,
): CaseTemplate {
  const mayBeUsed = hasFewTexts || hasFixedIdentity((fresh) => candidate.parts(fresh), unique);
  const isFixed = hasFewIdentities === true || hasFixedIdentity(template.build, identity);
  return { ...template, ...(mayBeUsed && { mayBeUsed }), ...(isFixed && { fixedIdentity: true }) };
}

/** What is deleted, brought into another state, or changed in its version, can't be shared; what isn't named needn't be there. */
function sharedNeeds(
  { operation, needs, version, isAction = false }: SettleContext,
  { absent }: Candidate,
  isProvable: boolean,
  validity: Validity,
): Need | undefined {
  if (absent !== undefined && !isProvable && (needs?.steps.length ?? 0) < 2) return undefined;
  const isSpent = operation.method === 'DELETE' || isAction || hasToName(operation, { version });
  return needs && isSpent && validity.kind !== 'invalid' ? { ...needs, key: undefined } : needs;
}

function bodyOf({ operation, schema, usual }: SettleContext, request: RelativeRequest): Body {
  const { value } = request;
  const mediaType = sentMediaType(operation, request);
  if (mediaType?.form !== undefined) return { value, schema, form: mediaType.form };
  // Of a text that isn't in JSON nothing is usual.
  const isText = mediaType !== undefined && jsonMediaType([mediaType]) === undefined;
  return isText ? {} : { value, schema, usual };
}

function judge(
  { group, aim = group === 'broken' ? 'broken' : 'allowed', ...candidate }: Candidate,
  faults: readonly RequestFault[],
  body: Body,
): Validity | undefined {
  const { open, isStated, reason: words, breaksSeveral } = candidate;
  const certain = faults.filter(({ isOpen }) => !isOpen);
  if (certain.length === 0) {
    if (faults[0]) return notPromised(open ?? faults[0].reason);
    if (aim === 'broken') return undefined;
    const reason = open ?? unusualFile(body.value, body.form);
    if (reason !== undefined) return { kind: 'open', reason };
    const part = isStated ? undefined : unusualPart(body.value, body);
    return part ? { kind: 'open', ...part } : { kind: 'valid' };
  }
  // Of two faults in one request, one would hide the other.
  if (aim === 'allowed' || (faults.length > 1 && !breaksSeveral)) return undefined;
  const { pointer, keyword, reason } = certain[0]!;
  return { kind: 'invalid', pointer, keyword, reason: words ?? reason };
}
