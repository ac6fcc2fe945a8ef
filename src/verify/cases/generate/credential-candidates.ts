import type { Operation } from '../../../model/operation.ts';
import type { FreshValues } from '../../../model/requests/fresh-values.ts';
import type { Validity } from '../../../model/validity.ts';
import type { RequestParts } from '../../../http/compose-request.ts';
import type { Candidate } from './candidate.ts';

/** A request without a credential, and one with a made-up one. */
export function credentialCandidates(
  operation: Operation,
  base: (fresh: FreshValues) => RequestParts,
): Candidate[] {
  const { security } = operation;
  // An empty alternative makes the credential optional (OpenAPI 3.1.0, 4.8.30).
  if (security.length === 0 || security.some((schemes) => schemes.length === 0)) return [];
  const without: Candidate = {
    group: 'broken',
    title: 'no credential',
    aim: 'any',
    validity: unauthorised(operation, 'a credential is required'),
    parts: (fresh) => ({ ...base(fresh), withCredential: false }),
  };
  // Where no answer to it is documented, it proves nothing.
  if (without.validity?.kind !== 'invalid') return [without];
  const madeUp: Candidate = {
    ...without,
    title: 'a made-up credential',
    validity: unauthorised(operation, 'the credential is made up'),
    parts: (fresh) => ({ ...base(fresh), madeUpCredential: true }),
  };
  return [without, madeUp];
}

function unauthorised(operation: Operation, reason: string): Validity {
  const response = operation.responses.find(({ status }) => status === '401' || status === '403');
  if (response !== undefined) {
    return { kind: 'invalid', pointer: response.pointer, keyword: 'security', reason };
  }
  return {
    kind: 'open',
    reason: 'the document asks for a credential, and shows no answer to a request without one',
    strictlyValid: false,
  };
}
