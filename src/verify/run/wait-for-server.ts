import type { TransportFailure } from '../../http/exchange.ts';
import { pause } from '../../http/pause.ts';
import { type TransportOptions, Transport } from './transport.ts';

/** Time between two looks. */
const PAUSE_MS = 200;
/** A look takes no longer: a server that hangs while it starts is asked again. */
const LOOK_MS = 2000;

/** What a gateway says for a server that isn't there yet (RFC 9110, 15.6.3 to 15.6.5). */
const NOT_YET: ReadonlySet<number> = new Set([502, 503, 504]);

/** Options of {@link waitForServer}. */
export interface WaitOptions extends Omit<TransportOptions, 'timeoutMs'> {
  /** How long to wait in all, in milliseconds. */
  readonly waitMs: number;
  /** Value of the User-Agent header. */
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

/**
 * Waits until the server answers. It is asked with a GET of its base path, which changes nothing;
 * any answer will do but a gateway's that the server isn't there.
 *
 * @returns Why it isn't up, if it isn't.
 */
export async function waitForServer(options: WaitOptions): Promise<string | undefined> {
  const end = performance.now() + options.waitMs;
  for (;;) {
    const left = end - performance.now();
    const problem = await look(options, Math.max(1, Math.min(LOOK_MS, left)));
    if (problem === undefined || options.signal.aborted) return undefined;
    // A certificate doesn't mend itself.
    if (problem.isFinal) return problem.message;
    if (end - performance.now() <= PAUSE_MS) return problem.message;
    await pause(PAUSE_MS, options.signal);
  }
}

async function look(
  options: WaitOptions,
  timeoutMs: number,
): Promise<{ message: string; isFinal: boolean } | undefined> {
  const { target, userAgent, signal } = options;
  const transport = new Transport({ ...options, timeoutMs });
  try {
    const headers = [
      ['Host', target.url.host],
      ['User-Agent', userAgent],
      ['Accept', '*/*'],
    ] as const;
    const path = target.basePath === '' ? '/' : target.basePath;
    const request = { method: 'GET', target: path, headers };
    const { outcome } = await transport.send(request, signal);
    if (outcome.kind === 'failure') return toProblem(outcome.failure);
    const { status } = outcome.response;
    return NOT_YET.has(status) ? { message: `it answers ${status}`, isFinal: false } : undefined;
  } finally {
    transport.close();
  }
}

function toProblem(failure: TransportFailure): { message: string; isFinal: boolean } | undefined {
  // A connection that breaks over a request without meaning shows that somebody is there.
  if (failure.kind === 'malformed' || failure.kind === 'truncated') return undefined;
  return { message: failure.message, isFinal: failure.kind === 'tls' };
}
