import { expect, it } from 'vitest';
import { isTrimmed } from '../../src/questions/list/texts.ts';

it.each([
  [' a b ', 'a b', true],
  ['\u001da', 'a', true],
  ['a\u0000 ', 'a', true],
  ['  ', '', true],
  ['a', 'a', false],
  ['ab', 'a', false],
  [' a b ', 'ab', false],
])(
  '%j that comes back as %j has lost what any language takes for white space: %j',
  (was, is, lost) => {
    expect(isTrimmed(was, is)).toBe(lost);
  },
);
