/** The control API: routes under `/_kit` that look into a server and change what it does. */
import { type Problem, baseOf } from '../../http/message.ts';
import { harEntry } from '../../http/har.ts';
import type { LoadedDocument } from '../../model/load-document.ts';
import { type OpenApiDocument, titleOf } from '../../openapi/document.ts';
import type { JsonObject, JsonValue } from '../../openapi/json/json-value.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { streamEvents } from './events.ts';
import { ControlError, writeRefusal, writeReply } from './reply.ts';
import { type ControlHost, DONE, type Route, type RouteContext } from './route.ts';
import { sentByHand } from '../../model/callbacks.ts';
import { demandOperation } from '../../mock/demand-options.ts';
import { LOOKING } from '../../mock/received.ts';
import { operations } from '../../model/operation.ts';
import { recordedView } from '../sandbox/exchange-view.ts';
import { isTooMany } from '../sandbox/too-many.ts';
import type { ServerResponse } from 'node:http';
import { DiagnosticError } from '../../openapi/diagnostic.ts';
import { problemKinds } from '../../mock/problem-kinds.ts';
import { Inspector } from '../inspector/inspector.ts';
import type { ServerRequest } from '../read-request.ts';
import { PersistError } from '../persist/persist-error.ts';
import { StoreAwayError } from '../shared/shared-store.ts';
import { StateError } from '../../mock/state-error.ts';
import { ControlDocument } from './control-document.ts';
import { stateRoutes } from './state-routes.ts';
import { errorMessage } from '../../openapi/error-message.ts';

/** A request to the control API. */
export interface ControlCall {
  readonly request: ServerRequest;
  /** Path below `/_kit`. */
  readonly path: string;
  /** Name of the sandbox, as the request has it. */
  readonly sandbox: string;
  readonly outgoing: ServerResponse;
}

/** Methods that the inspector's files are asked for with. */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Answers requests to the control API of one server. */
export class Control {
  readonly #host: ControlHost;
  readonly #documents = new ControlDocument();
  readonly #inspector: Inspector;

  constructor(host: ControlHost) {
    this.#host = host;
    this.#inspector = new Inspector(host);
  }

  /** Answers a request; never throws for anything that a client can send. */
  async answer(call: ControlCall): Promise<void> {
    // Nobody would ever end a stream of events to a client that is gone already.
    if (call.outgoing.destroyed) return;
    try {
      const { request, path, outgoing } = call;
      const refusal = this.#host.access.refusal(request, path);
      if (refusal !== undefined) throw refusal;
      const { problem } = request;
      if (problem !== undefined) throw transportError(problem);
      const page = READS.has(request.method) ? this.#inspector.respond(path) : undefined;
      if (page !== undefined) {
        const length = Buffer.byteLength(page.body);
        outgoing.writeHead(page.status, { ...page.headers, 'content-length': length });
        outgoing.end(page.body);
        return;
      }
      const reply = await this.#reply(call);
      if (reply !== undefined) writeReply(call.outgoing, reply);
    } catch (error) {
      writeError(call.outgoing, error);
    }
  }

  #reply({ request, path, sandbox: name, outgoing }: ControlCall): ReturnType<Route['answer']> {
    const { operation, path: inPath } = this.#documents.match(request.method, path);
    const query = new URLSearchParams(request.query ?? '');
    const parameters = this.#documents.parameters(operation, inPath, query);
    const body = this.#documents.body(operation, request);
    const { sandboxes, traffic } = this.#host;
    const sandbox = sandboxes?.demand(name);
    const context: RouteContext = {
      host: this.#host,
      documents: this.#documents,
      isTrusted: this.#host.access.distrust(request) === undefined,
      request,
      outgoing,
      parameters,
      body,
      traffic: sandbox?.traffic ?? traffic!,
      sandbox: () => sandbox ?? missing(path),
      sandboxes: () => sandboxes ?? missing(path),
    };
    const answer = stateRoutes[operation.id];
    if (answer === undefined) return controlRoutes[operation.id]!(context);
    return sandbox === undefined
      ? answer(context)
      : sandbox.act(() => answer(context), { isExact: true });
  }
}

