import type { Check } from './check.ts';
import { showTyped } from './show.ts';
import { standingOf } from './standing.ts';

/** No request, however broken, makes the server fail. */
export const serverError: Check = {
  id: 'server-error',
  title: 'no request is answered with a 5xx',
  check: (exchange) => {
    const standing = standingOf(exchange);
    if (standing.kind !== 'server-error') return [];
    const { operation, validity } = exchange.case;
    const sent = validity.kind === 'open' ? 'request' : `${validity.kind} request`;
    return [
      {
        severity: 'violation',
        rule: 'R6',
        message: `the server fails with ${standing.response.status} on a${validity.kind === 'invalid' ? 'n' : ''} ${sent}`,
        received: showTyped(standing.response),
        documented: 'no server error, whatever is sent',
        pointer: standing.documented?.pointer ?? `${operation.pointer}/responses`,
      },
    ];
  },
};
