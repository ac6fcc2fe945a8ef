import type { Check } from './check.ts';
import { showTyped } from './show.ts';
import { documentedErrors, standingOf } from './standing.ts';

/** A refusal has a documented status. Of valid requests, another check says that they're refused. */
export const undocumentedRefusal: Check = {
  id: 'undocumented-refusal',
  title: 'a refusal has a documented status',
  check: (exchange, { strict }) => {
    const { validity, operation } = exchange.case;
    const standing = standingOf(exchange);
    if (standing.kind !== 'refusal' || standing.documented || validity.kind === 'valid') return [];
    if (exchange.case.question !== undefined && !strict) return [];
    const errors = documentedErrors(operation);
    return [
      {
        severity: strict ? 'violation' : 'note',
        rule: 'R8',
        message: `a request is refused with the undocumented status ${standing.response.status}`,
        received: showTyped(standing.response),
        documented: errors.words,
        pointer: errors.pointer,
      },
    ];
  },
};
