import { headerValue, responseOf } from '../../http/exchange.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { type JudgedExchange, acceptanceOf, etagOf } from '../cases/case.ts';
import { printable, showResponse } from '../checks/show.ts';
import { changingView } from './beside.ts';
import { changedProperties, clientProperties, schemasOf } from './compared.ts';
import { bodyVersionScenes } from './body-versions.ts';
import { IF_MATCH, IF_NONE_MATCH, heeds, parameterFor } from '../../model/conditions.ts';
import { isStrong, on, showStatus, staleTag, tagOf } from './conditions.ts';
import { look } from './look.ts';
import type { Oracle, Resource, ResourceOperations, Stage } from './oracle.ts';
import type { SceneRequest } from './scene-parts.ts';
import { responsesPointer } from '../checks/standing.ts';

/** So many changes of one version are sent together. */
const TOGETHER = 3;

/** An ETag is of one version, and a condition is heeded. */
export const conditional: Oracle = {
  id: 'conditional',
  because:
    'An ETag tells versions of a resource apart (RFC 9110, 8.8.3); If-Match limits a change to one of them (13.1.1), and If-None-Match gets only another (13.1.2).',
  *scenes({ document, resources, put }) {
    for (const kind of [...resources, ...put]) {
      yield* bodyVersionScenes(document, kind);
      const { read, replace, change, remove } = kind;
      if (replace && parameterFor(replace, IF_NONE_MATCH.header) !== undefined) {
        const play = (stage: Stage): Promise<void> => playCreation(stage, kind);
        yield { operation: replace, title: 'takes the place of nothing', requests: 3, play };
      }
      if (read === undefined) continue;
      for (const operation of [replace, change]) {
        if (operation === undefined) continue;
        const play = (stage: Stage): Promise<void> => playChange(stage, kind);
        yield { operation, title: 'makes another version', requests: 5, play };
        if (!heeds(operation, IF_MATCH)) continue;
        const any = (stage: Stage): Promise<void> => playLists(stage, kind);
        yield { operation, title: 'is of one of several versions', requests: 6, play: any };
      }
      if (remove !== undefined && (change ?? replace) && heeds(remove, IF_MATCH)) {
        const play = (stage: Stage): Promise<void> => playRemoval(stage, kind);
        yield { operation: remove, title: 'is of one version', requests: 6, play };
      }
      if (heeds(read, IF_NONE_MATCH)) {
        const play = (stage: Stage): Promise<void> => playRead(stage, kind);
        yield { operation: read, title: 'tells what is new', requests: 6, play };
        const known = (stage: Stage): Promise<void> => playKnown(stage, kind);
        yield { operation: read, title: 'knows several versions', requests: 5, play: known };
      }
      const play = (stage: Stage): Promise<void> => playSpelling(stage, kind);
      yield { operation: read, title: 'has an ETag in quotation marks', requests: 2, play };
    }
  },
};

/** Changes a resource, then tries to change the version before, then one version several times at once. */
async function playChange(stage: Stage, kind: ResourceOperations): Promise<void> {
  const { operation } = stage;
  const before = await stage.read(await stage.create(kind));
  const tag = tagOf(before) ?? stage.end();
  const hasCondition = heeds(operation, IF_MATCH);
  const changing = ({ view, given }: Resource): Promise<JudgedExchange> => {
    const some = clientProperties(stage.document, kind, operation);
    const vary = stage.changing(kind, operation, (body) => changingView(body, some, view));
    const condition = hasCondition ? on(operation, IF_MATCH, tag).change : undefined;
    const change: SceneRequest['change'] = (parts, fresh) => {
      const varied = vary(parts, fresh);
      return condition ? condition(varied, fresh) : varied;
    };
    return stage.send(operation, { given, change });
  };
  const done = await changing(before);
  const answer = acceptanceOf(done);
  if (answer === undefined) return expectTaken(stage, done, before);
  const after = await stage.read(before);
  reportLateTag(stage, done, { before, after });
  const changed = changedProperties(schemasOf(stage.document, kind), before.view, after.view);
  if (tagOf(after) === tag) {
    if (changed.length > 0 && isStrong(tag)) stage.report(done, staleTag(tag, operation));
    return;
  }
  if (!hasCondition || tagOf(after) === undefined) return;
  const late = await changing(after);
  if (!isAnother(done, late)) return;
  expectRefused(stage, late, tag);
  if (acceptanceOf(late) === undefined) await playTogether(stage, after, late);
}

/** The answer to a change tells of the version that it has made, or of none. */
function reportLateTag(
  stage: Stage,
  done: JudgedExchange,
  { before, after }: Record<'before' | 'after', Resource>,
): void {
  const told = etagOf(done);
  const [old, now] = [tagOf(before), tagOf(after)];
  if (told === undefined || told !== old || now === undefined || now === old) return;
  stage.report(done, {
    pointer: responsesPointer(done.case.operation),
    message: 'the answer to a change has the ETag of the version before',
    received: `ETag: ${told}, and ETag: ${now} when it is read`,
    documented: 'the ETag of the version that the change has made (RFC 9110, 8.8.3)',
  });
}

