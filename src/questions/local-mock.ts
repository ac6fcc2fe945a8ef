/** A mock in this process or page, without a server: what answers, and what tests do with it. */
import { bytesOfBody, utf8Text } from '../http/body-text.ts';
import { type MockRequest, targetOf } from '../http/message.ts';
import { Collection, collectionSizes } from '../mock/collection.ts';
import { demandOperation } from '../mock/demand-options.ts';
import { DocumentStore } from '../mock/document-store.ts';
import type { Filling } from '../mock/fill.ts';
import { type Fault, type FaultOptions, Faults, demandFaults } from '../mock/faults.ts';
import {
  type Interceptor,
  type Served,
  createInterceptor,
  sandboxNameOf,
} from '../mock/interceptor.ts';
import { type Responder, type ResponderOptions, createResponder } from '../mock/responder.ts';
import { type RequestView, matching } from '../mock/received.ts';
import { ResourceInspector } from '../mock/resource-inspector.ts';
import { MemoryStore, type ManagedStore, type ResourceStore } from '../mock/resource-store.ts';
import { StateError } from '../mock/state-error.ts';
import {
  type Collections,
  holdsSomething,
  storeContent,
  withoutName,
} from '../mock/store-content.ts';
import type { StoreContent } from '../mock/store-journal.ts';
import type { TestControls } from '../mock/test-controls.ts';
import type { Answered } from '../mock/web-response.ts';
import { operations } from '../model/operation.ts';
import { firstCreation } from '../model/resources/collections.ts';
import type { ProfileAnswers } from './answer.ts';
import { questionsByOperation } from './index.ts';
import { enactAnswers, namedAnswers, profileAnswers } from './profile.ts';
import { type Scenario, type ScenarioFile, buildScenario } from './scenarios/scenario.ts';

/** What a responder of a document needs. */
export interface DocumentResponderOptions extends Omit<ResponderOptions, 'enactments'> {
  /** How the open questions are answered: a name of `profiles`, or answers. Default: as usual. */
  readonly profile?: string | ProfileAnswers | undefined;
  /** Profiles that can be taken by name. Default: none. */
  readonly profiles?: Readonly<Record<string, ProfileAnswers>> | undefined;
}

/**
 * Answers as a document says, from a store, the open questions as a profile says.
 *
 * @throws {StateError} for an unknown profile, operation or question, and for an impossible answer.
 */
export function documentResponder(options: DocumentResponderOptions): Responder {
  const { document, profile, profiles = {} } = options;
  const questions = questionsByOperation(document);
  const answers = profileAnswers(profile, profiles, questions);
  return createResponder({ ...options, enactments: enactAnswers(questions, answers) });
}

/** Options of {@link localMock}. */
export interface LocalMockOptions extends Omit<
  DocumentResponderOptions,
  'fill' | 'referrersOf' | 'listedElsewhere' | 'asSaid'
> {
  /** Only requests to this address are answered. Default: see `addressTest`. */
  readonly baseUrl?: string | undefined;
  /**
   * The scenario to begin with. What other options say counts more, and so does a store that holds
   * something. Default: none.
   */
  readonly scenario?: ScenarioFile | undefined;
  /** What each sandbox begins with, by the path that it would be created at. Default: the scenario's. */
  readonly collections?: Collections | undefined;
  readonly fill?: Filling | undefined;
}

/** A mock in this process or page. What is done to it itself is done to its default sandbox. */
interface LocalControls extends TestControls {
  /** A sandbox of its own, made on first use: of requests that name it in `X-Sandbox`, or as `/@name`. */
  sandbox(name: string): TestControls;
}

/** What answers, and what tests do with it. */
export interface LocalMock {
  readonly interceptor: Interceptor;
  readonly controls: LocalControls;
}

/**
 * A mock that answers as a document says, from a store, the open questions as a profile says.
 *
 * @throws {StateError} for an unknown profile, operation or question, for an impossible answer, and where
 *   what it begins with is invalid, or more than `maxResources`.
 */
export function localMock(options: LocalMockOptions): LocalMock {
  const { document, baseUrl } = options;
  const start = startOf(options);
  const main = sandboxOf(options, start, options.store);
  const sandboxes = new Map<string, LocalSandbox>([['default', main]]);
  const sandbox = (name: string): LocalSandbox => {
    const found = sandboxes.get(name) ?? sandboxOf(options, start, new DocumentStore(document));
    sandboxes.set(name, found);
    return found;
  };
  const serve = (request: MockRequest): Served =>
    sandbox(sandboxNameOf(request) ?? 'default').served;
  const others = { sandbox: (name: string) => sandbox(name).controls };
  return {
    interceptor: createInterceptor(document, serve, baseUrl),
    controls: withControls(others, main.controls),
  };
}

