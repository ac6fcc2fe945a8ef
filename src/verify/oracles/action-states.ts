import { getProperty } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { stateAfter } from '../../model/resources/action-states.ts';
import type { JudgedExchange } from '../cases/case.ts';
import { successPointer } from '../checks/standing.ts';
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
    const state = stateAfter(operation, name, schema);
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
    severity: 'violation',
    rule: 'R9',
    message: `${first.name} stays as it was, and so does all else`,
    received: showProperty(first.name, first.was),
    documented: `${first.name}: ${showJson(first.state)}, as the action is called`,
    pointer: successPointer(operation),
  });
}
