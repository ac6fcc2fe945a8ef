/** What errors of sockets mean for an exchange. */
import type { TransportFailure } from '../../http/exchange.ts';
import { isUntrustedCertificate } from '../../http/certificates.ts';

const DNS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NONAME']);

const REFUSED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'EACCES',
]);

const RESET = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET']);

/** What a socket's error means for the exchange, as far as no response has begun. */
export function classifyError(error: Error): Pick<TransportFailure, 'kind' | 'message'> {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { kind: kindOf(code, error.message), message: describe(code, error.message) };
}

function kindOf(code: string, message: string): TransportFailure['kind'] {
  if (DNS.has(code)) return 'dns';
  if (REFUSED.has(code)) return 'refused';
  if (RESET.has(code)) return 'reset';
  // The connection ended within the status line or the headers.
  if (code === 'HPE_INVALID_EOF_STATE') return 'reset';
  if (code.startsWith('HPE_')) return 'malformed';
  // The proxy is there, and doesn't connect to the server.
  if (code === 'ERR_PROXY_TUNNEL') return 'refused';
  const isTls = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/.test(code);
  return isTls || /certificate/.test(message) ? 'tls' : 'other';
}

function describe(code: string, message: string): string {
  const [, tls] = /:SSL routines:[^:]*:([^:]+):/.exec(message) ?? [];
  // What OpenSSL says of an answer in plain HTTP.
  if (tls === 'wrong version number') return 'it answers without TLS, as http:// addresses do';
  if (tls !== undefined) return `the TLS handshake failed: ${tls}`;
  if (isUntrustedCertificate(code)) return `its certificate is not trusted (${code})`;
  // An error for several addresses of one host has no message of its own.
  if (message === '') return code === '' ? 'the connection failed' : code;
  return code === '' || message.includes(code) ? message : `${message} (${code})`;
}
