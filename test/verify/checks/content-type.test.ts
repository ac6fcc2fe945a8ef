import { describe, expect, it } from 'vitest';
import { isCovered, isJson, parseContentType } from '../../../src/verify/checks/content-type.ts';

describe('parseContentType', () => {
  it.each<[header: string, essence: string, charset?: string]>([
    ['application/json', 'application/json'],
    ['  Application/Problem+JSON  ; a=b', 'application/problem+json'],
    ['text/html;charset=UTF-8', 'text/html', 'utf-8'],
    ['text/html ; Charset = "ISO-8859-1"', 'text/html', 'iso-8859-1'],
    ['text/html; a=b; charset=x;y', 'text/html', 'x'],
    ["a!#$%&'*+.^_`|~-1/b", "a!#$%&'*+.^_`|~-1/b"],
    ['json', ''],
    ['a/b/c', ''],
    ['application/json, text/html', ''],
    ['x application/json', ''],
    ['a b/c', ''],
    ['', ''],
  ])('reads %j', (header, essence, charset) => {
    expect(parseContentType(header)).toEqual({ essence, charset });
  });
});

describe('isCovered', () => {
  it.each<[documented: string, essence: string, covered: boolean]>([
    ['application/json', 'application/json', true],
    ['application/json; charset=utf-8', 'application/json', true],
    ['application/json', 'application/problem+json', false],
    ['*/*', 'image/png', true],
    ['text/*', 'text/html', true],
    ['text/*', 'image/html', false],
    ['text/*', 'text', false],
    ['text/html', 'text/htm', false],
    ['*/*', '', false],
    ['', '', false],
  ])('%s covers %j: %s', (documented, essence, covered) => {
    expect(isCovered(documented, essence)).toBe(covered);
  });
});

describe('isJson', () => {
  it.each<[essence: string, json: boolean]>([
    ['application/json', true],
    ['application/problem+json', true],
    ['application/json-seq', false],
    ['application/json+xml', false],
    ['', false],
  ])('%j: %s', (essence, json) => {
    expect(isJson(essence)).toBe(json);
  });
});
