import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../../../src/verify/checks/check.ts';
import { checks } from '../../../src/verify/checks/index.ts';
import { type Parts, context, exchange, invalid, open, outOfRange, strict } from './exchanges.ts';

/** `R1 violation: message` for everything that all checks say. */
function say(parts: Parts, given: CheckContext = context): string[] {
  const judged = exchange(parts);
  return checks.flatMap((check) =>
    [check.check(judged, given)]
      .flat()
      .map(({ rule, severity, message }) => `${rule} ${severity}: ${message}`),
  );
}

const refusal = '{"error":400,"message":"no"}';

describe('nothing is said of', () => {
  it.each<[string, Parts]>([
    ['a documented success', {}],
    [
      'a success without the optional property',
      { sent: { id: 1, name: 'Rosa' }, body: '{"name":"Rosa"}' },
    ],
    ['properties of the server', { body: '{"name":"Rosa","tag":"shrub","id":1,"created":true}' }],
    ['a charset', { type: 'Application/JSON; Charset="UTF-8"' }],
    ['a documented refusal', { validity: invalid, status: 400, body: refusal }],
    [
      'a refusal with more in it',
      { validity: open, status: 400, body: '{"error":-1,"message":"","trace":7}' },
    ],
    [
      'exact large integers',
      {
        sent: { id: 2n ** 63n - 1n, name: 'Rosa' },
        body: '{"id":9223372036854775807,"name":"Rosa"}',
      },
    ],
    [
      'another spelling of the same text',
      { sent: { id: 1, name: 'Ü/' }, body: '{"name":"\\u00dc\\/"}' },
    ],
    [
      'an undocumented refusal that answers a question',
      { validity: open, question: 'q', status: 409, body: refusal },
    ],
    ['an undocumented refusal of a valid request', { status: 409, body: refusal }],
    [
      'an undocumented success for an identity that may be used already',
      { fixedIdentity: true, status: 201 },
    ],
    [
      'what comes back for a used identity',
      { validity: open, fixedIdentity: true, body: '{"name":"Ficus"}' },
    ],
  ])('%s', (_, parts) => {
    expect(say(parts)).toEqual([]);
  });
});

