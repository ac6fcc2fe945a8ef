import type { ServerResponse } from 'node:http';
import { baseOf } from '../../http/message.ts';
import { harEntry } from '../../http/har.ts';
import type { FaultOptions } from '../../mock/faults.ts';
import type { LoadedDocument } from '../../model/load-document.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import type { ProfileAnswers } from '../../questions/answer.ts';
import type { SandboxState } from '../../questions/scenarios/scenario.ts';
import type { ControlAccess } from './access.ts';
import type { ControlDocument } from './control-document.ts';
import { streamEvents } from './events.ts';
import { ControlError, type Reply } from './reply.ts';
import { StoredResource, selectResources } from './stored.ts';
import { sentByHand } from '../../model/callbacks.ts';
import type { Traffic } from '../traffic.ts';
import type { ServerRequest } from '../read-request.ts';
import type { ServerMetrics } from '../metrics.ts';
import { recordedView } from '../sandbox/exchange-view.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Sandboxes } from '../sandbox/sandboxes.ts';

/** The server that a control API is part of. */
export interface ControlHost {
  readonly mode: 'mock' | 'proxy';
  /** Version of the kit. */
  readonly version: string;
  /** The address that the server was told to listen on. */
  readonly host: string;
  /** Who may use it. */
  readonly access: ControlAccess;
  /** Another one after every start. */
  readonly instance: string;
  /** When it started, by the process's clock. */
  readonly started: number;
  /** Aborted when the server begins to close. */
  readonly closing: AbortSignal;
  /** What it has answered so far. */
  readonly metrics: ServerMetrics;
  /** Says why the server can't answer yet, in words for whoever probes it. Default: it can. */
  readonly readiness?: (() => Promise<string | undefined>) | undefined;
  /** The served document as it is now. */
  readonly document: () => OpenApiDocument;
  /** Absent where nothing is kept: in a proxy. */
  readonly sandboxes?: Sandboxes | undefined;
  /** What passes through a proxy. */
  readonly traffic?: Traffic | undefined;
  /** The server behind a proxy. */
  readonly target?: string | undefined;
  /** Environment variable that stands for the token in commands that the inspector copies. Default `ACCESS_TOKEN`. */
  readonly tokenVariable?: string | undefined;
}

/** What a route gets; `Body` is what the control API's document says of the operation's body. */
interface RouteContext<Body = unknown> {
  readonly host: ControlHost;
  readonly documents: ControlDocument;
  readonly request: ServerRequest;
  /** Whether the sender may know what is behind: a probe of a stranger may not. */
  readonly isTrusted: boolean;
  readonly outgoing: ServerResponse;
  /** Path and query parameters by name. */
  readonly parameters: Readonly<Record<string, JsonValue>>;
  /** Valid by the control API's document. */
  readonly body: Body;
  readonly traffic: Traffic;
  /** @throws {ControlError} in a proxy, which has none. */
  readonly sandbox: () => Sandbox;
  /** @throws {ControlError} in a proxy, which has none. */
  readonly sandboxes: () => Sandboxes;
}

/** Answers one operation of the control API's document; `undefined` where it has written itself. */
export interface Route {
  /** A method, so that a route may name its body's type: its schema has let the body through. */
  answer(context: RouteContext): Reply | undefined | Promise<Reply>;
}

interface ProfileChoice {
  readonly profile?: string;
  readonly answers?: ProfileAnswers;
}

/** A webhook that is sent by hand. */
interface WebhookCall {
  readonly url: string;
  readonly body?: JsonValue;
}

interface GivenAnswer {
  readonly question: string;
  readonly answer: string;
  readonly operation?: string;
}

