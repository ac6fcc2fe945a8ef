import type { ServerRequest } from './read-request.ts';
import { baseOf } from '../http/message.ts';
import { SANDBOX_HEADER, sandboxBeside, serverPathIn } from '../mock/addresses.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { DEFAULT_SANDBOX } from './sandbox/sandboxes.ts';

/** The path that the control API and the inspector stand under, in every sandbox. */
export const CONTROL_PREFIX = '/_kit';

/** Where a request belongs that isn't simply one of the service in the default sandbox. */
export interface Place {
  /** As the request names it: may be no possible name. */
  readonly sandbox: string;
  /** Path and query without the sandbox in front. */
  readonly target: string;
  /** Path below {@link CONTROL_PREFIX}, such as `/health`; `undefined` for the service's own. */
  readonly control: string | undefined;
}

/** `/@name/things` or, from clients that escape it, `/%40name/things`. */
const IN_SANDBOX = /^\/(?:@|%40)([^/?#]*)(.*)$/s;

const AT = 0x40;
const PERCENT = 0x25;
const UNDERSCORE = 0x5f;

/** `undefined` for nearly every request: one that names no sandbox and isn't for the control API. */
export function placeOf(request: Pick<ServerRequest, 'target' | 'header'>): Place | undefined {
  const first = request.target.charCodeAt(1);
  const beside = sandboxBeside((name) => request.header(name));
  if (beside === undefined && first !== AT && first !== UNDERSCORE && first !== PERCENT) {
    return undefined;
  }
  const [, name, rest = ''] = IN_SANDBOX.exec(request.target) ?? [];
  const target = name === undefined ? request.target : rest.replace(/^(?!\/)/, '/');
  const control = controlPath(target);
  // Browsers send cookies with what they open themselves, such as the inspector of the default sandbox.
  const sandbox = name ?? (control === undefined ? beside : request.header(SANDBOX_HEADER));
  if (sandbox === undefined && control === undefined) return undefined;
  return { sandbox: sandbox ?? DEFAULT_SANDBOX, target, control };
}

/** Path below {@link CONTROL_PREFIX}; `undefined` where a target isn't below it. */
export function controlPath(target: string): string | undefined {
  const [path = ''] = target.split('?', 1);
  if (path !== CONTROL_PREFIX && !path.startsWith(`${CONTROL_PREFIX}/`)) return undefined;
  return path.slice(CONTROL_PREFIX.length);
}

/** Whether a request's target is for the control API, of whichever sandbox. */
export function isForControl(target: string): boolean {
  const first = target.charCodeAt(1);
  if (first !== AT && first !== UNDERSCORE && first !== PERCENT) return false;
  const [, , inside = target] = IN_SANDBOX.exec(target) ?? [];
  return controlPath(inside) !== undefined;
}

/** The request as it is inside its sandbox. */
export function withTarget(request: ServerRequest, target: string): ServerRequest {
  if (target === request.target) return request;
  const { method, address, rawHeaders, rawBody, body, problem } = request;
  const [path = ''] = target.split('?', 1);
  const query = target.slice(path.length + 1);
  const header = (name: string): string | undefined => request.header(name);
  // Of `/@name` alone, nothing but the sandbox.
  const end = request.path.endsWith(path) ? path.length : 0;
  const inFront = request.path.slice(0, request.path.length - end);
  const base = `${baseOf(request)}${inFront.replace(/\/$/, '')}`;
  return { method, address, target, path, query, base, rawHeaders, rawBody, body, problem, header };
}

/** The request as the document's paths have it: without the path of one of its servers in front. */
export function belowServer(document: OpenApiDocument, request: ServerRequest): ServerRequest {
  const inFront = serverPathIn(document, request.path);
  return withTarget(request, request.target.slice(inFront.length));
}
