import autocannon from 'autocannon';
import { freshPlant, headers } from './plants.ts';
import { cpuSeconds } from './process-facts.ts';
import type { ServerProcess } from './server-process.ts';

/** What one round of load came to. */
export interface Round {
  /** Answers a second. */
  readonly rate: number;
  /** CPU seconds of the server a million requests; `undefined` where that can't be read. */
  readonly cpu: number | undefined;
  readonly requests: number;
  /** Answers other than 2xx, and requests without any. */
  readonly failed: number;
}

const CONNECTIONS = 10;

/** How many more requests are made than the last round needed, so that no id comes twice. */
const HEADROOM = 2;

/** Rounds that are thrown away where a server turns out to be faster than thought. */
const MAX_ATTEMPTS = 5;

/**
 * POSTs fresh plants over ten connections for some seconds.
 *
 * The requests are made before the clock starts: made one by one, they would cost the client more
 * than a fast server needs to answer them, and the client would be what is measured.
 *
 * @param expectedRate Answers a second that the server is thought to give.
 */
export async function loadFor(
  server: ServerProcess,
  seconds: number,
  expectedRate: number,
): Promise<Round> {
  let rate = expectedRate;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const each = Math.ceil((rate * seconds * HEADROOM) / CONNECTIONS);
    const round = await run(server, { duration: seconds }, each);
    // A connection that ran out of requests has begun again: that id is not fresh.
    if (round.requests <= each * CONNECTIONS) return round;
    rate = round.rate * HEADROOM;
  }
  throw new Error(`Failed to load ${server.url}: it is faster at every try. Give it more seconds.`);
}

/** POSTs this many fresh plants over ten connections. */
export async function loadPlants(server: ServerProcess, plants: number): Promise<Round> {
  return await run(server, { amount: plants }, Math.ceil(plants / CONNECTIONS));
}

async function run(
  server: ServerProcess,
  until: { readonly duration: number } | { readonly amount: number },
  each: number,
): Promise<Round> {
  const before = cpuSeconds(server.pid);
  const result = await autocannon({
    ...until,
    url: server.url,
    connections: CONNECTIONS,
    setupClient: (client) => {
      client.setRequests(
        Array.from({ length: each }, () => ({
          method: 'POST',
          path: '/plants',
          headers: { ...headers },
          body: freshPlant(),
        })),
      );
    },
  });
  const after = cpuSeconds(server.pid);
  const requests = result.requests.total;
  return {
    rate: result.requests.average,
    cpu:
      before === undefined || after === undefined ? undefined : ((after - before) / requests) * 1e6,
    requests,
    failed: result.non2xx + result.errors,
  };
}
