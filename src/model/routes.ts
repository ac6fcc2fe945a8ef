/** Which path of a document a request is for: one matcher for mock, judge and recordings. */
import { onceFor } from '../openapi/once.ts';
import type { Operation } from './operation.ts';
import { percentDecoded } from '../openapi/percent.ts';

/** What a path leads to. */
export interface Route<T> {
  /** `*` is any method that isn't there. */
  readonly byMethod: ReadonlyMap<string, T>;
  /** For `Allow` (RFC 9110, 10.2.1). */
  readonly allow: string;
}

/**
 * Finds the route of a path, which may have its query behind it, whatever the order of the document's
 * paths: segment by segment from the left, a literal one wins over one with literals around templates,
 * and that over a template alone (OpenAPI 3.1.0, 4.8.8.1). Percent-encoded characters are those that
 * they encode, but `%2F` splits no segment. A path of the document that ends in a query, such as
 * `/token?refresh`, wins where the request has all of that query.
 */
export type Router<T> = (target: string) => Route<T> | undefined;

/** @param operationOf Whose path and method lead to the item. */
export function createRouter<T>(
  items: readonly T[],
  operationOf: (item: T) => Pick<Operation, 'method' | 'path'>,
): Router<T> {
  const tree = new Tree<T>();
  const fixed = new Map<string, Route<T>>();
  const byPath = Map.groupBy(items, (item) => operationOf(item).path);
  // Templates that differ in their names alone are the same path: the order must not decide.
  for (const path of [...byPath.keys()].toSorted()) {
    const route = tree.add(path);
    for (const item of byPath.get(path) ?? []) route.add(operationOf(item).method, item);
    if (!path.includes('{')) fixed.set(path, route);
  }
  const find = (path: string): Route<T> | undefined => fixed.get(path) ?? tree.find(path);
  const queries = new Set([...byPath.keys()].flatMap((path) => QUERY.exec(path)?.[1] ?? []));
  const longestFirst = [...queries].toSorted((a, b) => b.length - a.length);
  return (target) => {
    const path = pathIn(target);
    if (queries.size === 0 || path === target) return find(path);
    const sent = new Set(target.slice(path.length + 1).split('&'));
    const satisfied = longestFirst.filter((candidate) =>
      candidate.split('&').every((member) => sent.has(member)),
    );
    return Iterator.from([...satisfied.map((satisfied) => `${path}?${satisfied}`), path])
      .map(find)
      .find((route) => route !== undefined);
  };
}

/** Without the query. */
function pathIn(target: string): string {
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}

/** What some documents tell operations by that have one path; `{?name}` is none. */
const QUERY = /\?([^{}?]+)$/;

/** An operation that a request is for. */
export interface OperationMatch {
  readonly operation: Operation;
  /** What stood in the path template's braces, decoded. */
  readonly pathParameters: Readonly<Record<string, string>>;
  /** The path in front of the operation's own. */
  readonly basePath: string;
}

/** The router of a list of operations, which must not change; made once a list. */
export const routerOf: (all: readonly Operation[]) => Router<Operation> = onceFor((all) =>
  createRouter(all, (operation) => operation),
);

/**
 * The operation of a request. A recording doesn't say where base_url ends, so that an operation's
 * path may have any path in front of it; the longest template wins.
 *
 * @param basePath Where base_url's path is known: what must stand in front.
 */
export function matchOperation(
  all: readonly Operation[],
  method: string,
  target: string,
  basePath?: string,
): OperationMatch | undefined {
  for (const { route, path, basePath: base } of routesBelow(routerOf(all), target, basePath)) {
    const operation = route.byMethod.get(method);
    const parts = operation && pathTemplate(operation.path).parts(path);
    if (operation === undefined || parts === undefined) continue;
    const pairs = [...parts].map(([name, text]) => [name, percentDecoded(text)]);
    return { operation, basePath: base, pathParameters: Object.fromEntries(pairs) };
  }
  return undefined;
}

