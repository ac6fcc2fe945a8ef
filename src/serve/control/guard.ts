import type { ServerRequest } from '../read-request.ts';
import { ControlError } from './reply.ts';

/** What of a request says where it is from. */
type Sender = Pick<ServerRequest, 'header'>;

/**
 * Why a request is refused that a foreign page could have sent: through a name that it makes resolve
 * to this machine (DNS rebinding), or across origins, which a browser sends without asking.
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
  const authority = (request.header('host') ?? '').toLowerCase();
  const name = authority.replace(/:\d*$/, '');
  if (!isLoopback(name) && name !== bracketed(host.toLowerCase())) {
    return new ControlError(
      403,
      'foreign-host',
      `The control API is only for this machine, not for the Host ${JSON.stringify(authority.slice(0, 100))}. Use 127.0.0.1 or localhost.`,
    );
  }
  const origin = request.header('origin');
  const site = request.header('sec-fetch-site');
  const isOwn = origin === undefined || origin.toLowerCase() === `http://${authority}`;
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  const isNavigation = isPage && request.header('sec-fetch-mode') === 'navigate';
  if (isOwn && (!isForeignSite || isNavigation)) return undefined;
  return new ControlError(
    403,
    'foreign-origin',
    'The control API is not for pages of other origins. Call it from a program, or from a page of this server.',
  );
}

/** A request's name of this machine: `localhost`, `*.localhost` (RFC 6761, 6.3), 127.0.0.0/8, ::1. */
function isLoopback(name: string): boolean {
  return (
    /^(?:[\w-]+\.)*localhost\.?$/.test(name) ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name) ||
    name === '[::1]'
  );
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
