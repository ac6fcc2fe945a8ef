import { X509Certificate } from 'node:crypto';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';
import { readInputBytes } from './read-input.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * The certificates of a PEM file.
 *
 * @throws {UserError} where it has none, or a broken one.
 */
export function readCertificates(file: string, io: Io): string {
  // What stands around them may have any encoding.
  const text = readInputBytes(file, 'the certificates', '--ca', io).toString('latin1');
  const found = text.match(CERTIFICATE) ?? [];
  if (found.length === 0) {
    throw new UserError(
      `Failed to read the certificates ${file}: there is none in it. Give a PEM file after --ca.`,
    );
  }
  for (const [i, one] of found.entries()) {
    if (isCertificate(one)) continue;
    throw new UserError(
      `Failed to read the certificates ${file}: number ${i + 1} is broken. Export it again as PEM.`,
    );
  }
  return found.join('\n');
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).fingerprint256 !== '';
  } catch {
    return false;
  }
}
