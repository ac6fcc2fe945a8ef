/** The state that an action is named for: `cancelled` after `POST /trips/{id}/cancel`, `published: true` after `publish`. */
import { type JsonValue, getProperty } from '../../openapi/json/json-value.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { isBoolean, wordsOf } from '../../model/lists/item-properties.ts';
import type { Operation } from '../../model/operation.ts';
import { plainName } from '../../model/resources/names.ts';
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

/** The value of a property that says that an action was done. */
function stateAfter(
  operation: Operation,
  name: string,
  schema: EffectiveSchema,
): JsonValue | undefined {
  const forms = participlesOf(operation);
  if (isBoolean({ schema }))
    return forms.has(plainName(name).replace(/^is/, '')) ? true : undefined;
  return schema.values?.find((value) => typeof value === 'string' && forms.has(plainName(value)));
}

const IRREGULAR: Readonly<Record<string, string>> = {
  pay: 'paid',
  send: 'sent',
  hold: 'held',
  sell: 'sold',
  freeze: 'frozen',
  hide: 'hidden',
  activate: 'active',
  deactivate: 'inactive',
  reopen: 'open',
};

/** What was done, in one word: `cancelled` and `canceled` for `cancel`, `checkedin` for `check-in`. */
function participlesOf({ path }: Operation): ReadonlySet<string> {
  const [verb = '', ...rest] = wordsOf(path.split(/[/:]/).at(-1)!);
  const stem = verb.replace(/e$/, '');
  const regular = [
    `${stem}ed`,
    `${verb}${verb.at(-1)}ed`,
    `${verb.replace(/y$/, 'i')}ed`,
    `${stem}en`,
  ];
  const forms = [...regular, `${verb}n`, IRREGULAR[verb] ?? regular[0]!];
  return new Set(forms.map((form) => [form, ...rest].join('')));
}
