import { isUndoing } from '../../model/resources/action-states.ts';
import {
  type Operation,
  type SecurityScheme,
  hasResponse,
  operations,
} from '../../model/operation.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { dangerOf } from '../../model/resources/danger.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { type Given, type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { withParameter } from '../cases/generate/candidate.ts';
import type { Cast, Oracle, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { type ListModel, listOf } from '../../model/lists/lists.ts';
import { valueOf } from '../../model/lists/item-properties.ts';
import type { ParameterParts } from '../../http/compose-request.ts';
import { freshKey, onceKeyOf, schemaOf } from '../../model/requests/required-parameters.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { changedProperties, schemasOf } from './compared.ts';
import { drawnOnce } from './drawn-once.ts';
import { isListed, parametersWith, walk } from './list-walk.ts';
import { together, valueFor } from './field-values.ts';
import { isSeen, look, see } from './look.ts';
import { kindAt, placed } from './placed.ts';
import { asOther, asks, breach, DEEDS, isOfClients } from './clients.ts';
import { referenceScenes } from './others-references.ts';
import { kindReferredTo } from './resource-operations.ts';
import { isAnswered } from '../../http/exchange.ts';

/** What one client has created is no other client's. */
export const otherClient: Oracle = {
  id: 'other-client',
  because:
    'You said with --other-credential that these clients may not see each other’s resources.',
  *scenes(cast) {
    if (!cast.hasOtherClient) return;
    for (const kind of cast.resources) {
      for (const operation of deedsOf(kind, cast)) yield deedScene(kind, operation, cast.put);
      for (const operation of [kind.replace, kind.change, kind.remove]) {
        if (operation === undefined || !isSeen(kind)) continue;
        if (isOfClients(kind.create, operation)) yield refusalScene(kind, operation);
      }
      yield* referenceScenes(kind, cast);
      const list = kind.list && listOf(cast.document, kind.list);
      const { create } = kind;
      if (list !== undefined && isOfClients(create, list.operation)) yield* listScenes(kind, list);
      if (!asks(create) || onceKeyOf(create) === undefined) continue;
      const play = (stage: Stage): Promise<void> => playKey(stage, kind);
      yield { operation: create, title: 'has keys of each client', requests: 3, play };
    }
  },
};

/** What can be done with one, and below it; lists are looked into. */
function deedsOf(kind: ResourceOperations, { document, resources }: Cast): Operation[] {
  const lists = new Set(resources.map(({ list }) => list));
  return operations(document).filter((operation) => {
    const isOwn =
      kindAt(operation, resources) === kind &&
      !lists.has(operation) &&
      isOfClients(kind.create, operation);
    return isOwn && dangerOf(document, operation)?.spreads !== true;
  });
}

function deedScene(kind: ResourceOperations, operation: Operation, put: Cast['put']): Scene {
  return {
    operation,
    title: 'is refused to another client',
    requests: 2,
    play: async (stage) => {
      const { given } = await placed(stage, operation, kind, put);
      // Only what was deleted can be brought back.
      if (isUndoing(operation) && kind.remove) await stage.succeed(kind.remove, { given });
      const refused = await asOther(stage).send(operation, { given });
      const exchange = isRefusedBody(refused)
        ? await asOther(stage).send(operation, { given: await withOwn(stage, operation, given) })
        : refused;
      if (acceptanceOf(exchange) !== undefined) stage.report(exchange, breach(exchange));
    },
  };
}

/** Whether it may be what the body refers to that is refused, as that is the first client's. */
function isRefusedBody(exchange: JudgedExchange): boolean {
  return isAnswered(exchange, 400, 422);
}

/** With something of the other client's own in place of what a body refers to. */
async function withOwn(stage: Stage, operation: Operation, given: Given): Promise<Given> {
  const { references: wanted = [] } = stage.template(operation, {}) ?? {};
  const references: Record<string, JsonValue> = { ...given.references };
  for (const { key } of wanted) {
    const target = kindReferredTo(stage.document, key);
    const made = target && (await asOther(stage).make(target));
    if (made !== undefined) references[key] = made.identity;
  }
  return { ...given, references };
}

/** A refused change or deletion leaves what its owner has. */
function refusalScene(kind: ResourceOperations, operation: Operation): Scene {
  return {
    operation,
    title: 'leaves what it refuses as it is',
    requests: 4,
    play: async (stage) => {
      const before = await see(stage, await stage.create(kind));
      const exchange = await asOther(stage).send(operation, { given: before.given });
      if (acceptanceOf(exchange) !== undefined) return;
      const { view } = await look(stage, before);
      const changed = view && changedProperties(schemasOf(stage.document, kind), before.view, view);
      if (changed?.length === 0) return;
      stage.report(exchange, {
        ...breach(exchange),
        message: `${DEEDS[operation.method]} what another client has created, though it answers with a refusal`,
        received: changed ? `another ${changed[0]!.name}` : 'the resource is gone',
        documented: 'a refused request changes nothing',
      });
    },
  };
}

/** The whole list, and what each reference in it chooses. */
function* listScenes(kind: ResourceOperations, list: ListModel): Iterable<Scene> {
  const { operation } = list;
  const scene = (title: string, choice: Choice): Scene => {
    return { operation, title, requests: 3, play: (stage) => playList(stage, kind, list, choice) };
  };
  const usual: Choice['choose'] = ({ view }) => parametersWith(list, view);
  yield scene('is refused to another client', { choose: usual });
  for (const { field, property, operator } of list.filters) {
    const isReference = operator === '=' && /(?:id|slug|key|uuid)$/i.test(property.path.at(-1)!);
    if (!isReference) continue;
    const choose: Choice['choose'] = (created) => {
      const value = valueOf(property, created.view);
      const parts = usual(created);
      const isKnown = value !== undefined && value !== null && parts !== undefined;
      return isKnown ? together(parts, valueFor(field, value)) : undefined;
    };
    const words = ` by ${field.name}`;
    yield scene(`is refused to another client${words}`, { choose, words });
  }
}

/** Which part of a list is asked for. */
interface Choice {
  readonly choose: (created: Resource) => ParameterParts | undefined;
  /** For people. Default: none. */
  readonly words?: string | undefined;
}

async function playList(
  stage: Stage,
  kind: ResourceOperations,
  list: ListModel,
  { choose, words = '' }: Choice,
): Promise<void> {
  const created = await stage.create(kind);
  const { pages, items } = await walk(asOther(stage), list, {
    given: stage.besides(created),
    parameters: choose(created) ?? stage.end(),
    wanted: created,
  });
  const last = pages.at(-1);
  if (last === undefined || !isListed({ items }, created)) return;
  const common = breach(last);
  stage.report(last, { ...common, message: common.message + words });
}

/** A key of one client is none of another's. */
async function playKey(stage: Stage, kind: ResourceOperations): Promise<void> {
  const key = onceKeyOf(kind.create) ?? stage.end();
  const schema = schemaOf(stage.document, key);
  const change = withParameter(key.name, (fresh) => freshKey(schema, fresh));
  const sent = drawnOnce(stage.template(kind.create, { change }) ?? stage.end());
  const first = stage.createdBy(kind, await stage.deliver(sent)) ?? stage.end();
  const exchange = await asOther(stage).deliver(sent);
  const other = stage.createdBy(kind, exchange);
  if (other === undefined || !equalJson(other.identity, first.identity)) return;
  stage.report(exchange, {
    ...breach(exchange),
    message: 'an idempotency key gets the resource of another client',
    received: 'the identity of what another client has created',
    documented: 'each client has keys of its own',
  });
}

/** What asks for a scheme of its own isn't done for whoever has the usual one. */
export const roles: Oracle = {
  id: 'roles',
  because:
    'Only one of the alternatives of its security authorizes a request (OpenAPI 3.1.0, 4.8.30).',
  *scenes(cast) {
    const { document, schemes } = cast;
    const usual = usualScheme(document);
    const weak = [...(usual === undefined ? [] : [usual]), ...readingSchemes(document)];
    for (const scheme of weak.filter(({ name }) => schemes?.has(name) === true)) {
      for (const operation of operations(document)) {
        const isBeyond =
          scheme === usual ? isApart(operation, scheme, cast) : isKept(operation, scheme, cast);
        if (!isBeyond) continue;
        const play = (stage: Stage): Promise<void> => playOne(stage, operation, scheme);
        yield { operation, title: `is not done with ${scheme.name}`, requests: 2, play };
      }
    }
  },
};

/**
 * The scheme of whoever has no special rights: the one that most operations ask for, and nothing else. Whoever
 * has another one may have more rights, not fewer.
 */
function usualScheme(document: OpenApiDocument): SecurityScheme | undefined {
  const all = operations(document);
  const alone = all.flatMap(({ security }) => {
    const [[scheme] = []] = security;
    return security.length === 1 && security[0]!.length === 1 ? scheme! : [];
  });
  const groups = [...Map.groupBy(alone, ({ name }) => name).values()];
  const [most, next = []] = groups.toSorted((a, b) => b.length - a.length);
  return most !== undefined && most.length > next.length ? most[0] : undefined;
}

/** Those that only read, and only what another scheme reads, too: whoever has the other one may do more. */
function readingSchemes(document: OpenApiDocument): SecurityScheme[] {
  const all = operations(document);
  const schemes = new Map(
    all.flatMap(({ security }) => security.flat().map((scheme) => [scheme.name, scheme])),
  );
  return [...schemes.values()].filter((scheme) => {
    const allowed = all.filter((operation) => isAllowed(operation, scheme));
    const isReading = ({ method, security }: Operation): boolean =>
      method === 'GET' && security.length > 1;
    return !MIGHTY.test(scheme.name) && allowed.every((operation) => isReading(operation));
  });
}

function isAllowed({ security }: Operation, { name }: SecurityScheme): boolean {
  return security.some((alternative) => alternative.some((required) => required.name === name));
}

/** Whether it asks for what stands beside a scheme elsewhere, and not for the scheme. */
function isKept(operation: Operation, weak: SecurityScheme, { document }: Cast): boolean {
  const beside = new Set(
    operations(document)
      .filter((other) => isAllowed(other, weak))
      .flatMap(({ security }) => security.flat().map(({ name }) => name)),
  );
  const asked = operation.security.flat();
  const isOfBoth = asked.length > 0 && asked.every(({ name }) => beside.has(name));
  return isOfBoth && !isAllowed(operation, weak) && dangerOf(document, operation)?.spreads !== true;
}

/** Whether it asks for a scheme with more rights, that the run has. */
function isApart(operation: Operation, usual: SecurityScheme, cast: Cast): boolean {
  const { document, schemes } = cast;
  const [[scheme] = []] = operation.security;
  const isOne = operation.security.length === 1 && operation.security[0]!.length === 1;
  if (!isOne || scheme === undefined || scheme.name === usual.name) return false;
  const isGiven = schemes?.has(scheme.name) && dangerOf(document, operation)?.spreads !== true;
  return isGiven === true && hasMoreRights(document, scheme, usual);
}

const MIGHTY =
  /admin|operator|root|super|staff|manage|owner|internal|secret|master|maintain|editor|moderator/i;

/** Told by its name, or by what it is for: what writes where the usual one reads. */
function hasMoreRights(
  document: OpenApiDocument,
  scheme: SecurityScheme,
  usual: SecurityScheme,
): boolean {
  if (MIGHTY.test(usual.name)) return false;
  const all = operations(document);
  const ofScheme = (other: SecurityScheme): Operation[] =>
    all.filter((operation) => isAllowed(operation, other));
  const read = new Set(
    ofScheme(usual).flatMap(({ method, path }) => (method === 'GET' ? path : [])),
  );
  const isForWrites = ofScheme(scheme).every(({ method }) => method !== 'GET');
  const isBeside = ofScheme(scheme).some(({ path }) => read.has(path));
  return MIGHTY.test(scheme.name) || (isForWrites && isBeside);
}

async function playOne(stage: Stage, operation: Operation, usual: SecurityScheme): Promise<void> {
  const reason = `${usual.name} is not what it asks for`;
  const exchange = await stage.as({ otherScheme: usual }, reason).send(operation);
  const response = acceptanceOf(exchange);
  if (response === undefined) return;
  const isSaid = hasResponse(operation, 401, 403);
  stage.report(exchange, {
    severity: isSaid ? 'violation' : 'warning',
    message: `it is done for whoever has a credential of ${usual.name}`,
    received: `${response.status} with a credential of ${usual.name}`,
    documented: `a refusal: it asks for ${operation.security
      .flat()
      .map(({ name }) => name)
      .join(', ')}`,
    symptom: { kind: 'security', of: operation.id },
  });
}