/** An object with what tests do besides. */
export function withControls<Target extends object, Controls extends object>(
  target: Target,
  controls: Controls,
): Target & Controls {
  return Object.defineProperties(target, Object.getOwnPropertyDescriptors(controls)) as Target &
    Controls;
}

interface LocalSandbox {
  readonly served: Served;
  readonly controls: TestControls;
}

/** The newest that are kept. */
const MOST_REQUESTS = 1000;

function sandboxOf(
  options: LocalMockOptions,
  start: Scenario['state'],
  store: ResourceStore,
): LocalSandbox {
  const { document, maxResources, profile = start.answers, fill } = options;
  const responder = documentResponder({ ...options, store, profile, fill: fill?.count });
  const content = storeContent(document, start);
  if ((store.total ?? store.size) === 0) put(store, content);
  const faults = new Faults(start.faults);
  let { latency = 0 } = start;
  let requests: RequestView[] = [];
  const known = new Set(operations(document).map(({ id }) => id));
  const served: Served = {
    respond: (request) => responder.respond(request),
    faults,
    get latency() {
      return latency;
    },
    answered: (answered) => {
      requests = [...requests, viewOf(answered)].slice(-MOST_REQUESTS);
    },
  };
  const controls: TestControls = {
    collection: (path: string) =>
      new Collection({ document, store: managed(store), path, maxResources }),
    get collections() {
      return collectionSizes(document, managed(store));
    },
    failNext: (fault = {}) => addFault(faults, { kind: 'answer', ...fault }, known),
    faults: {
      list: () => faults.list(),
      remove: (id) => faults.remove(id),
      clear: () => faults.clear(),
    },
    get latency() {
      return latency;
    },
    set latency(milliseconds) {
      latency = milliseconds;
    },
    requests: (match) => matching(requests, match, known),
    clearRequests: () => {
      requests = [];
    },
    reset: () => {
      managed(store).restoreAll(content);
      faults.replace(start.faults ?? []);
      ({ latency = 0 } = start);
      requests = [];
    },
  };
  return { served, controls };
}

function addFault(faults: Faults, fault: FaultOptions, known: ReadonlySet<string>): Fault {
  demandFaults([fault], known);
  return faults.add(fault);
}

function managed(store: ResourceStore): ManagedStore {
  if (store instanceof MemoryStore) return store.managed;
  throw new StateError(
    'foreign-store',
    'Failed to use the store: it is none of the kit. Leave the option `store` out.',
  );
}

const SECRET =
  /^(?:authorization|cookie|proxy-authorization|set-cookie)$|(?:api-?key|token|secret)$/i;

/** What a test sees of an answered request; secrets are masked as a server does it. */
function viewOf({ request, asked, operation, outcome, response }: Answered): RequestView {
  const { method, body } = asked;
  const seen = (headers: Headers): RequestView['request']['headers'] =>
    Array.from(headers, ([name, value]) => {
      const [scheme = ''] = /^\w+ /.exec(value) ?? [];
      return { name, value: SECRET.test(name) ? `${scheme}***` : value };
    });
  return {
    method,
    target: targetOf(asked),
    status: outcome.status,
    operation: operation ?? null,
    request: { headers: seen(request.headers), body: utf8Text(body) ?? null },
    response: {
      headers: seen(response.headers),
      body: utf8Text(bytesOfBody(outcome.body)) ?? null,
    },
  };
}

function put(store: ResourceStore, { resources, collections }: StoreContent): void {
  for (const resource of resources) store.add({ ...resource });
  for (const [name, list] of collections) {
    for (const resource of list) store.collection(name).add(resource);
  }
}

/** What each sandbox begins with. */
function startOf(options: LocalMockOptions): Scenario['state'] {
  const { document, maxResources, collections, fill } = options;
  const { collections: resources, ...rest } = scenarioOf(options);
  const given = withoutName(document, { ...rest, collections: collections ?? resources });
  if (holdsSomething(given)) new ResourceInspector({ document, maxResources }).demandAll(given);
  return fill === undefined ? given : fill.fill(document, given);
}

/** @throws {StateError} for an unknown profile, and for faults of an unknown operation. */
function scenarioOf(options: LocalMockOptions): Scenario['state'] {
  const { scenario, document, profiles = {} } = options;
  if (scenario === undefined) return {};
  const { profile, faults = [] } = scenario;
  const known = operations(document).map(({ id }) => id);
  for (const { operation } of faults) demandOperation(operation, known, 'use the scenario');
  if (profile !== undefined) namedAnswers(profiles, profile);
  return buildScenario(scenario, { profiles, identity: firstCreation(document)?.identity }).state;
}
