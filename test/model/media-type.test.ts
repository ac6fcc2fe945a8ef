import { describe, expect, it } from 'vitest';
import {
  contentTypeFor,
  contentTypeReader,
  findMediaType,
  isJson,
  jsonMediaType,
  otherCharset,
  parseMediaType,
} from '../../src/model/media-type.ts';
import type { MediaType } from '../../src/model/operation.ts';

function contentOf(...names: string[]): MediaType[] {
  return names.map((name) => ({ name, pointer: '', examples: {} }));
}

describe('a media type', () => {
  it.each<[header: string, essence: string | undefined, parameters?: [string, string][]]>([
    ['application/json', 'application/json'],
    ['  Application/Problem+JSON  ; a=b', 'application/problem+json', [['a', 'b']]],
    ['text/html;charset=UTF-8', 'text/html', [['charset', 'UTF-8']]],
    ['text/html ; Charset = "ISO-8859-1"', 'text/html', [['charset', 'ISO-8859-1']]],
    [
      'text/html; a=b; charset=x;y',
      'text/html',
      [
        ['a', 'b'],
        ['charset', 'x'],
      ],
    ],
    [
      'text/html; a="b; \\"c\\""; d="',
      'text/html',
      [
        ['a', 'b; "c"'],
        ['d', '"'],
      ],
    ],
    ['text/html; charset', 'text/html'],
    ["a!#$%&'*+.^_`|~-1/b", "a!#$%&'*+.^_`|~-1/b"],
    ['*/*', '*/*'],
    ['json', undefined],
    ['a/b/c', undefined],
    ['application/json, text/html', undefined],
    ['x application/json', undefined],
    ['a b/c', undefined],
    ['', undefined],
  ])('is read from %j', (header, essence, parameters = []) => {
    const parsed = parseMediaType(header);
    expect(parsed?.essence).toBe(essence);
    expect([...(parsed?.parameters ?? [])]).toEqual(parameters);
  });

  it.each<[mediaType: string | undefined, json: boolean]>([
    ['application/json', true],
    ['Application/JSON; charset=utf-8', true],
    ['application/problem+json', true],
    ['application/*+json', true],
    ['text/json', true],
    ['application/json-seq', false],
    ['application/json+xml', false],
    ['application/*', false],
    ['*/*', false],
    ['', false],
    [undefined, false],
  ])('%j is JSON: %s', (mediaType, json) => {
    expect(isJson(mediaType)).toBe(json);
  });
});

describe('the documented media type that a header means', () => {
  it.each<[documented: string[], said: string | undefined, found: string | undefined]>([
    [['application/json'], 'application/json', 'application/json'],
    [['application/json; charset=utf-8'], 'application/json', 'application/json; charset=utf-8'],
    [['application/json'], 'APPLICATION/json;charset=UTF-8', 'application/json'],
    [['application/json'], 'application/problem+json', undefined],
    [['*/*', 'application/*', 'application/json'], 'application/json', 'application/json'],
    [['*/*', 'application/*', 'text/*'], 'application/json', 'application/*'],
    [['*/*', 'text/*'], 'image/png', '*/*'],
    [['application/*', 'application/*+json'], 'application/a+b+json', 'application/*+json'],
    [['application/*+json'], 'application/json', undefined],
    [['a/b', 'a/b; v=1', 'a/b; v=2'], 'a/b; x=1; V="2"', 'a/b; v=2'],
    [['a/b; v=1', 'a/b'], 'a/b', 'a/b'],
    [['a/b; v=1', 'a/b'], 'a/b; v=3', 'a/b'],
    [['a/*', 'a/b; v=1; w=1; x=1'], 'a/b', 'a/b; v=1; w=1; x=1'],
    [['text/*'], 'image/html', undefined],
    [['text/*'], 'text', undefined],
    [['text/*', 'kit/a/b'], 'kit/a/b', 'kit/a/b'],
    [['text/html'], 'text/htm', undefined],
    [['*/*'], '', undefined],
    [['*/*'], undefined, undefined],
    [[''], 'a/b', undefined],
    [[], 'a/b', undefined],
  ])('of %j for %j is %j', (documented, mediaType, found) => {
    expect(findMediaType(contentOf(...documented), mediaType)?.name).toBe(found);
    expect(findMediaType(contentOf(...documented.toReversed()), mediaType)?.name).toBe(found);
  });
});

it.each<[documented: string[], found: string | undefined, sent: string]>([
  [['application/xml', 'application/json'], 'application/json', 'application/json'],
  [['*/*', 'application/json; v=1'], 'application/json; v=1', 'application/json; v=1'],
  [['application/*+json', 'a/b+json'], 'a/b+json', 'a/b+json'],
  [['*/*', 'application/*+json'], 'application/*+json', 'application/vnd.api+json'],
  [['*/*'], '*/*', 'application/json'],
  [['text/*', 'application/*'], 'application/*', 'application/json'],
  [['text/*', 'application/xml'], undefined, 'application/json'],
])('JSON is sent, of %j, in %j as %s', (documented, found, sent) => {
  const mediaType = jsonMediaType(contentOf(...documented));
  expect(mediaType?.name).toBe(found);
  expect(contentTypeFor(mediaType)).toBe(sent);
});

it('a text is sent in a range of texts', () => {
  expect(contentTypeFor(contentOf('text/*')[0])).toBe('text/plain');
});

it.each<[said: string | undefined, documented: string, charset: string | undefined]>([
  ['application/json', 'application/json', undefined],
  ['application/json; charset="UTF-8"', 'application/json', undefined],
  ['application/json; charset=utf8', '*/*', undefined],
  ['application/problem+json; charset=Latin1', '*/*', 'Latin1'],
  ['application/json; charset=latin1', 'application/json; charset=latin1', undefined],
  ['text/plain; charset=latin1', '*/*', undefined],
  [undefined, '*/*', undefined],
])('the charset of %j under %s is another: %s', (mediaType, documented, charset) => {
  expect(otherCharset(mediaType, contentOf(documented)[0])).toBe(charset);
});

describe('the Content-Type of a request', () => {
  const wanted = 'the media type must be';
  it.each<
    [documented: string[], header: string | undefined, json: boolean, fault: string | undefined]
  >([
    [['application/json; charset=utf-8'], 'application/json', true, undefined],
    [['application/json'], 'application/json;x=y', true, undefined],
    [
      ['application/json'],
      'application/json; charset="latin1"',
      true,
      'the charset must be utf-8, got "latin1"',
    ],
    [['application/json'], 'text/plain', true, `${wanted} application/json, got "text/plain"`],
    [['application/json'], '', true, 'the header Content-Type is missing, send application/json'],
    [['*/*'], 'application/json', true, undefined],
    [['*/*'], 'a/b+json', true, undefined],
    [['*/*'], 'text/plain', false, undefined],
    [['*/*'], undefined, true, 'the header Content-Type is missing, send */*'],
    [['*/*'], 'json', true, `${wanted} */*, got "json"`],
    [['a/b', 'a/c'], 'a/d', false, `${wanted} a/b or a/c, got "a/d"`],
    [[], 'a/b', true, undefined],
  ])('under %j, %j is read as JSON: %s (%s)', (documented, header, json, fault) => {
    const read = contentTypeReader({
      pointer: '/body',
      required: true,
      content: contentOf(...documented),
    });
    for (const again of [header, 'x', header]) read(again);
    const reading = read(header);
    expect(reading.as === 'json').toBe(json);
    const { message, pointer } = reading.fault ?? {};
    expect({ message, pointer }).toEqual({ message: fault, pointer: fault && '/body/content' });
  });
});
