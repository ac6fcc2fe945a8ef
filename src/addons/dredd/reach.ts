import { type Socket, connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isUntrustedCertificate } from '../../http/untrusted-certificate.ts';

/**
 * Whether something listens there, with a certificate that is trusted. Dredd itself reports either
 * as a failed test.
 *
 * @returns «cause. what to do»; `undefined` where a connection came about.
 */
export function reach(
  url: URL,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isTls = url.protocol === 'https:';
  const port = Number(url.port) || (isTls ? 443 : 80);
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (problem: string | undefined): void => {
      signal.removeEventListener('abort', abort);
      socket.destroy();
      resolve(problem);
    };
    const fail = (cause: string): void =>
      settle(`${cause}. Start the server, or correct base_url.`);
    const abort = (): void => fail('interrupted');
    signal.addEventListener('abort', abort, { once: true });
    socket.setTimeout(timeoutMs, () => {
      if (socket.connecting) fail(`no connection within ${timeoutMs} ms`);
      else settle(undefined);
    });
    socket.once('connect', () => {
      if (isTls) shakeHands(socket, host, settle);
      else settle(undefined);
    });
    socket.once('error', (error) => fail(describe(error)));
  });
}

/** All that can be wrong but the certificate is left to Dredd. */
function shakeHands(
  socket: Socket,
  host: string,
  settle: (problem: string | undefined) => void,
): void {
  const secure = connectTls({ socket, ...(isIP(host) ? {} : { servername: host }), host });
  secure.once('secureConnect', () => settle(undefined));
  secure.once('error', ({ code = '' }: NodeJS.ErrnoException) => {
    const cause = `its certificate is not trusted (${code})`;
    const help = 'Name the one it is to be trusted by: NODE_EXTRA_CA_CERTS=FILE, in PEM.';
    settle(isUntrustedCertificate(code) ? `${cause}. ${help}` : undefined);
  });
}

/** A name with several addresses fails with an AggregateError, whose own message is empty. */
function describe(error: Error): string {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  return errors.map((each) => (each instanceof Error ? each.message : String(each))).join(', ');
}
