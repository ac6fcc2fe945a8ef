import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { anotherValue } from '../../openapi/schema/another-value.ts';
import { sentMediaType } from '../../http/write-body.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { type Operation, hasResponse } from '../../model/operation.ts';
import { completionOf } from '../cases/case.ts';
import { isAsLeft, isSameValue } from '../checks/differences.ts';
import { MERGED, isHidden } from '../checks/server-defaults.ts';
import {
  clientProperties,
  couldTell,
  lostOrigins,
  overridden,
  reportOthers,
  schemasOf,
  showProperty,
} from './compared.ts';
import { hasSameTag, staleTag } from './conditions.ts';
import { besideView, valueBeside } from './beside.ts';
import { isDeletedAgain, isSeen, look, see } from './look.ts';
import { keptScenes } from './kept-below.ts';
import { mergeScenes, nullScenes } from './merged.ts';
import { putStatusScenes } from './put-statuses.ts';
import { relationEndScenes } from './relation-ends.ts';
import { relationScenes, linkageScenes } from './relations.ts';
import { restorationScenes } from './restored.ts';
import type { Oracle, Resource, ResourceOperations, Stage } from './oracle.ts';
import { membersOf, sentIn } from './resource-view.ts';
import { sentBody, varying } from './varied.ts';

/** So many are replaced, all at once where that is taken. */
const ALL = 24;

/** So many are changed alone of a resource with unusual values. */
const VARIED = 2;

/** A change has what was sent, and nothing else. */
export const changes: Oracle = {
  id: 'changes',
  because:
    'PATCH applies the changes that its body has (RFC 5789, 2); PUT replaces the state of its target (RFC 9110, 9.3.4).',
  *scenes(cast) {
    const { document, resources, put } = cast;
    yield* relationScenes(cast);
    yield* relationEndScenes(cast);
    yield* linkageScenes(cast);
    yield* keptScenes(cast);
    for (const kind of [...resources, ...put]) {
      const { change, replace, remove } = kind;
      if (!isSeen(kind)) continue;
      for (const [name, schema] of change ? clientProperties(document, kind, change) : []) {
        const operation = change!;
        const play = (stage: Stage): Promise<void> => playChange(stage, kind, name, schema);
        yield { operation, title: `changes ${name} alone`, requests: 6, play };
        yield* mergeScenes(kind, operation, name, schema);
      }
      if (kind.read === undefined) continue;
      if (remove !== undefined) {
        const play = (stage: Stage): Promise<void> => playRemoval(stage, kind);
        yield { operation: remove, title: 'removes what was read before', requests: 5, play };
      }
      yield* restorationScenes(kind, resources);
      yield* nullScenes(cast, kind);
      if (change !== undefined) {
        const play = (stage: Stage): Promise<void> => playVaried(stage, kind);
        yield { operation: change, title: 'changes no other value', requests: 7, play };
      }
      if (replace === undefined) continue;
      const play = (stage: Stage): Promise<void> => playReplacement(stage, kind);
      yield { operation: replace, title: 'replaces the whole', requests: 4, play };
      yield* putStatusScenes(kind);
      const other = (stage: Stage): Promise<void> => playOthers(stage, kind);
      yield { operation: replace, title: 'replaces each property', requests: 4, play: other };
    }
  },
};

/** Changes one property: it is as it was sent, and the others stay. */
async function playChange(
  stage: Stage,
  kind: ResourceOperations,
  name: string,
  schema: EffectiveSchema,
): Promise<void> {
  const operation = kind.change!;
  const made = await stage.create(kind);
  if (overridden(stage, made)(name)) return;
  const before = await asItIs(stage, made);
  let isChanged = false;
  const done = await stage.finish(operation, {
    given: before.given,
    change: stage.changing(kind, operation, (body) => {
      const other = valueBeside([name, schema], before.view, body);
      isChanged = other !== undefined;
      return other === undefined ? body : { [name]: other };
    }),
  });
  const value = getProperty(sentIn(stage.document, kind, done) ?? {}, name);
  if (!isChanged || value === undefined || done.case.validity.kind === 'invalid') return;
  const after = await asItIs(stage, before, name);
  reportProperty(stage, done, { before, after, name, value });
  reportOthers(stage, done, { before, after, name });
  if (hasSameTag(before, after) && isAnother(before, after, name)) {
    stage.report(done, staleTag(before.given.etag!, operation));
  }
  await playEmpty(stage, after, name, schema);
}

