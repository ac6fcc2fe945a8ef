/** What a mock was asked and has answered, as tests look at it. */
import { escapePattern } from '../openapi/escape-pattern.ts';
import { type JsonValue, getProperty, isJsonObject } from '../openapi/json/json-value.ts';
import { parseJson } from '../openapi/json/parse-json.ts';
import { equalJson } from '../openapi/schema/equal-json.ts';
import { demandNames, demandOperation } from './demand-options.ts';

/** Headers and body of one side, without secrets. */
export interface MessageView {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Content codings undone; `null` where it was too large to be kept. */
  readonly body: string | null;
}

/** A request with its answer, without secrets. */
export interface RequestView {
  readonly method: string;
  /** Path and query, as the document has them. */
  readonly target: string;
  /** 0 where the connection was dropped. */
  readonly status: number;
  /** Id of the document's operation. */
  readonly operation: string | null;
  readonly request: MessageView;
  readonly response: MessageView;
  /** Name of the callback or webhook that the mock has sent; its target is the whole address. */
  readonly callback?: string;
}

/** Which requests are meant: all that is said of them has to be so. */
export interface RequestMatch {
  /** Id of the document's operation. */
  readonly operation?: string | undefined;
  /** In uppercase. Preflights are meant by OPTIONS alone. */
  readonly method?: string | undefined;
  /** The path; `*` stands for anything within a segment. */
  readonly path?: string | RegExp | undefined;
  readonly status?: number | undefined;
  /** What is in the request's body: of an object, the properties that have to be there. */
  readonly body?: JsonValue | undefined;
}

const NAMES: readonly (keyof RequestMatch)[] = ['operation', 'method', 'path', 'status', 'body'];

/** What an operation is named for here. */
export const LOOKING = 'look for requests';

/**
 * The requests that are meant; preflights of browsers, and what the mock has sent, are apart.
 *
 * @param operations Ids of the document's. Default: whoever asks has seen to that.
 * @throws {StateError} where requests have nothing of the name: without it, all would be meant. Also for an unknown
 *   operation.
 */
export function matching<View extends RequestView>(
  requests: readonly View[],
  match: RequestMatch | ((request: View) => boolean) = {},
  operations?: ReadonlySet<string>,
): View[] {
  const asked = requests.filter(({ callback }) => callback === undefined);
  if (typeof match === 'function') return asked.filter(match);
  demandNames(match, NAMES);
  const { method, path, body, status, operation } = match;
  demandOperation(operation, operations ?? [operation ?? ''], LOOKING);
  const pattern = typeof path === 'string' ? pathPattern(path) : path;
  return asked.filter((view) => {
    const [ownPath = ''] = view.target.split('?', 1);
    return (
      (method === undefined ? !isPreflight(view) : view.method === method) &&
      (operation === undefined || view.operation === operation) &&
      (status === undefined || view.status === status) &&
      (pattern === undefined || pattern.test(ownPath)) &&
      (body === undefined || has(bodyOf(view), body))
    );
  });
}

/** The control API's address for what {@link matching} looks through: it knows the document's operations. */
export function requestsAddress(match: unknown): string {
  const { operation } = (match ?? {}) as RequestMatch;
  return operation === undefined
    ? '/requests'
    : `/requests?operation=${encodeURIComponent(operation)}`;
}

function isPreflight({ method, request }: RequestView): boolean {
  const name = 'access-control-request-method';
  return (
    method === 'OPTIONS' && request.headers.some((header) => header.name.toLowerCase() === name)
  );
}

function pathPattern(path: string): RegExp {
  const parts = path.split('*').map(escapePattern);
  return new RegExp(`^${parts.join('[^/]*')}$`);
}

/** JSON where it is that, else the text. */
function bodyOf({ request: { body } }: RequestView): JsonValue {
  const read = body === null ? undefined : parseJson(body);
  return read?.ok === true ? read.value : body;
}

function has(value: JsonValue | undefined, part: JsonValue): boolean {
  if (!isJsonObject(part)) return value !== undefined && equalJson(value, part);
  return (
    isJsonObject(value) &&
    Object.entries(part).every(([name, member]) => has(getProperty(value, name), member))
  );
}
