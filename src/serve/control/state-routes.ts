import type { Collection } from '../../mock/collection.ts';
import type { ManagedCollection } from '../../mock/resource-store.ts';
import { StateError } from '../../mock/state-error.ts';
import { compareValues } from '../../model/lists/compare-values.ts';
import { mentions } from '../../model/lists/filters.ts';
import type { JsonObject, JsonValue } from '../../openapi/json/json-value.ts';
import { textOf, readings } from '../../openapi/json/stringify-json.ts';
import { ControlError, type Reply } from './reply.ts';
import type { FaultOptions } from '../../mock/faults.ts';
import type { ProfileAnswers } from '../../questions/answer.ts';
import type { SandboxState } from '../../questions/scenarios/scenario.ts';
import { DONE, type RouteContext, type StateRoute } from './route.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Sandboxes } from '../sandbox/sandboxes.ts';
import type { StoredResources } from '../sandbox/stored-resources.ts';

interface ProfileChoice {
  readonly profile?: string;
  readonly answers?: ProfileAnswers;
}

interface GivenAnswer {
  readonly question: string;
  readonly answer: string;
  readonly operation?: string;
}

/** The routes of the control API by what a sandbox holds, by the operation ids of its document. */
export const stateRoutes: Readonly<Record<string, StateRoute['answer']>> = {
  // What a sandbox keeps.
  listResources: ({ sandbox, parameters }) => {
    const { stored, store } = sandbox();
    const path = collectionOf(parameters);
    const part = selectResources(stored.collection(path), parameters);
    const identity = stored.identityAt(path);
    return { status: 200, body: { ...part, identity, ...collectionsOf(stored, store.total) } };
  },
  seedResources: (context: RouteContext<{ readonly resources: readonly JsonObject[] }>) => {
    const { sandbox, parameters, body } = context;
    const path = collectionOf(parameters);
    sandbox().stored.seed(body.resources, path);
    return { status: 200, body: { total: sandbox().stored.collection(path).size } };
  },
  clearResources: ({ sandbox, parameters }) => {
    sandbox().stored.clear(collectionOf(parameters));
    return DONE;
  },
  getResource: (context) => ({ status: 200, body: storedResource(context).get() }),
  putResource: (context: RouteContext<JsonObject>) => ({
    status: 200,
    body: storedResource(context).put(context.body),
  }),
  changeResource: (context: RouteContext<JsonObject>) => {
    const resource = storedResource(context);
    return { status: 200, body: resource.put({ ...resource.get(), ...context.body }) };
  },
  deleteResource: (context) => {
    storedResource(context).remove();
    return DONE;
  },
  getSnapshot: ({ sandbox }) => ({ status: 200, body: sandbox().snapshot() }),
  restoreSnapshot: ({ sandbox, body }: RouteContext<Partial<SandboxState>>) => {
    sandbox().restore(body);
    return DONE;
  },
  getSettings: ({ sandbox }) => ({ status: 200, body: { latency: sandbox().latency } }),
  changeSettings: ({ sandbox, body }: RouteContext<{ readonly latency: number }>) => {
    const { latency } = body;
    sandbox().setLatency(latency);
    return { status: 200, body: { latency } };
  },
  listScenarios: ({ sandbox, sandboxes }) => {
    const scenarios = [...sandboxes().service.scenarios].map(([name, { description }]) => ({
      name,
      description,
    }));
    return { status: 200, body: { scenarios, scenario: sandbox().scenario } };
  },
  chooseScenario: ({ sandbox, body }: RouteContext<{ readonly scenario: string | null }>) => {
    sandbox().chooseScenario(body.scenario);
    return DONE;
  },
  // How a sandbox answers open questions.
  getProfile: ({ sandbox, sandboxes }) => profile(sandbox(), sandboxes()),
  setProfile: ({ sandbox, sandboxes, body }: RouteContext<ProfileChoice>) => {
    if (body.profile === undefined) sandbox().setAnswers(body.answers ?? {});
    else sandbox().setProfile(body.profile);
    return profile(sandbox(), sandboxes());
  },
  answerQuestion: ({ sandbox, sandboxes, body }: RouteContext<GivenAnswer>) => {
    sandbox().answer(body.question, body.answer, body.operation);
    return profile(sandbox(), sandboxes());
  },
  // Answers that go wrong on purpose.
  listFaults: ({ sandbox }) => ({ status: 200, body: { faults: sandbox().faults.list() } }),
  addFault: ({ sandbox, body }: RouteContext<FaultOptions>) => ({
    status: 201,
    body: sandbox().addFault(body),
  }),
  clearFaults: ({ sandbox }) => {
    sandbox().clearFaults();
    return DONE;
  },
  removeFault: ({ sandbox, parameters }) => {
    const id = Number(parameters['id']);
    if (sandbox().removeFault(id)) return DONE;
    throw new ControlError(404, 'unknown-fault', `No fault with the id ${id} waits.`);
  },
};

