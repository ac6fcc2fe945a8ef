import { describe, expect, it } from 'vitest';
import { describeChange, isSameValue } from '../../../src/verify/checks/differences.ts';
import type { JsonValue } from '../../../src/openapi/json/json-value.ts';

describe('describeChange', () => {
  it.each<[words: string, sent: string, received: string]>([
    ['emptied', 'a', ''],
    ['trimmed', ' \tRosa ', 'Rosa'],
    ['trimmed at its start', ' Rosa ', 'Rosa '],
    ['trimmed at its end', ' Rosa ', ' Rosa'],
    ['lowercased', 'Rosa Maria', 'rosa maria'],
    ['uppercased', 'Rosa Maria', 'ROSA MARIA'],
    ['capitalised', 'rosa MARIA', 'Rosa maria'],
    ['capitalised word by word', 'rosa  MARIA', 'Rosa  Maria'],
    ['normalised to NFC', 'e\u0301', '\u00E9'],
    ['normalised to NFD', '\u00E9', 'e\u0301'],
    ['normalised to NFKC', '\uFB01e\u0301', 'fi\u00E9'],
    ['normalised to NFKD', '\uFB01\u00E9', 'fie\u0301'],
    ['stripped of accents', 'café ñ', 'cafe n'],
    ['with its spaces collapsed', ' a \n b', ' a b'],
    ['with its spaces collapsed', ' a  b ', 'a b'],
    ['stripped of control characters', 'a\tb\u0001c', 'abc'],
    ['stripped of astral characters', 'ä🌱\u{10FFFF}b', 'äb'],
    ['stripped of what is not ASCII', 'a\u0080ü🌱~b', 'a~b'],
    ['with “?” for what is not ASCII', 'a\u0080🌱~b', 'a??~b'],
    ['with “?” for what is not Latin-1', 'ÿ\u0100🌱', 'ÿ??'],
    ['stripped of HTML tags', 'a<b class="x">c</b>', 'ac'],
    ['stripped of backslashes', 'a\\b\\c', 'abc'],
    ['with doubled backslashes', 'a\\b\\c', 'a\\\\b\\\\c'],
    ['with its quotes escaped', `a"b'c\\`, `a\\"b\\'c\\\\`],
    ['with its quotes escaped', `a"b'c"`, `a\\"b'c\\"`],
    ['URL-encoded', 'a b/ü', 'a%20b%2F%C3%BC'],
    ['URL-encoded', 'a \uD800', 'a%20%EF%BF%BD'],
    ['JSON-encoded twice', 'a"b', String.raw`"a\"b"`],
    ['UTF-8 read as Latin-1', 'üb', 'Ã¼b'],
    ['HTML-escaped', `<b a="1">'&`, '&lt;b a=&quot;1&quot;&gt;&#39;&amp;'],
    ['HTML-escaped', `'é'`, '&#x27;&eacute;&#X27;'],
    ['HTML-escaped', "'\u00A0ß", '&apos;&nbsp;&szlig;'],
    ['HTML-escaped', 'äöüÄÖÜ', '&auml;&ouml;&uuml;&Auml;&Ouml;&Uuml;'],
    ['HTML-escaped', '\u{10FFFF}', '&#1114111;'],
    ['truncated to 3 characters', 'Rosa', 'Ros'],
    ['truncated to 2 characters', '🌱🌱🌱', '🌱🌱'],
    ['cut off at a NUL', 'a\0b', 'a'],
    ['cut off at a NUL', 'a\0b', 'a\0'],
    ['with U+FFFD in place of characters', 'a🌱b', 'a\u{FFFD}b'],
    ['with something added at its end', 'Rosa', 'Rosa (2)'],
    ['with something added at its start', 'Rosa', 'The Rosa'],
  ])('says %s of %j → %j', (words, sent, received) => {
    expect(describeChange(sent, received)).toBe(words);
  });

  it.each<[why: string, sent: string, received: string]>([
    ['nothing was changed', 'Rosa', 'Rosa'],
    ['it is another text', 'Rosa', 'Ficus'],
    ['it was added to at both ends', 'Rosa', '(Rosa)'],
    ['an entity stands for another character', '<', '&gt;'],
    ['an entity is unknown', '<', '&none;'],
    ['an entity names no code point', 'a', '&#1114112;'],
    ['the beginning may be chance', 'xylem', 'x'],
    ['the end may be chance', 'x', 'ox'],
    ['nothing could be added to', '', 'Rosa'],
    ['U+FFFD was sent', 'a\u{FFFD}', 'b\u{FFFD}'],
  ])('says nothing where %s', (_why, sent, received) => {
    expect(describeChange(sent, received)).toBeUndefined();
  });

  it('takes a text of any length', () => {
    const long = 'ä'.repeat(600_000);
    expect(describeChange(long, `${long}b`)).toBe('with something added at its end');
  });
});

