/** Resources of one kind that have values in common which others have by chance only. */
import { type JsonObject, type JsonValue, getProperty } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { endsInParameter } from '../../model/resources/names.ts';
import { isPut } from '../../model/resources/put-families.ts';
import type { Resource, Stage } from './oracle.ts';
import { sentBody } from './varied.ts';

/** So many values are shared one by one. */
const MOST = 4;

/**
 * Resources beside one that share its values: all that are drawn anew for each; where the server has
 * a rule against that, for each value another one that shares it. None where there are no such values.
 */
export async function createAlike(stage: Stage, first: Resource): Promise<readonly Resource[]> {
  const { kind } = first;
  const body = sentBody(stage, first);
  // What there is one of for each resource is made with that one.
  if (body === undefined || (isPut(kind) && !endsInParameter(kind.create.path))) return [];
  const drawn = new Set<string>();
  const sharing = async (isShared: (name: string) => boolean): Promise<Resource | undefined> => {
    const change = stage.changing(kind, kind.create, (fresh) => {
      const names = differing(body, fresh).filter((name) => name !== kind.family.identity);
      for (const name of names) drawn.add(name);
      return { ...fresh, ...pick(body, names.filter(isShared)) };
    });
    const made = await stage.make(kind, { given: stage.besides(first), change });
    // What is there already may be the answer to what is created again.
    return made && textOf(made.identity) !== textOf(first.identity) ? made : undefined;
  };
  const whole = await sharing(() => true);
  if (drawn.size === 0) return [];
  if (whole !== undefined) return [whole];
  const made: (Resource | undefined)[] = [];
  for (const own of [...drawn].slice(0, MOST)) made.push(await sharing((name) => name === own));
  return made.filter((one) => one !== undefined);
}

/** What refers to something is the same where it has to be. */
function differing(body: JsonObject, other: JsonObject): string[] {
  return Object.keys(other).filter((name) => {
    const [own, is] = [getProperty(body, name), getProperty(other, name)];
    return own !== undefined && is !== undefined && !/ids?$/i.test(name) && !equalJson(own, is);
  });
}

function pick(body: JsonObject, names: readonly string[]): Record<string, JsonValue> {
  return Object.fromEntries(names.map((name) => [name, getProperty(body, name)!]));
}
