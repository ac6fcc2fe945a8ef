import { expect, it } from 'vitest';
import type { JsonValue } from '../../../src/openapi/json/json-value.ts';
import type { JudgedExchange } from '../../../src/verify/cases/case.ts';
import { serverError, transportFailure } from '../../../src/verify/checks/status.ts';
import { withConstantFailures } from '../../../src/verify/checks/constant-failures.ts';
import { Judge } from '../../../src/verify/run/judge.ts';
import { causesOf } from '../../../src/verify/causes.ts';
import { thingsDocument } from '../../setup/things-document.ts';
import { type Parts, exchange, invalid, open } from './exchanges.ts';

const judge = new Judge({ document: thingsDocument, strict: false, credential: { variable: 'T' } });
const ids: ReadonlySet<string> = new Set([serverError.id, transportFailure.id]);
const { operation: thing } = exchange().case;
const other = { ...thing, id: 'other' };

/** What is told of the server errors: how grave, and in which words. */
function told(...parts: readonly Parts[]): string[] {
  const exchanges: JudgedExchange[] = parts.map((part, sequence) =>
    exchange({ ...part, sequence }),
  );
  const findings = exchanges.flatMap((exchange) => judge.judge(exchange));
  const failures = findings.filter(({ check }) => ids.has(check));
  return causesOf(withConstantFailures(failures, exchanges), exchanges).map(
    ({ severity, message, times }) => `${severity} x${times}: ${message}`,
  );
}

const fails = (message: string, parts: Parts = {}): Parts => ({
  status: 503,
  body: JSON.stringify({ message, error: 'Service Unavailable' }),
  ...parts,
});
const head: Parts = { status: 503, body: '', outsideOperation: true, validity: invalid };

it('a 503 to everything is a warning where it says that the operation is not available', () => {
  const gone = fails('The bridge is not available yet');
  expect(told(gone, gone, head)).toEqual([
    'warning x3: every request is answered with 503: the operation is not available here',
  ]);
  expect(told({ ...fails('forking is unsupported for local stores'), status: 501 })).toEqual([
    'warning x1: every request is answered with 501: the operation is not available here',
  ]);
  expect(told({ ...fails('not implemented'), status: 501 })[0]).toMatch(/^violation/);
  expect(told(fails('oops'), fails('oops'))).toEqual([
    'violation x2: the server fails with 503 on all that it should take',
  ]);
  expect(told(fails('Service Unavailable'))[0]).toMatch(/^violation/);
  expect(told(gone, { ...gone, status: 500 })).toHaveLength(1);
  expect(told(gone, {})[0]).toMatch(/^violation/);
});

it('an operation fails on a value that others fail on, too, and not on everything', () => {
  const onNul = fails('no such byte', { validity: open, status: 500, sent: { name: 'a\0b' } });
  const refused: Parts = { validity: open, status: 400 };
  expect(told({}, onNul, { ...onNul, operation: other }, { ...refused, operation: other })).toEqual(
    ['violation x2: the server fails with 500 on NUL in a text'],
  );
});

it('a request that several operations fail on says what is odd about it', () => {
  const [b, c] = ['b', 'c'].map((id) => ({ ...thing, id }));
  const odd = [thing, other, b!, c!].flatMap((operation): Parts[] => [
    { operation },
    fails('no', {
      status: 500,
      id: 'bad encoding',
      validity: open,
      outsideOperation: true,
      operation,
    }),
  ]);
  expect(told(...odd)).toEqual([
    'violation x4: the server fails with 500 on a request: bad encoding',
  ]);
});

it('many operations that fail on everything in the same words are one cause, and few are not', () => {
  const body = '{"message":"Internal server error"}';
  const failing = (count: number): Parts[] =>
    Array.from({ length: count }, (_, i) => ({
      status: 500,
      body,
      operation: { ...thing, id: `o${i}` },
    }));
  expect(told({}, ...failing(5), ...failing(5))).toEqual([
    'violation x10: the server fails with 500 on all that it should take',
  ]);
  expect(told({}, ...failing(4))).toHaveLength(4);
});

it('what is checked before may be refused by what is not available', () => {
  const gone: Parts = { ...fails('Audit logs are not enabled'), status: 501 };
  expect(told(gone, { status: 400 })[0]).toMatch(/^warning x1/);
  expect(told({ ...fails('oops'), status: 501 }, { status: 400 })[0]).toMatch(/^violation/);
});

