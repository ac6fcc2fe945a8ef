/**
 * The state that an action is said to lead to, or is named for: `cancelled` after `POST /trips/{id}/cancel`,
 * `published: true` after `publish`, and `starred: false` after `DELETE /trips/{id}/star`.
 */
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { isBoolean, wordsOf } from '../lists/item-properties.ts';
import { type Operation, operations } from '../operation.ts';
import { saidOf, saidToBecome, saidToMark } from '../words.ts';
import { isJustBelow, plainName } from './names.ts';

/** The value of a property that says that an action was done; `undefined` where it says nothing of that. */
export function stateAfter(
  document: OpenApiDocument,
  operation: Operation,
  name: string,
  schema: EffectiveSchema,
): JsonValue | undefined {
  const said = saidState(document, operation, name, schema);
  if (said !== undefined) return said;
  const forms = participlesOf(operation);
  const isUndone = operation.method === 'DELETE';
  if (isBoolean({ schema })) return forms.has(flagName(name)) ? !isUndone : undefined;
  if (isUndone) return undefined;
  return schema.values?.find((value) => typeof value === 'string' && forms.has(plainName(value)));
}

/** The state of which the document says that an action leads to it. */
export function saidState(
  document: OpenApiDocument,
  operation: Operation,
  name: string,
  schema: EffectiveSchema,
): JsonValue | undefined {
  const values = isBoolean({ schema }) ? [true, false] : (schema.values ?? []);
  if (values.length === 0) return undefined;
  const marked = saidToMark(document, operation);
  if (isBoolean({ schema }) && marked === plainName(name).replace(/^is/, '')) return true;
  const said = saidToBecome(document, operation, name) ?? marked;
  return values.find((value) => said !== undefined && value !== null && textOf(value) === said);
}

/** The states that an action leads to, by the names of the properties that say so. */
export function statesAfter(
  document: OpenApiDocument,
  operation: Operation,
  { properties }: Pick<EffectiveSchema, 'properties'>,
): (readonly [name: string, state: JsonValue])[] {
  return [...properties].flatMap(([name, schema]) => {
    const state = stateAfter(document, operation, name, schema);
    return state === undefined ? [] : [[name, state] as const];
  });
}

/** `archived` for `isArchived`. */
function flagName(name: string): string {
  return plainName(name).replace(/^is/, '');
}

/** A property of a resource, and the value by which it says that the resource is in a state. */
export interface StateProperty {
  readonly property: string;
  readonly schema: EffectiveSchema;
  readonly state: JsonValue;
}

/** What says that a resource is as a word says: a flag of that name, or a state among others; `undefined` where several do. */
export function stateCalled(
  word: string,
  properties: EffectiveSchema['properties'],
): StateProperty | undefined {
  const wanted = plainName(word);
  const [found, ...others] = [...properties].flatMap(([property, schema]): StateProperty[] => {
    const state = isBoolean({ schema })
      ? flagName(property) === wanted || undefined
      : schema.values?.find((value) => value !== null && plainName(textOf(value)) === wanted);
    return state === undefined ? [] : [{ property, schema, state }];
  });
  return others.length > 0 ? undefined : found;
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
export function participlesOf({ path }: Pick<Operation, 'path'>): ReadonlySet<string> {
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

/** Whether it is for what was deleted: `POST /teams/{team}/restore`. */
export function isUndoing({ method, path }: Operation): boolean {
  return method === 'POST' && /\b(?:un-?delete|restore|recover|revive|reinstate)\/?$/i.test(path);
}

/** Words for a deletion that keeps what it takes away. */
const SETTING_ASIDE =
  /\b(?:archiv(?:es?|ing)|deactivat(?:es?|ing)|trash(?:es)?|soft[- ]?delet\w*|(?:in)?to (?:the )?(?:archive|bin|trash))\b/i;

/** Whether the document says in words that what is deleted is only set aside. */
export function saysAside(document: OpenApiDocument, remove: Operation): boolean {
  const said = saidOf(document, { ...remove, responses: [] });
  return SETTING_ASIDE.test([...wordsOf(remove.id), said].join(' '));
}

/** Whether what is deleted is only set aside, as the document says, or until another operation brings it back. */
export function setsAside(document: OpenApiDocument, remove: Operation): boolean {
  const isUndone = operations(document).some(
    (other) => isUndoing(other) && isJustBelow(other.path, remove.path),
  );
  return isUndone || saysAside(document, remove);
}