/** The routes of the control API by the operation ids of its document. */
export const controlRoutes: Readonly<Record<string, Route['answer']>> = {
  // The server as a whole.
  getHealth: ({ host, isTrusted }) => {
    const { mode, version, instance, started, target, sandboxes } = host;
    const known = { status: 'ok', mode, version };
    if (!isTrusted) return { status: 200, body: known };
    return {
      status: 200,
      body: {
        ...known,
        title: titleOf(host.document()),
        uptime: Math.round(performance.now() - started),
        instance,
        target,
        sandboxes: sandboxes?.list().length ?? 0,
      },
    };
  },
  getReady: async ({ host }) => {
    const { closing, readiness } = host;
    const reason = closing.aborted ? 'it is closing' : await readiness?.();
    if (reason === undefined) return { status: 200, body: { status: 'ready' } };
    const code = closing.aborted ? 'closing' : 'not-ready';
    throw new ControlError(503, code, `The server takes no requests: ${reason}.`);
  },
  getMetrics: ({ host }) => {
    const { mode, version, metrics } = host;
    const all = host.sandboxes?.list();
    const storedResources = all?.reduce((sum, { store }) => sum + store.total, 0);
    const body = metrics.text({ mode, version, sandboxes: all?.length, storedResources });
    return { status: 200, type: 'text/plain; version=0.0.4; charset=utf-8', body };
  },
  getControlDocument: ({ documents }) => ({ status: 200, body: documents.document.root }),
  getDocument: ({ host }) => {
    const document = host.document() as OpenApiDocument & Partial<LoadedDocument>;
    const { file, text = stringifyJson(document.root, 2) } = document;
    return { status: 200, body: { file, title: titleOf(document), text } };
  },
  listSandboxes: ({ sandboxes }) => {
    const now = performance.now();
    const list = sandboxes()
      .list()
      .map(({ name, store, traffic, lastUsed }) => ({
        name,
        resources: store.total,
        requests: traffic.last,
        idle: Math.round(now - lastUsed),
      }));
    return { status: 200, body: { sandboxes: list, max: sandboxes().max } };
  },
  dropSandbox: ({ sandboxes, parameters }) => {
    const name = parameters['name'] as string;
    if (sandboxes().drop(name)) return { status: 204 };
    const message = `There is no sandbox ${JSON.stringify(name.slice(0, 100))}.`;
    throw new ControlError(404, 'unknown-sandbox', message);
  },
  // What a sandbox keeps.
  listResources: ({ sandbox, parameters }) => {
    const own = sandbox();
    const path = collectionOf(parameters);
    const part = selectResources(own.collection(path), parameters);
    const identity = own.identityAt(path);
    return { status: 200, body: { ...part, identity, ...collectionsOf(own) } };
  },
  seedResources: (context: RouteContext<{ readonly resources: readonly JsonObject[] }>) => {
    const { sandbox, parameters, body } = context;
    const path = collectionOf(parameters);
    sandbox().seed(body.resources, path);
    return { status: 200, body: { total: sandbox().collection(path).size } };
  },
  clearResources: ({ sandbox, parameters }) => {
    sandbox().clear(collectionOf(parameters));
    return DONE;
  },
  putResource: (context: RouteContext<JsonObject>) => ({
    status: 200,
    body: storedResource(context).put(context.body),
  }),
  changeResource: (context: RouteContext<JsonObject>) => {
    const one = storedResource(context);
    return { status: 200, body: one.put({ ...one.get(), ...context.body }) };
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
  reset: ({ sandbox }) => {
    sandbox().reset();
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
  // What the mock sends itself.
  listWebhooks: ({ sandboxes }) => {
    const sent = sentByHand(sandboxes().service.document);
    const webhooks = sent.map(({ name, url, operation }) => {
      return { name, method: operation.method, isCallback: url !== undefined };
    });
    return { status: 200, body: { webhooks } };
  },
  sendWebhook: ({ sandbox, parameters, body }: RouteContext<WebhookCall>) => {
    const { url, body: sent } = body;
    void sandbox().sendWebhook(parameters['name'] as string, url, sent);
    return { status: 202 };
  },
  // Answers that go wrong on purpose.
  listFaults: ({ sandbox }) => ({ status: 200, body: { faults: sandbox().faults.list() } }),
  addFault: ({ sandbox, body }: RouteContext<FaultOptions>) => ({
    status: 201,
    body: sandbox().addFault(body),
  }),
  clearFaults: ({ sandbox }) => {
    sandbox().clearFaults();
    return { status: 204 };
  },
  removeFault: ({ sandbox, parameters }) => {
    const id = Number(parameters['id']);
    if (sandbox().removeFault(id)) return { status: 204 };
    throw new ControlError(404, 'unknown-fault', `No fault with the id ${id} waits.`);
  },
  // What was asked and answered.
  listRequests: ({ traffic, parameters }) => {
    const requests = traffic.list(Number(parameters['after']), Number(parameters['limit']));
    const { last, dropped } = traffic;
    return { status: 200, body: { requests, last, dropped } };
  },
  clearRequests: ({ traffic }) => {
    traffic.clear();
    return { status: 204 };
  },
  getRecording: ({ host, traffic, request }) => {
    const base = baseOf(request);
    const origin = URL.canParse(base) ? new URL(base).origin : `http://${host.host}`;
    const entries = traffic.list().map((view) => harEntry(recordedView(view, origin)));
    const creator = { name: 'inspector', version: host.version };
    return { status: 200, body: { log: { version: '1.2', creator, entries } } };
  },
  replayRecording: ({ sandbox, body }: RouteContext<JsonObject>) => {
    const { answers, skipped } = sandbox().replay(stringifyJson(body));
    return { status: 200, body: { answers, skipped } };
  },
  streamEvents: ({ traffic, host, request, outgoing, parameters }) => {
    // Its answer would have no end, and no content either.
    if (request.method === 'HEAD') return { status: 200 };
    const header = request.header('last-event-id');
    const isNumber = header !== undefined && /^\d{1,15}$/.test(header);
    const after = isNumber ? Number(header) : parameters['after'];
    streamEvents(outgoing, traffic, host, after === undefined ? after : Number(after));
    return undefined;
  },
};

function titleOf({ root }: OpenApiDocument): string {
  const { info } = root;
  const title = isJsonObject(info) ? info['title'] : undefined;
  return typeof title === 'string' ? title : '';
}

const DONE: Reply = { status: 204 };

/** How many collections a list names: there can be as many as resources. */
const MAX_COLLECTIONS = 1000;

function collectionOf(parameters: Readonly<Record<string, JsonValue>>): string | undefined {
  return parameters['collection'] as string | undefined;
}

function storedResource({ sandbox, parameters }: RouteContext): StoredResource {
  const collection = sandbox().resourcesAt<JsonObject>(collectionOf(parameters));
  return new StoredResource(collection, parameters['identity']);
}

/** What a list says besides where there are several collections. */
function collectionsOf(sandbox: Sandbox): object {
  const all = sandbox.collections();
  if (all === undefined) return {};
  const named = [...all].slice(0, MAX_COLLECTIONS);
  return {
    collections: named.map(([collection, total]) => ({ collection, total })),
    collectionCount: all.size,
    stored: sandbox.store.total,
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