it('a 503 to everything is a warning where the document has it', () => {
  const operation = {
    ...thing,
    responses: [...thing.responses, { ...thing.responses[0]!, status: '503' }],
  };
  const told503 = { ...fails('no manager'), operation };
  expect(told(told503, told503)[0]).toMatch(/^warning x2/);
  expect(told(told503, { ...told503, status: 200 })[0]).toMatch(/^violation x1/);
  expect(told({ ...told503, status: 500 })[0]).toMatch(/^violation x1/);
  const isOpen: Parts = { ...told503, validity: open };
  expect(told(isOpen, isOpen, { ...isOpen, status: 400 })[0]).toMatch(/^warning x2/);
});

it('what fails on everything is one cause, also on what no operation is asked for', () => {
  expect(told(fails('oops'), head)).toHaveLength(1);
  const unknown: Parts = { validity: open, outsideOperation: true, path: '/things?q=%zz' };
  expect(told({}, fails('oops'), fails('oops', unknown))).toHaveLength(1);
  expect(told({}, fails('oops'), fails('malformed query', unknown))).toHaveLength(2);
  expect(told({}, fails('oops'), { ...head, operation: other })).toHaveLength(2);
});

it('what fails on everything or does not answer is one cause', () => {
  const silent: Parts = { failure: { kind: 'timeout', message: 'no answer in 5001 ms' } };
  const failing = fails('oops', { status: 500 });
  expect(told(failing, silent, { ...silent, validity: invalid })).toEqual([
    'violation x3: the server fails with 500 on a valid request',
  ]);
  expect(told(failing, silent, {})).toHaveLength(2);
  expect(told(failing, { ...silent, operation: other })).toHaveLength(2);
});

it('GET and HEAD that fail alike are one cause', () => {
  const get = fails('oops', { status: 500, validity: invalid });
  const silent: Parts = { ...head, status: 500, method: 'HEAD' };
  expect(told({}, get, silent)).toHaveLength(1);
  // Also where another operation says the same as GET.
  const locked = fails('the database is locked', { status: 500, validity: invalid });
  const both = [{}, { operation: other }, locked, { ...locked, operation: other }];
  expect(told(...both, silent)).toHaveLength(1);
  expect(told({}, get, { ...silent, status: 502 })).toHaveLength(2);
  expect(told({}, { ...get, operation: other }, silent)).toHaveLength(2);
});

it('what several operations say in the same words is one cause', () => {
  const deep = fails('Maximum call stack size exceeded', { status: 500, validity: invalid });
  const both = [{}, { operation: other }, deep, { ...deep, operation: other }];
  expect(told(...both)).toHaveLength(1);
});

it('what several operations fail on is one cause, though they do not say why', () => {
  const failing = (id: string, operation = thing): Parts => ({
    status: 500,
    body: '{"message":"Internal server error"}',
    validity: invalid,
    id,
    operation,
  });
  const taken: readonly Parts[] = [{}, { operation: other }];
  const charset = [failing('other charset'), failing('other charset', other)];
  const large = [failing('large body'), failing('large body', other)];
  expect(told(...taken, ...charset, ...large)).toHaveLength(1);
  const third = { ...thing, id: 'third' };
  const more = [{ operation: third }, ...charset, failing('other charset', third), ...large];
  expect(told(...taken, ...more)).toHaveLength(1);
  const odd = [failing('name as null'), failing('name as a list', other)];
  expect(told(...taken, ...odd)).toHaveLength(2);
});

it.each([
  ['name as null', 'tag as null'],
  ['path parameter id 9223372036854775808', 'query parameter limit 9223372036854775808'],
])('%s in an operation is as odd as %s in another', (first, second) => {
  const failing = (id: string, operation = thing): Parts => {
    return { status: 500, body: 'Internal Server Error', validity: open, id, operation };
  };
  const sent = { name: null, tag: null };
  const both = [
    { ...failing(first), sent },
    { ...failing(second, other), sent },
  ];
  expect(told({}, { operation: other }, ...both)).toHaveLength(1);
});

