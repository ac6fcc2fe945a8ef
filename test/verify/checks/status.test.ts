import { expect, it, describe } from 'vitest';
import {
  acceptedInvalid,
  missingSuccess,
  undocumentedSuccess,
  redirect,
  transportFailure,
  stackTrace,
} from '../../../src/verify/checks/status.ts';
import { operations } from '../../../src/model/operation.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import { refusedValid } from '../../../src/verify/checks/refused-valid.ts';
import { context, exchange, type Parts } from './exchanges.ts';
import type { TransportFailure } from '../../../src/http/exchange.ts';

it.each([
  ['/a/format', 'R7'],
  ['/b/format', 'R5'],
  ['/c/format', 'R5'],
  ['/a/type', 'R5'],
  ['/none/format', 'R5'],
])('an accepted request that breaks %s breaks %s', (pointer, rule) => {
  const document = documentFromValue({
    a: { type: 'integer', format: 'int32' },
    b: { type: 'string', format: 'date' },
    c: { format: 1 },
  });
  const operation = { ...exchange().case.operation, requestBody: undefined };
  const validity = { kind: 'invalid', pointer, keyword: 'format', reason: 'no' } as const;
  const [observation, ...others] = [
    acceptedInvalid.check(exchange({ validity, operation }), { ...context, document }),
  ].flat();
  expect(observation?.rule).toBe(rule);
  expect(others).toEqual([]);
});

function say(failure: TransportFailure): string[] {
  return [transportFailure.check(exchange({ failure }), context)]
    .flat()
    .map(({ message }) => message);
}

it.each<[kind: TransportFailure['kind'], words: string]>([
  ['refused', 'the server takes no connection'],
  ['reset', 'the connection is closed before a response'],
  ['truncated', 'the response is cut off'],
  ['timeout', 'the server does not answer in time'],
  ['malformed', 'the response is not HTTP'],
  ['tls', 'the TLS connection fails'],
  ['dns', 'the host name is unknown'],
  ['too-large', 'the response is larger than what is read'],
  ['other', 'the connection fails'],
])('%s means that %s', (kind, words) => {
  expect(say({ kind, message: 'x' })).toEqual([words]);
});

it('a response that is cut off says so, also where a part of it came', () => {
  const partial = { status: 200, bodyBytes: 5 };
  expect(say({ kind: 'truncated', message: 'x', partial })).toEqual(['the response is cut off']);
});

it('a list is as long as what is stored: too large to be judged, it is a warning', () => {
  const content = { 'application/json': { schema: { type: 'array', items: { type: 'object' } } } };
  const get = { responses: { 200: { content } } };
  const post = { responses: { 201: {} } };
  const document = documentFromValue({ paths: { '/a': { get, post } } });
  const failure: TransportFailure = { kind: 'too-large', message: 'x' };
  const severities = operations(document).flatMap((operation) =>
    [transportFailure.check(exchange({ failure, operation }), { ...context, document })].flat(),
  );
  expect(severities.map(({ severity }) => severity)).toEqual(['warning', 'violation']);
});

describe('an operation', () => {
  const messagesOf = (statuses: readonly string[], answers: readonly number[]): string[] => {
    const responses = Object.fromEntries(statuses.map((status) => [status, {}]));
    const document = documentFromValue({ paths: { '/a': { post: { responses } } } });
    const [operation] = operations(document);
    const exchanges = answers.map((status) => exchange({ operation: operation!, status }));
    return [
      ...exchanges.flatMap((exchange) => undocumentedSuccess.check(exchange, context)),
      ...[missingSuccess, refusedValid].flatMap((check) => check.checkRun(exchanges, context)),
    ].map(({ severity, message }) => `${severity}: ${message}`);
  };
  const note =
    'note: the document has no success for this operation: nothing tells how it is to answer';
  it.each([
    ['without a success is noted once, whatever succeeds', ['404'], [200, 201, 200], [note]],
    ['without a success promises none', ['401'], [401, 401], [note]],
    ['that only redirects is noted where it answers itself', ['302'], [200, 200], [note]],
    ['that only redirects may do so', ['302'], [302], []],
    ['with nothing but a default may succeed with anything', ['default'], [200, 204], []],
    [
      'with a success has to keep its status',
      ['200', '404'],
      [201],
      ['violation: success has the status 201'],
    ],
  ])('%s', (_name, statuses, answers, expected) => {
    expect(messagesOf(statuses, answers)).toEqual(expected);
  });
});

function shown(parts: Parts): string[] {
  return [stackTrace.check(exchange(parts), context)].flat().map(({ received }) => received);
}

function inMessage(message: string): string[] {
  return shown({ status: 400, body: JSON.stringify({ error: 1, message }) });
}

