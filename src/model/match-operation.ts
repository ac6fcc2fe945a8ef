import type { Operation } from './operation.ts';

/** An operation that a recorded request may have meant. */
export interface OperationMatch {
  readonly operation: Operation;
  /** What stood in the path template's braces, decoded. */
  readonly pathParameters: Readonly<Record<string, string>>;
  /** The path in front of the operation's own. */
  readonly basePath: string;
}

/**
 * The operation of a request. A recording doesn't say where base_url ends, so that an operation's
 * path may have any path in front of it; the longest template wins, and one without parameters
 * before one with them (OpenAPI 3.1.0, 4.8.8.1).
 *
 * @param basePath Where base_url's path is known: what must stand in front.
 */
export function matchOperation(
  all: readonly Operation[],
  method: string,
  pathname: string,
  basePath?: string,
): OperationMatch | undefined {
  const matches = all.flatMap((operation) => {
    const match = operation.method === method ? matchPath(operation, pathname) : undefined;
    return match && (basePath === undefined || match.basePath === basePath) ? [match] : [];
  });
  return matches.toSorted((a, b) => rank(b) - rank(a))[0];
}

function rank({ operation, pathParameters }: OperationMatch): number {
  const segments = operation.path.split('/').length;
  return segments * 100 - Object.keys(pathParameters).length;
}

function matchPath(operation: Operation, pathname: string): OperationMatch | undefined {
  const names: string[] = [];
  const source = operation.path.split(/(\{[^}]*\})/).map((part) => {
    if (!part.startsWith('{')) return part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
    names.push(part.slice(1, -1));
    return '([^/]+)';
  });
  const match = new RegExp(`^(.*)${source.join('')}$`, 'u').exec(pathname);
  if (!match) return undefined;
  const [, basePath = '', ...values] = match;
  const pairs = names.map((name, i) => [name, decode(values[i] ?? '')] as const);
  return { operation, basePath, pathParameters: Object.fromEntries(pairs) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
