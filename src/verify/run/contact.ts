/** Whether the server that is to be verified is there at all. */
import type { JudgedExchange } from '../cases/case.ts';
import { headerValue, type ReceivedResponse, type TransportFailure } from '../../http/exchange.ts';
import { pause } from '../../http/pause.ts';
import type { JsonObject } from '../../openapi/json/json-value.ts';
import { type Operation, operations } from '../../model/operation.ts';
import { serversIn } from '../../model/servers.ts';
import { pathOf } from '../cases/case.ts';
import type { RunOptions } from './run-options.ts';
import { Transport } from './transport.ts';

/** Time between two looks. */
const PAUSE_MS = 200;
/** A look takes no longer: a server that hangs while it starts is asked again. */
const LOOK_MS = 2000;

/** What a gateway says for a server that isn't there (RFC 9110, 15.6.3 to 15.6.5). */
const NOT_THERE: ReadonlySet<number> = new Set([502, 503, 504]);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const NOWHERE = '/no-such-path';

/**
 * Waits until the server answers. It is asked with a GET of its base path, which changes nothing;
 * any answer will do but a gateway's that the server isn't there.
 *
 * @param waitMs How long to wait in all, in milliseconds.
 * @returns Why it isn't up, if it isn't.
 */
export async function waitForServer(
  options: RunOptions,
  waitMs: number,
): Promise<string | undefined> {
  const { signal = new AbortController().signal } = options;
  const end = performance.now() + waitMs;
  for (;;) {
    const left = end - performance.now();
    const path = options.target.basePath === '' ? '/' : '';
    const outcome = await look(options, path, Math.max(1, Math.min(LOOK_MS, left)));
    const problem = whyNotYet(outcome);
    if (problem === undefined || signal.aborted) return undefined;
    // A certificate doesn't mend itself.
    const isFinal = outcome.kind === 'failure' && outcome.failure.kind === 'tls';
    if (isFinal || end - performance.now() <= PAUSE_MS) return problem;
    await pause(PAUSE_MS, signal);
  }
}

function whyNotYet(outcome: JudgedExchange['outcome']): string | undefined {
  if (outcome.kind === 'response') {
    const { status } = outcome.response;
    return NOT_THERE.has(status) ? `it answers ${status}` : undefined;
  }
  const { kind, message } = outcome.failure;
  // A connection that breaks over a request without meaning shows that somebody is there.
  return kind === 'malformed' || kind === 'truncated' ? undefined : message;
}

/** One GET, below the base path. */
async function look(
  options: RunOptions,
  path: string,
  timeoutMs: number = LOOK_MS,
): Promise<JudgedExchange['outcome']> {
  const { target, userAgent, signal = new AbortController().signal } = options;
  const transport = new Transport({ ...options, timeoutMs });
  try {
    const headers = [
      ['Host', target.url.host],
      ['User-Agent', userAgent],
      ['Accept', '*/*'],
    ] as const;
    const request = { method: 'GET', target: target.basePath + path, headers };
    return (await transport.send(request, signal)).outcome;
  } finally {
    transport.close();
  }
}

/**
 * Why the first answer shows that no server is to be verified there: nobody answers, a gateway stands
 * before nothing, or everything is elsewhere. `undefined` where it shows nothing of the kind.
 */
export async function whyUnreachable(
  first: JudgedExchange,
  options: RunOptions,
): Promise<string | undefined> {
  const { baseUrl } = options.target;
  if (first.outcome.kind === 'failure') {
    const { failure } = first.outcome;
    const isAway = ['refused', 'dns', 'tls'].includes(failure.kind);
    return isAway
      ? `${baseUrl} can't be reached: ${failure.message}${proxyWords(failure, options)}`
      : undefined;
  }
  const { status } = first.outcome.response;
  const isOdd = NOT_THERE.has(status) || REDIRECTS.has(status);
  const below = status === 404 ? await answeringBelow(first, options) : undefined;
  if (below !== undefined)
    return `${baseUrl} answers 404 where ${baseUrl}${below} answers, as the document's servers say: add ${below} to base_url`;
  const to = movedTo(first.outcome.response, first, baseUrl);
  if (to !== undefined) return `${baseUrl} redirects to ${to}`;
  // What every path gets is no answer of an operation.
  const other = isOdd ? await look(options, NOWHERE) : undefined;
  if (other?.kind !== 'response' || other.response.status !== status) return undefined;
  if (NOT_THERE.has(status)) {
    return `${baseUrl} answers every request with ${status}, as a gateway does without a server behind it`;
  }
  const [firstAnswer, two] = [first.outcome.response, other.response].map((response) =>
    locationOf(response, `${baseUrl}${NOWHERE}`),
  );
  return firstAnswer !== undefined && firstAnswer === two
    ? `${baseUrl} redirects every request to ${firstAnswer}`
    : undefined;
}

/** The path of the document's servers, where what is not there is there below it. */
async function answeringBelow(
  { case: { operation, request } }: JudgedExchange,
  options: RunOptions,
): Promise<string | undefined> {
  const { document, target } = options;
  const isRead = ({ method, path }: Operation): boolean => method === 'GET' && !path.includes('{');
  const read = [operation, ...operations(document)].find(isRead);
  const path = read === operation ? request.target : read?.path;
  const bases = serverPaths(document.root).filter((base) => !target.basePath.endsWith(base));
  if (path === undefined) return undefined;
  const isThere = async (at: string): Promise<boolean> => {
    const outcome = await look(options, at);
    return outcome.kind === 'response' && outcome.response.status !== 404;
  };
  for (const base of bases) {
    // Whoever answers everything there tells nothing.
    if (
      !(await isThere(path)) &&
      (await isThere(base + path)) &&
      !(await isThere(base + NOWHERE))
    ) {
      return base;
    }
  }
  return undefined;
}

/** So many of the document's servers are looked at. */
const SERVERS = 3;

/** The paths of the document's servers, without those that variables decide. */
function serverPaths(root: JsonObject): string[] {
  const paths = serversIn(root).flatMap(({ plainPath }) => plainPath || []);
  return [...new Set(paths)].slice(0, SERVERS);
}

/** Where the same path is, below another base. */
function movedTo(
  response: ReceivedResponse,
  { case: sent }: JudgedExchange,
  baseUrl: string,
): string | undefined {
  const path = pathOf(sent);
  const location = REDIRECTS.has(response.status)
    ? locationOf(response, baseUrl + path)
    : undefined;
  if (location === undefined || !location.endsWith(path)) return undefined;
  const base = location.slice(0, -path.length);
  return base === baseUrl ? undefined : base;
}

/** Without its query, which may hold a secret. */
function locationOf({ headers }: ReceivedResponse, url: string): string | undefined {
  const location = headerValue(headers, 'location');
  if (location === undefined || !URL.canParse(location, url)) return undefined;
  const { origin, pathname } = new URL(location, url);
  return origin + pathname;
}

/** That it is a proxy which isn't there, as far as the error says so. */
function proxyWords({ message }: TransportFailure, { target, proxyEnv = {} }: RunOptions): string {
  const wanted = `${target.url.protocol.slice(0, -1)}_proxy`;
  const [name, text = ''] =
    Object.entries(proxyEnv).find(([variable]) => variable.toLowerCase() === wanted) ?? [];
  if (name === undefined || !URL.canParse(text)) return '';
  const { host, port } = new URL(text);
  const isProxy = /proxy/i.test(message) || (port !== '' && message.includes(`:${port}`));
  return isProxy && port !== target.url.port ? `, through the proxy ${host} of ${name}` : '';
}