it.each([
  ['NUL in a text', { name: 'a\0b' }, '/things/x%00y'],
  ['half a surrogate pair', { name: '\ud800' }, undefined],
  ['an integer beyond 64 bits', { size: 2n ** 63n }, '/things?limit=9223372036854775808'],
])('%s is one cause, wherever it stands and whatever is said of it', (value, sent, path) => {
  const failing = (body: string, parts: Parts): Parts => {
    return { status: 500, body, validity: invalid, id: body, ...parts };
  };
  const elsewhere: Parts = path === undefined ? { sent: [sent] } : { sent: {}, path };
  const first = failing('unsupported Unicode escape', { sent });
  const second = failing('invalid byte sequence 0x00', { ...elsewhere, operation: other });
  const taken: readonly Parts[] = [{}, { operation: other }];
  expect(told(...taken, first, second)).toEqual([
    `violation x2: the server fails with 500 on ${value}`,
  ]);
  expect(told(...taken, first, { ...second, path: '/things', sent: {} })).toHaveLength(2);
});

it('a value that another has is one cause, however it comes to be there', () => {
  const named = (name: string): Parts => ({ sent: { name } });
  const taken = ['a', 'b', 'c', 'd'].map(named);
  const failing = (id: string, sent: JsonValue, operation = thing): Parts => {
    return { status: 500, body: 'oops', validity: open, id, sent, operation };
  };
  const used = failing('used name', { name: 'a' });
  const twice = failing('repeated', [{ name: 'new' }, { name: 'new' }], other);
  const nested = failing('nested', { name: ['x'] });
  const [cause] = told(...taken, { operation: other, sent: {} }, used, twice, nested).slice(-1);
  expect(cause).toBe('violation x2: the server fails with 500 on a value that another has');
  // Where two were taken with the same, it is not that.
  expect(told(...taken, named('a'), used)).toEqual([
    'violation x1: the server fails with 500 on a request',
  ]);
  // What is changed may keep what it has.
  const change = { ...thing, id: 'change', method: 'PUT', path: '/things/{id}' } as const;
  const own = failing('own', { name: 'a' }, change);
  const created: Parts = { ...named('a'), status: 201, body: '{"id":7,"name":"a"}' };
  const about = { ...own, path: '/things/7' };
  const changed: Parts = { operation: change, path: '/things/9', sent: {} };
  expect(told(created, ...taken.slice(1), changed, about)).toEqual([
    'violation x1: the server fails with 500 on a request',
  ]);
  expect(told(created, ...taken.slice(1), changed, { ...about, path: '/things/8' })).toEqual([
    'violation x1: the server fails with 500 on a value that another has',
  ]);
});

it('an integer beyond 32 bits is one cause where the server says of others that they are not there', () => {
  const far = 4_000_000_000;
  const one = { ...thing, id: 'read', path: '/things/{id}' };
  const parts: Parts[] = [
    {},
    { operation: one, path: '/things/7' },
    fails('integer out of range', { status: 500, id: 'size 4000000000', sent: { size: far } }),
    fails('out of range', { status: 500, id: 'id', operation: one, path: `/things/${far}` }),
  ];
  expect(told(...parts)).toHaveLength(2);
  const absent: Parts = { operation: one, path: '/things/8', status: 404, validity: invalid };
  expect(told(...parts, absent)).toEqual([
    'violation x2: the server fails with 500 on an integer beyond 32 bits',
  ]);
});

it('what several operations say of names of their own, or by their own, is one cause', () => {
  const unread = (name: string, operation = thing): Parts => ({
    ...fails(`Cannot read properties of undefined (reading '${name}')`, { status: 500 }),
    validity: invalid,
    id: 'no body',
    operation,
  });
  expect(told({}, { operation: other }, unread('name'), unread('title', other))).toHaveLength(1);
  const named = (operation: typeof thing): Parts => ({
    ...fails(`${operation.id} is too busy to listen`, { status: 500 }),
    validity: invalid,
    operation,
  });
  expect(told({}, { operation: other }, named(thing), named(other))).toHaveLength(1);
});

it('what several operations say before the places that it came by is one cause', () => {
  const thrown = (line: number, operation = thing): Parts => ({
    status: 500,
    body: `<pre>TypeError: Cannot read what is not there<br>    at act (/srv/store.js:${line}:7)<br>    at ${operation.id} (/srv/app.js:2:1)</pre>`,
    validity: invalid,
    id: `line ${line}`,
    operation,
  });
  expect(told({}, { operation: other }, thrown(4), thrown(90, other))).toHaveLength(1);
});

