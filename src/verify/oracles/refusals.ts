import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Operation } from '../../model/operation.ts';
import { getProperty } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { acceptanceOf, notPromised } from '../cases/case.ts';
import { referenceTo } from '../../model/resources/body-references.ts';
import { referringBases } from '../cases/generate/body-bases.ts';
import { withParameter } from '../cases/generate/candidate.ts';
import { nounOf } from '../../model/resources/names.ts';
import { showStatus } from './conditions.ts';
import { isStanding } from '../checks/standing.ts';
import { showProperty } from './compared.ts';
import { look } from './look.ts';
import { stateScenes } from './state-rules.ts';
import { type Belonging, belongingTo, createOwned } from './owned.ts';
import { parentOf } from './resource-operations.ts';
import { isShallow } from '../../model/resources/family-paths.ts';
import type { Oracle, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { type OwnKind, createPair, naming, ownKinds, takingIn } from './own-kind.ts';
import { refusalsOf, saidOfDeletion, saidOfSecondTime, waiversOf } from '../../model/words.ts';

/** What a service has a reason to refuse is answered all the same. */
export const refusals: Oracle = {
  id: 'refusals',
  because:
    'Every request gets an answer that is no server error, even a second action, or the deletion of a resource that another one refers to (R6).',
  *scenes({ document, resources, put }) {
    for (const kind of resources) {
      for (const operation of kind.actions) {
        const play = (stage: Stage): Promise<void> => playTwice(stage, kind);
        yield { operation, title: 'is answered the second time', requests: 3, play };
      }
    }
    yield* stateScenes(document, resources);
    for (const own of ownKinds({ document, resources })) yield* treeScenes(document, own);
    const removable = [...resources, ...put].filter(({ remove }) => remove !== undefined);
    if (removable.length === 0) return;
    for (const kind of removable) {
      for (const other of resources.filter((candidate) => candidate !== kind)) {
        const belonging = belongingTo(document, other, kind);
        const isParent = parentOf(other, resources) === kind;
        // What is below its path is gone with it anyway.
        const isBelow = isParent && (isShallow(other.family) || staysFor(document, kind, other));
        const { references } = referringBases(document, other.create, {});
        const key = referenceTo(kind.family.collection, references)?.key;
        const maker = key === undefined ? belonging.maker : other.create;
        if (!isBelow && key === undefined && (isParent || maker === undefined)) continue;
        const how = key === undefined && isBelow ? 'lies below it' : 'refers to it';
        const title = `is answered where something of ${(maker ?? other.create).id} ${how}`;
        const play = (stage: Stage): Promise<void> => playReferred(stage, kind, { belonging, key });
        yield { operation: kind.remove!, title, requests: 4, play };
      }
    }
  },
};

/** How one refers to another: by a key of what it is created with, where that has one. */
interface Link {
  readonly belonging: Belonging;
  readonly key: string | undefined;
}

/** Whether the deletion of one of a kind is refused where something of another kind lies below it. */
function staysFor(
  document: OpenApiDocument,
  kind: ResourceOperations,
  other: ResourceOperations,
): boolean {
  const nouns = [nounOf(other.family.collection)];
  return saidOfDeletion(document, kind.remove!, nouns) === 'is refused';
}

/** What is above and below each other: it is deleted from above, and put below itself. */
function* treeScenes(document: OpenApiDocument, own: OwnKind): Iterable<Scene> {
  const { kind, name } = own;
  const { remove, change, replace, actions } = kind;
  if (remove !== undefined) {
    const title = 'is answered where one of its kind refers to it';
    const play = (stage: Stage): Promise<void> => playParent(stage, own, remove);
    yield { operation: remove, title, requests: 6, play };
  }
  const [first] = takingIn(document, kind, name, [change, replace]);
  for (const operation of takingIn(document, kind, name, [first, ...actions])) {
    const play = (stage: Stage): Promise<void> => playCircle(stage, own, operation);
    yield { operation, title: 'is answered below itself', requests: 6, play };
  }
}

/** Whatever becomes of it, what named it is answered for then. */
async function playParent(stage: Stage, own: OwnKind, remove: Operation): Promise<void> {
  const [parent, child] = await createPair(stage, own);
  const validity = notPromised('one refers to it');
  const removed = await stage.send(remove, { given: parent.given, validity });
  await lookAt(stage, child);
  const nouns = [nounOf(own.kind.family.collection), nounOf('children')];
  const said = saidOfDeletion(stage.document, remove, nouns);
  if (said === 'is refused') reportRemoved(stage, removed, own.kind);
  if (acceptanceOf(removed) === undefined) await playWaived(stage, parent, remove, child);
}

/** Words for what a deletion takes along. */
const ALONG = /recursive|cascade|deep|children|descendants/i;

/** What refers to it goes along where the client asks for that, and the deletion is refused without. */
async function playWaived(
  stage: Stage,
  { given }: Resource,
  remove: Operation,
  left: Resource,
): Promise<void> {
  const flag = waiversOf(stage.document, remove).find((name) => ALONG.test(name));
  if (flag === undefined || left.kind.read === undefined) return;
  const done = await stage.finish(remove, {
    given,
    validity: notPromised('something refers to it'),
    change: withParameter(flag, () => true),
  });
  if ((await look(stage, left)).view === undefined) return;
  stage.report(done, {
    message: `what refers to it in ${left.kind.family.collection} is still there, in spite of ${flag}`,
    received: `${showStatus(done)}, and it is read as before`,
    documented: `nothing: it was deleted with ${flag}`,
  });
}

/** What something of a kind refers to is deleted, though it should be refused. */
function reportRemoved(
  stage: Stage,
  removed: Resource['exchange'],
  { family }: ResourceOperations,
): void {
  const answer = acceptanceOf(removed);
  if (answer === undefined) return;
  stage.report(removed, {
    message: `it is deleted, though something in ${family.collection} refers to it`,
    received: `${answer.status}`,
    documented: 'a refusal, as its description says',
  });
}

/** A circle may be refused or not, unless the document says so: nothing that follows it goes round for ever. */
async function playCircle(stage: Stage, own: OwnKind, change: Operation): Promise<void> {
  const [parent, child] = await createPair(stage, own);
  const said = refusalsOf(stage.document, change).find((text) => SAYS_CIRCLE.test(text));
  for (const { identity } of [child, parent]) {
    const request = { ...naming(stage, own, change, identity), given: parent.given };
    const done = await stage.send(change, request);
    await lookAt(stage, parent);
    if (said === undefined || acceptanceOf(done) === undefined) continue;
    stage.report(done, {
      severity: 'warning',
      message: 'it is put below itself, though that is to be refused',
      received: `${acceptanceOf(done)!.status}`,
      documented: said,
    });
    return;
  }
}

/** Words for what is below itself. */
const SAYS_CIRCLE =
  /\b(?:circles?|circular|cycles?|cyclic|loops?|descendants?|(?:below|under|beneath) (?:it|itself|this)|own (?:child|parent|ancestor))\b/i;

/** Whether it can be read, and listed, is for the checks of answers. */
async function lookAt(stage: Stage, { kind, given }: Resource): Promise<void> {
  const validity = notPromised('what it refers to is gone, or is itself');
  if (kind.read !== undefined) await stage.send(kind.read, { given, validity });
  if (kind.list !== undefined) await stage.send(kind.list, { validity });
}

async function playTwice(stage: Stage, kind: ResourceOperations): Promise<void> {
  const { operation } = stage;
  const { given } = await stage.create(kind);
  await stage.succeed(operation, { given });
  const again = await stage.send(operation, { given, validity: notPromised('it was done before') });
  const said = saidOfSecondTime(stage.document, operation);
  if (acceptanceOf(again) === undefined || said === undefined) return;
  stage.report(again, {
    severity: 'warning',
    message: 'it is done a second time',
    received: `${acceptanceOf(again)!.status}, as for the first time`,
    documented: `409: ${said}`,
  });
}

async function playReferred(stage: Stage, kind: ResourceOperations, link: Link): Promise<void> {
  const { belonging, key } = link;
  const owner = await stage.create(kind);
  const { given } = owner;
  const { kind: other } = belonging;
  const referring =
    key === undefined || belonging.maker !== undefined
      ? await createOwned(stage, owner, belonging)
      : await stage.create(other, { referring: { [key]: owner.identity } });
  const said = saidOfDeletion(stage.document, kind.remove!, [nounOf(other.family.collection)]);
  const validity = notPromised('something refers to it');
  const removed = await stage.send(kind.remove!, { given, validity });
  const answer = acceptanceOf(removed);
  if (answer === undefined) return playWaived(stage, owner, kind.remove!, referring);
  if (said === 'is refused') reportRemoved(stage, removed, other);
  if (other.read === undefined) return;
  const left = await stage.send(other.read, {
    given: referring.given,
    validity: notPromised('what it refers to is gone'),
  });
  if (said === 'lets it go') return reportKept(stage, removed, { owner, left, belonging });
  if (said !== 'takes it along' || answer.status === 202 || acceptanceOf(left) === undefined)
    return;
  stage.report(removed, {
    message: `what refers to it in ${other.family.collection} is still there`,
    received: `${acceptanceOf(left)!.status} for what should be gone with it`,
    documented: 'nothing: its description says that they are deleted, too',
  });
}

/** What referred to what is gone is there, and refers to nothing. */
function reportKept(
  stage: Stage,
  removed: Resource['exchange'],
  { owner, left, belonging: { kind, reference = '' } }: Kept,
): void {
  const { collection } = kind.family;
  const view = stage.view(kind, left);
  const documented = 'it refers to nothing then, as its description says';
  if (view === undefined) {
    const received = showStatus(left);
    const message = `what refers to it in ${collection} is gone then`;
    if (isStanding(left, 'refusal')) stage.report(removed, { message, received, documented });
    return;
  }
  const is = getProperty(view, reference) ?? null;
  if (textOf(is) !== textOf(owner.identity)) return;
  const message = `${reference} in ${collection} still names what is gone`;
  stage.report(removed, { message, received: showProperty(reference, is), documented });
}

/** What is left of one that referred to what is gone. */
interface Kept {
  readonly owner: Resource;
  readonly left: Resource['exchange'];
  readonly belonging: Belonging;
}
