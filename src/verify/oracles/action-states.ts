import { type JsonObject, getProperty } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { saidState, stateAfter } from '../../model/resources/action-states.ts';
import { type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { schemasOf, showProperty } from './compared.ts';
import type { Resource, Stage } from './oracle.ts';

/** Tells where a success has left a resource as it was, though it has another state to be in. */
export async function reportState(
  stage: Stage,
  done: JudgedExchange,
  before: Resource,
): Promise<void> {
  const { operation } = done.case;
  const states = [...schemasOf(stage.document, before.kind).told].flatMap(([name, schema]) => {
    const state = stateAfter(stage.document, operation, name, schema);
    const was = getProperty(before.view, name);
    const isAnother = state !== undefined && was !== undefined && !equalJson(was, state);
    return isAnother ? [{ name, state, was }] : [];
  });
  const [first] = states;
  if (first === undefined) return;
  const isAsBefore = ({ view }: Resource): boolean => equalJson(view, before.view);
  const look = (): Promise<Resource> => stage.read(before);
  const { seen } = await stage.patience.look(operation, look, (after) => !isAsBefore(after));
  if (!isAsBefore(seen)) return;
  stage.report(done, {
    message: `${first.name} stays as it was, and so does all else`,
    received: showProperty(first.name, first.was),
    documented: `${first.name}: ${showJson(first.state)}, as the action is called`,
  });
}

/** Tells where an answer has another state than the one to which the document says that the action leads. */
export function reportSaidState(
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