it('what several operations say to everything, in the same words, is one cause', () => {
  const full = fails('no space left on device', { status: 500 });
  expect(told(full, { ...full, operation: other })).toHaveLength(1);
  const more = fails('no such table', { status: 500 });
  expect(told(full, more, { ...full, operation: other })).toHaveLength(2);
});

it('what several operations say of bodies that they can not read is one cause', () => {
  const unread = (message: string, keyword: string): readonly Parts[] => {
    const parts = fails(message, {
      status: 500,
      validity: { kind: 'invalid', pointer: '', reason: 'broken', keyword },
    });
    return [parts, { ...parts, operation: other }];
  };
  const types = unread('cannot unmarshal bool into a map', 'type');
  const syntax = unread('looking for beginning of value', 'syntax');
  const rest = unread('violates check constraint', 'required');
  expect(told({}, { operation: other }, ...types, ...syntax)).toHaveLength(1);
  expect(told({}, { operation: other }, ...types, ...rest)).toHaveLength(2);
  // What is said of others, too, is not about how a body reads.
  const always = fails('the queue is gone', { status: 500 });
  const gone = unread('the queue is gone', 'syntax');
  expect(told({}, { operation: other }, always, ...gone)).toHaveLength(1);
});

it('the statement that a database refuses is no part of its reason', () => {
  const refused = (statement: string, reason: string, operation = thing): Parts =>
    fails(`${statement} - ${reason}`, { status: 500, validity: invalid, operation });
  const nul = 'invalid byte sequence for encoding "UTF8": 0x00';
  const both = [
    refused('insert into "tags" ("name") values ($1) returning "id"', nul),
    refused('select * from "users" where "name" = $1', nul, other),
  ];
  expect(told({}, { operation: other }, ...both)).toHaveLength(1);
  const key = refused('select * from "users" where "name" = $1', 'no such column', other);
  expect(told({}, { operation: other }, ...both, key)).toHaveLength(2);
});

it('the words are the same where they only tell the request otherwise', () => {
  const echoing = (uri: string, parts: Parts = {}): Parts => ({
    status: 500,
    path: uri,
    body: JSON.stringify({ Method: 'POST', Uri: uri, Message: 'Unknown tag' }),
    ...parts,
  });
  const both = [{}, { operation: other }];
  expect(told(...both, echoing('/a'), echoing('/others/x', { operation: other }))).toHaveLength(1);
  const untold = { body: '{"Method":"POST","OrderError":"Internal error"}' };
  const silent = [echoing('/a', untold), echoing('/b', { operation: other, ...untold })];
  expect(told(...both, ...silent)).toHaveLength(2);
});

it('a server error is a warning where it says that another server is out of its reach', () => {
  const away = fails('getaddrinfo ENOTFOUND registry.test', { status: 500 });
  expect(told(away, fails('oops', { status: 500 }))).toEqual([
    'violation x1: the server fails with 500 on all that it should take',
    'warning x1: the server fails, as another one is out of its reach',
  ]);
});

it('what operations say of bodies that they cannot read is one cause, also where some are asked for more', () => {
  const syntax = { ...invalid, keyword: 'syntax' };
  const unread = (message: string, operation = thing): Parts => {
    return { ...fails(message, { status: 500 }), validity: syntax, operation };
  };
  const third = { ...thing, id: 'third' };
  const taken: readonly Parts[] = [{}, { operation: other }, { operation: third }];
  const cut = [
    unread('only objects'),
    unread('only objects', other),
    unread('only objects', third),
  ];
  const odd = [unread('bad escape'), unread('bad escape', other)];
  expect(told(...taken, ...cut, ...odd)).toHaveLength(1);
});

it('what is not offered is one cause, however many operations it is', () => {
  const gone = (name: string, operation = thing): Parts => {
    return { ...fails(`${name} is not implemented`), status: 501, operation };
  };
  expect(told(gone('Import'), gone('Export', other))).toHaveLength(1);
  const broken = [fails('no import', { status: 500 }), fails('no export', { status: 500 })];
  expect(told(broken[0]!, { ...broken[1]!, operation: other })).toHaveLength(2);
});

it('what operations say of columns of their own is one cause where they fail on the same', () => {
  const failing = (column: string, operation = thing): Parts => {
    const words = `NOT NULL constraint failed: ${column}`;
    return { ...fails(words, { status: 500 }), validity: invalid, id: 'name as null', operation };
  };
  const both = [failing('member.name'), failing('visit.day', other)];
  expect(told({}, { operation: other }, ...both)).toHaveLength(1);
});

