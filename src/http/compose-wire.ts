import { onceFor } from '../openapi/once.ts';
import type { Operation } from '../model/operation.ts';
import type { RelativeRequest, SentRequest, WireRequest } from './exchange.ts';
import {
  type Credential,
  type ExtraHeader,
  type SecretPart,
  credentialHeaders,
  secretParts,
} from './credential.ts';
import type { Target } from './target.ts';

/** A case's request for the wire, and as people may see it. */
export interface ComposedRequest {
  /** As the transport sends it, secrets included. */
  readonly wire: WireRequest;
  readonly sent: SentRequest;
}

/** A request, and the operation whose credential and answers it wants. */
export interface OperationRequest {
  readonly operation: Operation;
  readonly request: RelativeRequest;
}

/** What is the same for all requests of a run. */
export interface WireContext {
  readonly target: Target;
  readonly credential: Credential;
  /** Another client's. Default: there is none. */
  readonly otherCredential?: Credential | undefined;
  readonly userAgent: string;
}

/** Adds what a case leaves to the run: address, credential, and the headers of every client. */
export function composeWire(addressed: OperationRequest, context: WireContext): ComposedRequest {
  const { request, operation } = addressed;
  const { target } = context;
  const credential =
    request.asOtherClient === true && context.otherCredential
      ? context.otherCredential
      : context.credential;
  const headers: [name: string, value: string, shown: string][] = [];
  const names = new Set(request.headers.map(([name]) => name.toLowerCase()));
  const add = (name: string, value: string, shown = value): void => {
    if (!names.has(name.toLowerCase())) headers.push([name, value, shown]);
  };
  const extra = extraHeaders(addressed, credential);
  for (const { name, value, shown } of extra) add(name, value, shown);
  for (const { name } of extra) names.add(name.toLowerCase());
  add('Host', target.url.host);
  add('User-Agent', context.userAgent);
  if (request.withAccept !== false) add('Accept', accepted(operation));
  const parts =
    request.withCredential === false
      ? []
      : secretParts(asking(addressed), credential, {
          spelledScheme: request.credentialScheme,
          madeUp: request.madeUpCredential,
        });
  for (const { place, name, value, shown } of parts) {
    if (place === 'header') add(name, value, shown);
  }
  const keys = parts.filter(({ place }) => place === 'cookie');
  for (const [name, value] of request.headers) {
    const added = name.toLowerCase() === 'cookie' ? keys.splice(0) : [];
    headers.push([name, withPairs(value, added, 'value'), withPairs(value, added, 'shown')]);
  }
  if (keys.length > 0) {
    headers.push(['Cookie', withPairs('', keys, 'value'), withPairs('', keys, 'shown')]);
  }
  const length = request.body?.length ?? (impliesBody(request.method) ? 0 : undefined);
  if (length !== undefined) add('Content-Length', String(length));
  const { method, body } = request;
  const inQuery = parts.filter(({ place }) => place === 'query');
  return {
    wire: {
      method,
      target: target.basePath + withQuery(request.target, inQuery, 'value'),
      headers: headers.map(([name, value]) => [name, asBytes(value)]),
      body,
    },
    sent: {
      method,
      url: target.baseUrl + withQuery(request.target, inQuery, 'shown'),
      headers: headers.map(([name, , shown]) => [name, shown]),
      body,
    },
  };
}

/** The operation, as if it asked for the scheme that the request is to be sent by. */
function asking({ request: { otherScheme }, operation }: OperationRequest): Operation {
  return otherScheme === undefined ? operation : { ...operation, security: [[otherScheme]] };
}

/** What the user gave for every request, but a credential where the request is to have none, or another. */
function extraHeaders(
  { request, operation }: OperationRequest,
  credential: Credential,
): readonly ExtraHeader[] {
  const { headers = [] } = credential;
  const { withCredential, madeUpCredential, credentialScheme: spelled } = request;
  const isWithout =
    withCredential === false || madeUpCredential === true || request.otherScheme !== undefined;
  const names = credentialHeaders(operation, credential);
  const sent = headers.filter(({ name }) => !isWithout || !names.includes(name.toLowerCase()));
  if (spelled === undefined) return sent;
  const inOtherCase = (text: string): string => text.replace(/^bearer(?= )/i, spelled);
  return sent.map((header) => {
    return { ...header, value: inOtherCase(header.value), shown: inOtherCase(header.shown) };
  });
}

/** Keys come last, so that what is shown ends with the variable. */
function withQuery(target: string, parts: readonly SecretPart[], form: 'value' | 'shown'): string {
  const pairs = parts.map((part) => {
    const text = form === 'value' ? encodeURIComponent(part.value) : part.shown;
    return `${encodeURIComponent(part.name)}=${text}`;
  });
  return pairs.reduce((all, pair) => `${all}${all.includes('?') ? '&' : '?'}${pair}`, target);
}

function withPairs(cookie: string, parts: readonly SecretPart[], form: 'value' | 'shown'): string {
  const pairs = parts.map((part) => `${part.name}=${part[form]}`);
  return [cookie, ...pairs].filter((pair) => pair !== '').join('; ');
}

/** Without the length, an absent body would be announced as a chunked one (RFC 9110, 8.6). */
function impliesBody(method: string): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

const accepted = onceFor(({ responses }: Operation): string => {
  const names = responses.flatMap(({ content }) => content.map(({ name }) => name));
  return [...new Set(names)].join(', ') || '*/*';
});

/** Header fields are bytes: what is beyond Latin-1 goes out as UTF-8. */
function asBytes(value: string): string {
  return /[^\0-\u00FF]/.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value;
}
