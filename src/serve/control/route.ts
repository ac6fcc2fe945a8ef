import type { ServerResponse } from 'node:http';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import type { ControlAccess } from './access.ts';
import type { ControlDocument } from './control-document.ts';
import type { Reply } from './reply.ts';
import type { ServerMetrics } from '../metrics.ts';
import type { ServerRequest } from '../read-request.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Sandboxes } from '../sandbox/sandboxes.ts';
import type { Traffic } from '../traffic.ts';

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
export interface RouteContext<Body = unknown> {
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

/** Answers one operation by what a sandbox holds: may be done again, where others came before. */
export interface StateRoute {
  answer(context: RouteContext): Reply;
}

/** Done, and nothing to be told. */
export const DONE: Reply = { status: 204 };
