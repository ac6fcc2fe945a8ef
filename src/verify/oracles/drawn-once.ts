import type { RelativeRequest } from '../../http/exchange.ts';
import type { CaseTemplate } from '../cases/case.ts';

/** A template whose request is drawn when it is sent first, and sent again as it was. */
export function drawnOnce(template: CaseTemplate): CaseTemplate {
  let drawn: RelativeRequest | undefined;
  return { ...template, build: (fresh) => (drawn ??= template.build(fresh)) };
}

/** A template whose body alone is drawn once: what tells requests apart is another each time. */
export function withFixedBody(template: CaseTemplate): CaseTemplate {
  let first: RelativeRequest | undefined;
  return {
    ...template,
    build: (fresh) => {
      const { body: _, value: __, ...rest } = template.build(fresh);
      first ??= template.build(fresh);
      const { body, value } = first;
      return { ...rest, ...(body && { body }), ...(value !== undefined && { value }) };
    },
  };
}
