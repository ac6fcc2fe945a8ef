import { expect, test } from 'vitest';
import {
  type LintedText,
  readingResults,
  syntaxResult,
} from '../../../src/addons/spectral/own-results.ts';
import type { LintResult } from '../../../src/openapi/linter.ts';

const loop = `openapi: 3.1.0
info: { title: t, version: '1' }
paths: {}
components:
  schemas:
    Book: { allOf: [{ $ref: '#/components/schemas/Book' }] }
`;
const unclosed = 'openapi: 3.1.0\ntags: [books\npaths: {}\n';

function linted(text: string, isOpenApi = true): LintedText {
  return { text, source: 'api.yaml', isOpenApi };
}

function reading(text: string, told: readonly LintResult[] = []): LintResult[] {
  return readingResults(linted(text), told, () => undefined);
}

test('the mistake in the YAML, from line and character 0', () => {
  const start = { line: 2, character: 0 };
  expect(syntaxResult(linted(unclosed))).toEqual({
    code: 'yaml-bad-indent',
    message: expect.stringMatching(/^Flow sequence .* with a \]\. Mend the YAML/) as string,
    path: [],
    severity: 0,
    source: 'api.yaml',
    range: { start, end: start },
  });
});

test('of sound YAML nothing, OpenAPI or not', () => {
  expect(syntaxResult(linted(loop))).toBeUndefined();
  expect(syntaxResult(linted('a: 1\n'))).toBeUndefined();
  expect(syntaxResult(linted('- 1\n', false))).toBeUndefined();
});

test('what the other commands would refuse the document for', () => {
  const path = ['components', 'schemas', 'Book'];
  const result = {
    code: 'reference-loop',
    message: expect.stringMatching(/^This schema leads back to itself .*\. Let one/) as string,
    path,
    severity: 0,
    source: 'api.yaml',
  };
  const start = { line: 5, character: 4 };
  expect(reading(loop)).toEqual([{ ...result, range: { start, end: start } }]);
  const range = { start: { line: 5, character: 10 }, end: { line: 5, character: 12 } };
  const rangeOf = (asked: unknown): typeof range => {
    expect(asked).toEqual(path);
    return range;
  };
  expect(readingResults(linted(loop), [], rangeOf)).toEqual([{ ...result, range }]);
});

test('nothing of a line that Spectral has an error for', () => {
  const [found] = reading(loop);
  const told = { ...found!, code: 'oas3-schema' };
  expect(reading(loop, [told])).toEqual([]);
  expect(reading(loop, [{ ...told, severity: 1 }])).toHaveLength(1);
  expect(reading(loop, [{ ...told, source: 'other.yaml' }])).toHaveLength(1);
});

test('nothing of a $ref to another file, which Spectral follows, nor of a part', () => {
  expect(reading(loop.replace('#/components', 'other.yaml#/components'))).toEqual([]);
  const through = `${loop.replace('#/components', 'other.yaml#/components')}    Part: { $ref: '#/components/schemas/Book/allOf/0/items' }\n`;
  expect(reading(through)).toEqual([]);
  expect(reading('Error: { type: object }\n')).toEqual([]);
});

test('nothing by a ruleset of another kind', () => {
  expect(readingResults(linted(loop, false), [], () => undefined)).toEqual([]);
});

test('what was read as it is most likely meant, and what has no effect, less gravely', () => {
  const schemas = 'A: { type: any }, B: { type: string, nullable: true }';
  const text = `openapi: 3.1.0\npaths: {}\ncomponents: { schemas: { ${schemas} } }\n`;
  expect(reading(text).map(({ code, severity }) => [code, severity])).toEqual([
    ['sloppy-keyword', 1],
    ['nullable-without-effect', 3],
  ]);
});
