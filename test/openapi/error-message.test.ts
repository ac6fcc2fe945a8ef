import { expect, it } from 'vitest';
import { errorMessage } from '../../src/openapi/error-message.ts';

it.each<[thrown: unknown, message: string]>([
  [new TypeError('no such file'), 'no such file'],
  ['no such file', 'no such file'],
  [undefined, 'undefined'],
])('says what was thrown, whatever it is: %s', (thrown, message) => {
  expect(errorMessage(thrown)).toBe(message);
});
