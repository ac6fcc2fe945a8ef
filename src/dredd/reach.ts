import { connect } from 'node:net';

/**
 * Whether something listens there. Dredd itself reports a closed port as a failed test.
 *
 * @returns What went wrong; `undefined` where a connection came about.
 */
export function reach(
  url: URL,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (problem: string | undefined): void => {
      signal.removeEventListener('abort', abort);
      socket.destroy();
      resolve(problem);
    };
    const abort = (): void => settle('interrupted');
    signal.addEventListener('abort', abort, { once: true });
    socket.setTimeout(timeoutMs, () => settle(`no connection within ${timeoutMs} ms`));
    socket.once('connect', () => settle(undefined));
    socket.once('error', (error) => settle(describe(error)));
  });
}

/** A name with several addresses fails with an AggregateError, whose own message is empty. */
function describe(error: Error): string {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  return errors.map((each) => (each instanceof Error ? each.message : String(each))).join(', ');
}