describe('one fault is one finding', () => {
  it.each<[string, string, Parts]>([
    ['another success', 'R1 violation: success has the status 201', { status: 201 }],
    ['a redirect', 'R1 violation: a request is redirected with 307', { status: 307, body: '' }],
    [
      'a redirect of an identity that may be used already',
      'R8 note: a request is redirected with 303',
      { fixedIdentity: true, status: 303, body: '' },
    ],
    [
      'a redirect of an invalid request',
      'R8 note: a request is redirected with 307',
      { validity: invalid, status: 307, body: '' },
    ],
    [
      'an accepted invalid request',
      'R5 violation: an invalid request is accepted: id is required',
      { validity: invalid, body: '{}' },
    ],
    [
      'an invalid request that is 201',
      'R5 violation: an invalid request is accepted: id is required',
      { validity: invalid, status: 201, type: 'text/html', body: 'ok' },
    ],
    [
      'an accepted integer out of range',
      'R7 violation: an invalid request is accepted: id must fit an int64',
      { validity: outOfRange },
    ],
    [
      'a server error as a page',
      'R6 violation: the server fails with 500 on a valid request',
      { status: 500, type: 'text/html', body: '<h1>' },
    ],
    [
      'a server error without a body',
      'R6 violation: the server fails with 503 on an invalid request',
      { validity: invalid, status: 503, type: null, body: '' },
    ],
    [
      'a server error on an open request',
      'R6 violation: the server fails with 500 on a request',
      { validity: open, status: 500, type: null, body: '' },
    ],
    [
      'an accepted text in place of an integer',
      'R5 violation: an invalid request is accepted: it is no integer',
      {
        validity: {
          kind: 'invalid',
          pointer: '/components/schemas/NewThing/allOf/1/properties/id/type',
          keyword: 'type',
          reason: 'it is no integer',
        },
      },
    ],
    [
      'an undocumented refusal of an invalid request',
      'R8 note: a request is refused with the undocumented status 422',
      { validity: invalid, status: 422, body: refusal },
    ],
    [
      'a missing property',
      'R1 violation: the body of a 200 is not of its shape: name is required',
      { body: '{"tag":"shrub"}' },
    ],
    [
      'a property of another type',
      'R1 violation: the body of a 200 is not of its shape: name must be a string',
      { body: '{"name":1,"tag":"shrub"}' },
    ],
    ['an empty body', 'R1 violation: the body of a 200 is empty', { type: null, body: '' }],
    ['broken JSON', 'R1 violation: the body of a 200 is not JSON', { body: '{"name":"Rosa"' }],
    [
      'a byte order mark',
      'R1 violation: the body of a 200 begins with a byte order mark',
      { body: '\uFEFF{"name":"Rosa"}' },
    ],
    [
      'bytes that are no UTF-8',
      'R1 violation: the body of a 200 is not UTF-8',
      { body: Uint8Array.of(0x7b, 0xff, 0x7d) },
    ],
    [
      'a body that is not its coding',
      'R1 violation: the body of a 200 can not be decoded',
      { decodingError: 'not gzip' },
    ],
    [
      'a key twice',
      'R1 warning: the body of a 200 has the key "name" more than once',
      { body: '{"name":"Rosa","name":"Rosa","tag":"shrub"}' },
    ],
    ['a missing media type', 'R3 violation: a 200 has a body without Content-Type', { type: null }],
    [
      'another media type',
      'R3 violation: a 200 has the media type text/plain',
      { type: 'text/plain' },
    ],
    ['a malformed media type', 'R3 violation: a 200 has the media type "json"', { type: 'json' }],
    [
      'another charset',
      'R3 warning: a 200 says charset iso-8859-1, but JSON is UTF-8',
      { type: 'application/json; charset=ISO-8859-1' },
    ],
    [
      'an error beyond int32',
      'R2 violation: the body of a 400 is not of its shape: error must be an int32 (-2147483648 to 2147483647)',
      { validity: invalid, status: 400, body: '{"error":2147483648,"message":""}' },
    ],
    [
      'an error without message',
      'R2 violation: the body of a 400 is not of its shape: message is required',
      { validity: open, status: 400, body: '{"error":1}' },
    ],
    [
      'an undocumented refusal',
      'R8 note: a request is refused with the undocumented status 409',
      { validity: open, status: 409, body: refusal },
    ],
    [
      'a dropped optional property',
      "R4 warning: tag was sent, but doesn't come back",
      { body: '{"name":"Rosa"}' },
    ],
    [
      'a property made up',
      'R4 violation: tag comes back though none was sent',
      { sent: { id: 1, name: 'Rosa' }, body: '{"name":"Rosa","tag":""}' },
    ],
    [
      'an integer rounded',
      'R7 violation: id comes back rounded',
      { sent: { id: 2n ** 53n + 1n, name: 'Rosa' }, body: '{"name":"Rosa","id":9007199254740992}' },
    ],
    [
      'an integer as a string',
      'R7 violation: id comes back as a string',
      { sent: { id: 1, name: 'Rosa' }, body: '{"name":"Rosa","id":"1"}' },
    ],
    [
      'an integer cut to 32 bits',
      'R7 violation: id comes back cut to 32 bits',
      { sent: { id: 2 ** 32 + 5, name: 'Rosa' }, body: '{"name":"Rosa","id":5}' },
    ],
    [
      'an integer clamped',
      'R7 violation: id comes back as the bound 2147483647',
      { sent: { id: 2 ** 40, name: 'Rosa' }, body: '{"name":"Rosa","id":2147483647}' },
    ],
    [
      'an integer made up',
      'R4 violation: id comes back, but not as it was sent',
      { sent: { id: 1000, name: 'Rosa' }, body: '{"name":"Rosa","id":7}' },
    ],
    [
      'a dropped connection',
      'R6 violation: the connection is closed before a response',
      { failure: { kind: 'reset', message: '' } },
    ],
    [
      'a connection closed while idle',
      'R6 note: a reused connection is closed while a request is sent on it',
      { failure: { kind: 'reset', message: '', mayBeRace: true } },
    ],
    [
      'a response that stands still',
      'R6 violation: the response starts and then stands still',
      { failure: { kind: 'timeout', message: '', partial: { status: 200, bodyBytes: 1 } } },
    ],
  ])('%s', (_, finding, parts) => {
    expect(say(parts)).toEqual([finding]);
  });
});