/** With the status that the service's own paths have for it. */
function transportError({ kind, message }: Problem): ControlError {
  const { answer } = problemKinds[kind] ?? {};
  return new ControlError(typeof answer === 'number' ? answer : 400, kind, `${message}.`);
}

function missing(path: string): never {
  throw new ControlError(
    404,
    'no-store',
    `A proxy has no ${path}: it keeps no resources and makes up no answers. Ask a mock.`,
  );
}

function writeError(outgoing: ServerResponse, error: unknown): void {
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  writeRefusal(outgoing, controlError(error));
}

function controlError(error: unknown): ControlError {
  if (error instanceof ControlError) return error;
  const message = errorMessage(error);
  if (error instanceof StateError) {
    return new ControlError(isTooMany(error) ? 503 : 400, error.code, message);
  }
  if (error instanceof StoreAwayError) {
    return new ControlError(503, 'store-away', `${message}.`, { 'retry-after': '1' });
  }
  if (error instanceof DiagnosticError) return new ControlError(400, 'invalid-recording', message);
  process.emitWarning(`Failed to answer a request to the control API: ${message}`, 'ServerWarning');
  return error instanceof PersistError
    ? new ControlError(500, 'store-not-kept', error.summary)
    : new ControlError(500, 'failure', 'The control API failed.');
}

/** A webhook that is sent by hand. */
interface WebhookCall {
  readonly url: string;
  readonly body?: JsonValue;
}

/** The routes of the control API by the operation ids of its document. */
export const controlRoutes: Readonly<Record<string, Route['answer']>> = {
  // The server as a whole.
  getHealth: async ({ host, isTrusted }) => {
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
        sandboxes: (await sandboxes?.overview().catch(() => []))?.length ?? 0,
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
  getMetrics: async ({ host }) => {
    const { mode, version, metrics } = host;
    // A store that is away takes these two numbers away, not all.
    const all = await host.sandboxes?.overview().catch(() => undefined);
    const storedResources = all?.reduce((sum, { resources }) => sum + resources, 0);
    const body = metrics.text({ mode, version, sandboxes: all?.length, storedResources });
    return { status: 200, type: 'text/plain; version=0.0.4; charset=utf-8', body };
  },
  getControlDocument: ({ documents }) => ({ status: 200, body: documents.document.root }),
  getDocument: ({ host }) => {
    const document = host.document() as OpenApiDocument & Partial<LoadedDocument>;
    const { file, text = stringifyJson(document.root, 2) } = document;
    return { status: 200, body: { file, title: titleOf(document), text } };
  },
  listSandboxes: async ({ sandboxes }) => {
    const list = await sandboxes().overview();
    return { status: 200, body: { sandboxes: list, max: sandboxes().max } };
  },
  dropSandbox: async ({ sandboxes, parameters }) => {
    const name = parameters['name'] as string;
    if (await sandboxes().dropEverywhere(name)) return DONE;
    const message = `There is no sandbox ${JSON.stringify(name.slice(0, 100))}.`;
    throw new ControlError(404, 'unknown-sandbox', message);
  },
  reset: async ({ sandbox }) => {
    await sandbox().reset();
    return DONE;
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
  // What was asked and answered.
  listRequests: async ({ host, traffic, parameters }) => {
    const [after, limit] = [Number(parameters['after']), Number(parameters['limit'])];
    const operation = parameters['operation'] as string | undefined;
    if (operation === undefined) return { status: 200, body: await traffic.read(after, limit) };
    demandOperation(
      operation,
      operations(host.document()).map(({ id }) => id),
      LOOKING,
    );
    const all = await traffic.read(after);
    const requests = all.requests
      .filter((request) => request.operation === operation)
      .slice(-limit);
    return { status: 200, body: { ...all, requests } };
  },
  clearRequests: async ({ traffic }) => {
    await traffic.clear();
    return DONE;
  },
  getRecording: async ({ host, traffic, request }) => {
    const base = baseOf(request);
    const origin = URL.canParse(base) ? new URL(base).origin : `http://${host.host}`;
    const { requests } = await traffic.read();
    const entries = requests.map((view) => harEntry(recordedView(view, origin)));
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
