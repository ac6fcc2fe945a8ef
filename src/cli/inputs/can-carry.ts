import type { SecurityScheme } from '../../model/operation.ts';

/** Whether a security scheme can carry a secret: as it is in a header, or encoded elsewhere. */
export function canCarry({ type, scheme, in: place }: SecurityScheme, secret: string): boolean {
  // Base64 of UTF-8 without control characters (RFC 7617, 2), or percent-encoded.
  const isEncoded = scheme === 'basic' || (type === 'apiKey' && place === 'query');
  return isEncoded ? !/\p{Cc}/u.test(secret) : /^[\x20-\x7e]+$/.test(secret);
}
