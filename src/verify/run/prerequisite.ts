/** A change of state that another operation may need first. */
import { type Operation } from '../../model/operation.ts';
import type { ItemFamily } from '../../model/resources/resources.ts';
import type { StateChange } from '../../model/resources/state-changes.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { type Given, type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import type { Variation } from '../cases/generate/candidate.ts';
import { leftBy } from '../cases/left-by.ts';
import { membersOf, withChanged } from '../oracles/resource-view.ts';
import { standingOf } from '../checks/standing.ts';

/** Statuses that say who asks, what is missing, or that it was too much: no state. */
const OF_OTHERS: ReadonlySet<number> = new Set([401, 403, 404, 429]);

/** A change of the state of what the path goes through, or of what the body refers to. */
export interface Prerequisite extends StateChange {
  readonly family: ItemFamily;
  /** The key of the reference. Default: the path names it. */
  readonly reference?: string | undefined;
}

/** Whether what the document allows is refused by a documented status that may be for the state of what it is about. */
export function mayWant(exchange: JudgedExchange): boolean {
  const standing = standingOf(exchange);
  if (exchange.case.validity.kind === 'invalid' || standing.kind !== 'refusal') return false;
  return !OF_OTHERS.has(standing.response.status) && standing.documented !== undefined;
}

/** What is given, with all that is known of the resource that the path names last. */
export function whole(given: Given): Given {
  return given.around === undefined ? given : { ...given, resource: given.around };
}

/** The identity of what is changed; `undefined` where nothing is known of one. */
export function identityIn(
  { parameters, references = {} }: Given,
  { family, reference }: Pick<Prerequisite, 'family' | 'reference'>,
): JsonValue | undefined {
  return reference === undefined ? parameters[family.parameter] : references[reference];
}

/** Whether it changes the resource that is known best. */
export function isLast({ family, reference }: Prerequisite, { parameters }: Given): boolean {
  return reference === undefined && Object.keys(parameters).at(-1) === family.parameter;
}

/** What is given after a change; `undefined` where that tells nothing of it. */
export function leftOf(
  prerequisite: Prerequisite,
  exchange: JudgedExchange,
  before: Given,
): Given | undefined {
  if (acceptanceOf(exchange) === undefined || !isLast(prerequisite, before)) return undefined;
  return leftBy(exchange, { changes: prerequisite.family }, whole(before));
}

/** Equal for the same change of the same resource. */
export function keyOf({ operation, sets, ...of }: Prerequisite, given: Given): string {
  const names = [...Object.values(given.parameters), identityIn(given, of) ?? null].map(textOf);
  return [operation.id, ...(sets === undefined ? [] : [sets[0], textOf(sets[1])]), ...names].join(
    ' ',
  );
}

/** A plain change with nothing in it but what it must have, and a state. */
export function setting(
  document: OpenApiDocument,
  family: ItemFamily,
  operation: Operation,
  [name, value]: readonly [string, JsonValue],
): Variation {
  const { required } = membersOf(document, { family }, operation, 'taken');
  const change = (resource: JsonObject): JsonObject => {
    const kept = Object.entries(resource).filter(([other]) => required.has(other));
    return { ...Object.fromEntries(kept), [name]: value };
  };
  return {
    change: ({ value: body, ...parts }) => ({
      ...parts,
      value: isJsonObject(body)
        ? withChanged(document, { family }, operation, { body, change })
        : body,
    }),
  };
}

/** How people are told of one. */
export function inWords({ operation: { method, path }, sets }: Prerequisite): string {
  const state = sets === undefined ? '' : ` with ${sets[0]}: ${textOf(sets[1])}`;
  return `${method} ${path}${state}`;
}
