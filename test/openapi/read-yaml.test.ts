import { describe, expect, it } from 'vitest';
import { readYaml } from '../../src/openapi/read-yaml.ts';

describe('readYaml', () => {
  it.each([
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
    ['1042', 1042],
    ['1.0', 1],
    ['1e2', 100],
    ['9007199254740993.0', 9007199254740993n],
    ['.5', 0.5],
    ['+1.5', 1.5],
    ['0x10', 16],
    ['0o17', 15],
    ['.inf', 'Infinity'],
    ['yes', 'yes'],
    ['~', null],
    ['"1"', '1'],
    ['2020-01-01', '2020-01-01'],
    ['', null],
  ])('reads %j as JSON has it', (text, value) => {
    expect(readYaml(text, 'a.yaml')).toMatchObject({ value, diagnostics: [] });
  });

  it('turns keys to text as they are spelled', () => {
    const { value } = readYaml('200: a\n1.0: b\n"x y": c\n__proto__: d\n', 'a.yaml');
    expect(Object.keys(value as object)).toEqual(['200', '1.0', 'x y', '__proto__']);
  });

  it('finds the place of a member at its key and of an item at its value', () => {
    const source = readYaml('a:\n  - b: 1\n  - c\n"d/e": &x { f: 1 }\ng: *x\n', 'a.yaml');
    expect(source.locate('/a/0/b')).toEqual({ file: 'a.yaml', line: 2, column: 5 });
    expect(source.locate('/a/1')).toMatchObject({ line: 3, column: 5 });
    expect(source.locate('/d~1e/f')).toMatchObject({ line: 4, column: 13 });
    expect(source.locate('/g/f')).toMatchObject({ line: 4, column: 13 });
    expect(source.locate('/a/7')).toBeUndefined();
    expect(source.locate('/a/0/b/c')).toBeUndefined();
  });

  it('never throws, whatever the text', () => {
    for (const text of [
      '{',
      '"',
      '\u0000',
      '%YAML 9',
      '!!binary aGk=',
      '? [a]: b',
      '&a [*a]',
      '- - -\n -',
    ]) {
      expect(() => readYaml(text, 'a.yaml').locate('/0')).not.toThrow();
    }
  });
});
