import { expect, it } from 'vitest';
import { documentFromValue } from '../../../src/openapi/document.ts';
import { operations } from '../../../src/model/operation.ts';
import { isOfOther } from '../../../src/verify/checks/acted-texts.ts';

it.each([
  ['post', '/sessions', 'Create a new session, or return an existing session', true],
  ['post', '/sessions', 'Create a session. Refused where one is existing.', false],
  ['put', '/sessions/{id}', 'Replaces an existing session', false],
  ['post', '/sessions/search', '', true],
  ['delete', '/sessions/{id}', '', true],
])('%s %s (%s) answers with something else: %s', (method, path, summary, isOther) => {
  const document = documentFromValue({ paths: { [path]: { [method]: { summary } } } });
  expect(isOfOther(document, operations(document)[0]!)).toBe(isOther);
});
