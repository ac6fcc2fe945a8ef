import { expect, it } from 'vitest';
import { acceptedInvalid } from '../../../src/verify/checks/status.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import { context, exchange } from './exchanges.ts';

it.each([
  ['/a/format', 'R7'],
  ['/b/format', 'R5'],
  ['/c/format', 'R5'],
  ['/a/type', 'R5'],
  ['/none/format', 'R5'],
])('an accepted request that breaks %s breaks %s', (pointer, rule) => {
  const document = documentFromValue({
    a: { type: 'integer', format: 'int32' },
    b: { type: 'string', format: 'date' },
    c: { format: 1 },
  });
  const validity = { kind: 'invalid', pointer, keyword: 'format', reason: 'no' } as const;
  const [said, ...others] = acceptedInvalid.check(exchange({ validity }), { ...context, document });
  expect(said?.rule).toBe(rule);
  expect(others).toEqual([]);
});
