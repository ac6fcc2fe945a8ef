/** What a list lacks though it was created, also where nothing names it. */
import { type JsonValue, getProperty } from '../../openapi/json/json-value.ts';
import type { ListModel } from '../../model/lists/lists.ts';
import { type Nameless, envelopeOfItems, namelessAt } from '../../model/lists/nameless.ts';
import { operations } from '../../model/operation.ts';
import { opened } from '../../model/resources/envelope.ts';
import { NOTHING_GIVEN } from '../cases/case.ts';
import { isAlwaysWhole, isOfAll } from './list-items.ts';
import { type Walk, isCut, parametersWith, walk } from './list-walk.ts';
import type { Cast, Scene, Stage } from './oracle.ts';
import { listedKinds } from './resource-operations.ts';
import type { Remark } from './scene-parts.ts';

/** That a list lacks something; `undefined` where that may be on a page that nothing leads to. */
export function missingIn(
  stage: Stage,
  list: ListModel,
  { items, pages, isComplete }: Walk,
  what: string,
): Remark | undefined {
  if (!isComplete && (!isAlwaysWhole(list) || isCut(list, items))) return undefined;
  return {
    // There is no way to the rest, but nothing says that all of it is there.
    severity: isComplete || isOfAll(stage, list) ? 'violation' : 'warning',
    message: `${what} is not listed`,
    received: `${items.length} items on ${pages.length} pages, without it`,
    documented: 'the list of what is there',
  };
}

/** Of lists of what has no identity. */
export function* namelessScenes({ document, resources, put }: Cast): Iterable<Scene> {
  const named = new Set(listedKinds(document, [...resources, ...put]).map(({ list }) => list));
  for (const operation of operations(document).filter(({ method }) => method === 'GET')) {
    const nameless = named.has(operation) ? undefined : namelessAt(document, operation);
    if (nameless?.list.operation !== operation) continue;
    const play = (stage: Stage): Promise<void> => playNameless(stage, nameless);
    yield { operation, isAlone: true, title: 'has what was created', requests: 3, play };
  }
}

/** One more is there than before, or one that has a text which was sent: a server may only keep the newest. */
async function playNameless(stage: Stage, { list, create, envelopes }: Nameless): Promise<void> {
  const made = await stage.succeed(create);
  const { given = NOTHING_GIVEN, request } = made.case;
  const sent = opened(request.value ?? null, envelopes.taken) ?? stage.end();
  const parameters = parametersWith(list, sent) ?? stage.end();
  const look = (): Promise<Walk> => walk(stage, list, { given, parameters });
  const before = await look();
  const again = await stage.succeed(create, { given });
  const texts = Object.values(opened(again.case.request.value ?? null, envelopes.taken) ?? {});
  const around = envelopeOfItems(stage.document, list);
  const isSaid = (item: JsonValue): boolean => {
    const told = opened(item, around) ?? {};
    return Object.keys(told).some((name) => {
      const value = getProperty(told, name);
      return typeof value === 'string' && texts.includes(value);
    });
  };
  const isThere = ({ items }: Walk): boolean =>
    items.length > before.items.length || items.some(isSaid);
  if (!texts.some((value) => typeof value === 'string')) return;
  const seen = await stage.patience.look(list.operation, look, isThere);
  const observation = isThere(seen) ? undefined : missingIn(stage, list, seen, 'what was created');
  if (observation !== undefined) stage.report(seen.pages.at(-1) ?? stage.end(), observation);
}
