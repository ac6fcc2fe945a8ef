import { describe, expect, it } from 'vitest';
import { describeChange } from '../../../src/verify/checks/alterations.ts';

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
