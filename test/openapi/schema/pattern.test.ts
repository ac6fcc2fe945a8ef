import { describe, expect, it } from 'vitest';
import { compilePattern, isForeignPattern } from '../../../src/openapi/schema/pattern.ts';
import { patternText } from '../../../src/openapi/schema/pattern-texts.ts';
import { SchemaInspector } from '../../../src/openapi/schema/inspect-schema.ts';

describe('a pattern of another language', () => {
  it.each<[pattern: string, good: string[], bad: string[]]>([
    ['(?i)^yes$', ['yes', 'YES'], ['no']],
    ['^(?i)yes$', ['Yes'], ['a yes']],
    ['(?is)^a.b$', ['A\nB'], ['ab']],
    ['^a++b?+c*+[+*]+$', ['aab+', 'a*'], ['b+']],
    ['^a{2}+$', ['aa'], ['aaa']],
    ['^(?>a|ab)c$', ['ac'], ['bc']],
    [String.raw`\A[a-z]+\z`, ['abc'], ['Aabcz', 'a1']],
    ['(?P<year>[0-9]{4})-', ['2020-'], ['20-']],
    [String.raw`^[\pL '-]+$`, ["Zoë O'Hara"], ['Zoe 1']],
    [String.raw`^\PL+$`, ['12'], ['p']],
    [String.raw`/^\d{2}\/[a-z]$/`, ['12/a'], ['/12/a/', '12/A', '1']],
    ['/^[0-9]+[a-z]$/gi', ['7A', '12b'], ['b']],
    ['/^(?>a|ab)c$/i', ['AC'], ['bc']],
  ])('means what it means there: %s', (pattern, good, bad) => {
    const compiled = compilePattern(pattern);
    expect(good.filter((text) => !compiled.test(text))).toEqual([]);
    expect(bad.filter((text) => compiled.test(text))).toEqual([]);
    expect(patternText(pattern)).toMatch(compiled);
    expect(isForeignPattern(pattern)).toBe(true);
    const inspector = new SchemaInspector({ pattern, patternProperties: { [pattern]: true } });
    inspector.inspect('');
    expect(inspector.problems()).toMatchObject([
      { code: 'sloppy-keyword', severity: 'warning', pointer: '/pattern' },
      { code: 'sloppy-keyword', severity: 'warning' },
    ]);
  });

  it.each([
    '^a+$',
    String.raw`^\-+$`,
    String.raw`^\++$`,
    '^[a++]$',
    String.raw`\\A`,
    '^/a$/',
    '/a/',
  ])('is none of these: %s', (pattern) => {
    expect(isForeignPattern(pattern)).toBe(false);
  });

  it.each(['(', '(?i)(', '(?x)a', '*', '/^($/'])('is none either, and refused: %s', (pattern) => {
    expect(() => compilePattern(pattern)).toThrow(SyntaxError);
  });
});
