/** The control API: routes under `/_kit` that look into a server and change what it does. */
import type { ServerResponse } from 'node:http';
import type { Problem } from '../../http/message.ts';
import { DiagnosticError } from '../../openapi/diagnostic.ts';
import { problemKinds } from '../../mock/problem-kinds.ts';
import { Inspector } from '../inspector/inspector.ts';
import type { ServerRequest } from '../read-request.ts';
import { PersistError } from '../persist/persist-error.ts';
import { StoreAwayError } from '../shared/shared-store.ts';
import { StateError } from '../../mock/state-error.ts';
import { ControlDocument } from './control-document.ts';
import { ControlError, writeReply } from './reply.ts';
import type { ControlHost, Route, RouteContext } from './route.ts';
import { controlRoutes } from './routes.ts';
import { stateRoutes } from './state-routes.ts';

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
  const { status, code, message, headers } = controlError(error);
  writeReply(outgoing, { status, body: { error: { code, message } } }, headers);
}

function controlError(error: unknown): ControlError {
  if (error instanceof ControlError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof StateError) {
    return new ControlError(error.code === 'too-many-sandboxes' ? 503 : 400, error.code, message);
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
