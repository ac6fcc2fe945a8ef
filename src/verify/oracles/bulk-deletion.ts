/** Of several that one request names, each is deleted, and nothing else is. */
import { familyDeletedBy } from '../../model/resources/deleted-families.ts';
import { isJsonObject } from '../../openapi/json/json-value.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { type Operation, operations } from '../../model/operation.ts';
import type { BulkDeletion } from '../../model/resources/bulk-deletions.ts';
import { type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { jsonIn } from '../checks/json-response.ts';
import { areDistinct } from './list-items.ts';
import { type Sight, isSeen, look, see } from './look.ts';
import type { Cast, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { isAnswered } from '../../http/exchange.ts';

/** One scene for each operation that deletes several. */
export function* deletionScenes({ document, resources }: Cast): Generator<Scene, void, undefined> {
  for (const operation of operations(document)) {
    const { family, deletion } = familyDeletedBy(document, operation) ?? {};
    const kind = resources.find((candidate) => candidate.family === family);
    if (deletion === undefined || kind === undefined || !isSeen(kind)) continue;
    const play = (stage: Stage): Promise<void> => playDeletion(stage, kind, operation, deletion);
    yield { operation, isAlone: true, title: 'deletes each of several', requests: 8, play };
  }
}

async function playDeletion(
  stage: Stage,
  kind: ResourceOperations,
  operation: Operation,
  { place: { in: place, name } }: BulkDeletion,
): Promise<void> {
  const first = await stage.create(kind);
  const given = stage.besides(first);
  const second = await stage.create(kind, { given });
  const left = await stage.create(kind, { given });
  const named = [await see(stage, first), await see(stage, second)];
  if (!areDistinct([...named, left])) return;
  const several = named.map(({ identity }) => identity);
  const done = await stage.succeed(operation, {
    given: { ...given, several },
    change: ({ value, parameters, ...parts }) => {
      if (place === 'query' && name !== undefined)
        return { ...parts, value, parameters: { ...parameters, [name]: several } };
      const around = value !== undefined && isJsonObject(value) ? value : {};
      return {
        ...parts,
        parameters,
        value: name === undefined ? several : { ...around, [name]: several },
      };
    },
  });
  const report = (message: string, received: string, documented: string): void =>
    stage.report(done, { message, received, documented });
  // It may be done later, and tell of each what came of it.
  if (!isAnswered(done, 200, 204) || tellsFailures(done)) return;
  for (const [i, resource] of named.entries()) {
    if (!(await isLeft(stage, resource))) continue;
    const which = i === 0 ? 'the first' : 'the second';
    report('one of several that were deleted is there as before', which, 'none of them is there');
    break;
  }
  const { view } = await look(stage, left);
  if (view !== undefined) return;
  report('what was not named is deleted, too', 'nothing where another one was', 'what was named');
}

/** Whether one is read, or listed, as it was; some keep what was deleted, and say so. */
async function isLeft(stage: Stage, resource: Resource): Promise<boolean> {
  const find = (): Promise<Sight> => look(stage, resource);
  const { seen } = await stage.patience.look(
    resource.kind.read ?? resource.kind.list!,
    find,
    ({ view }) => view === undefined,
  );
  return seen.view !== undefined && equalJson(seen.view, resource.view);
}

/** Whether an answer may say that some were not deleted. */
function tellsFailures(done: JudgedExchange): boolean {
  const body = jsonIn(acceptanceOf(done)) ?? null;
  const names = isJsonObject(body) ? Object.entries(body) : [];
  return names.some(([name, value]) => {
    const isNone = value === null || value === 0 || value === false;
    const isEmpty = Array.isArray(value) ? value.length === 0 : isNone || value === '';
    return /err|fail|reject|skip|ignor|missing|unknown|not_?found/i.test(name) && !isEmpty;
  });
}
