import type { CaseTemplate } from '../cases/case.ts';
import type { FreshValues } from '../../model/requests/fresh-values.ts';
import { USED_IDENTITY } from '../checks/used-identity.ts';
import type { JsonNumber } from '../../openapi/json/json-value.ts';

/**
 * Two requests that share their fresh integers and nothing else: what the server says to the second
 * is how it refuses an identity that was used before, if it does.
 */
export function identityPair(template: CaseTemplate): [first: CaseTemplate, second: CaseTemplate] {
  let drawn: JsonNumber[] = [];
  const first: CaseTemplate = {
    ...template,
    build: (fresh) => {
      drawn = [];
      return template.build(recording(fresh, drawn));
    },
  };
  const second: CaseTemplate = {
    ...template,
    id: USED_IDENTITY,
    title: 'with the integers of the request before',
    validity: { kind: 'open', reason: 'an identity that was used before' },
    fixedIdentity: true,
    build: (fresh) => template.build(replaying(fresh, drawn)),
  };
  return [first, second];
}

function recording(fresh: FreshValues, drawn: JsonNumber[]): FreshValues {
  return {
    ...fresh,
    integer: (within) => {
      const value = fresh.integer(within);
      drawn.push(value);
      return value;
    },
  };
}

function replaying(fresh: FreshValues, drawn: readonly JsonNumber[]): FreshValues {
  const left = [...drawn];
  return {
    ...fresh,
    integer: (within) => left.shift() ?? fresh.integer(within),
  };
}
