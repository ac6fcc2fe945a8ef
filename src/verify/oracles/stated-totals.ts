/** Numbers that follow from others: what a `taskCount` is when a task is created, changed, moved on or deleted. */
import { getProperty, isJsonNumber } from '../../openapi/json/json-value.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { isUndoing } from '../../model/resources/action-states.ts';
import { type StatedTotal, statedTotals } from '../../model/resources/stated-totals.ts';
import { notPromised } from '../cases/case.ts';
import { showProperty } from './compared.ts';
import { look } from './look.ts';
import type { Cast, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { type Belonging, belongingTo, createOwned } from './owned.ts';

/** A total with the kinds that it is about. */
interface Counting {
  readonly total: StatedTotal;
  readonly owner: ResourceOperations;
  readonly counted: ResourceOperations;
  readonly belonging: Belonging;
}

/** Each number of a resource follows what it counts. */
export function* totalScenes({ document, resources }: Cast): Iterable<Scene> {
  for (const total of statedTotals(document)) {
    const kindOf = ({ create }: StatedTotal['counted']): ResourceOperations | undefined =>
      resources.find((kind) => kind.create === create);
    const [owner, counted] = [kindOf(total.owner), kindOf(total.counted)];
    if (owner?.read === undefined || counted === undefined) continue;
    const { create, change, remove, actions } = counted;
    const counting = { total, owner, counted, belonging: belongingTo(document, counted, owner) };
    const scene = (operation: Scene['operation'], play: Scene['play']): Scene => {
      return { operation, isAlone: true, title: `is counted in ${total.name}`, requests: 8, play };
    };
    yield scene(create, (stage) => playCreations(stage, counting));
    for (const operation of [change, remove, ...actions]) {
      const isFollowed = operation !== undefined && !isUndoing(operation);
      if (isFollowed) yield scene(operation, (stage) => playLater(stage, counting));
    }
  }
}

/** One more below its owner, which tells so; none more below another. */
async function playCreation(
  stage: Stage,
  counting: Counting,
): Promise<
  { readonly owner: Resource; readonly child: Resource; readonly base: number } | undefined
> {
  const { owner: kind } = counting;
  const owner = await stage.create(kind);
  const before = numberIn(counting, await stage.read(owner)) ?? stage.end();
  const child = await createOwned(stage, owner, counting.belonging);
  const other = await stage.create(kind, { given: stage.besides(owner) });
  await createOwned(stage, other, counting.belonging);
  const amount = counting.total.amountOf(child.view) ?? stage.end();
  const isRight = await follows(stage, counting, owner, child.exchange, before + amount);
  return isRight ? { owner, child, base: before } : undefined;
}

/** Then another one, of which something else is added up. */
async function playCreations(stage: Stage, counting: Counting): Promise<void> {
  const { owner, child, base } = (await playCreation(stage, counting)) ?? stage.end();
  const { summed, amountOf } = counting.total;
  if (summed === undefined) return;
  const { minimum = 0 } = summed.schema;
  const amount = amountOf(child.view) ?? stage.end();
  const value = Number(minimum) < 0 ? -1 : amount + 1;
  if (!isValidFor(value, summed.schema)) return;
  const second = await createOwned(stage, owner, counting.belonging, { [summed.name]: value });
  const added = amountOf(second.view) ?? stage.end();
  await follows(stage, counting, owner, second.exchange, base + amount + added);
}

/** What is done to one that is counted changes the number as it changes what that says. */
async function playLater(stage: Stage, counting: Counting): Promise<void> {
  const { operation } = stage;
  const { total, counted } = counting;
  const { owner, child, base } = (await playCreation(stage, counting)) ?? stage.end();
  const validity = notPromised('it is counted elsewhere');
  const done = await stage.finish(operation, { given: child.given, validity });
  const { view } = await look(stage, child);
  const isGone = operation === counted.remove;
  if (isGone ? view !== undefined : view === undefined) return;
  const { reference } = total;
  const [before, after] = [child.view, view ?? child.view].map((seen) =>
    reference === undefined ? undefined : getProperty(seen, reference),
  );
  const isElsewhere = !equalJson(before ?? null, after ?? null);
  const amount = view === undefined || isElsewhere ? 0 : (total.amountOf(view) ?? stage.end());
  await follows(stage, counting, owner, done, base + amount);
}

/** Whether a number is then as it has to be; tells where it isn't. */
async function follows(
  stage: Stage,
  { total, ...counting }: Counting,
  owner: Resource,
  done: Resource['exchange'],
  wanted: number,
): Promise<boolean> {
  const { name, isSaid } = total;
  const go = (): Promise<Resource> => stage.read(owner);
  // Fractions are added up in some order.
  const isFine = (seen: Resource): boolean =>
    Math.abs((numberIn({ total, ...counting }, seen) ?? Number.NaN) - wanted) < 1e-6;
  const seen = await stage.patience.look(done.case.operation, go, isFine);
  if (isFine(seen)) return true;
  stage.report(done, {
    ...(!isSaid && { severity: 'warning' }),
    message: `${name} doesn't follow what it counts`,
    received: showProperty(name, getProperty(seen.view, name)),
    documented: `${name}: ${wanted}`,
  });
  return false;
}

function numberIn({ total }: Counting, { view }: Resource): number | undefined {
  const value = getProperty(view, total.name);
  return value !== undefined && isJsonNumber(value) ? Number(value) : undefined;
}
