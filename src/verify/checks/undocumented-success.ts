import type { Check } from './check.ts';
import { showResponse } from './show.ts';
import { standingOf, successPointer, successWords } from './standing.ts';

/** Success has the status that the document gives it. */
export const undocumentedSuccess: Check = {
  id: 'undocumented-success',
  title: 'success has its documented status',
  check: (exchange) => {
    const { validity, operation, fixedIdentity } = exchange.case;
    const standing = standingOf(exchange);
    if (standing.kind !== 'success' || standing.documented || validity.kind === 'invalid')
      return [];
    // What becomes of an identity that may be used already is an open question.
    if (fixedIdentity === true) return [];
    return [
      {
        severity: 'violation',
        rule: 'R1',
        message: `success has the status ${standing.response.status}`,
        received: showResponse(standing.response),
        documented: `status ${successWords(operation)}`,
        pointer: successPointer(operation),
      },
    ];
  },
};