/** How many collections a list names: there can be as many as resources. */
export const MAX_COLLECTIONS = 1000;

function collectionOf(parameters: Readonly<Record<string, JsonValue>>): string | undefined {
  return parameters['collection'] as string | undefined;
}

function storedResource({ sandbox, parameters }: RouteContext): StoredResource {
  const collection = sandbox().stored.resourcesAt<JsonObject>(collectionOf(parameters));
  return new StoredResource(collection, parameters['identity']);
}

/** What a list says of the collections. */
function collectionsOf(stored: StoredResources, total: number): object {
  if (!stored.isInCollections) return { collection: stored.only };
  const all = stored.sizes();
  const named = [...all].slice(0, MAX_COLLECTIONS);
  return {
    collections: named.map(([collection, total]) => ({ collection, total })),
    collectionCount: all.size,
    stored: total,
  };
}

function profile(sandbox: Sandbox, { service }: Sandboxes): Reply {
  const given = sandbox.answers();
  const operations = [...service.questions]
    .filter(([, questions]) => questions.length > 0)
    .map(([operation, questions]) => ({
      operation,
      questions: questions.map(({ id, question, leftOpenBy, answers, usual }) => ({
        id,
        question,
        leftOpenBy,
        answer: given[operation]?.[id],
        answers: answers.words,
        takesStatus: answers.refused,
        takesNumber: answers.number === true,
        isDefault: given[operation]?.[id] === usual,
      })),
    }));
  const profiles = Object.keys(service.profiles);
  return { status: 200, body: { profile: sandbox.profile, profiles, operations } };
}

type Parameters = Readonly<Record<string, JsonValue>>;

/** A part of a list: those that have all words of `q` in their values, in the order of `sort`. */
function selectResources(
  collection: ManagedCollection,
  { q = '', sort = '', offset, limit }: Parameters,
): { readonly resources: readonly JsonObject[]; readonly total: number } {
  const [first, count] = [Number(offset), Number(limit)];
  if (q === '' && sort === '')
    return { resources: collection.list(first, count), total: collection.size };
  const words = textOf(q).trim();
  const found =
    words === ''
      ? collection.list()
      : collection.list().filter((resource) => mentions(resource, words));
  if (sort !== '') found.sort(orderBy(textOf(sort)));
  return { resources: found.slice(first, first + count), total: found.length };
}

/** Whatever lacks the property comes last. */
function orderBy(sort: string): (left: JsonObject, right: JsonObject) => number {
  const isDescending = sort.startsWith('-');
  const name = isDescending ? sort.slice(1) : sort;
  return (left, right) => {
    const [before, other] = [left[name], right[name]];
    if (before === undefined || other === undefined) {
      return Number(before === undefined) - Number(other === undefined);
    }
    const order = compareValues(before, other) ?? textOf(before).localeCompare(textOf(other));
    return isDescending ? -order : order;
  };
}

/** One stored resource, by the text of its identity. */
class StoredResource {
  readonly #collection: Collection;
  readonly #text: string;

  constructor(collection: Collection, text: JsonValue | undefined) {
    this.#collection = collection;
    this.#text = textOf(text ?? '');
  }

  /** @throws {ControlError} where there is none. */
  get(): JsonObject {
    const value = [...readings(this.#text)].find((reading) => this.#collection.has(reading));
    const found = value === undefined ? undefined : this.#collection.get(value);
    if (found !== undefined) return found;
    const { path, identity } = this.#collection;
    const message = `${path} has none whose ${identity} is ${JSON.stringify(this.#text.slice(0, 100))}.`;
    throw new ControlError(404, 'unknown-resource', message);
  }

  /**
   * Puts another in its place, or as the newest where there is none.
   *
   * @throws {StateError} where it is not of this identity, or can't be kept.
   */
  put(resource: JsonObject): JsonObject {
    const { identity = '', path } = this.#collection;
    const given = resource[identity];
    if (given !== undefined && textOf(given) !== this.#text) {
      const cause = `${identity} is ${textOf(given).slice(0, 100)}, and the address says ${this.#text.slice(0, 100)}`;
      throw new StateError('other-identity', `Failed to put into ${path}: ${cause}.`);
    }
    this.#collection.put(resource);
    return resource;
  }

  /** @throws {ControlError} where there is none. */
  remove(): void {
    const { [this.#collection.identity ?? '']: value = null } = this.get();
    this.#collection.remove(value);
  }
}
