import { describe, expect, it } from 'vitest';
import { loadDocument } from '../../src/model/load-document.ts';
import { Recent } from '../../src/openapi/recent.ts';

describe('Recent', () => {
  it('makes the same of the same text, once', () => {
    const recent = new Recent<object>(2);
    const first = recent.of('a', 'file', () => ({}));
    expect(recent.of('a', 'file', () => ({}))).toBe(first);
    expect(recent.of('a', 'other', () => ({}))).not.toBe(first);
    expect(recent.of('b', 'file', () => ({}))).not.toBe(first);
  });

  it('lets go of what was not asked for the longest', () => {
    const recent = new Recent<number>(2);
    let made = 0;
    const ask = (text: string): number =>
      recent.of(text, '', () => {
        made += 1;
        return made;
      });
    expect(['a', 'b', 'a', 'c', 'a', 'b'].map(ask)).toEqual([1, 2, 1, 3, 1, 4]);
  });

  it('keeps neither a failure nor a text of many megabytes', () => {
    const recent = new Recent<object>(2);
    const fail = (): never => {
      throw new Error('no');
    };
    expect(() => recent.of('a', '', fail)).toThrow('no');
    const large = 'x'.repeat(2_000_000);
    const first = recent.of(large, '', () => ({}));
    expect(recent.of(large, '', () => ({}))).not.toBe(first);
  });
});

it('a document that is read again is the same one, a changed one is another', () => {
  const text = (title: string): string =>
    `openapi: 3.1.0\ninfo: { title: ${title}, version: 1.0.0 }\npaths: {}\n`;
  const document = loadDocument(text('a'), 'a.yaml');
  expect(loadDocument(text('a'), 'a.yaml')).toBe(document);
  expect(loadDocument(text('a'), 'b.yaml').file).toBe('b.yaml');
  expect(loadDocument(text('b'), 'a.yaml').root).not.toEqual(document.root);
});
