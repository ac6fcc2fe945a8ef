import { describe, expect, it } from 'vitest';
import type { Location } from '../../src/openapi/diagnostic.ts';
import { RawNumber } from '../../src/openapi/json/json-value.ts';
import { readYaml } from '../../src/openapi/read-yaml.ts';

it('tells of what is no YAML at all once, where that begins', () => {
  const row = '    <testcase name="a: b" classname="c" time="0.1"/>\n';
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="a">\n${row.repeat(3)}</testsuites>\n`;
  const { diagnostics } = readYaml(text, 'report.xml');
  expect(diagnostics).toHaveLength(1);
  expect(diagnostics[0]?.location).toEqual({ file: 'report.xml', line: 1, column: 1 });
});

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
    ['1.50', 1.5],
    ['-1.5E+3', -1500],
    ['1e-3', 0.001],
    ['1.25', 1.25],
    ['1e400', new RawNumber('1e400', true)],
    ['1.0000000000000000000001', new RawNumber('1.0000000000000000000001', false)],
    ['1.', 1],
    ['-.inf', '-Infinity'],
    ['.nan', 'NaN'],
    ['1_000', '1_000'],
    ['true', true],
    ['!foo x', 'x'],
    ['!!binary aGk=', 'aGk='],
    ['{ ? [a] : 1 }', { '["a"]': 1 }],
    ['[&x { a: 1 }, *x, *x]', [{ a: 1 }, { a: 1 }, { a: 1 }]],
    [
      '[&x { a: 1, b: 2 }, { <<: *x, b: 3 }]',
      [
        { a: 1, b: 2 },
        { a: 1, b: 3 },
      ],
    ],
    [
      '[&x { a: 1, b: 2 }, { b: 3, <<: *x }]',
      [
        { a: 1, b: 2 },
        { b: 3, a: 1 },
      ],
    ],
    [
      '[&x { a: 1 }, &y { a: 2, b: 2 }, { <<: [*x, *y] }]',
      [{ a: 1 }, { a: 2, b: 2 }, { a: 1, b: 2 }],
    ],
    ['{ <<: { a: 1 } }', { a: 1 }],
    ['{ <<: 1 }', { '<<': 1 }],
    ['{ "<<": { a: 1 } }', { '<<': { a: 1 } }],
  ])('reads %j as JSON has it', (text, value) => {
    expect(readYaml(text, 'a.yaml')).toMatchObject({ value, diagnostics: [] });
  });

  it('turns keys to text as they are spelled', () => {
    const { value } = readYaml('200: a\n1.0: b\n"x y": c\n__proto__: d\n', 'a.yaml');
    expect(Object.keys(value as object)).toEqual(['200', '1.0', 'x y', '__proto__']);
  });

  it('finds the place of what is merged where it is written', () => {
    const source = readYaml('a: &a\n  b:\n    c: 1\nd:\n  <<: [*a]\n  e: 1\n', 'a.yaml');
    expect(source.locate('/d/b/c')).toMatchObject({ line: 3, column: 5 });
    expect(source.locate('/d/e')).toMatchObject({ line: 6, column: 3 });
    expect(source.locate('/d/f')).toBeUndefined();
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

  it.each<[text: string, code: string, message: string, place: string]>([
    [
      'a: [1',
      'yaml-bad-indent',
      'Flow sequence in block collection must be sufficiently indented and end with a ]',
      '1:6',
    ],
    ['a:\n\tb: 1\n', 'yaml-tab-as-indent', 'Tabs are not allowed as indentation', '2:1'],
    ['a: *b\n', 'yaml-value', 'the alias *b has no anchor', '1:4'],
    ['a: &a [*a]\n', 'yaml-value', 'the alias *a contains itself', '1:8'],
  ])('says what is wrong with %j, and where', (text, code, message, place) => {
    const isOurs = code === 'yaml-value';
    const help = isOurs
      ? 'Write the file without it.'
      : 'Fix the YAML here, or close what is open before it.';
    const [line, column] = place.split(':').map(Number);
    const { diagnostics, value } = readYaml(text, 'a.yaml');
    expect(diagnostics).toEqual([
      { code, message, help, location: { file: 'a.yaml', line, column } },
    ]);
    expect(value).toBeNull();
  });

  it.each(['a: 1\na: 2\n', '{ "a": 1,\n"a": 2 }', '200: 1\n"200": 2\n'])(
    'takes the last of the keys that stand twice, and warns: %j',
    (text) => {
      const { diagnostics, value } = readYaml(text, 'a.yaml');
      expect(diagnostics).toMatchObject([
        { code: 'yaml-duplicate-key', severity: 'warning', location: { line: 2, column: 1 } },
      ]);
      expect(Object.values(value as object)).toEqual([2]);
    },
  );

  it.each([
    'a:\n  b: "one\n  two \\\n\n  three"\n  c: 1',
    "a:\n  b: 'one\n two isn''t'\n  c: 1",
    'a:\n  - b: "one\n  two"\n    c: "three\nfour"\n',
  ])('reads a quoted text that goes on less indented than it must: %j', (text) => {
    const source = readYaml(text, 'a.yaml');
    const lineOf = (pointer: string): number | undefined => source.locate(pointer)?.line;
    expect(source.diagnostics[0]).toMatchObject({
      code: 'yaml-indentation',
      severity: 'warning',
      location: { line: 3, column: 1 },
    });
    expect(JSON.stringify(source.value)).toMatch(/"b":"one two/);
    expect(lineOf('/a/c') ?? lineOf('/a/0/c')).toBe(
      text.split('\n').findIndex((line) => /^ +c:/.test(line)) + 1,
    );
  });

  it.each([
    "a:\n        b: 'one\n\ntwo\nthree'\n",
    "a:\n        b: 'one\n\n  --\ntwo'\n",
    'a:\n        b: "one\n\n\ntwo"\n',
  ])('says once that a quoted text does, also after an empty line: %j', (text) => {
    const { diagnostics } = readYaml(text, 'a.yaml');
    expect(diagnostics.map(({ code }) => code)).toEqual(['yaml-indentation']);
  });

  it('says where a quote is missing', () => {
    expect(readYaml('a:\n  b: "one\n  c: "two"\n', 'a.yaml').diagnostics).toMatchObject([
      { code: 'yaml-missing-char', location: { line: 2 } },
    ]);
  });

  it.each([
    '{"a": [1, 90071992547409931, 0.1], "b":\n\t{"c/d": "é"}}',
    '[{"a": 1, "a": 2}]',
    '{"a": [}',
  ])('reads JSON as the YAML that it is: %s', (text) => {
    const json = readYaml(text, 'a.json');
    const yaml = readYaml(`# beside\n${text.replace('\t', ' ')}`, 'a.json');
    const below = (place: Location | undefined) => place && { ...place, line: place.line + 1 };
    expect(json.value).toEqual(yaml.value);
    expect(json.diagnostics.map(({ code }) => code)).toEqual(
      yaml.diagnostics.map(({ code }) => code),
    );
    expect(below(json.diagnostics[0]?.location)).toEqual(yaml.diagnostics[0]?.location);
    for (const pointer of ['', '/a', '/a/1', '/b/c~1d', '/b/e', '/7']) {
      expect(below(json.locate(pointer))).toEqual(yaml.locate(pointer));
    }
  });

  it('takes 500 levels, and no more', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(readYaml(nested(500), 'a.yaml').diagnostics).toEqual([]);
    expect(readYaml(nested(501), 'a.yaml').diagnostics).toMatchObject([{ code: 'yaml-value' }]);
    expect(readYaml(`[${'[[]],'.repeat(600)}]`, 'a.yaml').diagnostics).toEqual([]);
  });

  it.each([
    ['20,000 keys', Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join('\n')],
    ['20,000 aliases', `a: &a 1\nb: [${'*a,'.repeat(20_000)}]`],
  ])('takes linear time for %s', { timeout: 15_000 }, (_what, text) => {
    expect(readYaml(text, 'a.yaml').diagnostics).toEqual([]);
  });

  it('takes an alias for the last anchor of its name before it', () => {
    const { value } = readYaml('[&a 1, *a, &a 2, *a, { x: &b { y: &a 3 }, z: *b }, *a]', 'a.yaml');
    expect(value).toEqual([1, 1, 2, 2, { x: { y: 3 }, z: { y: 3 } }, 3]);
  });

  it('keeps to the last anchor where an alias before it leads past an earlier one', () => {
    const { value } = readYaml('[&a [&b 1], &b 2, *a, *b]', 'a.yaml');
    expect(value).toEqual([[1], 2, [1], 2]);
  });

  it('gives each alias a value of its own', () => {
    const { value } = readYaml('[&a { x: [1] }, *a]', 'a.yaml');
    const [first, second] = value as [{ x: number[] }, { x: number[] }];
    first.x.push(2);
    expect(second).toEqual({ x: [1] });
  });

  it('tells of a key that stands twice once, however many aliases lead there', () => {
    const { diagnostics } = readYaml('[&a { x: 1, x: 2 }, *a, *a]', 'a.yaml');
    expect(diagnostics).toHaveLength(1);
  });

  it('counts what aliases expand to, and how deep they are', () => {
    const tens = (name: string): string => `[${`*${name},`.repeat(10)}]`;
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const lines = names.map(
      (name, i) => `${name}: &${name} ${i === 0 ? '[1]' : tens(names[i - 1]!)}`,
    );
    expect(readYaml(lines.join('\n'), 'a.yaml').diagnostics).toMatchObject([
      { message: 'aliases expand to over 1000000 nodes', location: { line: 7 } },
    ]);
    const deep = (levels: number): string =>
      `a: &a ${'['.repeat(levels)}${']'.repeat(levels)}\nb: `;
    expect(readYaml(`${deep(498)}[*a]`, 'a.yaml').diagnostics).toEqual([]);
    expect(readYaml(`${deep(498)}[[*a]]`, 'a.yaml').diagnostics).toMatchObject([
      { message: 'the file is nested deeper than 500 levels', location: { line: 2, column: 6 } },
    ]);
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
