import { describe, expect, it } from 'vitest';
import { effectiveSchema } from '../../../src/openapi/schema/effective-schema.ts';
import { isTextFormat } from '../../../src/openapi/schema/formats.ts';
import { sampleValue } from '../../../src/openapi/schema/sample-value.ts';
import { messages } from './validate.ts';

const label = 'a'.repeat(63);

const formats: [format: string, name: string, good: string[], bad: string[]][] = [
  [
    'date',
    'a date',
    [
      '2026-11-21',
      '2024-02-29',
      '2000-02-29',
      '0000-01-31',
      '2026-12-31',
      '2026-02-28',
      '2026-04-29',
    ],
    [
      '2026-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-04-31',
      '2026-01-00',
      '2026-1-1',
      '12026-11-21',
      '2026-11-211',
      '2026-11-21T',
      'x2026-11-21',
      '',
    ],
  ],
  [
    'date-time',
    'a date-time',
    [
      '2026-11-21T12:00:00Z',
      '2026-11-21t23:59:60z',
      '2026-11-21T00:00:00.123456+14:30',
      '2026-11-21T19:09:09-09:00',
    ],
    [
      '2026-11-21 12:00:00Z',
      '2026-11-21T12:00:00',
      '2026-11-21T24:00:00Z',
      '2026-11-21T12:60:00Z',
      '2026-11-21T12:00:61Z',
      '2026-11-21T12:00:00.Z',
      '2026-11-21T12:00:00+24:00',
      '2026-11-21T12:00:00+10:60',
      '2026-02-30T12:00:00Z',
      '2026-11-21T12:00:00Zx',
      '2026-11-21Tx12:00:00Z',
      '2026-11-21',
      '',
    ],
  ],
  [
    'uuid',
    'a uuid',
    ['01234567-89ab-cdef-ABCD-EF0123456789'],
    [
      '01234567-89ab-cdef-abcd-ef012345678',
      '01234567-89ab-cdef-abcd-ef01234567890',
      'x01234567-89ab-cdef-abcd-ef0123456789',
      '0123456-789ab-cdef-abcd-ef0123456789',
      '01234567-89ag-cdef-abcd-ef0123456789',
      '01234567-89ab-cdeg-abcd-ef0123456789',
      '01234567-89ab-cdef-abcg-ef0123456789',
      '0123456789abcdefabcdef0123456789',
    ],
  ],
  [
    'email',
    'an email',
    ['a@b', 'a.b+c@d.example', '"a b@c"@d', 'a@[127.0.0.1]', 'a@[IPv6:::1]'],
    [
      'a',
      '@b',
      'a@',
      'a@b@c',
      'a b@c',
      'a@b c',
      ' a@b',
      'a@b ',
      '.a@b',
      'a..b@c',
      'a@b=c',
      'a@[127.0.0.300]',
      'é@b',
    ],
  ],
  [
    'uri',
    'a uri',
    ['a:', 'https://u@a.example:1/b~c?d=[e]#f!$&%2F', 'urn:x-1', 'A+b.c-1:d'],
    [
      '',
      '/a',
      '1a:b',
      'a b:c',
      'a:b c',
      'a:%2',
      'a:%zz',
      'a:<b>',
      'a:ü',
      ' a:b',
      'a:[b]',
      'a://b:c',
      'a://b[c]',
      'a://[::01.2.3.4]',
    ],
  ],
  [
    'ipv4',
    'an ipv4',
    ['0.0.0.0', '255.249.199.99', '10.1.200.250'],
    [
      '256.0.0.1',
      '1.2.3',
      '1.2.3.4.5',
      '01.2.3.4',
      '1.2.3.260',
      '1.2.3.a',
      'x1.2.3.4',
      '1.2.3.4x',
      '1a2a3a4',
      '300.1.1.1',
    ],
  ],
  [
    'ipv6',
    'an ipv6',
    ['::', '::1', '2001:DB8::ff00:42:8329', '::ffff:1.2.3.4'],
    ['', ':', '1::2::3', '12345::', 'g::', '::1]', '1.2.3.4', '::1/64', '::1]/[', 'x@[::1'],
  ],
  [
    'hostname',
    'a hostname',
    [
      'a',
      'A-1.b',
      'xn--ihqwcrb4cv8a8dqg056pqjye',
      label,
      `${label}.${label}.${label}.${label.slice(2)}`,
      '1a',
    ],
    [
      '',
      '-a',
      'a-',
      'a..b',
      '.a',
      'a.',
      'a_b',
      `${label}a`,
      `${label}.${label}.${label}.${label.slice(1)}`,
      'a b',
      'ab--cd',
      'xn--X',
      'é',
    ],
  ],
  [
    'time',
    'a time',
    ['12:00:00Z', '00:00:00.5z', '23:59:60+00:00', '01:29:60+01:30', '15:59:60-08:00'],
    ['12:00:00', '24:00:00Z', '12:00Z', '22:59:60Z', '23:59:60+01:00', '12:00:00+24:00', 'x'],
  ],
  [
    'duration',
    'a duration',
    ['P1D', 'P1Y2M3DT4H5M6S', 'PT36H', 'P4W', 'P1M', 'PT1M'],
    ['P', 'PT', '1D', 'P1', 'P1DT', 'P1Y2D', 'PT1H2S', 'P1WT1H', 'PT0.5S', '-P1D', 'P1D\n', ''],
  ],
  [
    'idn-email',
    'an idn-email',
    ['δοκιμή@example.com', '실례@실례.테스트', 'a@cafe\u0301.com'],
    ['2962', 'a\uff20b.com', 'a@', '@b'],
  ],
  [
    'idn-hostname',
    'an idn-hostname',
    ['실례.테스트', 'xn--ihqwcrb4cv8a8dqg056pqjye', 'l·l', 'a。b', 'א׳ב', '・ァ', 'क्\u200dष', '1a'],
    [
      '',
      '.',
      'a。',
      '〮실례.테스트',
      'xn--X',
      'xn--example-',
      'xn---9uc',
      'xn--0ca24w',
      'ab--cd',
      'a·l',
      'ab・c',
      '\u06f0\u0660',
      'क\u200dष',
      'x\u200cy',
      '0a.א',
      '0א',
      'a/b',
      'a%41',
      'ü'.repeat(60),
    ],
  ],
  [
    'uri-reference',
    'a uri-reference',
    ['', '/a?b#c', '../a:b', '//u@[::1]:80/a', '#', 'a', '//host//b', 'x:y', '//[v1.a:b]'],
    ['\\a', '%4', '"', '//host:x/a', '//a@b@c', '//[::01.2.3.4]', '1a:b', 'é', '/a[b]', '//[x]'],
  ],
  [
    'iri',
    'an iri',
    ['https://例え.jp/é?q=ü#ß', 'urn:x', 'x:?\u{f0000}'],
    ['/é', 'é', 'http://[x]/', 'https://a/\u{f0000}', 'x:\ufdd0', 'http://a/ '],
  ],
  ['iri-reference', 'an iri-reference', ['', 'é/ü', '//例え.jp'], ['\\é', '#é"', '%é']],
  [
    'uri-template',
    'a uri-template',
    ['', 'a{?x,y*}{&z:3}', '{+a.b}', "é'", 'a%41{%41}', '{/v:1000}'],
    ['{', '}', '{}', '{a,}', '{v:0}', '{v:10000}', '{a..b}', 'a b', '{a=b}', '{?}', 'a%4'],
  ],
  ['json-pointer', 'a json-pointer', ['', '/', '/a~0~1/b', '/ü//'], ['a', '/~', '/~2', '#/a']],
  [
    'relative-json-pointer',
    'a relative-json-pointer',
    ['0', '10#', '1/a~0', '0//'],
    ['', '01', '-1', '/a', '0#/a', '0##', '0/~2', '1\n'],
  ],
  [
    'regex',
    'a regex',
    ['', '^a+$', '(?<n>a)\\k<n>', '[^]'],
    ['(', '\\Z', '(?i)a', '(?P<n>a)', 'a**'],
  ],
];

describe.each(formats)('the format %s', (format, name, good, bad) => {
  it.each(good)('is that of %j', (text) => {
    expect(messages({ format }, text)).toEqual([]);
  });
  it.each(bad)('is not that of %j', (text) => {
    expect(messages({ format }, text)).toEqual([
      expect.stringContaining(`the body must be ${name}, got "`),
    ]);
  });
  it('has samples', () => {
    const schema = {
      type: 'array',
      items: { type: 'string', format },
      minItems: 3,
      uniqueItems: true,
    };
    const sample = sampleValue(effectiveSchema(schema, ''));
    expect(sample).toHaveLength(3);
    expect(messages(schema, sample)).toEqual([]);
  });
  it('is asserted of texts only', () => {
    expect(isTextFormat(format)).toBe(true);
    for (const value of [1, null, true, [], {}]) expect(messages({ format }, value)).toEqual([]);
  });
});

it('other formats say nothing', () => {
  for (const format of ['password', 'int64', 'constructor', 'x']) {
    expect(isTextFormat(format)).toBe(false);
    expect(messages({ format }, 'no')).toEqual([]);
  }
});
