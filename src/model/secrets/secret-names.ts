/** In lowercase. */
const HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'api-key',
  'x-auth-token',
  'x-csrf-token',
  'x-amz-security-token',
]);

/** Whether a header carries a credential in every service, whatever the document says. */
export function isSecretHeader(name: string): boolean {
  return HEADERS.has(name.toLowerCase());
}

/** Whether a query parameter looks as if it carried a credential (RFC 6750, 2.3, and custom). */
export function isSecretParameter(name: string): boolean {
  return /token|key|secret|password|auth|signature/i.test(name);
}
