import { type ReceivedResponse, headerValue } from '../../http/exchange.ts';
import type { Operation } from '../../model/operation.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import type { Observation } from '../checks/check.ts';
import { showResponse } from '../checks/show.ts';
import { changedProperties, schemasOf } from './compared.ts';
import type { Oracle, Resource, ResourceOperations, Stage } from './oracle.ts';
import type { SceneRequest } from './stage.ts';

/** So many changes of one version are sent together. */
const TOGETHER = 3;

/** An ETag is of one version, and a condition is heeded. */
export const conditional: Oracle = {
  id: 'conditional',
  because:
    'An ETag tells versions of a resource apart (RFC 9110, 8.8.3); If-Match holds a change to one of them (13.1.1), If-None-Match gets what is another (13.1.2).',
  *scenes({ resources }) {
    for (const kind of resources) {
      const { read, replace, change, remove } = kind;
      if (read === undefined) continue;
      for (const operation of [replace, change]) {
        if (operation === undefined) continue;
        const play = (stage: Stage): Promise<void> => playChange(stage, kind, operation);
        yield { operation, title: 'makes another version', requests: 5, play };
      }
      if (remove !== undefined && (change ?? replace) && heeds(remove, IF_MATCH)) {
        const play = (stage: Stage): Promise<void> => playRemoval(stage, kind, remove);
        yield { operation: remove, title: 'is of one version', requests: 6, play };
      }
      if (heeds(read, IF_NONE_MATCH)) {
        const play = (stage: Stage): Promise<void> => playRead(stage, kind, read);
        yield { operation: read, title: 'tells what is new', requests: 6, play };
      }
    }
  },
};

/** A header by which a request is made on a condition, and the status that says that it isn't met. */
interface Condition {
  readonly header: string;
  readonly status: number;
}

const IF_MATCH: Condition = { header: 'If-Match', status: 412 };
const IF_NONE_MATCH: Condition = { header: 'If-None-Match', status: 304 };

/** Whether the document says that an operation heeds a condition. */
function heeds(operation: Operation, { header, status }: Condition): boolean {
  const isShown = operation.responses.some((one) => one.status === `${status}`);
  return isShown || parameterFor(operation, header) !== undefined;
}

function parameterFor({ parameters }: Operation, header: string): string | undefined {
  return parameters.find(
    ({ in: place, name }) => place === 'header' && name.toLowerCase() === header.toLowerCase(),
  )?.name;
}

/** A request on a condition. */
function on(operation: Operation, { header }: Condition, tag: string): SceneRequest {
  const name = parameterFor(operation, header);
  return {
    change: ({ parameters, headers, ...parts }) =>
      name === undefined
        ? { ...parts, parameters, headers: { ...headers, [header]: tag } }
        : { ...parts, headers, parameters: { ...parameters, [name]: tag } },
  };
}

/** Changes a resource, then tries to change the version before, then one version several times at once. */
async function playChange(
  stage: Stage,
  kind: ResourceOperations,
  operation: Operation,
): Promise<void> {
  const before = await stage.read(await stage.create(kind));
  const tag = tagOf(before) ?? stage.end();
  const hasCondition = heeds(operation, IF_MATCH);
  const condition = hasCondition ? on(operation, IF_MATCH, tag) : {};
  const done = await stage.send(operation, { given: before.given, ...condition });
  if (acceptanceOf(done) === undefined) return expectTaken(stage, done, before);
  const after = await stage.read(before);
  const changed = changedProperties(schemasOf(stage.document, kind), before.view, after.view);
  if (tagOf(after) === tag) {
    if (changed.length > 0 && isStrong(tag)) stage.report(done, staleTag(tag, operation));
    return;
  }
  if (!hasCondition || tagOf(after) === undefined) return;
  const late = await stage.send(operation, { given: after.given, ...condition });
  if (!isAnother(done, late)) return;
  expectRefused(stage, late, tag);
  if (acceptanceOf(late) === undefined) await playTogether(stage, after, late);
}

function staleTag(tag: string, { pointer }: Operation): Observation {
  return {
    severity: 'violation',
    rule: 'R9',
    message: 'the ETag stays as it is when the resource changes',
    received: `${tag}, before and after`,
    documented: 'a strong ETag is of one representation (RFC 9110, 8.8.1)',
    pointer,
  };
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
      ...broken(operation),
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
  const [first, second] = sent.filter((one) => acceptanceOf(one) !== undefined);
  if (first === undefined || second === undefined || !isAnother(first, second)) return;
  stage.report(second, {
    ...broken(operation),
    message: 'several changes of one version are taken when they come together',
    received: `${showStatus(second)} to more than one request with If-Match: ${tag}`,
    documented: 'one is taken: after it, there is another version (RFC 9110, 13.1.1)',
  });
}