it('what several operations say of what they quote, or of the media type, is one cause', () => {
  const read = (text: string, operation = thing): Parts =>
    fails(`Unexpected token, "${text}" is not JSON`, {
      status: 500,
      validity: open,
      id: 'another charset',
      operation,
    });
  expect(told({}, { operation: other }, read('≻慮敭'), read('≻楣', other))).toHaveLength(1);
  const typed = (type: string, operation = thing): Parts =>
    fails(`Unsupported Media Type: ${type}`, {
      status: 500,
      validity: invalid,
      requestHeaders: [['Content-Type', type]],
      operation,
    });
  const types = ['text/plain', 'application/xml'].flatMap((type) => [
    typed(type),
    typed(type, other),
  ]);
  expect(told({}, { operation: other }, ...types)).toHaveLength(1);
});

it('odd requests alone, which fail for what is odd about each, are not all that there is', () => {
  const charset = fails('unsupported charset', { status: 500, validity: open });
  const syntax = fails('unexpected end', { status: 500, validity: open });
  const alone = { ...thing, id: 'alone' };
  const both = [charset, syntax].map((parts) => ({ ...parts, operation: alone }));
  expect(
    told({}, { operation: other }, charset, { ...charset, operation: other }, ...both),
  ).toEqual([
    'violation x1: the server fails with 500 on a request: a',
    'violation x3: the server fails with 500 on a request',
  ]);
});

it('what three operations fail on is one cause where it is none of their values, whatever they say', () => {
  const named = ['a', 'b', 'c'].map((id) => ({ ...thing, id }));
  const taken = named.map((operation): Parts => ({ operation }));
  const each = (parts: (name: string) => Parts, some = named): Parts[] =>
    some.map((operation) => ({ validity: invalid, ...parts(operation.id), operation }));
  const head = (): Parts => ({
    id: 'HEAD',
    failure: { kind: 'malformed', message: 'Parse Error' },
  });
  const credential = (name: string): Parts =>
    fails(`${name}_load failed`, { status: 500, id: 'a made-up credential' });
  const all = (...parts: Parts[]): number => {
    const exchanges = [...taken, ...parts].map((part, sequence) => exchange({ ...part, sequence }));
    const findings = exchanges.flatMap((sent) => judge.judge(sent));
    const failures = findings.filter(({ rule }) => rule === 'R6');
    return causesOf(withConstantFailures(failures, exchanges), exchanges).length;
  };
  expect(all(...each(head))).toBe(1);
  expect(all(...each(head, named.slice(0, 2)))).toBe(2);
  expect(all(...each(credential))).toBe(1);
  expect(all(...each(credential), ...each(head))).toBe(2);
  const charset = (name: string): Parts =>
    fails(name === 'c' ? 'c is odd' : 'no charset', { status: 500, id: 'a charset' });
  const type = (name: string): Parts => ({ ...charset(name), id: 'a type' });
  expect(all(...each(charset))).toBe(1);
  // Of several oddities, what is said tells more.
  const first = named.slice(0, 2);
  expect(all(...each(charset), ...each(type, first))).toBe(2);
  const odd = (id: string) => (name: string) => ({ ...credential(name), id });
  const oddities = ['a charset', 'a type', 'no body', 'an empty body'];
  expect(all(...oddities.flatMap((id) => each(odd(id))))).toBe(3);
  const sent = { size: 1 };
  const value = (name: string): Parts =>
    fails(`${name}_load failed`, { status: 500, id: 'size too large', sent });
  expect(all(...each(value))).toBe(3);
});

it('what three operations say of bodies that no parser reads is one cause', () => {
  const named = ['a', 'b', 'c'].map((id) => ({ ...thing, id }));
  const unread = (message: string, operation = thing): Parts =>
    fails(message, {
      status: 500,
      validity: { kind: 'invalid', pointer: '', reason: 'broken', keyword: 'syntax' },
      operation,
    });
  const all = named.map((operation, i) => unread(`unexpected ${'xyz'[i]} in JSON`, operation));
  const taken = named.map((operation): Parts => ({ operation }));
  expect(told(...taken, ...all, unread('unexpected end', named[0]))).toHaveLength(1);
  expect(told(...taken, ...all.slice(0, 2))).toHaveLength(2);
});
