import { baseOf } from '../../http/message.ts';
import { harEntry } from '../../http/har.ts';
import type { LoadedDocument } from '../../model/load-document.ts';
import { type OpenApiDocument, titleOf } from '../../openapi/document.ts';
import type { JsonObject, JsonValue } from '../../openapi/json/json-value.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { streamEvents } from './events.ts';
import { ControlError } from './reply.ts';
import { DONE, type Route, type RouteContext } from './route.ts';
import { sentByHand } from '../../model/callbacks.ts';
import { demandOperation } from '../../mock/demand-options.ts';
import { LOOKING } from '../../mock/received.ts';
import { operations } from '../../model/operation.ts';
import { recordedView } from '../sandbox/exchange-view.ts';

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
    const requests = all.requests.filter((one) => one.operation === operation).slice(-limit);
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