/** Deletes the version before the current one, then the current one. */
async function playRemoval(
  stage: Stage,
  kind: ResourceOperations,
  remove: Operation,
): Promise<void> {
  const before = await stage.read(await stage.create(kind));
  const tag = tagOf(before) ?? stage.end();
  await stage.succeed((kind.change ?? kind.replace)!, { given: before.given });
  const after = await stage.read(before);
  const current = tagOf(after);
  if (current === undefined || current === tag) return;
  const late = await stage.send(remove, { given: after.given, ...on(remove, IF_MATCH, tag) });
  expectRefused(stage, late, tag);
  if (acceptanceOf(late) !== undefined) return;
  const request = { given: after.given, ...on(remove, IF_MATCH, current) };
  await expectTaken(stage, await stage.send(remove, request), after);
}

/** The version before the current one is asked for no more: what is not known yet is told. */
async function playRead(stage: Stage, kind: ResourceOperations, read: Operation): Promise<void> {
  const before = await stage.read(await stage.create(kind));
  const tag = tagOf(before) ?? stage.end();
  const request = { given: before.given, ...on(read, IF_NONE_MATCH, tag) };
  const known = await stage.send(read, request);
  const answer = acceptanceOf(known);
  if (answer !== undefined && headerValue(answer.headers, 'etag') === tag) {
    stage.report(known, {
      ...broken(read),
      message: 'what the client has is sent again, in spite of If-None-Match',
      received: `${showResponse(answer)}, ETag: ${tag}`,
      documented: '304, without a body (RFC 9110, 13.1.2)',
    });
  }
  const change = kind.change ?? kind.replace ?? stage.end();
  await stage.succeed(change, { given: before.given });
  if (tagOf(await stage.read(before)) === tag) return;
  const late = await stage.send(read, request);
  if (responseOf(late)?.status !== IF_NONE_MATCH.status) return;
  stage.report(late, {
    ...broken(read),
    message: 'a 304 says that nothing is new, though the resource has changed',
    received: `304 to If-None-Match: ${tag}, of the version before`,
    documented: 'the resource: it has another ETag now (RFC 9110, 13.1.2)',
  });
}

/** A version that is no more can't be changed. */
function expectRefused(stage: Stage, exchange: JudgedExchange, tag: string): void {
  if (acceptanceOf(exchange) === undefined) return;
  stage.report(exchange, {
    ...broken(exchange.case.operation),
    message: 'If-Match with the ETag of an earlier version is of no effect',
    received: `${showStatus(exchange)} to If-Match: ${tag}`,
    documented: '412: this version is no more (RFC 9110, 13.1.1)',
  });
}

/** The current version can be changed, as far as conditions go; a weak ETag never matches. */
async function expectTaken(
  stage: Stage,
  exchange: JudgedExchange,
  resource: Resource,
): Promise<void> {
  const tag = tagOf(resource);
  const isUnmet = responseOf(exchange)?.status === IF_MATCH.status;
  if (!isUnmet || tag === undefined || !isStrong(tag)) return;
  if (tagOf(await stage.read(resource)) !== tag) return;
  stage.report(exchange, {
    ...broken(exchange.case.operation),
    message: 'If-Match with the current ETag is refused',
    received: `${showStatus(exchange)} to If-Match: ${tag}`,
    documented: 'the condition is met (RFC 9110, 13.1.1)',
  });
}

function broken(operation: Operation): Pick<Observation, 'severity' | 'rule' | 'pointer'> {
  return { severity: 'violation', rule: 'R9', pointer: `${operation.pointer}/responses` };
}

function tagOf({ given }: Pick<Resource, 'given'>): string | undefined {
  return given.etag;
}

/** Weak ones need not change with every change (RFC 9110, 8.8.1). */
function isStrong(tag: string): boolean {
  return tag.startsWith('"');
}

/** Whether they ask for different things: what is asked for again may be done already (RFC 9110, 13.1.1). */
function isAnother({ case: one }: JudgedExchange, { case: other }: JudgedExchange): boolean {
  return !equalJson(one.request.value ?? null, other.request.value ?? null);
}

function responseOf({ outcome }: JudgedExchange): ReceivedResponse | undefined {
  return outcome.kind === 'response' ? outcome.response : undefined;
}

function showStatus(exchange: JudgedExchange): string {
  return `${responseOf(exchange)?.status ?? 'no answer'}`;
}
