/** Which requests of a page or a process are for a document's API, and which for anybody else. */
import type { MockRequest } from '../http/message.ts';
import { cookieIn } from '../model/parameters/read-parameter.ts';
import { type Operation, operations } from '../model/operation.ts';
import { endsInParameter } from '../model/resources/names.ts';
import { createRouter } from '../model/routes.ts';
import { serversIn } from '../model/servers.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { escapePattern } from '../openapi/escape-pattern.ts';
import { onceFor } from '../openapi/once.ts';

/** Whether an address, without a slash at its end, is one of the API. */
export type AddressTest = (base: string) => boolean;

/** The header that names a sandbox, and the cookie. */
export const SANDBOX_HEADER = 'x-sandbox';

/** The sandbox that a request names beside its address: in a header, else in a cookie. */
export function sandboxBeside(header: MockRequest['header']): string | undefined {
  return header(SANDBOX_HEADER) ?? cookieIn(header('cookie'), SANDBOX_HEADER);
}

/**
 * Tells the API's addresses from others.
 *
 * @param baseUrl The only one: relative to the page, too, with stars in it. Default: those of the document's
 *   `servers`; the same paths, or none, at the page's own origin and on this machine. Where neither a page nor
 *   the document names a host, at any.
 */
export function addressTest({ root }: OpenApiDocument, baseUrl: string | undefined): AddressTest {
  const origin = pageOrigin();
  if (baseUrl !== undefined) {
    const base = baseUrl.replace(/^\/(?!\/)/, `${origin ?? '*'}/`);
    return tester([base.split('*').map(escapePattern).join('.*')]);
  }
  const servers = serversIn(root);
  const isNamed = origin !== undefined || servers.some(({ host }) => host !== '');
  const hosts = isNamed
    ? [THIS_MACHINE, ...(origin === undefined ? [] : [escapePattern(origin)])]
    : [ANY];
  return tester([
    ...servers.filter(({ host }) => host !== '').map(({ host, path }) => host + path),
    ...hosts.flatMap((host) => ['', ...servers.map(({ path }) => path)].map((path) => host + path)),
  ]);
}

/**
 * What stands in front of a path where a client asks as it would ask a server of the document: `/v1` of
 * `/v1/things`. Empty where nothing does, and where the document has the whole path.
 */
export function serverPathIn(document: OpenApiDocument, path: string): string {
  return serverPathTest(document)?.(path) ?? '';
}

/** `undefined` for a document whose servers have no path. */
const serverPathTest = onceFor((document: OpenApiDocument) => {
  const paths = serversIn(document.root).flatMap(({ path }) => path.replace(/\/+$/, '') || []);
  if (paths.length === 0) return undefined;
  const patterns = [...new Set(paths)].map((path) => new RegExp(`^${path}(?=/)`));
  const all = [...operations(document), ...(document.quarantined ?? [])];
  const router = createRouter(all, (operation) => operation);
  return (path: string): string => {
    const bases = patterns.flatMap((pattern) => pattern.exec(path) ?? []);
    if (bases.length === 0 || router(path) !== undefined) return '';
    return bases.find((base) => router(path.slice(base.length)) !== undefined) ?? '';
  };
});

const ANY = '[^/]+//[^/]+';
const THIS_MACHINE = String.raw`https?://(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?`;

/** Of the page, where there is one. */
export function pageOrigin(): string | undefined {
  const { location } = globalThis as { location?: Location };
  return location?.protocol.startsWith('http') === true ? location.origin : undefined;
}

function tester(patterns: readonly string[]): AddressTest {
  const pattern = new RegExp(
    `^(?:${patterns.map((source) => source.replace(/\/+$/, '')).join('|')})$`,
  );
  return (base) => pattern.test(base);
}

/** The ends of names of files that make up a page. */
const FILE =
  /\.(?:[cm]?[jt]sx?|css|s[ac]ss|less|vue|svelte|astro|map|wasm|html?|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|mp[34])$/i;

/** What a browser asks for when it wants no data: first in Accept (Fetch Standard, 4). */
const NO_DATA = /^(?:text\/(?:html|css)|image\/)/;

/** Whether a page asks for a part of itself: a script, a style, an image, or another page. */
export function isPartOfPage(
  { url, mode, destination, headers, method }: Request,
  operation: Pick<Operation, 'path'> & Partial<Pick<Operation, 'responses'>>,
): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (mode === 'navigate') return true;
  const accept = headers.get('accept') ?? '';
  const types =
    operation.responses?.flatMap(({ content }) => content.map(({ name }) => name)) ?? [];
  const [, kind = ''] = NO_DATA.exec(accept) ? /^([^/]+\/)/.exec(accept)! : [];
  if (kind !== '' && !types.some((type) => type.startsWith(kind))) return true;
  if (!['', 'image', undefined].includes(destination)) return true;
  const { origin, pathname } = new URL(url);
  const isNamed = !endsInParameter(operation.path);
  return origin === pageOrigin() && !isNamed && FILE.test(pathname);
}
