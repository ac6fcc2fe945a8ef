import { expect, it } from 'vitest';
import { operations } from '../../../src/model/operation.ts';
import type { JsonValue } from '../../../src/openapi/json/json-value.ts';
import type { Case } from '../../../src/verify/cases/case.ts';
import { SentValues } from '../../../src/verify/run/judge.ts';
import { thingsDocument } from '../../setup/things-document.ts';

const [operation] = operations(thingsDocument);

function caseOf(id: string, value: JsonValue): Case {
  const request = { method: 'POST', target: '/things', headers: [], value };
  return { id, title: id, operation: operation!, validity: { kind: 'valid' }, request };
}

it('knows the latest other case that sent a value', () => {
  const sent = new SentValues();
  const [first, second, third] = ['a', 'b', 'c'].map((id) => caseOf(id, { name: 'one' }));
  sent.add(first!);
  sent.add(second!);
  expect(sent.find('name', 'one', second!)?.id).toBe('a');
  expect(sent.find('name', 'one', third!)?.id).toBe('b');
  expect(sent.find('title', 'one', third!)).toBeUndefined();
});

it('forgets what was sent long ago, and keeps what is sent again', () => {
  const sent = new SentValues(1000);
  const asker = caseOf('asker', {});
  sent.add(caseOf('once', { name: 'once' }));
  for (let i = 0; i < 100; i += 1)
    sent.add(caseOf(`${i}`, { name: `value ${i}`, usual: 'always' }));
  expect(sent.find('name', 'once', asker)).toBeUndefined();
  expect(sent.find('name', 'value 99', asker)?.id).toBe('99');
  expect(sent.find('usual', 'always', asker)?.id).toBe('99');
});

it.each(['PUT', 'PATCH'])(
  'knows what a %s to the same path has sent, whatever its query',
  (method) => {
    const sent = new SentValues();
    const asker = caseOf('asker', {});
    const put = caseOf('put', { size: 0 });
    sent.add({ ...put, request: { ...put.request, method, target: '/things?full=true' } });
    expect(sent.hasReplaced('size', '0', asker)).toBe(true);
    expect(sent.hasReplaced('size', '1', asker)).toBe(false);
  },
);
