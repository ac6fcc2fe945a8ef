/** What is done to a resource once, as the document says: a second time, it is refused. */
import type { Problem } from '../http/message.ts';
import { type Operation, operations } from '../model/operation.ts';
import { statesAfter } from '../model/resources/action-states.ts';
import { stateRulesOf } from '../model/resources/state-rules.ts';
import { isJustBelow } from '../model/resources/names.ts';
import { type ItemFamily, type ResourceFamily, isAction } from '../model/resources/resources.ts';
import { saidOfSecondTime } from '../model/words.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import { equalJson } from '../openapi/schema/equal-json.ts';
import { responseSchemaOf } from './resource-maker.ts';

/** Why an action must not be done to a resource; `undefined` where it may be done as often as anybody likes. */
export function doneBefore(
  document: OpenApiDocument,
  operation: Operation,
  family: ItemFamily,
): ((resource: JsonObject) => Problem | undefined) | undefined {
  const message = saidOfSecondTime(document, operation);
  const states = statesOf(document, operation, family);
  if (message === undefined || states.length === 0) return undefined;
  return (resource) => {
    const isDone = states.every(([name, state]) => equalJson(resource[name] ?? null, state));
    return isDone ? { kind: 'done-before', message } : undefined;
  };
}

/** What is new of a family has none of the states in which such an action is refused. */
export function statesBefore(document: OpenApiDocument, family: ResourceFamily): JsonObject {
  const { item } = family;
  const told = responseSchemaOf(document, family);
  if (item === undefined || told === undefined) return {};
  const actions = operations(document).filter(
    (operation) => isJustBelow(operation.path, item) && isAction(document, operation),
  );
  const reached = actions.flatMap((operation) => statesOf(document, operation, family));
  const refusing = [
    ...actions.flatMap((operation) =>
      saidOfSecondTime(document, operation) === undefined
        ? []
        : statesOf(document, operation, family),
    ),
    ...operations(document)
      .flatMap((operation) => stateRulesOf(document, operation))
      .filter((rule) => rule.family.create === family.create && !rule.isNegated)
      .map(({ property, state }) => [property, state] as const),
  ];
  const before = refusing.flatMap(([name, state]) => {
    const schema = told.properties.get(name);
    const values: readonly JsonValue[] =
      typeof state === 'boolean' ? [!state] : (schema?.values ?? []);
    const isReached = (value: JsonValue): boolean =>
      reached.some(([other, after]) => other === name && equalJson(after, value));
    const isRefused = (value: JsonValue): boolean =>
      refusing.some(([other, after]) => other === name && equalJson(after, value));
    const first =
      values.find((value) => value !== null && !isReached(value)) ??
      values.find((value) => value !== null && !isRefused(value));
    return first === undefined ? [] : [[name, first] as const];
  });
  return Object.fromEntries(before);
}

function statesOf(
  document: OpenApiDocument,
  operation: Operation,
  family: ResourceFamily,
): ReturnType<typeof statesAfter> {
  const told = responseSchemaOf(document, family);
  return told === undefined ? [] : statesAfter(document, operation, told);
}
