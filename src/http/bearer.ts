/** The header that carries a bearer token (RFC 6750, 2.1); none without one. */
export function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}
