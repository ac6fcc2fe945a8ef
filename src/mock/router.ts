import type { OperationResponder } from './operation-responder.ts';

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
    const route: Route = { byMethod, allow: [...byMethod.keys()].join(', ') };
    if (path.includes('{')) templates.push([templatePattern(path), route]);
    else fixed.set(path, route);
  }
  return (path) => fixed.get(path) ?? templates.find(([pattern]) => pattern.test(path))?.[1];
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
