import {
  Agent as HttpAgent,
  type ClientRequest,
  type RequestOptions,
  request as httpRequest,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { getCACertificates } from 'node:tls';
import type { JudgedExchange } from '../judged-exchange.ts';
import type { WireRequest } from '../../http/exchange.ts';
import { receive } from './receive.ts';
import type { Target } from '../../http/target.ts';

/** Options of {@link createTransport}. */
export interface TransportOptions {
  readonly target: Target;
  /** Milliseconds until a request without a complete response is given up. */
  readonly timeoutMs: number;
  /** HTTP_PROXY, HTTPS_PROXY and NO_PROXY are read from it. Default: no proxy. */
  readonly proxyEnv?: Readonly<Record<string, string | undefined>> | undefined;
  /** PEM certificates to trust besides the system's. */
  readonly ca?: string | undefined;
  /** Takes any certificate. Default false. */
  readonly insecure?: boolean | undefined;
}

/** What became of one request. */
export type Delivery = Pick<JudgedExchange, 'outcome' | 'connection' | 'durationMs'>;

/** Sends requests byte for byte. */
export interface Transport {
  /** @param signal Gives the request up; the outcome is a timeout. */
  send(request: WireRequest, signal: AbortSignal): Promise<Delivery>;
  /** Closes all connections. */
  close(): void;
}

/**
 * After a connection broke under a request, a connection rests this long before it is used again:
 * a server that closes without saying so has then done it, and what breaks later is its fault.
 */
const REST_MS = 15;

/** A transport over connections that are kept alive and used again. */
export function createTransport(options: TransportOptions): Transport {
  const { target } = options;
  const isTls = target.url.protocol === 'https:';
  const keeping = createAgent(options, isTls, true);
  const single = createAgent(options, isTls, false);
  const connections = new Connections();
  const base: RequestOptions = {
    protocol: target.url.protocol,
    hostname: target.url.hostname.replace(/^\[|\]$/g, ''),
    port: target.url.port === '' ? (isTls ? 443 : 80) : Number(target.url.port),
  };
  let rests = false;
  let underWay = 0;
  const deliver = async (wire: WireRequest, signal: AbortSignal): Promise<Delivery> => {
    const rested = rests;
    // Of several requests at a time, none can know how long the connection it gets has rested.
    const agent = rested && underWay > 1 ? single : keeping;
    if (rested && agent === keeping) await pause(REST_MS);
    const { method, target: path } = wire;
    const request = (isTls ? httpsRequest : httpRequest)({
      ...base,
      agent,
      method,
      path,
      // A flat list goes out in this order, with names as they are written.
      headers: wire.headers.flat(),
    });
    const connection = connections.watch(request);
    const received = await receive(request, wire.body, { signal, timeoutMs: options.timeoutMs });
    const { outcome, durationMs } = received;
    const mayBeRace = !rested && received.wasUnusedReuse;
    if (!mayBeRace || outcome.kind === 'response') {
      return { outcome, durationMs, connection: connection() };
    }
    rests = true;
    const failure = { ...outcome.failure, mayBeRace };
    return { outcome: { kind: 'failure', failure }, durationMs, connection: connection() };
  };
  return {
    send: async (wire, signal) => {
      underWay += 1;
      try {
        return await deliver(wire, signal);
      } finally {
        underWay -= 1;
      }
    },
    close: () => {
      keeping.destroy();
      single.destroy();
    },
  };
}

/** Ends after sockets were read: on a busy machine, a timer alone can be ahead of what they bring. */
async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  await new Promise((resolve) => setImmediate(resolve));
}

function createAgent(options: TransportOptions, isTls: boolean, keeps: boolean): HttpAgent {
  const { proxyEnv = {}, ca, insecure } = options;
  const hasProxy = Object.keys(proxyEnv).some((name) => /^https?_proxy$/i.test(name));
  const common = {
    keepAlive: true,
    maxFreeSockets: 256,
    ...(hasProxy ? { proxyEnv: { ...proxyEnv } } : {}),
  };
  const agent = isTls
    ? new HttpsAgent({
        ...common,
        // Given alone, it would take the place of all others.
        ...(ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] }),
        rejectUnauthorized: insecure !== true,
      })
    : new HttpAgent(common);
  // Requests look the same, but no connection is used again.
  return keeps ? agent : Object.assign(agent, { keepSocketAlive: () => false });
}

/** Numbers connections, and the requests on each. */
class Connections {
  readonly #known = new WeakMap<Socket, { id: number; requests: number }>();
  #count = 0;

  /** @returns Where the request went, once that is known. */
  watch(request: ClientRequest): () => JudgedExchange['connection'] {
    let place: JudgedExchange['connection'] = { id: -1, request: 0 };
    request.once('socket', (socket) => {
      let known = this.#known.get(socket);
      if (!known) {
        known = { id: this.#count, requests: 0 };
        this.#count += 1;
        this.#known.set(socket, known);
      }
      place = { id: known.id, request: known.requests };
      known.requests += 1;
    });
    return () => place;
  }
}
