/** Resources beside one that share something with it: values, the beginning of its name, what it refers to. */
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  pickProperties,
} from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { nameableBy, pathSchemas } from '../../model/resources/identity.ts';
import { endsInParameter } from '../../model/resources/names.ts';
import { isPut } from '../../model/resources/put-families.ts';
import { type Given, type JudgedExchange, notPromised } from '../cases/case.ts';
import { propertiesOf } from './compared.ts';
import type { Resource, ResourceOperations, Stage } from './oracle.ts';
import { kindReferredTo, parentOf, resourcesIn } from './resource-operations.ts';
import { sentBody } from './varied.ts';

/** Creates them; none of a sort that the server refuses. */
export async function createSharing(stage: Stage, first: Resource): Promise<readonly Resource[]> {
  return [
    ...(await createAlike(stage, first)),
    ...(await createNamesakes(stage, first)),
    ...(await createRelated(stage, first)),
  ];
}

/** So many values are shared one by one. */
const MOST = 4;

/**
 * Resources beside one that share its values: all that are drawn anew for each; where the server has
 * a rule against that, for each value another one that shares it. None where there are no such values.
 */
async function createAlike(stage: Stage, first: Resource): Promise<readonly Resource[]> {
  const { kind } = first;
  const body = sentBody(stage, first);
  // What there is one of for each resource is made with that one.
  if (body === undefined || (isPut(kind) && !endsInParameter(kind.create.path))) return [];
  const drawn = new Set<string>();
  const sharing = async (isShared: (name: string) => boolean): Promise<Resource | undefined> => {
    const change = stage.changing(kind, kind.create, (fresh) => {
      const names = differing(body, fresh).filter((name) => name !== kind.family.identity);
      for (const name of names) drawn.add(name);
      return { ...fresh, ...pickProperties(body, names.filter(isShared)) };
    });
    const made = await stage.make(kind, { given: stage.besides(first), change });
    // What is there already may be the answer to what is created again.
    return made && textOf(made.identity) !== textOf(first.identity) ? made : undefined;
  };
  const whole = await sharing(() => true);
  if (drawn.size === 0) return [];
  if (whole !== undefined) return [whole];
  const made: (Resource | undefined)[] = [];
  for (const value of [...drawn].slice(0, MOST)) made.push(await sharing((name) => name === value));
  return made.filter((resource) => resource !== undefined);
}

/** Where clients choose names, one of the same name below another parent, and one whose name begins with it. */
async function createNamesakes(stage: Stage, first: Resource): Promise<readonly Resource[]> {
  const { kind, identity } = first;
  const isName = chosenName(stage, first);
  if (isName === undefined) return [];
  const under = async (given: Given, name: JsonValue): Promise<readonly Resource[]> => {
    const made = stage.createdBy(kind, await sendUnder(stage, kind, given, name));
    return made !== undefined && textOf(made.identity) === textOf(name) ? [made] : [];
  };
  const longer = TAILS.map((tail) => `${textOf(identity)}${tail}`).find(isName);
  const besides = longer === undefined ? [] : await under(stage.besides(first), longer);
  const parent = isPut(kind) ? undefined : parentOf(kind, resourcesIn(stage.document));
  if (parent === undefined) return besides;
  const { given } = await stage.create(parent, { given: stage.besides(first, parent) });
  return [...besides, ...(await under(given, identity))];
}

/** What makes another name of one. */
const TAILS: readonly string[] = ['0', 'a', '-0', 'A'];

/** Tells names of its kind, as they are given and as paths have them; `undefined` where the server gives them. */
function chosenName(stage: Stage, first: Resource): ((name: JsonValue) => boolean) | undefined {
  const { kind, identity } = first;
  const { family, create } = kind;
  const isNameable = nameableBy(pathSchemas(stage.document, family));
  if (isPut(kind)) return endsInParameter(create.path) ? isNameable : undefined;
  const sent = getProperty(sentBody(stage, first) ?? {}, family.identity ?? '');
  const isChosen = sent !== undefined && equalJson(sent, identity);
  const taken = propertiesOf(stage.document, kind, create, 'taken').get(family.identity ?? '');
  if (!isChosen || taken === undefined) return undefined;
  return (name) => isValidFor(name, taken, 'request') && isNameable(name);
}

async function sendUnder(
  stage: Stage,
  kind: ResourceOperations,
  given: Given,
  name: JsonValue,
): Promise<JudgedExchange> {
  const { create, family } = kind;
  if (isPut(kind)) {
    const parameters = { ...given.parameters, [family.parameter]: name };
    const validity = notPromised('its name begins with that of another one');
    return stage.send(create, { given: { ...given, parameters }, validity });
  }
  const change = stage.changing(kind, create, (fresh) => ({ ...fresh, [family.identity!]: name }));
  return stage.sendCreation(kind, { given, change });
}

/**
 * For each of what a resource refers to, another one that refers to that, too, and to nothing else that it refers
 * to. Of what there is one of for each resource, those of such resources.
 */
async function createRelated(stage: Stage, first: Resource): Promise<readonly Resource[]> {
  const { owner, create, family } = first.kind;
  if (owner === undefined || endsInParameter(create.path)) return relatedTo(stage, first);
  const made: Resource[] = [];
  for (const { given, identity } of await relatedTo(stage, { ...first, kind: owner })) {
    const below: Given = { ...given, etag: undefined, versioned: family.item, resource: {} };
    const exchange = await stage.succeed(create, { given: below });
    made.push({ ...first, given: below, identity, exchange, view: {} });
  }
  return made;
}

async function relatedTo(stage: Stage, first: Resource): Promise<readonly Resource[]> {
  const { kind } = first;
  const given = stage.besides(first);
  const { references = {} } = given;
  const { references: all = [] } = stage.template(kind.create, {}) ?? {};
  const keys = all.map(({ key }) => key).filter((key) => references[key] !== undefined);
  if (keys.length < 2) return [];
  const others: Record<string, JsonValue> = {};
  for (const key of keys.slice(0, MOST)) {
    const target = kindReferredTo(stage.document, key);
    const made = target && (await stage.make(target));
    if (made !== undefined) others[key] = made.identity;
  }
  const related: Resource[] = [];
  for (const key of Object.keys(others)) {
    const { [key]: _, ...rest } = others;
    if (Object.keys(rest).length === 0) continue;
    const made = await stage.make(kind, { given, referring: rest });
    if (made !== undefined) related.push(made);
  }
  return related;
}

/** What refers to something is the same where it has to be. */
function differing(body: JsonObject, other: JsonObject): string[] {
  return Object.keys(other).filter((name) => {
    const [before, is] = [getProperty(body, name), getProperty(other, name)];
    return (
      before !== undefined && is !== undefined && !/ids?$/i.test(name) && !equalJson(before, is)
    );
  });
}
