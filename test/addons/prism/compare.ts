/** What tests compare, of servers with Prism and without, and of stock Prism. */
import type { ValidatorFinding } from '../../../src/serve/validator.ts';
import { type Received, type Sent, send } from '../../serve/http-helpers.ts';
import { type StockPrism, startStockPrism } from './stock-prism.ts';

/** What the client sees, but for the connection, the moment and Prism's header. */
export function seenIn({ status, headers, body }: Received): unknown {
  const others = new Set(['date', 'connection', 'keep-alive', 'sl-violations']);
  const alike = Object.entries(headers).filter(([name]) => !others.has(name));
  return { status, headers: Object.fromEntries(alike), body: body.toString('latin1') };
}

/** Stock Prism as proxy and as mock of the same document. */
export interface StockPair extends AsyncDisposable {
  readonly proxy: StockPrism;
  readonly mock: StockPrism;
}

/** Starts both; the proxy stands before `upstream`. */
export async function startStockPair(spec: string, upstream: string): Promise<StockPair> {
  const [proxy, mock] = await Promise.all([
    startStockPrism('proxy', spec, upstream),
    startStockPrism('mock', spec),
  ]);
  return {
    proxy,
    mock,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([proxy[Symbol.asyncDispose](), mock[Symbol.asyncDispose]()]);
    },
  };
}

/** Whether an answer says in its header that the request breaks the document. */
function blamesRequest({ headers }: Received): boolean {
  const header = headers['sl-violations'];
  const findings = header === undefined ? [] : (JSON.parse(String(header)) as ValidatorFinding[]);
  return findings.some(
    ({ location, severity }) => location[0] === 'request' && severity === 'Error',
  );
}

/** Whether a proxy says that the request breaks the document; `undefined` where no answer came. */
export async function verdictOfProxy(
  url: string,
  sent: Sent,
  timeout = 10_000,
): Promise<boolean | undefined> {
  try {
    return blamesRequest(await send(url, { ...sent, signal: AbortSignal.timeout(timeout) }));
  } catch {
    return undefined;
  }
}

/** The same of a mock, which may also refuse it. */
export async function verdictOfMock(
  url: string,
  sent: Sent,
  timeout = 10_000,
): Promise<boolean | undefined> {
  try {
    const answer = await send(url, { ...sent, signal: AbortSignal.timeout(timeout) });
    return answer.status >= 400 || blamesRequest(answer);
  } catch {
    return undefined;
  }
}
