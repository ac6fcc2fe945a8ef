import { expect, test } from 'vitest';
import { utf8Problem, utf8Text } from '../../../src/openapi/files/read-text-file.ts';

test.each([
  ['\xFF', 'byte 0xFF at line 1, column 1'],
  ['a\n"\xEF\xBF\xBD\xC3\xA4\xE4"', 'byte 0xE4 at line 2, column 4'],
  ['a\r\nb\xC3', 'byte 0xC3 at line 2, column 2'],
  ['\xEF\xBF\xBD\xEF\xBF', 'byte 0xEF at line 1, column 2'],
  ['\xFF\xFEa\0', 'byte 0xFF at line 1, column 1'],
])('the first byte that is wrong in %j is told with its place', (text, place) => {
  const bytes = Buffer.from(text, 'latin1');
  expect(utf8Problem(bytes)).toBe(`it is not text in UTF-8 (${place})`);
  expect(() => utf8Text(bytes)).toThrow(place);
});

test('UTF-8 is read as it is, with its mark and with replacement characters', () => {
  expect(utf8Text(Buffer.from('\u{FEFF}ä\u{FFFD}桜'))).toBe('\u{FEFF}ä\u{FFFD}桜');
});
