import { isIP } from 'node:net';
import { inAddress, isLoopback } from '../../http/host.ts';
import { ControlError } from './reply.ts';

/** What of a request says where it is from. */
export interface Sender {
  /** A header's value by its lowercase name. */
  readonly header: (name: string) => string | undefined;
}

/**
 * Why a request to the control API is refused that a foreign page could have sent: through a name that
 * it makes resolve to this machine (DNS rebinding), or across origins, which a browser sends without
 * asking.
 *
 * @param host The address that the server was told to listen on.
 * @param isPage Whether it is for the page itself, which links elsewhere may lead to.
 * @returns A 403; `undefined` where the request is taken.
 */
export function foreignRefusal(
  request: Sender,
  host: string,
  isPage = false,
): ControlError | undefined {
  const authority = authorityOf(request);
  if (!isOwnName(nameOf(authority), host)) {
    return foreignHost(
      `The control API is only for this machine, not for the Host ${shown(authority)}. Use 127.0.0.1 or localhost.`,
    );
  }
  const origin = request.header('origin');
  const site = request.header('sec-fetch-site');
  const isOwn = origin === undefined || origin.toLowerCase() === `http://${authority}`;
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  const isNavigation = isPage && request.header('sec-fetch-mode') === 'navigate';
  if (isOwn && (!isForeignSite || isNavigation)) return undefined;
  return foreignOrigin(
    'The control API is not for pages of other origins. Call it from a program, or from a page of this server.',
  );
}

/**
 * Why a request to the proxy is refused that a foreign page could have sent, so that no page of the web
 * reaches the server behind it. Pages of this machine are no strangers, and programs send no Origin.
 *
 * @param host The address that the proxy was told to listen on.
 * @param allowed Further origins: of pages, and of names that the proxy is called by; `*` for any.
 * @returns A 403; `undefined` where the request is taken.
 */
export function strangerRefusal(
  request: Sender,
  host: string,
  allowed: readonly string[],
): ControlError | undefined {
  if (allowed.includes('*')) return undefined;
  const authority = authorityOf(request);
  const name = nameOf(authority);
  // Every browser names a host.
  const isOwn =
    name === '' ||
    isOwnName(name, host) ||
    (isWildcard(host) && isNobodysOnTheWeb(name)) ||
    allowed.some((origin) => urlOf(origin)?.hostname === name);
  if (!isOwn) {
    return foreignHost(
      `The proxy does not serve the Host ${shown(authority)}. Use the address that it listens on, or start it with --allow-origin http://‹host›.`,
    );
  }
  const origin = request.header('origin');
  if (origin === undefined && isOfKnownSite(request.header('sec-fetch-site'), name)) {
    return undefined;
  }
  const page = urlOf(origin ?? '');
  const isKnown = page && (page.host === authority || isLoopback(page.hostname));
  if (isKnown === true || allowed.includes(page?.origin ?? '')) return undefined;
  return foreignOrigin(
    `The proxy is not for pages of ${origin === undefined ? 'other sites' : shown(origin)}. Start it with --allow-origin and the origin of the page.`,
  );
}

/** Of what browsers send without an Origin, such as an image's request. */
function isOfKnownSite(site: string | undefined, name: string): boolean {
  if (site === 'same-site') return isLoopback(name);
  return site !== 'cross-site';
}

function foreignHost(message: string): ControlError {
  return new ControlError(403, 'foreign-host', message);
}

function foreignOrigin(message: string): ControlError {
  return new ControlError(403, 'foreign-origin', message);
}

function authorityOf(request: Sender): string {
  return (request.header('host') ?? '').toLowerCase();
}

function nameOf(authority: string): string {
  return authority.replace(/:\d*$/, '');
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function isOwnName(name: string, host: string): boolean {
  return isLoopback(name) || name === inAddress(host.toLowerCase());
}

function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** An address, or a name without a dot, such as a container's: nobody can register it. */
function isNobodysOnTheWeb(name: string): boolean {
  return !name.includes('.') || name.startsWith('[') || isIP(name) !== 0;
}