/** `*` is any version, and of a list of versions each one counts (RFC 9110, 13.1.1). */
async function playLists(stage: Stage, kind: ResourceOperations): Promise<void> {
  const { operation } = stage;
  const before = await stage.read(await stage.create(kind));
  const tag = tagOf(before) ?? stage.end();
  if (!isStrong(tag)) return;
  for (const list of [`"of-another", ${tag}`, '*']) {
    const now = await stage.read(before);
    const several = list === '*' ? list : `"of-another", ${tagOf(now)}`;
    const request = {
      given: { ...now.given, etag: undefined },
      ...on(operation, IF_MATCH, several),
    };
    const exchange = await stage.send(operation, request);
    await expectTaken(stage, exchange, now, several);
  }
}

/** What is created only where nothing is, changes nothing that is there (RFC 9110, 13.1.2). */
async function playCreation(stage: Stage, kind: ResourceOperations): Promise<void> {
  const { operation: replace } = stage;
  const { given } = await stage.create(kind);
  const request = { given: { ...given, etag: undefined }, ...on(replace, IF_NONE_MATCH, '*') };
  const exchange = await stage.send(replace, request);
  if (acceptanceOf(exchange) === undefined) return;
  stage.report(exchange, {
    pointer: responsesPointer(replace),
    message: 'If-None-Match: * has no effect',
    received: `${showStatus(exchange)}, though the resource is there`,
    documented: '412: there is a representation already (RFC 9110, 13.1.2)',
  });
}

/** Of a list, each version counts; a weak one is of the same version (RFC 9110, 13.1.2). */
async function playKnown(stage: Stage, kind: ResourceOperations): Promise<void> {
  const { operation: read } = stage;
  const before = await stage.read(await stage.create(kind));
  const tag = tagOf(before) ?? stage.end();
  const ask = async (value: string): Promise<JudgedExchange> =>
    stage.send(read, { given: before.given, ...on(read, IF_NONE_MATCH, value) });
  const known = await ask(tag);
  // A server that never says so may do without.
  if (responseOf(known)?.status !== IF_NONE_MATCH.status) return;
  if (headerValue(responseOf(known)!.headers, 'etag') === undefined) {
    stage.report(known, {
      pointer: responsesPointer(read),
      message: 'a 304 has no ETag',
      received: '304, without what the 200 has',
      documented: `ETag: ${tag} (RFC 9110, 15.4.5)`,
    });
  }
  const weak = isStrong(tag) ? `W/${tag}` : tag.slice(2);
  const ways = [
    { value: `"of-another", ${tag}`, severity: 'violation', what: 'a list that has the ETag' },
    { value: weak, severity: 'warning', what: 'the ETag as a weak one' },
  ] as const;
  for (const { value, severity, what } of ways) {
    const exchange = await ask(value);
    const answer = acceptanceOf(exchange);
    if (answer === undefined || etagOf(exchange) !== tag) continue;
    stage.report(exchange, {
      pointer: responsesPointer(read),
      severity,
      message: `If-None-Match with ${what} has no effect`,
      received: `${showStatus(exchange)} to If-None-Match: ${value}`,
      documented: '304 (RFC 9110, 13.1.2)',
    });
  }
}

/** RFC 9110, 8.8.3. */
const ETAG = /^(?:W\/)?"[\x21\x23-\x7E\x80-\xFF]*"$/;

async function playSpelling(stage: Stage, kind: ResourceOperations): Promise<void> {
  const { operation: read } = stage;
  const { exchange } = await stage.read(await stage.create(kind));
  const tag = etagOf(exchange);
  if (tag === undefined || ETAG.test(tag)) return;
  stage.report(exchange, {
    pointer: responsesPointer(read),
    severity: 'warning',
    message: 'the ETag is none that a client can send back',
    received: `ETag: ${printable(tag)}`,
    documented: 'a text in quotation marks, such as "v1" or W/"v1" (RFC 9110, 8.8.3)',
  });
}

