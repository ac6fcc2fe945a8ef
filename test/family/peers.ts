/** What other tools say of a store: Dredd with the kit's hooks, and stock Prism as a proxy. */
import { fileURLToPath } from 'node:url';
import { main } from '../cli/run-main.ts';
import { PrismProxy, isFaultyByPrism } from '../setup/prism-proxy.ts';

/** Whether a tool calls a store faulty. */
export type Peer = (url: string, token: string | undefined) => Promise<boolean>;

const document = fileURLToPath(new URL('../../spec/plant-store.openapi.yaml', import.meta.url));
const PATIENCE_MS = 5000;

export const dredd: Peer = async (url, token) => {
  const words = ['dredd', url, '--timeout', String(PATIENCE_MS)];
  const code = await main(token === undefined ? words : [...words, '--token', token], {
    stdout: { write: () => true },
    stderr: { write: () => true },
    env: process.env,
    cwd: process.cwd(),
    signal: new AbortController().signal,
  });
  return code !== 0;
};

/** The Prism of the service's document. */
export function startPrism(): Promise<PrismProxy> {
  return PrismProxy.start(document);
}

/** Prism sees three requests: a plant, one without a tag, and one without a name. */
export function prismPeer(prism: PrismProxy): Peer {
  return async (store, token = 'anonymous') => {
    const url = await prism.to(store);
    const requests: [body: string, expected: number][] = [
      ['{"id":1042,"name":"Monstera deliciosa","tag":"climber"}', 200],
      ['{"id":1043,"name":"Ficus lyrata"}', 200],
      ['{"id":1044,"tag":"climber"}', 400],
    ];
    for (const [body, expected] of requests) {
      if (await isOdd(url, body, expected, token)) return true;
    }
    return false;
  };
}

/** Whether the answer has another status, or Prism sees a violation in it. */
async function isOdd(url: string, body: string, expected: number, token: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/plants`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await response.text();
    const isBroken = isFaultyByPrism(response.headers.get('sl-violations'));
    return isBroken || response.status !== expected;
  } catch {
    return true;
  }
}
