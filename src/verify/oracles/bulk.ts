import {
  type JsonObject,
  type JsonValue,
  getProperty,
  objectOf,
} from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { operations } from '../../model/operation.ts';
import { listOf } from '../../model/lists/lists.ts';
import { type BulkCreation, bulkCreationOf } from '../../model/resources/bulk.ts';
import { opened } from '../../model/resources/envelope.ts';
import { envelopesOf } from '../../model/resources/envelopes-in.ts';
import { type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { withOtherTexts } from '../cases/other-texts.ts';
import { isSameValue } from '../checks/differences.ts';
import { propertiesOf, schemasOf, showProperty } from './compared.ts';
import { repeatedIn, areDistinct } from './list-items.ts';
import { parametersWith, readAt, walk } from './list-walk.ts';
import { type Sight, isSeen, listed, look, see } from './look.ts';
import { viewIn } from './resource-view.ts';
import type { Oracle, Resource, ResourceOperations, Stage, Cast, Scene } from './oracle.ts';
import { changesIn } from './stored.ts';
import { sentBody } from './varied.ts';
import { saidOf } from '../../model/words.ts';
import { familyDeletedBy } from '../../model/resources/deleted-families.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { BulkDeletion } from '../../model/resources/bulk-deletions.ts';
import { jsonIn } from '../checks/json-response.ts';
import { isAnswered } from '../../http/exchange.ts';

/** So many are created by one request. */
const SEVERAL = 3;

/** Of several that are created by one request, each is there. */
export const bulk: Oracle = {
  id: 'bulk',
  because:
    'A success says that the server carried out the whole request (RFC 9110, 15.3): each resource is there, as it was sent.',
  *scenes(cast) {
    const { document, resources } = cast;
    for (const operation of operations(document)) {
      const several = bulkCreationOf(document, operation);
      const kind = resources.find(({ create }) => create === several?.create);
      if (several === undefined || kind === undefined || !isSeen(kind)) continue;
      const play = (stage: Stage): Promise<void> => playSeveral(stage, kind, several);
      yield { operation, title: 'creates each of several', requests: 6, play };
      if (!ATOMIC.test(saidOf(document, operation)) || kind.list === undefined) continue;
      const half = (stage: Stage): Promise<void> => playRefused(stage, kind, several);
      yield { operation, title: 'creates all of several, or none', requests: 4, play: half };
    }
    yield* deletionScenes(cast);
  },
};

async function playSeveral(
  stage: Stage,
  kind: ResourceOperations,
  several: BulkCreation,
): Promise<void> {
  const { told } = several;
  const beside = await stage.create(kind);
  const given = stage.besides(beside);
  const { exchange: done, sent } = await sendSeveral(stage, beside, several);
  if (acceptanceOf(done) === undefined) return;
  const answered = told && readAt(acceptanceOf(done), told.path);
  const made = Array.isArray(answered) ? resourcesOf(kind, { ...beside, given }, answered) : [];
  if (made.length === 0) return;
  reportAnswer(stage, done, sent, made);
  for (const resource of made) if (await reportOne(stage, done, resource)) return;
  if (kind.read !== undefined && kind.list !== undefined) await reportUnlisted(stage, done, made);
  const { view } = await look(stage, beside);
  if (view !== undefined) return;
  stage.report(done, {
    message: 'what was there before is gone when several are created',
    received: 'nothing where another one was before',
    documented: 'a request that creates, beside what is there',
  });
}

/** Sends new ones in one request, and the body of one that is there as the last of them, if that is wanted. */
async function sendSeveral(
  stage: Stage,
  beside: Resource,
  { operation, taken }: BulkCreation,
  last: JsonObject[] = [],
): Promise<{ readonly exchange: JudgedExchange; readonly sent: readonly JsonObject[] }> {
  const { kind } = beside;
  const given = stage.besides(beside);
  const plain = stage.template(kind.create, { given }) ?? stage.end();
  // In one request, too, none may have a text that another has.
  const template = withOtherTexts(plain);
  const bodies = envelopesOf(stage.document, kind.create, kind.family).taken;
  const sent: JsonObject[] = [];
  const exchange = await stage.send(operation, {
    given,
    change: ({ value, ...parts }, fresh) => {
      sent.length = 0;
      while (sent.length + last.length < SEVERAL) {
        sent.push(opened(template.build(fresh).value ?? null, bodies) ?? {});
      }
      sent.push(...last);
      const [name] = taken;
      const around = objectOf(value);
      return { ...parts, value: name === undefined ? [...sent] : { ...around, [name]: [...sent] } };
    },
  });
  return { exchange, sent };
}

/** Words for a request that is done as a whole, or not at all. */
const ATOMIC =
  /\b(?:all[- ]or[- ](?:nothing|none)|atomic(?:ally)?|none (?:of (?:them|these) )?(?:is|are|will be)|all of (?:them|these)\b[^.]*\bor\b[^.]*\bnone)\b/i;

/** Of several that are refused because the last one is there already, none is there then. */
async function playRefused(
  stage: Stage,
  kind: ResourceOperations,
  several: BulkCreation,
): Promise<void> {
  const beside = await stage.create(kind);
  const used = sentBody(stage, beside) ?? stage.end();
  const { exchange: refused, sent } = await sendSeveral(stage, beside, several, [used]);
  const [first = {}] = sent;
  // Without texts of its own, it can't be told from others.
  if (acceptanceOf(refused) !== undefined || isAsSent(stage, beside, first)) return;
  const list = listOf(stage.document, kind.list!) ?? stage.end();
  const { items } = await walk(stage, list, {
    given: stage.besides(beside),
    parameters: parametersWith(list, beside.view) ?? stage.end(),
  });
  const made = items.find((item) => {
    const view = viewIn(kind, item);
    return view !== undefined && isAsSent(stage, { kind, view }, first);
  });
  if (made === undefined) return;
  stage.report(refused, {
    message: 'one of several is there, though all were refused',
    received: 'the first of them, in the list',
    documented: 'none of them: the document says that all are created, or none',
  });
}

/** The list has the last of them, too. */
async function reportUnlisted(
  stage: Stage,
  done: JudgedExchange,
  made: readonly Resource[],
): Promise<void> {
  const last = made.at(-1)!;
  const { list } = last.kind;
  const find = (): Promise<Sight> => listed(stage, last);
  const seen = await stage.patience.look(list!, find, ({ view }) => view !== undefined);
  if (seen.view !== undefined) return;
  stage.report(done, {
    message: 'one of several that were created is not listed',
    received: 'a list without it, though it is read alone',
    documented: 'the list of what is there',
  });
}

/** What an answer has created; none where one of them is not named. */
function resourcesOf(
  kind: ResourceOperations,
  { given, exchange }: Resource,
  answered: readonly JsonValue[],
): Resource[] {
  const { parameter, identity: name = '' } = kind.family;
  const made = answered.flatMap((item): Resource[] => {
    const view = viewIn(kind, item) ?? {};
    const identity = getProperty(view, name);
    if (identity === undefined) return [];
    const parameters = { ...given.parameters, [parameter]: identity };
    return [{ kind, identity, view, exchange, given: { ...given, parameters, resource: view } }];
  });
  return made.length === answered.length ? made : [];
}

/** As many as were sent, each another one, and each as it was sent. */
function reportAnswer(
  stage: Stage,
  done: JudgedExchange,
  sent: readonly JsonObject[],
  made: readonly Resource[],
): void {
  const [twice] = repeatedIn(made.map(({ identity }) => textOf(identity)));
  const report = (message: string, received: string, documented: string): void =>
    stage.report(done, { message, received, documented });
  if (made.length < sent.length) {
    report('fewer are answered than were sent', `${made.length}`, `${sent.length}`);
  } else if (twice !== undefined) {
    report('several have one identity', `${twice} twice`, 'each resource has one of its own');
  } else if (sent.some((body) => !made.some((creation) => isAsSent(stage, creation, body)))) {
    report('one of several is not answered as it was sent', 'none with its texts', 'all of them');
  } else if (IN_ORDER.test(saidOf(stage.document, done.case.operation))) {
    const isMoved = sent.some((body, i) => !isAsSent(stage, made[i]!, body));
    if (!isMoved) return;
    stage.report(done, {
      severity: 'warning',
      message: 'several are answered in another order than they were sent',
      received: 'another one in the place of one of them',
      documented: 'the order of the request, as the document says',
    });
  }
}

/** Words for an answer that is in the order of its request. */
const IN_ORDER =
  /\b(?:order of the request|(?:same|request(?:['’]s)?|given|sent) order|order (?:in which )?they were (?:sent|given))\b/i;

function isAsSent(
  stage: Stage,
  { kind, view }: Pick<Resource, 'kind' | 'view'>,
  body: JsonObject,
): boolean {
  const told = propertiesOf(stage.document, kind, kind.read ?? kind.create, 'told');
  return Object.entries(body).every(([name, value]) => {
    const is = getProperty(view, name);
    const isTold = typeof value === 'string' && typeof is === 'string';
    return !isTold || isSameValue(value, is, told.get(name)?.format);
  });
}

/** Whether one is not there as it was answered. */
async function reportOne(stage: Stage, done: JudgedExchange, made: Resource): Promise<boolean> {
  const { view } = await look(stage, made);
  if (view === undefined) {
    stage.report(done, {
      message: 'one of several that were created is not there',
      received: 'nothing where it should be',
      documented: showProperty(made.kind.family.identity ?? '', made.identity),
    });
    return true;
  }
  const { told, sent } = schemasOf(stage.document, made.kind);
  const changed = [...told].flatMap(([name, schema]) => {
    const was = getProperty(made.view, name);
    const isOwn = sent.get(name)?.readOnly === false && !schema.writeOnly;
    return was === undefined || !isOwn ? [] : changesIn(name, schema, was, getProperty(view, name));
  });
  for (const { place, expected, found } of changed) {
    stage.report(done, {
      message: `${place} of one of several is read not as it was answered`,
      received: showProperty(place, found),
      documented: showProperty(place, expected),
    });
  }
  return changed.length > 0;
}

/** One scene for each operation that deletes several. */
export function* deletionScenes({ document, resources }: Cast): Iterable<Scene> {
  for (const operation of operations(document)) {
    const { family, deletion } = familyDeletedBy(document, operation) ?? {};
    const kind = resources.find((candidate) => candidate.family === family);
    if (deletion === undefined || kind === undefined || !isSeen(kind)) continue;
    const play = (stage: Stage): Promise<void> => playDeletion(stage, kind, deletion);
    yield { operation, isAlone: true, title: 'deletes each of several', requests: 8, play };
  }
}

async function playDeletion(
  stage: Stage,
  kind: ResourceOperations,
  { place: { in: place, name } }: BulkDeletion,
): Promise<void> {
  const { operation } = stage;
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
      const around = objectOf(value);
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
  const seen = await stage.patience.look(
    resource.kind.read ?? resource.kind.list!,
    find,
    ({ view }) => view === undefined,
  );
  return seen.view !== undefined && equalJson(seen.view, resource.view);
}

/** Whether an answer may say that some were not deleted. */
function tellsFailures(done: JudgedExchange): boolean {
  const body = jsonIn(acceptanceOf(done)) ?? null;
  const names = Object.entries(objectOf(body));
  return names.some(([name, value]) => {
    const isNone = value === null || value === 0 || value === false;
    const isEmpty = Array.isArray(value) ? value.length === 0 : isNone || value === '';
    return /err|fail|reject|skip|ignor|missing|unknown|not_?found/i.test(name) && !isEmpty;
  });
}
