/** What another client has created is nothing to refer to for whoever may not read it. */
import { type JsonValue, getProperty } from '../../openapi/json/json-value.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { withValue } from '../../model/requests/body-base.ts';
import { absentIdentity } from '../../model/requests/fresh-identity.ts';
import { type BodyReference, referenceKey } from '../../model/resources/body-references.ts';
import { acceptanceOf } from '../cases/case.ts';
import { referringBases } from '../cases/generate/body-bases.ts';
import { asOther, breach, isOfClients } from './clients.ts';
import { look, see } from './look.ts';
import type { Cast, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { isMade, parentOf } from './resource-operations.ts';

/** What a body refers to is for those who may read it, where the server gives it its identity and looks it up. */
export function* referenceScenes(
  kind: ResourceOperations,
  { document, resources }: Cast,
): Iterable<Scene> {
  const { create } = kind;
  const { references } = referringBases(document, create, {});
  const targets = references.flatMap((reference): Target[] => {
    const target = resources.find(
      ({ family }) => reference.key === referenceKey(family.collection, 0),
    );
    return target === undefined ? [] : [{ target, reference }];
  });
  for (const foreign of targets) {
    const { target, reference } = foreign;
    const isOwned = target.read !== undefined && isOfClients(target.create, target.read);
    if (!isOwned || !isOfClients(target.create, create) || !isMade(document, target)) continue;
    const scope = { kind, foreign, targets, parent: parentOf(kind, resources) };
    yield {
      operation: create,
      title: `refers to no ${reference.path.join('.')} of another client`,
      requests: 5 + targets.length,
      play: (stage) => playReference(stage, scope),
    };
  }
}

/** A kind that a body refers to. */
interface Target {
  readonly target: ResourceOperations;
  readonly reference: BodyReference;
}

interface Referring {
  readonly kind: ResourceOperations;
  /** What is another client's. */
  readonly foreign: Target;
  readonly targets: readonly Target[];
  readonly parent: ResourceOperations | undefined;
}

async function playReference(
  stage: Stage,
  { kind, foreign: { target, reference }, targets, parent }: Referring,
): Promise<void> {
  const other = asOther(stage);
  const created = await stage.create(target);
  // What all may read, all may refer to.
  if (acceptanceOf(await other.send(target.read!, { given: created.given }))) return;
  const given = parent && (await other.create(parent)).given;
  const referring: Record<string, JsonValue> = {};
  for (const wanted of targets) {
    referring[wanted.reference.key] = (await other.create(wanted.target)).identity;
  }
  await other.create(kind, { given, referring });
  // A server may look up nothing.
  const absent = await other.send(kind.create, {
    given,
    referring,
    change: ({ value, ...parts }, fresh) => {
      const nothing = absentIdentity(reference.schema, fresh) ?? stage.end();
      return { ...parts, value: value && withValue(value, reference.path, nothing) };
    },
  });
  if (acceptanceOf(absent)) return;
  const [first, before] = [await see(stage, created), await see(stage, created)];
  const exchange = await other.send(kind.create, {
    given,
    referring: { ...referring, [reference.key]: created.identity },
  });
  if (acceptanceOf(exchange) === undefined) return;
  const { view = {} } = await look(stage, created);
  const isSame = (left: Resource['view'], right: Resource['view'], name: string): boolean =>
    equalJson(getProperty(left, name) ?? null, getProperty(right, name) ?? null);
  const changed = Object.keys(before.view).find(
    (name) => isSame(first.view, before.view, name) && !isSame(before.view, view, name),
  );
  const place = reference.path.join('.');
  stage.report(exchange, {
    ...breach(exchange),
    // Whoever only names it may do no harm.
    ...(changed === undefined && { severity: 'note' }),
    message: `takes a ${place} of another client`,
    received:
      changed === undefined ? 'a success' : `a success, and ${changed} of its owner's changes`,
    documented: `a refusal, as for a ${place} that is not there: this client may not read it`,
  });
}
