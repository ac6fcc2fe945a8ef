import type { OperationResponder } from '../mock/operation-responder.ts';

/** What a path leads to. */
export interface Route {
  readonly byMethod: ReadonlyMap<string, OperationResponder>;
  /** For `Allow` (RFC 9110, 10.2.1). */
  readonly allow: string;
}

/** Finds the route of a path; templates such as `/things/{id}` match one segment each. */
export type Router = (path: string) => Route | undefined;

export function createRouter(responders: readonly OperationResponder[]): Router {
  const fixed = new Map<string, Route>();
  const templates: [RegExp, Route][] = [];
  for (const [path, list] of groupByPath(responders)) {
    const byMethod = new Map(list.map((one) => [one.operation.method, one]));
    const route: Route = { byMethod, allow: allowOf(byMethod.keys()) };
    if (path.includes('{')) templates.push([templatePattern(path), route]);
    else fixed.set(path, route);
  }
  return (path) => fixed.get(path) ?? templates.find(([pattern]) => pattern.test(path))?.[1];
}

/** The document's methods, and those that the responder has for every path. */
function allowOf(methods: Iterable<string>): string {
  const allowed = new Set(methods);
  if (allowed.has('GET')) allowed.add('HEAD');
  return [...allowed.add('OPTIONS')].join(', ');
}

function groupByPath(responders: readonly OperationResponder[]): Map<string, OperationResponder[]> {
  return Map.groupBy(responders, ({ operation }) => operation.path);
}

function templatePattern(path: string): RegExp {
  const escaped = path
    .split(/\{[^}]*\}/)
    .map((text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    .join('[^/]+');
  return new RegExp(`^${escaped}$`);
}
