/** What an action says of a resource is so then, and it has done what it is called for. */
import { type JsonObject, getProperty } from '../../openapi/json/json-value.ts';
import { showJson, textOf } from '../../openapi/json/stringify-json.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { saidState, stateAfter } from '../../model/resources/action-states.ts';
import { type JudgedExchange, acceptanceOf, notPromised } from '../cases/case.ts';
import {
  type ResourceSchemas,
  changedProperties,
  schemasOf,
  showProperty,
  tellsNoOther,
  withoutTraces,
} from './compared.ts';
import { hasSameTag, staleTag } from './conditions.ts';
import type { Resource, ResourceOperations, Stage } from './oracle.ts';

/** What the answer says to be another is read to be so, and what it says to be as before is not another. */
export async function playAction(stage: Stage, kind: ResourceOperations): Promise<void> {
  const { operation } = stage;
  const before = await leadAway(stage, await stage.read(await stage.create(kind)));
  const done = await stage.succeed(operation, { given: before.given });
  const answered = stage.view(kind, done) ?? {};
  if (!tellsOf(answered, before, kind)) return;
  const schemas = schemasOf(stage.document, kind);
  const told = readable(answered, schemas);
  reportSaidState(stage, done, before, told);
  const after = await stage.read(before);
  reportTag(stage, done, { before, after, told });
  const isToldAnother = Object.entries(withoutTraces(told)).some(([name, now]) => {
    const was = getProperty(before.view, name);
    return was !== undefined && !tellsNoOther(now, was);
  });
  const isOver = acceptanceOf(done)?.status !== 202 && Object.keys(told).length > 0;
  if (isOver && !isToldAnother) await reportState(stage, done, before);
  for (const [name, is] of Object.entries(after.view)) {
    const [was, now] = [getProperty(before.view, name), getProperty(told, name)];
    if (was === undefined || now === undefined) continue;
    if (tellsNoOther(now, was) || !equalJson(was, is)) continue;
    stage.report(done, {
      message: `${name} is read as it was before, though the answer says that it is another`,
      received: showProperty(name, is),
      documented: showProperty(name, now),
    });
  }
  const changed = changedProperties(schemas, told, after.view);
  for (const { name, was: previous, is } of changed) {
    if (!equalJson(previous, getProperty(before.view, name) ?? null)) continue;
    stage.report(done, {
      message: `${name} is read as another, though the answer says that it is as before`,
      received: showProperty(name, is),
      documented: showProperty(name, previous),
    });
  }
}

/** What is in the state to which the action leads is brought into another one first: what is open can't be reopened. */
async function leadAway(stage: Stage, resource: Resource): Promise<Resource> {
  const { document, operation } = stage;
  const { kind, view } = resource;
  const { told } = schemasOf(document, kind);
  for (const [name, schema] of told) {
    const state = stateAfter(document, operation, name, schema);
    if (state === undefined || !equalJson(state, getProperty(view, name) ?? null)) continue;
    for (const other of kind.actions) {
      const after = stateAfter(document, other, name, schema);
      if (after === undefined || equalJson(after, state)) continue;
      const validity = notPromised('it leads to where the action leads away from');
      const led = await stage.send(other, { given: resource.given, validity });
      if (acceptanceOf(led) !== undefined) return stage.read(resource);
    }
  }
  return resource;
}

/** Of what was told, what a read can answer: an action may tell `id: "7"` of what is read as `id: 7`. */
function readable(answered: JsonObject, { told }: ResourceSchemas): JsonObject {
  const members = Object.entries(answered).filter(([name, value]) => {
    const schema = told.get(name);
    return schema === undefined || isValidFor(value, schema, 'response');
  });
  return Object.fromEntries(members);
}

/** What an action changes, as its answer says, has another ETag then. */
function reportTag(
  stage: Stage,
  done: JudgedExchange,
  { before, after, told }: Record<'before' | 'after', Resource> & { readonly told: JsonObject },
): void {
  if (!hasSameTag(before, after)) return;
  const isChanged = Object.entries(told).some(([name, now]) => {
    const [was, is] = [before, after].map(({ view }) => getProperty(view, name));
    return was !== undefined && is !== undefined && !equalJson(was, now) && equalJson(is, now);
  });
  if (isChanged) stage.report(done, staleTag(before.given.etag!, done.case.operation));
}

/** Whether an answer tells of a resource: not of another, such as a stand-in, and not of what became of the request. */
function tellsOf(
  told: JsonObject,
  { identity, view }: Resource,
  { family }: ResourceOperations,
): boolean {
  const named = getProperty(told, family.identity ?? '');
  if (named !== undefined) return textOf(named) === textOf(identity);
  return Object.keys(told).every((name) => getProperty(view, name) !== undefined);
}

/** Tells where a success has left a resource as it was, though it has another state to be in. */
async function reportState(stage: Stage, done: JudgedExchange, before: Resource): Promise<void> {
  const { operation } = done.case;
  const states = [...schemasOf(stage.document, before.kind).told].flatMap(([name, schema]) => {
    const state = stateAfter(stage.document, operation, name, schema);
    const was = getProperty(before.view, name);
    const isAnother = state !== undefined && was !== undefined && !equalJson(was, state);
    return isAnother ? [{ name, state, was }] : [];
  });
  const [first] = states;
  if (first === undefined) return;
  const isAsBefore = ({ view }: Resource): boolean =>
    equalJson(withoutTraces(view), withoutTraces(before.view));
  const look = (): Promise<Resource> => stage.read(before);
  const seen = await stage.patience.look(operation, look, (after) => !isAsBefore(after));
  if (!isAsBefore(seen)) return;
  stage.report(done, {
    message: `${first.name} stays as it was, and so does all else`,
    received: showProperty(first.name, first.was),
    documented: `${first.name}: ${showJson(first.state)}, as the action is called`,
  });
}

/** Tells where an answer has another state than the one to which the document says that the action leads. */
function reportSaidState(
  stage: Stage,
  done: JudgedExchange,
  { kind }: Resource,
  told: JsonObject,
): void {
  const { operation } = done.case;
  // It may be under way.
  if (acceptanceOf(done)?.status === 202) return;
  for (const [name, schema] of schemasOf(stage.document, kind).told) {
    const said = saidState(stage.document, operation, name, schema);
    const is = getProperty(told, name);
    if (said === undefined || is === undefined || equalJson(is, said)) continue;
    stage.report(done, {
      message: `${name} is not what the document says that the action makes of it`,
      received: showProperty(name, is),
      documented: showProperty(name, said),
      pointer: operation.pointer,
    });
  }
}