/** A route, and where in a path its own begins. */
export interface RouteBelow<T> {
  readonly route: Route<T>;
  readonly path: string;
  /** The path in front of it. */
  readonly basePath: string;
}

/**
 * The routes of a path that may have any other in front of it; the longest template first.
 *
 * @param basePath Where it is known: what must stand in front.
 */
export function* routesBelow<T>(
  router: Router<T>,
  target: string,
  basePath?: string,
): Generator<RouteBelow<T>> {
  const pathname = pathIn(target);
  const ends = Array.from(pathname.matchAll(/\//g), ({ index }) => index);
  for (const end of basePath === undefined ? ends : [basePath.length]) {
    const base = pathname.slice(0, end);
    const path = pathname.slice(end);
    const route =
      basePath === undefined || base === basePath ? router(target.slice(end)) : undefined;
    if (route !== undefined) yield { route, path, basePath: base };
  }
}

/** A path template such as `/shops/{shop}/{id}.pdf` (OpenAPI 3.1.0, 4.8.2). */
export interface PathTemplate {
  /** What stands in a path in place of each name, still encoded; `undefined` for another path. */
  parts(path: string): ReadonlyMap<string, string> | undefined;
  /** The path of a request (RFC 3986, 3.3), with what `part` gives, encoded, in place of names. */
  fill(part: (name: string) => string | undefined): string;
}

/** Takes a path template apart. */
export function pathTemplate(path: string): PathTemplate {
  const segments = segmentsOf(path.replace(QUERY, '')).map(readSegment);
  return {
    parts: (other) => partsOf(segments, segmentsOf(other)),
    fill: (part) =>
      path
        .split(/(\{[^{}]*\})/)
        .map((text, i) => (i % 2 === 0 ? encodeLiteral(text) : (part(text.slice(1, -1)) ?? text)))
        .join(''),
  };
}

/**
 * What a request line can't have as it is; what is encoded already stays so. Paths with `?` or `#`
 * are no paths, and yet some documents tell operations apart by them.
 */
function encodeLiteral(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/%[\da-f]{2}|[^\w!#$&'()*+,./:;=?@~-]/giu, (found) =>
      found.length === 3 && found.startsWith('%') ? found : encodeURIComponent(found),
    );
}

function partsOf(
  segments: readonly Segment[],
  texts: readonly string[],
): Map<string, string> | undefined {
  if (segments.length !== texts.length) return undefined;
  const found = new Map<string, string>();
  for (const [i, segment] of segments.entries()) {
    const parts = partsIn(segment, texts[i]!);
    if (parts === undefined) return undefined;
    for (const [j, name] of segment.names.entries()) found.set(name, parts[j]!);
  }
  return found;
}

/** A path template without its names: equal for those that are the same path (OpenAPI 3.1.0, 4.8.8). */
export function pathShape(path: string): string {
  return segmentsOf(path)
    .map((segment) => keyOf(readSegment(segment)))
    .join('/');
}

/** What tells a segment from others, whatever its names are. */
function keyOf({ literals }: Segment): string {
  return literals.join('{}');
}

/** A path's segments, still encoded. */
function segmentsOf(path: string): string[] {
  return (path.startsWith('/') ? path.slice(1) : path).split('/');
}

/** A segment of a path template. */
interface Segment {
  readonly names: readonly string[];
  /** The literals around the names, decoded: one more than there are names. */
  readonly literals: readonly string[];
}

function readSegment(text: string): Segment {
  const parts = text.split(/\{([^{}]*)\}/);
  return {
    names: parts.filter((_, i) => i % 2 === 1),
    literals: parts.filter((_, i) => i % 2 === 0).map(percentDecoded),
  };
}

/**
 * What stands in place of a segment's names, still encoded, at least a character each; where there
 * are several ways, the first name has the longest part.
 */
function partsIn({ names, literals }: Segment, raw: string): string[] | undefined {
  const [first = ''] = literals;
  if (names.length === 0) return percentDecoded(raw) === first ? [] : undefined;
  const text = raw.includes('%') ? decodeOnly(raw, literals.join('')) : raw;
  const last = literals.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const parts: string[] = [];
  let end = text.length - last.length;
  for (let i = names.length - 1; i > 0; i -= 1) {
    const literal = literals[i] ?? '';
    const latest = end - 1 - literal.length;
    const at = latest < 0 ? -1 : text.lastIndexOf(literal, latest);
    if (at === -1) return undefined;
    parts.unshift(text.slice(at + literal.length, end));
    end = at;
  }
  if (end <= first.length) return undefined;
  return [text.slice(first.length, end), ...parts];
}

/** Undoes percent-encoding of some characters: the rest is data, such as an encoded comma. */
function decodeOnly(text: string, characters: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (run) => {
    const decoded = percentDecoded(run);
    if (decoded === run) return run;
    return Array.from(decoded, (character) =>
      characters.includes(character) ? character : encode(character),
    ).join('');
  });
}

/** Also of characters that need none. */
function encode(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x80
    ? `%${code.toString(16).toUpperCase().padStart(2, '0')}`
    : encodeURIComponent(character);
}

class Entry<T> implements Route<T> {
  readonly byMethod: Map<string, T> = new Map();
  allow = '';

  /** The first item of a method stays. */
  add(method: string, item: T): void {
    if (!this.byMethod.has(method)) this.byMethod.set(method, item);
    // The document's methods, and those that the responder has for every path.
    const allowed = new Set(this.byMethod.keys());
    if (allowed.has('GET')) allowed.add('HEAD');
    this.allow = [...allowed.add('OPTIONS')].join(', ');
  }
}

/** What paths with the same beginning have in common. */
class Tree<T> {
  /** By the decoded segment. */
  readonly #fixed = new Map<string, Tree<T>>();
  /** The most literal first. */
  #mixed: { readonly key: string; readonly segment: Segment; readonly tree: Tree<T> }[] = [];
  #any: Tree<T> | undefined;
  #entry: Entry<T> | undefined;

  add(path: string): Entry<T> {
    const end = segmentsOf(path)
      .map(readSegment)
      .reduce((tree: Tree<T>, segment) => tree.#child(segment), this);
    end.#entry ??= new Entry();
    return end.#entry;
  }

  find(path: string): Route<T> | undefined {
    return this.walk(segmentsOf(path), 0);
  }

  #child(segment: Segment): Tree<T> {
    const key = keyOf(segment);
    if (segment.names.length === 0) {
      const tree = this.#fixed.get(key) ?? new Tree();
      this.#fixed.set(key, tree);
      return tree;
    }
    if (key === '{}') {
      this.#any ??= new Tree();
      return this.#any;
    }
    const known = this.#mixed.find((codec) => codec.key === key);
    if (known !== undefined) return known.tree;
    const tree = new Tree<T>();
    this.#mixed = [...this.#mixed, { key, segment, tree }].toSorted(
      (a, b) => lengthOf(b.segment) - lengthOf(a.segment) || (a.key < b.key ? -1 : 1),
    );
    return tree;
  }

  walk(segments: readonly string[], from: number): Entry<T> | undefined {
    const raw = segments[from];
    if (raw === undefined) return this.#entry;
    const found = this.#fixed.get(percentDecoded(raw))?.walk(segments, from + 1);
    if (found !== undefined) return found;
    for (const { segment, tree } of this.#mixed) {
      const inside = partsIn(segment, raw) && tree.walk(segments, from + 1);
      if (inside !== undefined) return inside;
    }
    return raw === '' ? undefined : this.#any?.walk(segments, from + 1);
  }
}

/** How many literal characters a segment has. */
function lengthOf({ literals }: Segment): number {
  return literals.join('').length;
}