const instant = '2026-11-21T12:00:00Z';
const shifted = '2026-11-21T13:00:00.000+01:00';
const uuid = 'ABCDEF01-2345-6789-ABCD-EF0123456789';

describe('a returned value', () => {
  it.each<[what: string, sent: JsonValue, returned: JsonValue, format?: string]>([
    ['in another spelling', [1, { a: 2 }], [1.0, { a: 2 }]],
    ['with the same instant', instant, shifted, 'date-time'],
    ['with the same UUID', uuid, uuid.toLowerCase(), 'uuid'],
    ['with the same address', 'Ann@Example.com', 'ann@example.com', 'email'],
    ['with the same URI', 'HTTPS://Example.com', 'https://example.com/', 'uri'],
    ['with the same digits of base 16', '#ff8800', '#FF8800'],
    ['rounded as its format has it', 0.1, Math.fround(0.1), 'float'],
    ['with the same instant within', { at: instant, b: 1 }, { at: shifted, b: 1 }],
    ['with instants in a list of objects', [{ at: instant }], [{ at: shifted }]],
    ['with a property that the server has added within', { a: { b: 1 } }, { a: { b: 1, c: 2 } }],
    ['without a property that may be for writing only', { a: 1, b: 2 }, { a: 1 }],
  ])('is the one that was sent %s', (_what, sent, returned, format) => {
    expect(isSameValue(sent, returned, format)).toBe(true);
  });

  it.each<[what: string, sent: JsonValue, returned: JsonValue, format?: string]>([
    ['another instant', instant, '2026-11-21T12:00:01Z', 'date-time'],
    ['an instant where none is meant', instant, shifted],
    ['an instant under another format', instant, shifted, 'date'],
    ['another UUID', uuid, uuid.replace('A', 'B'), 'uuid'],
    ['another case of a text', 'Rosa', 'rosa'],
    ['another case of a text of such digits', 'Decade', 'decade'],
    ['another path of a URI', 'https://example.com/A', 'https://example.com/a', 'uri'],
    ['another number', 1.5, 1.25, 'float'],
    ['a rounded number', 0.1, Math.fround(0.1)],
    ['a rounded number of another format', 0.1, Math.fround(0.1), 'double'],
    ['a text for a number', 0.5, '0.5', 'float'],
    ['a number for a text', '2026', 2026, 'date-time'],
    ['a shorter list', [1, 2], [1]],
    ['a longer list', [1], [1, 2]],
    ['a list with another item', [1, 2], [1, 3]],
    ['a list with an instant alone', [instant], [shifted]],
    ['a list for an object', { 0: 1 }, [1]],
    ['an object for a list', [1], { 0: 1 }],
    ['an object for null', null, {}],
    ['null for an object', {}, null],
    ['another value within', { a: 1, b: { c: 1 } }, { a: 1, b: { c: 2 } }],
    ['another day within', { at: '2026-11-21' }, { at: '2026-11-21T00:00:00Z' }],
    ['a text that only holds an instant', { at: `x ${instant}` }, { at: `x ${shifted}` }],
    ['what reads as a time in words only', { at: 'Nov 21, 2026' }, { at: '21 Nov 2026' }],
    ['an instant under a list of formats', instant, shifted, 'uuid'],
  ])('is not the one that was sent where it is %s', (_what, sent, returned, format) => {
    expect(isSameValue(sent, returned, format)).toBe(false);
  });
});