describe('--strict', () => {
  it('makes an undocumented status a violation', () => {
    expect(say({ validity: invalid, status: 422, body: refusal }, strict)).toEqual([
      'R8 violation: a request is refused with the undocumented status 422',
    ]);
  });
  it('holds for questions, too', () => {
    expect(say({ validity: open, question: 'q', status: 409, body: refusal }, strict)).toEqual([
      'R8 violation: a request is refused with the undocumented status 409',
    ]);
  });
  it('makes an undocumented redirect a violation', () => {
    expect(say({ validity: invalid, status: 307, body: '' }, strict)).toEqual([
      'R8 violation: a request is redirected with 307',
    ]);
  });
});

describe('a page instead of JSON', () => {
  it('breaks the media type, and is no broken JSON', () => {
    expect(say({ validity: invalid, status: 400, type: 'text/html', body: '<h1>' })).toEqual([
      'R3 violation: a 400 has the media type text/html',
    ]);
  });
  it('is only surprising where the status is undocumented', () => {
    expect(say({ validity: invalid, status: 404, type: 'text/html', body: '<h1>' })).toEqual([
      'R3 warning: a 404 has the media type text/html',
      'R8 note: a request is refused with the undocumented status 404',
    ]);
  });
});

describe('an altered text is described', () => {
  it.each([
    ['lowercased', 'Rosa', 'rosa'],
    ['uppercased', 'Rosa', 'ROSA'],
    ['truncated to 50 characters', 'x'.repeat(60), 'x'.repeat(50)],
    ['normalised to NFC', 'e\u0301', '\u00E9'],
    ['normalised to NFD', '\u00E9', 'e\u0301'],
    ['normalised to NFKC', '\uFB01g', 'fig'],
    ['HTML-escaped', `<b>'&`, '&lt;b&gt;&#39;&amp;'],
    ['URL-encoded', 'a b/ü', 'a%20b%2F%C3%BC'],
    ['UTF-8 read as Latin-1', 'ü', 'Ã¼'],
    ['with “?” for what is not ASCII', 'aü', 'a?'],
    ['stripped of astral characters', 'a🌱b', 'ab'],
    ['cut off at a NUL', 'a\0b', 'a'],
    ['emptied', 'a', ''],
  ])('%s', (words, name, returned) => {
    expect(say({ sent: { id: 1, name }, body: JSON.stringify({ name: returned }) })).toEqual([
      `R4 violation: name comes back ${words}`,
    ]);
  });
  it('as another value, where nothing explains it', () => {
    expect(say({ sent: { id: 1, name: 'a' }, body: '{"name":"b"}' })).toEqual([
      'R4 violation: name comes back, but not as it was sent',
    ]);
  });
  it("as another request's, with the case that sent it", () => {
    const other = exchange({ id: 'other' }).case;
    const knowing: CheckContext = { ...context, sentElsewhere: () => other };
    expect(say({ body: '{"name":"Ficus","tag":"shrub"}' }, knowing)).toEqual([
      "R4 violation: name comes back another request's",
    ]);
  });
});

describe('a stack trace', () => {
  it.each([
    'at create (/srv/app/things.js:10:5)',
    'at file:///srv/app/things.mjs:10:5',
    'at com.example.Store.create(Store.java:42)',
    'java.lang.NullPointerException',
    'Traceback (most recent call last):\n  File "app.py", line 3',
    'goroutine 1 [running]:\nmain.go:7',
    'at Store.Create(String name) in C:\\app\\Store.cs:line 9',
    'System.NullReferenceException',
    '#0 /var/www/index.php(12): create()',
    "app/things.rb:12:in `create'",
    "thread 'main' panicked at src/main.rs:3",
  ])('is seen: %s', (message) => {
    const body = JSON.stringify({ error: 400, message });
    expect(say({ validity: invalid, status: 400, body })).toEqual([
      'R6 warning: a 400 shows a stack trace',
    ]);
  });
  it.each([
    'id must be an int64, got the string "x"',
    'expected "," or "}", got the end at line 3, column 14',
    'See https://store.test/docs/errors.html#id:1 at 10:30:15',
    'the body is not JSON: Unexpected token } in JSON at position 7',
    'Error at /name: must be a string',
  ])('is not seen in a plain message: %s', (message) => {
    const body = JSON.stringify({ error: 400, message });
    expect(say({ validity: invalid, status: 400, body })).toEqual([]);
  });
});
