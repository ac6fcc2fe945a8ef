import { type HeaderList, headerValue } from '../../http/exchange.ts';

/** Meant for the next hop only (RFC 9110, 7.6.1), or consumed by a proxy (11.7). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What the proxy writes anew. */
const REPLACED: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'expect',
  'via',
  'x-forwarded-for',
]);

/** Without what is for one hop only: the fixed names, and those that Connection lists. */
export function endToEnd(headers: HeaderList): [string, string][] {
  const connection = headerValue(headers, 'connection');
  const listed = new Set(connection?.split(',').map((name) => name.trim().toLowerCase()));
  const kept: [string, string][] = [];
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (!HOP_BY_HOP.has(key) && !listed.has(key)) kept.push([name, value]);
  }
  return kept;
}

/** Who sent the request that is passed on. */
export interface Client {
  readonly address: string | undefined;
  readonly protocol: 'http' | 'https';
}

/**
 * The headers of the request to the upstream: end to end, with its own Host and what the
 * X-Forwarded-* headers tell it of the client. Says nothing of the body's length.
 */
export function requestHeaders(
  headers: HeaderList,
  client: Client,
  upstreamHost: string,
): [string, string][] {
  const kept = endToEnd(headers).filter(([name]) => !REPLACED.has(name.toLowerCase()));
  const append = (name: string, value: string): string => {
    const before = headerValue(headers, name);
    return before === undefined ? value : `${before}, ${value}`;
  };
  const added: [string, string][] = [
    ['Host', upstreamHost],
    // A gateway must tell (RFC 9110, 7.6.3).
    ['Via', append('via', '1.1 prism-gateway')],
  ];
  if (client.address !== undefined) {
    added.push(['X-Forwarded-For', append('x-forwarded-for', client.address)]);
  }
  // A proxy in front of this one knows better.
  if (headerValue(headers, 'x-forwarded-proto') === undefined) {
    added.push(['X-Forwarded-Proto', client.protocol]);
  }
  const host = headerValue(headers, 'host');
  if (headerValue(headers, 'x-forwarded-host') === undefined && host !== undefined) {
    added.push(['X-Forwarded-Host', host]);
  }
  return [...added, ...kept];
}