/** Of several changes of one version, the first makes another one. */
async function playTogether(
  stage: Stage,
  { kind, ...resource }: Resource,
  refused: JudgedExchange,
): Promise<void> {
  const { operation } = refused.case;
  const now = await stage.read({ kind, ...resource });
  const changed = changedProperties(schemasOf(stage.document, kind), resource.view, now.view);
  if (changed.length > 0) {
    stage.report(refused, {
      pointer: responsesPointer(operation),
      message: 'a change that is refused is made all the same',
      received: `${changed.map(({ name }) => name).join(', ')} changed`,
      documented: 'a refused request changes nothing',
    });
    return;
  }
  const tag = tagOf(now);
  if (tag === undefined || tag !== tagOf({ given: resource.given }) || !isStrong(tag)) return;
  const request = { given: now.given, ...on(operation, IF_MATCH, tag) };
  const sent = await Promise.all(
    Array.from({ length: TOGETHER }, () => stage.send(operation, request)),
  );
  const [first, second] = sent.filter((exchange) => acceptanceOf(exchange) !== undefined);
  if (first === undefined || second === undefined || !isAnother(first, second)) return;
  stage.report(second, {
    pointer: responsesPointer(operation),
    message: 'several changes of one version are taken when they come together',
    received: `${showStatus(second)} to more than one request with If-Match: ${tag}`,
    documented: 'one is taken: after it, there is another version (RFC 9110, 13.1.1)',
  });
}

/** Deletes the version before the current one, then the current one. */
async function playRemoval(stage: Stage, kind: ResourceOperations): Promise<void> {
  const { operation: remove } = stage;
  const before = await stage.read(await stage.create(kind));
  const tag = tagOf(before) ?? stage.end();
  await stage.finish((kind.change ?? kind.replace)!, { given: before.given });
  const after = await stage.read(before);
  const current = tagOf(after);
  if (current === undefined || current === tag) return;
  const late = await stage.send(remove, { given: after.given, ...on(remove, IF_MATCH, tag) });
  expectRefused(stage, late, tag);
  if (acceptanceOf(late) !== undefined) return;
  if ((await look(stage, after)).view === undefined) {
    return stage.report(late, {
      pointer: responsesPointer(remove),
      message: 'a deletion that is refused is made all the same',
      received: 'the resource is gone',
      documented: 'a refused request changes nothing',
    });
  }
  const request = { given: after.given, ...on(remove, IF_MATCH, current) };
  await expectTaken(stage, await stage.send(remove, request), after);
}

/** The version before the current one is asked for no more: what is not known yet is told. */
async function playRead(stage: Stage, kind: ResourceOperations): Promise<void> {
  const { operation: read } = stage;
  const before = await stage.read(await stage.create(kind));
  const tag = tagOf(before) ?? stage.end();
  const request = { given: before.given, ...on(read, IF_NONE_MATCH, tag) };
  const known = await stage.send(read, request);
  const answer = acceptanceOf(known);
  if (answer !== undefined && etagOf(known) === tag) {
    stage.report(known, {
      pointer: responsesPointer(read),
      message: 'what the client has is sent again, in spite of If-None-Match',
      received: `${showResponse(answer)}, ETag: ${tag}`,
      documented: '304, without a body (RFC 9110, 13.1.2)',
    });
  }
  const change = kind.change ?? kind.replace ?? stage.end();
  await stage.finish(change, { given: before.given });
  if (tagOf(await stage.read(before)) === tag) return;
  const late = await stage.send(read, request);
  if (responseOf(late)?.status !== IF_NONE_MATCH.status) return;
  stage.report(late, {
    pointer: responsesPointer(read),
    message: 'a 304 says that nothing is new, though the resource has changed',
    received: `304 to If-None-Match: ${tag}, of the version before`,
    documented: 'the resource: it has another ETag now (RFC 9110, 13.1.2)',
  });
}

/** A version that is no more can't be changed. */
function expectRefused(stage: Stage, exchange: JudgedExchange, tag: string): void {
  if (acceptanceOf(exchange) === undefined) return;
  stage.report(exchange, {
    pointer: responsesPointer(exchange.case.operation),
    message: 'If-Match with the ETag of an earlier version has no effect',
    received: `${showStatus(exchange)} to If-Match: ${tag}`,
    documented: '412: this version is no more (RFC 9110, 13.1.1)',
  });
}

/** The current version can be changed, as far as conditions go; a weak ETag never matches. */
async function expectTaken(
  stage: Stage,
  exchange: JudgedExchange,
  resource: Resource,
  sent?: string,
): Promise<void> {
  const tag = tagOf(resource);
  const isUnmet = responseOf(exchange)?.status === IF_MATCH.status;
  if (!isUnmet || tag === undefined || !isStrong(tag)) return;
  if (tagOf(await stage.read(resource)) !== tag) return;
  stage.report(exchange, {
    pointer: responsesPointer(exchange.case.operation),
    message: `If-Match with ${sent === undefined ? 'the current ETag' : sent === '*' ? '*' : 'several ETags, of which one is current,'} is refused`,
    received: `${showStatus(exchange)} to If-Match: ${sent ?? tag}`,
    documented: 'the condition is met (RFC 9110, 13.1.1)',
  });
}

/** Whether they ask for different things: what is asked for again may be done already (RFC 9110, 13.1.1). */
function isAnother({ case: first }: JudgedExchange, { case: other }: JudgedExchange): boolean {
  return !equalJson(first.request.value ?? null, other.request.value ?? null);
}
