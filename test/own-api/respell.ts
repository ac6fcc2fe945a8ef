import { rawJson } from '../../src/openapi/json/json-value.ts';
import type { Twist } from './library.ts';

/** A library that returns what was sent in a spelling of its own, and more than was sent. */
export const respelling: Twist = {
  answers: (answer, { operation }) => {
    if (answer.status >= 300 || answer.body === undefined) return answer;
    const body = respell(answer.body);
    const isOpen = operation === 'pay' || /Member|Loan|lend/.test(operation);
    return { ...answer, body: isOpen ? { _links: { self: '/' }, ...(body as object) } : body };
  },
};

/** Members in another order, integers with a fraction of 0, instants with an offset. */
function respell(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(respell);
  if (typeof value === 'string') return value.replace(/^(\d{4}-.*T.*)Z$/, '$1+00:00');
  if (Number.isSafeInteger(value)) return rawJson(`${String(value)}.0`);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toReversed();
  return Object.fromEntries(members.map(([name, member]) => [name, respell(member)]));
}