/**
 * A resource as it is read, or else as its list has it, which may follow a moment later.
 *
 * @param changed What should be another than it was. Default: nothing.
 */
async function asItIs(stage: Stage, resource: Resource, changed?: string): Promise<Resource> {
  const { kind, view: before } = resource;
  if (kind.read !== undefined) return stage.read(resource);
  const isFine = ({ view }: Resource): boolean =>
    changed === undefined ||
    !equalJson(getProperty(view, changed) ?? null, getProperty(before, changed) ?? null);
  return stage.patience.look(kind.list!, () => see(stage, resource), isFine);
}

/** Of a resource with unusual values: what is reset to the usual ones shows. */
async function playVaried(stage: Stage, kind: ResourceOperations): Promise<void> {
  const { operation } = stage;
  const plain = await stage.create(kind);
  const usual = sentBody(stage, plain) ?? stage.end();
  const given = stage.besides(plain);
  for (const mayHide of [false, true]) {
    const vary = varying(stage, kind, kind.create, usual, mayHide);
    if (equalJson(vary(usual), usual)) continue;
    const change = stage.changing(kind, kind.create, vary);
    const varied = await stage.make(kind, { given, change });
    if (varied !== undefined) await changeSome(stage, varied, operation);
  }
}

/** Changes some properties alone: the others stay as unusual as they are. */
async function changeSome(stage: Stage, varied: Resource, operation: Operation): Promise<void> {
  const { kind } = varied;
  for (const [name, schema] of clientProperties(stage.document, kind, operation, VARIED)) {
    const before = await stage.read(varied);
    const was = getProperty(before.view, name);
    const other = anotherValue(schema, was, 'request');
    if (other === undefined) continue;
    // A fresh one is nobody else's.
    const change = stage.changing(kind, operation, (body) => ({
      [name]: valueBeside([name, schema], before.view, body) ?? other,
    }));
    const done = await stage.send(operation, { given: before.given, change });
    if (completionOf(done) === undefined) continue;
    if (done.case.validity.kind === 'invalid') return;
    reportOthers(stage, done, { before, after: await stage.read(before), name });
  }
}

/** Nothing is something: what is empty, zero or false is a value, too. */
async function playEmpty(
  stage: Stage,
  before: Resource,
  name: string,
  schema: EffectiveSchema,
): Promise<void> {
  const operation = before.kind.change!;
  const value = EMPTY.find((candidate) => isValidFor(candidate, schema, 'request'));
  if (value === undefined) return;
  const done = await stage.finish(operation, {
    given: before.given,
    change: stage.changing(before.kind, operation, () => ({ [name]: value })),
  });
  // A form has nothing for an empty list.
  const isForm = sentMediaType(operation, done.case.request)?.form !== undefined;
  if (isForm && Array.isArray(value)) return;
  reportProperty(stage, done, { before, after: await asItIs(stage, before, name), name, value });
}

const EMPTY: readonly JsonValue[] = ['', 0, false, []];

interface ChangeSeen {
  readonly before: Resource;
  readonly after: Resource;
  readonly name: string;
  /** What was sent. */
  readonly value: JsonValue;
}

/** What was sent has to be there, as far as answers tell of it. */
function reportProperty(
  stage: Stage,
  done: Resource['exchange'],
  { before, after, name, value }: ChangeSeen,
): void {
  const [was, is] = [getProperty(before.view, name), getProperty(after.view, name)];
  const told = schemasOf(stage.document, before.kind).told.get(name);
  // Where it is told in another form, nothing can be compared.
  if (told === undefined || !isValidFor(value, told, 'response') || was === undefined) return;
  const isStill = (current: JsonValue): boolean => isAsLeft({ name, schema: told }, was, current);
  if (is !== undefined && (isStill(value) || !isStill(is) || isHidden(name, is))) return;
  // What is empty may be told as nothing.
  if (is === undefined && (value === null || isEmpty(value))) return;
  const { kind } = before;
  if (is === undefined && !couldTell(stage.document, kind, after.view, { [name]: value })) return;
  stage.report(done, {
    message:
      is === undefined
        ? `${name} is missing, though it was sent`
        : `${name} stays as it was, though the change was accepted`,
    received: showProperty(name, is),
    documented: showProperty(name, value),
    ...(is !== undefined && {
      symptom: { kind: 'unchanged', of: done.case.operation.id, place: name },
    }),
  });
}

function isEmpty(value: JsonValue): boolean {
  return EMPTY.some((empty) => equalJson(empty, value));
}

