import type { Validity } from '../../model/validity.ts';
import type { CaseFileCase } from './case-file.ts';
import { type RequestFault, distinctFaults } from './request-faults.ts';

/** Where a case file contradicts the document. */
export interface CaseProblem {
  /** The key of the case that is wrong. */
  readonly key: 'expect' | 'request';
  readonly code: string;
  readonly message: string;
  readonly help: string;
}

/** What a case of a file says, held against what the document says about its request. */
export function judgeCase(
  item: Pick<CaseFileCase, 'name' | 'expect' | 'because'>,
  found: readonly RequestFault[],
): { validity: Validity; problem?: CaseProblem } {
  const faults = distinctFaults(found);
  const certain = faults.filter(({ isOpen }) => !isOpen);
  const reason = item.because ?? '';
  const validity = validityOf(item.expect, reason, certain[0], faults.length > 0);
  const problem = contradiction(item, certain, faults[0]);
  return problem ? { validity, problem } : { validity };
}

function validityOf(
  expect: CaseFileCase['expect'],
  reason: string,
  fault: RequestFault | undefined,
  hasFaults: boolean,
): Validity {
  if (expect === 'success') return { kind: 'valid' };
  if (expect === 'either') {
    return hasFaults ? { kind: 'open', reason, strictlyValid: false } : { kind: 'open', reason };
  }
  const { pointer = '', keyword = '' } = fault ?? {};
  return { kind: 'invalid', pointer, keyword, reason };
}

function contradiction(
  { name, expect }: Pick<CaseFileCase, 'name' | 'expect'>,
  certain: readonly RequestFault[],
  first: RequestFault | undefined,
): CaseProblem | undefined {
  if (expect === 'refusal' && certain.length === 0) {
    const why = first === undefined ? '' : `, although ${first.reason}`;
    return {
      key: 'expect',
      code: 'nothing-broken',
      message: `"${name}" expects a refusal, but nothing says that it must be refused${why}`,
      help: 'Expect success, or either where the specification leaves it open.',
    };
  }
  if (expect === 'refusal' && certain.length > 1) {
    return {
      key: 'request',
      code: 'several-faults',
      message: `"${name}" breaks several things, so that one can hide the other: ${list(certain)}`,
      help: 'Make a case of each.',
    };
  }
  const fault = expect === 'success' ? (certain[0] ?? first) : certain[0];
  if (expect === 'refusal' || fault === undefined) return undefined;
  return {
    key: 'expect',
    code: 'request-broken',
    message: `"${name}" expects ${expect === 'success' ? 'success' : 'either answer'}, but ${fault.reason}`,
    help: `Mend the request, or expect ${fault.isOpen ? 'either' : 'a refusal'}.`,
  };
}

function list(faults: readonly RequestFault[]): string {
  return faults.map(({ reason }) => reason).join('; ');
}
