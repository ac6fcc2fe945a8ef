/** What brings a resource into another state, and which of it a refusal may ask for. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonObject, type JsonValue, getProperty } from '../../openapi/json/json-value.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { isBoolean, wordsOf } from '../lists/item-properties.ts';
import { type Operation, operations } from '../operation.ts';
import { participlesOf, stateAfter } from './action-states.ts';
import { resourceSchema } from './envelopes-in.ts';
import { isJustBelow, nounOf, plainName } from './names.ts';
import type { ItemFamily } from './resources.ts';

/** What an operation makes of the state of a resource. */
export interface StateChange {
  readonly operation: Operation;
  /** The property that a PATCH sets, and its value; absent where the operation is the change. */
  readonly sets?: readonly [name: string, value: JsonValue] | undefined;
}

/** What may bring a resource into another state: what is posted and put just below it, and states that PATCH sets. */
export function stateChanges(document: OpenApiDocument, family: ItemFamily): StateChange[] {
  const all = operations(document);
  const below = all.filter(
    ({ method, path }) => /^(?:POST|PUT)$/.test(method) && isJustBelow(path, family.item),
  );
  const patches = all.filter(({ method, path }) => method === 'PATCH' && path === family.item);
  const set = patches.flatMap((operation) =>
    [...resourceSchema(document, family, operation, 'taken').properties].flatMap(
      ([name, schema]) => {
        const values = isBoolean({ schema }) ? [true] : STATE.test(name) ? schema.values : [];
        return (values ?? []).map((value) => ({ operation, sets: [name, value] as const }));
      },
    ),
  );
  return [...below.map((operation) => ({ operation })), ...set];
}

/** What a property is called that has a state. */
const STATE = /(?:state|status|stage|phase)$/i;

/** How likely a change is what is asked for: of two, the one with less told, then with fewer steps. */
export interface Likelihood {
  /** The place of the first text that names it; their number where none does. */
  readonly told: number;
  /** How many states it leads on, as the document has them in order. */
  readonly steps: number;
}

/**
 * How likely a change is asked for; `undefined` where it isn't, as things are so already.
 *
 * @param texts What asks for it in words, the surest first.
 */
export function likelihoodOf(
  change: StateChange,
  texts: readonly string[],
  { document, family, resource }: About,
): Likelihood | undefined {
  const words = wordsFor(change);
  const place = texts.map(plainName).findIndex((text) => words.some((word) => text.includes(word)));
  const { sets } = change;
  const isSo = sets && equalJson(getProperty(resource, sets[0]) ?? null, sets[1]);
  // What is true or false is set where that is asked for.
  if (isSo === true || (place < 0 && sets?.[1] === true)) return undefined;
  const states = [...resourceSchema(document, family, family.create, 'told').properties];
  const steps = stepsTo(document, change, states, resource);
  return { told: place < 0 ? texts.length : place, steps };
}

/** Which resource is in question. */
interface About {
  readonly document: OpenApiDocument;
  readonly family: ItemFamily;
  /** As it is now, as far as it is known. */
  readonly resource: JsonObject;
}

/** Where nothing tells the state, and where it leads back. */
const UNKNOWN = 1000;
const BACK = 2000;

/** How many states a change leads on, of those that the document has in order. */
function stepsTo(
  document: OpenApiDocument,
  { operation, sets }: StateChange,
  states: readonly (readonly [name: string, schema: EffectiveSchema])[],
  resource: JsonObject,
): number {
  for (const [name, schema] of states) {
    const state =
      sets === undefined
        ? stateAfter(document, operation, name, schema)
        : sets[0] === name
          ? sets[1]
          : undefined;
    const { values } = schema;
    if (state === undefined || values === undefined) continue;
    const placeOf = (wanted: JsonValue | undefined): number =>
      values.findIndex((value) => wanted !== undefined && equalJson(value, wanted));
    const steps = placeOf(state) - placeOf(getProperty(resource, name));
    return steps > 0 ? steps : BACK;
  }
  return UNKNOWN;
}

/** What a noun for an action ends with: `payment`, `activation`. */
const OF_NOUNS = /^(.{3,}?)(?:ments?|ations?|ions?|als?)$/;
/** What is done in two words: `checkout` is checked out. */
const TWO_WORDS = /^(.{3,})(out|in|up|off|down)$/;

/** By which a text speaks of a change: `publish` and `published` for `POST /courses/{id}/publish`. */
function wordsFor({ operation: { path, id }, sets }: StateChange): string[] {
  if (sets !== undefined) {
    const [name, value] = sets;
    return [plainName(value === true ? name.replace(/^is(?=[A-Z_])/, '') : textOf(value))];
  }
  const last = nounOf(path);
  const named = id.includes(' ') ? [] : wordsOf(id).slice(0, 1);
  const verbs = [last, last.replace(OF_NOUNS, '$1'), last.replace(TWO_WORDS, '$1-$2'), ...named];
  const forms = verbs.flatMap((verb) => [plainName(verb), ...participlesOf({ path: `/${verb}` })]);
  return forms.filter((form) => form.length > 2);
}
