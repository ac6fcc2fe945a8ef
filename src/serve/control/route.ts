import type { ServerResponse } from 'node:http';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { ServerRequest } from '../read-request.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Sandboxes } from '../sandbox/sandboxes.ts';
import type { ControlDocument } from './control-document.ts';
import type { Traffic } from './traffic.ts';
import type { Reply } from './write-reply.ts';

/** The server that a control API is part of. */
export interface ControlHost {
  readonly mode: 'mock' | 'proxy';
  /** Version of the kit. */
  readonly version: string;
  /** The address that the server was told to listen on. */
  readonly host: string;
  /** Another one after every start. */
  readonly instance: string;
  /** When it started, by the process's clock. */
  readonly started: number;
  /** The served document as it is now. */
  readonly document: () => OpenApiDocument;
  /** Absent where nothing is kept: in a proxy. */
  readonly sandboxes?: Sandboxes | undefined;
  /** What passes through a proxy. */
  readonly traffic?: Traffic | undefined;
  /** The server behind a proxy. */
  readonly target?: string | undefined;
  /** Environment variable that stands for the token in commands that the inspector copies. */
  readonly tokenVariable?: string | undefined;
}

/** What a route gets. */
export interface RouteContext {
  readonly host: ControlHost;
  readonly documents: ControlDocument;
  readonly request: ServerRequest;
  readonly outgoing: ServerResponse;
  /** Path and query parameters by name. */
  readonly parameters: Readonly<Record<string, JsonValue>>;
  /** Valid by the control API's document. */
  readonly body: JsonValue | undefined;
  readonly traffic: Traffic;
  /** @throws {ControlError} in a proxy, which has none. */
  readonly sandbox: () => Sandbox;
  /** @throws {ControlError} in a proxy, which has none. */
  readonly sandboxes: () => Sandboxes;
}

/** Answers one operation of the control API's document; `undefined` where it has written itself. */
export type Route = (context: RouteContext) => Reply | undefined;
