import { expect, it } from 'vitest';
import { sampleFile } from '../../src/model/sample-file.ts';

it.each<[type: string, start: string]>([
  ['image/png', '\u0089PNG\r\n\u001A\n'],
  ['image/jpeg', '\u00FF\u00D8\u00FF'],
  ['image/jpg', '\u00FF\u00D8\u00FF'],
  ['image/gif', 'GIF89a'],
  ['image/webp', 'RIFF'],
  ['image/svg+xml', '<svg'],
  ['image/bmp', 'BM'],
  ['image/tiff', 'II*\0'],
  ['image/x-icon', '\0\0\u0001\0'],
  ['image/vnd.microsoft.icon', '\0\0\u0001\0'],
  ['application/pdf', '%PDF-'],
  ['application/zip', 'PK'],
])('a file of %s is one by its first bytes', (type, start) => {
  expect(sampleFile([type])?.content.startsWith(start)).toBe(true);
});

it('is of the first type that one is known of; of a range, the usual one', () => {
  expect(sampleFile(['video/mp4', 'image/jpeg'])?.extension).toBe('jpg');
  expect(sampleFile(['image/*'])?.contentType).toBe('image/png');
  expect(sampleFile(['video/mp4'])).toBeUndefined();
});

it('an icon has its picture where it says', () => {
  const { content = '' } = sampleFile(['image/x-icon']) ?? {};
  expect(content.codePointAt(18)).toBe(22);
  expect(content.slice(22, 26)).toBe('\u0089PNG');
  expect(content.length - 22).toBe(content.codePointAt(14));
});
