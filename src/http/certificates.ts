/** Certificates of servers: whom Node trusts, for all that reach servers, which don't know each other. */
import tls from 'node:tls';

/** All that Node trusts, and one more: an agent's `ca` alone would take the place of all others. */
export function trustedBeside(ca: string): string[] {
  // Before Node 22.15, without what NODE_EXTRA_CA_CERTS names.
  const { getCACertificates }: Partial<typeof tls> = tls;
  return [...(getCACertificates?.() ?? tls.rootCertificates), ca];
}

/**
 * Whether an error's code says that a server's certificate is by nobody whom Node trusts.
 */
export function isUntrustedCertificate(code: string): boolean {
  return /^(?:UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT)/.test(
    code,
  );
}
