import type { IncomingMessage } from 'node:http';
import { type HeaderList, headerValue } from '../http/exchange.ts';
import type { Sender } from './control/guard.ts';
import { type ServerRequest, headerOf } from './read-request.ts';

/** What stands in front of a server says of the request that has come to it. */
interface Forwarded {
  readonly host?: string | undefined;
  readonly proto?: string | undefined;
}

/** A host with a port, as an address can have them. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** A pair of `Forwarded` (RFC 7239, 4), which may be quoted. */
const PAIR = /(?:^|;)\s*(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^;"\s]*))\s*/g;

/** As the first one in front has it, which clients have asked; `X-Forwarded-…` before `Forwarded`. */
function forwarded({ header }: Sender): Forwarded {
  const host = first(header('x-forwarded-host'));
  const proto = first(header('x-forwarded-proto'));
  if (host !== undefined || proto !== undefined) return checked({ host, proto });
  const element = /^(?:[^,"]|"(?:[^"\\]|\\.)*")*/.exec(header('forwarded') ?? '')?.[0] ?? '';
  const pairs = [...element.matchAll(PAIR)].map(([, name = '', quoted, plain = '']) => {
    return [name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? plain] as const;
  });
  return checked(Object.fromEntries(pairs));
}

function first(list: string | undefined): string | undefined {
  return list?.split(',', 1)[0]?.trim();
}

/** What could be part of no address counts for nothing. */
function checked({ host = '', proto = '' }: Forwarded): Forwarded {
  return {
    host: HOST.test(host) ? host.toLowerCase() : undefined,
    proto: /^https?$/i.test(proto) ? proto.toLowerCase() : undefined,
  };
}

/** A request's headers, with the host that it was sent to where what is in front is believed. */
export function senderOf({ url = '/', rawHeaders }: IncomingMessage, isTrusted = false): Sender {
  const inner: Sender = { header: (name) => headerOf(url, rawHeaders, name) };
  return isTrusted ? outerSender(inner, forwarded(inner)) : inner;
}

function outerSender(inner: Sender, { host }: Forwarded): Sender {
  return { header: (name) => (name === 'host' && host) || inner.header(name) };
}

/** Where a request was sent to, and whose it is as far as that is known. */
export interface ClientSide {
  /** Scheme and host. */
  readonly base: string;
  readonly client: string | undefined;
}

/** What headers say of the client's side, with what is in front believed or not. */
export function clientSide(headers: HeaderList, isTrusted = false): ClientSide {
  const inner: Sender = { header: (name) => headerValue(headers, name) };
  const { host, proto = 'http' }: Forwarded = isTrusted ? forwarded(inner) : {};
  const client = isTrusted ? first(inner.header('x-forwarded-for')) : undefined;
  return { base: `${proto}://${host ?? inner.header('host') ?? 'localhost'}`, client };
}

/** A request as it was sent to what stands in front: its answer has links that lead there. */
export function outerRequest(request: ServerRequest): ServerRequest {
  const inner: Sender = { header: (name) => request.header(name) };
  const client = forwarded(inner);
  const { header } = outerSender(inner, client);
  const base = `${client.proto ?? 'http'}://${header('host') ?? 'localhost'}`;
  const { method, path, query, target, address, rawHeaders, rawBody, body, problem } = request;
  return { method, path, query, target, address, rawHeaders, rawBody, body, problem, base, header };
}