describe('a stack trace in a message', () => {
  it.each([
    // JavaScript
    [
      'x at Store.create [as add] (/srv/app.mjs:10:55)',
      'at Store.create [as add] (/srv/app.mjs:10:55',
    ],
    [
      'at new <anonymous> (node:internal/main:10:55)',
      'at new <anonymous> (node:internal/main:10:55',
    ],
    ['at file:///srv/app.js:10:55 x', 'at file:///srv/app.js:10:55'],
    ['at $a (C:\\srv\\app.js:10:55)', 'at $a (C:\\srv\\app.js:10:55'],
    ['at /srv/app.js:10:55', 'at /srv/app.js:10:55'],
    // Java and Kotlin
    ['at a.b.C$D.<init>(Store.java:42)', 'at a.b.C$D.<init>(Store.java:42)'],
    ['at a.StoreKt.create(Store.kt:142)', 'at a.StoreKt.create(Store.kt:142)'],
    ['x java.lang.NullPointerException: y', 'java.lang.NullPointerException'],
    ['org.h2.jdbc.JdbcSQLError', 'org.h2.jdbc.JdbcSQLError'],
    // Python
    ['Traceback (most recent call last): x', 'Traceback (most recent call last)'],
    ['x File "/srv/app.py", line 142, in y', 'File "/srv/app.py", line 142'],
    // Go
    ['goroutine 17 [running]:', 'goroutine 17 ['],
    ['panic: runtime error', 'panic:'],
    ['x main/store-1.go:142 +0x1', 'main/store-1.go:142'],
    // .NET
    [
      'at Store.List`1.Add(String a) in C:\\app\\Store.cs:line 92',
      'at Store.List`1.Add(String a) in C:\\app\\Store.cs:line 92',
    ],
    ['at S.C() in /app/S.cs:line 9', 'at S.C() in /app/S.cs:line 9'],
    [
      'System.Collections.Generic.KeyNotFoundException: x',
      'System.Collections.Generic.KeyNotFoundException',
    ],
    ['System.NullReferenceException', 'System.NullReferenceException'],
    // PHP
    ['Stack trace:\n  #0 {main}', 'Stack trace: #0'],
    ['#10 /var/www/index.php(12): f()', '#10 /var/www/index.php(12)'],
    ['Error in /www/index.php on line 12', 'in /www/index.php on line 12'],
    ['Error in /www/index.php:12', 'in /www/index.php:12'],
    // Ruby and Rust
    ["app/store.rb:12:in `create'", 'app/store.rb:12:in `'],
    ["store.rb:12:in 'create'", "store.rb:12:in '"],
    ["thread 'tokio-1' panicked at x", "thread 'tokio-1' panicked at"],
    // whatever the language
    ['see /srv/app/store.rs:31', '/srv/app/store.rs:31'],
    ['see /srv/app/store.ts:31', '/srv/app/store.ts:31'],
    ['see /srv/app/store.cjs:31', '/srv/app/store.cjs:31'],
    ['see /srv/app/store.jsx:31', '/srv/app/store.jsx:31'],
  ])('is shown as far as it is one: %s', (message, found) => {
    expect(inMessage(message)).toEqual([`400 with “${found}”`]);
  });

  it.each([
    'look at name (see the manual:1:2)',
    'format at 10:30:15',
    'java.NullPointerException',
    'an Exception, an Error',
    'File "a", line x',
    'no goroutine [x]',
    'don’t panic',
    'file.go: missing',
    'at noon() in May: line up',
    'System.Exceptional',
    'Stack trace: none',
    '#1 in index.php',
    'in index.php: no',
    'store.rb:12',
    'thread panicked at noon',
    '/store.ts:31',
    '/srv/store.txt:31',
  ])('is not seen in %s', (message) => {
    expect(inMessage(message)).toEqual([]);
  });

  it('is seen behind the escapes of JSON', () => {
    const body = String.raw`{"m":"Traceback\t(most recent call last)\n  File \"\/srv\/app.py\", line 3"}`;
    expect(shown({ status: 400, body })).toEqual(['400 with “File "/srv/app.py", line 3”']);
    const after = String.raw`{"m":"oops\npanic: nil"}`;
    expect(shown({ status: 400, body: after })).toEqual(['400 with “panic:”']);
  });

  it('is seen in any answer with an error status, and in no other', () => {
    const body = 'panic: x';
    expect(shown({ status: 599, body })).toEqual(['599 with “panic:”']);
    expect(shown({ status: 399, body })).toEqual([]);
    expect(shown({ status: 200, body })).toEqual([]);
    expect(shown({ failure: { kind: 'malformed', message: body } })).toEqual([]);
  });

  it('is not looked for beyond 20,000 bytes', () => {
    const long = (size: number): Parts => ({ status: 400, body: `${' '.repeat(size)}panic: x` });
    expect(shown(long(19_992))).toHaveLength(1);
    expect(shown(long(20_000))).toEqual([]);
  });
});

it('a redirect that leads back is for whoever has not signed in', () => {
  const told = (to: string): string[] =>
    [redirect.check(exchange({ status: 302, headers: [['Location', to]] }), context)]
      .flat()
      .map(({ severity }) => severity);
  expect(told('/login?next=%2Fthings%3Fa%3D1')).toEqual(['note']);
  expect(told('http://other.test/sign-in?to=http%3A%2F%2Fstore.test%2Fthings')).toEqual(['note']);
  expect(told('/things/?from=/things')).toEqual(['note']);
  expect(told('/login')).toEqual(['violation']);
  expect(told('/things?next=/things')).toEqual(['violation']);
});
