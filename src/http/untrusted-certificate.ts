/**
 * Whether an error's code says that a server's certificate is by nobody whom Node trusts. Here for
 * all that reach servers, which don't know each other.
 */
export function isUntrustedCertificate(code: string): boolean {
  return /^(?:UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT)/.test(
    code,
  );
}
