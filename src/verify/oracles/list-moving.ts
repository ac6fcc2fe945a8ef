/** What the server sets says the same in a list as alone: versions, states and counts. */
import { getProperty, isJsonNumber, isJsonObject } from '../../openapi/json/json-value.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import type { ListModel } from '../../model/lists/lists.ts';
import { acceptanceOf } from '../cases/case.ts';
import { goesOn, schemasOf, showProperty } from './compared.ts';
import { canBeListed, itemOf } from './list-items.ts';
import { type Walk, parametersWith, walkUntil } from './list-walk.ts';
import type { Resource, Stage } from './oracle.ts';
import { viewIn } from './resource-view.ts';

/** Reports what goes on by itself, and is another in the list although it doesn't just then. */
export async function reportMoving(stage: Stage, list: ListModel, made: Resource): Promise<void> {
  const { kind } = made;
  if (kind.read === undefined) return;
  const first = await stage.read(made);
  const parameters = parametersWith(list, first.view);
  if (parameters === undefined) return;
  const given = stage.besides(first);
  const names = (seen: Walk): string[] => differing(stage, list, first, seen);
  const seen = await walkUntil(
    stage,
    list,
    { given, parameters, wanted: first },
    (all) => names(all).length === 0,
  );
  const wrong = names(seen);
  const page = seen.pages.at(-1);
  if (wrong.length === 0 || page === undefined || acceptanceOf(page) === undefined) return;
  const { view: again } = await stage.read(first);
  for (const name of wrong) {
    const is = getProperty(first.view, name);
    if (!equalJson(is ?? null, getProperty(again, name) ?? null)) continue;
    stage.report(page, {
      message: `${name} is another in the list`,
      received: `${showProperty(name, getProperty(listedIn(first, seen) ?? {}, name))}, in the list`,
      documented: `${showProperty(name, is)}, read alone before and after`,
    });
  }
}

function listedIn({ kind, ...resource }: Resource, { items }: Walk): ReturnType<typeof viewIn> {
  const item = itemOf({ kind, ...resource }, items) ?? null;
  return viewIn(kind, item) ?? (isJsonObject(item) ? item : undefined);
}

/** The names of what an item says otherwise, and could say as well. */
function differing({ document }: Stage, list: ListModel, resource: Resource, seen: Walk): string[] {
  const { kind, view } = resource;
  const listed = listedIn(resource, seen);
  if (listed === undefined) return [];
  return [...schemasOf(document, kind).told].flatMap(([name, schema]) => {
    const [alone, shown] = [getProperty(view, name), getProperty(listed, name)];
    if (!goesOn(name, schema) || !isPlain(schema) || name === kind.family.identity) return [];
    if (alone === undefined || shown === undefined || equalJson(alone, shown)) return [];
    const canTell = canBeListed(list, kind, { name, was: alone });
    return canTell && (isJsonNumber(alone) || typeof alone !== 'object') ? [name] : [];
  });
}

/** Numbers, flags and choices: a time, an address or a token may be written anew each time. */
function isPlain({ types, values }: EffectiveSchema): boolean {
  const isCounted = types.some((type) => ['integer', 'number', 'boolean'].includes(type));
  return values !== undefined || isCounted;
}
