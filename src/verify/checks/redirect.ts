import type { Check } from './check.ts';
import { headerValue } from '../../http/exchange.ts';
import { printable } from './show.ts';
import { standingOf, successPointer, successWords } from './standing.ts';

/** A request is answered where it was sent; redirects are reported, never followed. */
export const redirect: Check = {
  id: 'redirect',
  title: 'a request is answered where it was sent',
  check: (exchange, { strict }) => {
    const { validity, operation, fixedIdentity } = exchange.case;
    const standing = standingOf(exchange);
    if (standing.kind !== 'redirect' || standing.documented) return [];
    const { status, headers } = standing.response;
    const location = headerValue(headers, 'location');
    // Of an identity that may be used already, the redirect may lead to what has it.
    const isValid = validity.kind === 'valid' && fixedIdentity !== true;
    return [
      {
        severity: isValid || strict ? 'violation' : 'note',
        rule: isValid ? 'R1' : 'R8',
        message: `a request is redirected with ${status}`,
        received: location === undefined ? `${status}` : `${status} to ${printable(location)}`,
        documented: isValid ? `status ${successWords(operation)}` : 'no redirect',
        pointer: successPointer(operation),
      },
    ];
  },
};