function isAnother(before: Resource, after: Resource, name: string): boolean {
  const [was, is] = [getProperty(before.view, name), getProperty(after.view, name)];
  return was !== undefined && is !== undefined && !equalJson(was, is);
}

/** With another value of each property; where that is refused, of one after the other. */
async function playOthers(stage: Stage, kind: ResourceOperations): Promise<void> {
  const operation = kind.replace!;
  const made = await stage.create(kind);
  const isOwn = overridden(stage, made);
  const before = await stage.read(made);
  const all = clientProperties(stage.document, kind, operation, ALL);
  const properties = all.filter(([name]) => !isOwn(name));
  if (await replaceSome(stage, before, properties)) return;
  for (const property of properties) await replaceSome(stage, await stage.read(before), [property]);
}

/** Replaces a resource by one with other values of some properties; false where that is refused. */
async function replaceSome(
  stage: Stage,
  before: Resource,
  some: readonly (readonly [string, EffectiveSchema])[],
): Promise<boolean> {
  const { kind, view } = before;
  const operation = kind.replace!;
  const done = await stage.send(operation, {
    given: before.given,
    change: stage.changing(kind, operation, (body) => besideView(body, some, view)),
  });
  if (completionOf(done) === undefined || done.case.validity.kind === 'invalid') return false;
  const sent = sentIn(stage.document, kind, done) ?? {};
  const after = await stage.read(before);
  for (const [name] of some) {
    const value = getProperty(sent, name);
    if (value !== undefined) reportProperty(stage, done, { before, after, name, value });
  }
  return true;
}

/** What was read a moment ago is gone when it is deleted, and may be deleted once more without a crash. */
async function playRemoval(stage: Stage, kind: ResourceOperations): Promise<void> {
  const { remove, read } = kind;
  const before = await see(stage, await stage.create(kind));
  const done = await stage.finish(remove!, { given: before.given });
  const { view, exchange } = await look(stage, before);
  if (view !== undefined && !equalJson(view, before.view)) return;
  const isUndone = await isDeletedAgain(stage, before);
  if (view === undefined) return;
  const isSaid = hasResponse(read!, 404, 410);
  // Else what is read is old.
  stage.report(isUndone ? done : exchange, {
    severity: isSaid ? 'violation' : 'warning',
    message: 'what was deleted is read as it was before',
    received: 'the resource, unchanged',
    documented: '404 or 410: it is gone (RFC 9110, 9.3.5)',
  });
}

/** With the required properties only: what is not sent is not there any more, and what the server made stays. */
async function playReplacement(stage: Stage, kind: ResourceOperations): Promise<void> {
  const operation = kind.replace!;
  const made = await stage.create(kind);
  const isOwn = overridden(stage, made);
  const first = sentBody(stage, made) ?? {};
  const before = await stage.read(made);
  const { required } = membersOf(stage.document, kind, operation, 'taken');
  let sent: JsonObject = {};
  const done = await stage.finish(operation, {
    given: before.given,
    change: stage.changing(kind, operation, (body) => {
      sent = Object.fromEntries(Object.entries(body).filter(([name]) => required.has(name)));
      return sent;
    }),
  });
  const after = await stage.read(before);
  for (const { name, was, is } of lostOrigins(before, after)) {
    stage.report(done, {
      message: `${name} changes, which the server made when it created the resource`,
      received: showProperty(name, is),
      documented: showProperty(name, was),
    });
  }
  if (done.case.validity.kind === 'invalid') return;
  // What answers must have, a server may have to make up.
  const { required: always } = membersOf(stage.document, kind, kind.read!, 'told');
  for (const [name, schema] of clientProperties(stage.document, kind, operation)) {
    const [was, is] = [getProperty(before.view, name), getProperty(after.view, name)];
    if (was === undefined || is === undefined || was === null) continue;
    // An object that lacks some of what was in it is not the one from before.
    const isLeft = isJsonObject(was) ? equalJson(was, is) : isSameValue(was, is, schema.format);
    if (!isLeft || Object.hasOwn(sent, name) || always.has(name) || isOwn(name)) continue;
    // What nobody has sent, the server gives to all.
    if (!Object.hasOwn(first, name)) continue;
    // Its identity has two names.
    if (equalJson(is, before.identity)) continue;
    if (equalJson(is, schema.keyword('default') ?? null)) continue;
    stage.report(done, {
      rule: 'R4',
      message: `${name} is left from before, though the replacement has none`,
      received: showProperty(name, is),
      documented: `no ${name}, or its default`,
      symptom: { kind: MERGED, place: name },
    });
  }
}
