import { describe, expect, test } from 'vitest';
import { loadDocument } from '../../../src/model/load-document.ts';
import { operations } from '../../../src/model/operation.ts';
import { matchOperation } from '../../../src/model/routes.ts';
import { type HarEntry, harEntry } from '../../../src/http/har.ts';
import { readHar } from '../../../src/verify/recording/read-har.ts';
import { thingsDocument } from '../../setup/things-document.ts';

const options = { document: thingsDocument, tokenVariable: 'TOKEN' };

/** An entry as the network panel of a Chromium browser saves it. */
function entry(parts: {
  sent?: string;
  method?: string;
  url?: string;
  headers?: readonly (readonly [string, string])[];
  request?: object;
  response?: object;
}): object {
  const headers = parts.headers ?? [
    [':authority', 'shop.example'],
    ['authorization', 'Bearer live-secret-token'],
    ['content-type', 'application/json'],
  ];
  return {
    _resourceType: 'fetch',
    startedDateTime: '2026-01-01T10:00:00.000Z',
    time: 12.5,
    connection: '443',
    request: {
      method: parts.method ?? 'POST',
      url: parts.url ?? 'https://shop.example/api/v1/things',
      headers: headers.map(([name, value]) => ({ name, value })),
      bodySize: parts.sent?.length ?? 0,
      ...(parts.sent !== undefined && {
        postData: { mimeType: 'application/json', text: parts.sent },
      }),
      ...parts.request,
    },
    response: {
      status: 200,
      statusText: '',
      headers: [
        { name: 'content-type', value: 'application/json' },
        { name: 'content-encoding', value: 'gzip' },
        { name: 'set-cookie', value: 'sid=cookie-secret' },
      ],
      content: { size: 15, mimeType: 'application/json', text: '{"name":"Ficus"}' },
      ...parts.response,
    },
    cache: {},
    timings: {},
  };
}

const read = (...entries: readonly object[]) =>
  readHar(JSON.stringify({ log: { version: '1.2', entries } }), 'browser.har', options);
const validityOf = (parts: Parameters<typeof entry>[0]) =>
  read(entry(parts)).exchanges[0]?.case.validity;

const withKeys = loadDocument(
  `openapi: 3.1.0
info: {title: t, version: '1'}
security: [{q: []}]
paths:
  /notes:
    post:
      operationId: create
      parameters: [{name: code, in: query, schema: {type: string, pattern: '^[0-9]+$'}}]
      requestBody: {content: {application/json: {schema: {type: object}}}}
      responses: {}
components:
  securitySchemes:
    q: {type: apiKey, in: query, name: code}
    h: {type: apiKey, in: header, name: X-Shop}
    c: {type: apiKey, in: cookie, name: sess}
`,
  'keys.yaml',
);

const readKeys = (...entries: readonly object[]) =>
  readHar(JSON.stringify({ log: { version: '1.2', entries } }), 'keys.har', {
    ...options,
    document: withKeys,
  });

const shownOf = ({ exchanges }: ReturnType<typeof read>) =>
  JSON.stringify(exchanges, (_, value: unknown) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString();
    return typeof value === 'bigint' ? String(value) : value;
  });

/** What is read of an entry with keys, whose server repeats them in every spelling. */
function keysIn(
  query: string,
  headers: readonly (readonly [string, string])[],
  values: readonly string[],
): string {
  const url = `https://h/notes?${query}`;
  const spelled = values.flatMap((value) => [
    value,
    encodeURIComponent(value),
    value.replace('/', '%2f'),
    value.replace('/', String.raw`\/`),
    Buffer.from(value).toString('base64'),
  ]);
  const text = `${url} a repeated ${spelled.join(' a repeated ')} deDE, true`;
  return shownOf(
    readKeys(
      entry({
        url,
        headers,
        sent: JSON.stringify({ text }),
        response: {
          statusText: text,
          headers: [
            { name: 'location', value: url },
            { name: 'x-echo', value: text },
          ],
          content: { size: text.length, mimeType: 'text/plain', text },
        },
      }),
    ),
  );
}

describe("a browser's recording", () => {
  test('has its requests judged by the document', () => {
    expect(validityOf({ sent: '{"id":1,"name":"Ficus"}' })).toEqual({ kind: 'valid' });
    expect(validityOf({ sent: '{"name":"Ficus"}' })).toMatchObject({
      kind: 'invalid',
      pointer: '/components/schemas/NewThing/allOf/1/required',
      keyword: 'required',
    });
    expect(validityOf({ sent: '{' })).toMatchObject({ kind: 'invalid', keyword: 'syntax' });
    expect(validityOf({})).toMatchObject({ kind: 'invalid', keyword: 'required' });
  });

  test.each([
    ['an empty name', '{"id":1,"name":""}'],
    ['blanks around a name', '{"id":1,"name":" a "}'],
    ['text beyond ASCII', '{"id":1,"name":"桜"}'],
    ['a long name', `{"id":1,"name":"${'x'.repeat(300)}"}`],
    ['an unknown property', '{"id":1,"name":"a","x":1}'],
    ['the same key twice', '{"id":1,"name":"a","name":"b"}'],
    ['an integer as 1.0', '{"id":1.0,"name":"a"}'],
    ['an integer as 1e2', '{"id":1e2,"name":"a"}'],
  ])('%s is open: a refusal is no false alarm', (_, sent) => {
    expect(validityOf({ sent })).toMatchObject({ kind: 'open' });
  });

  test('a refusal of what the document allows is open: the server may know more', () => {
    const sent = '{"id":1,"name":"a"}';
    const response = { status: 400, content: { size: 2, text: '{}' } };
    expect(validityOf({ sent, response })).toMatchObject({ kind: 'open', otherwiseValid: true });
    expect(validityOf({ sent, response: { ...response, status: 500 } })).toEqual({ kind: 'valid' });
  });

  test('the same integers again may be the same thing', () => {
    const sent = '{"id":1,"name":"a"}';
    const { exchanges } = read(entry({ sent }), entry({ sent }), entry({ sent: '{"name":"a"}' }));
    expect(exchanges.map((exchange) => exchange.case.fixedIdentity)).toEqual([
      undefined,
      true,
      undefined,
    ]);
  });

  test('a credential that was left out of the export leaves it open', () => {
    const headers = [['content-type', 'application/json']] as const;
    expect(validityOf({ sent: '{"id":1,"name":"a"}', headers })).toEqual({
      kind: 'open',
      reason: 'the recording has no credential',
      strictlyValid: false,
    });
  });

  test('has no credentials once it is read', () => {
    const text = 'live-secret-token was sent';
    const recording = read(
      entry({
        sent: '{"id":1,"name":"live-secret-token"}',
        response: { content: { size: 1, text }, statusText: 'live-secret-token' },
      }),
    );
    const shown = shownOf(recording);
    expect(shown).not.toContain('live-secret');
    expect(shown).not.toContain('cookie-secret');
    expect(shown).toContain('Bearer $TOKEN');
    expect(shown).toContain('$TOKEN was sent');
  });

  test('has no keys that its document names, nor repetitions of them', () => {
    const keys = keysIn(
      'code=Qq/tok7&access_token=Plain%2Ftok7&page=abc',
      [
        ['x-shop', 'Hhtok/7'],
        ['cookie', 'sess="Cc%2Ftok7"; lang=deDE'],
        ['authorization', `Basic ${Buffer.from('ann:Pw/tok7').toString('base64')}`],
        ['referer', 'https://page.example/?token=Rr%2Ftok7'],
      ],
      ['Qq/tok7', 'Plain/tok7', 'Hhtok/7', 'Cc/tok7', 'Pw/tok7', 'Rr/tok7'],
    );
    expect(keys).not.toMatch(/tok.{0,4}7/);
    expect(keys).not.toContain(Buffer.from('Qq/tok7').toString('base64'));
    expect(keys).toContain('code=REDACTED&access_token=REDACTED&page=abc');
    expect(keys).toContain('a repeated $TOKEN deDE, true');
  });

  test('has no key that another entry carries: an answer may tell it first', () => {
    const told = { content: { size: 1, text: '{"key":"Hhtok7"}' } };
    const url = 'https://h/notes?code=Hhtok7';
    const shown = shownOf(
      readKeys(entry({ url: 'https://h/notes', sent: '{}', response: told }), entry({ url })),
    );
    expect(shown).not.toContain('Hhtok7');
  });

  test('a key that stands in for nothing is no breach of its parameter', () => {
    const url = 'https://h/notes?code=12345678';
    const [exchange] = readKeys(entry({ url, sent: '{}' })).exchanges;
    expect(exchange?.case.validity).toEqual({ kind: 'valid' });
  });

  test('has decoded bodies, so that headers about the coding go', () => {
    const { outcome } = read(entry({ sent: '{}' })).exchanges[0]!;
    expect(outcome).toMatchObject({
      response: {
        headers: [
          ['content-type', 'application/json'],
          ['set-cookie', 'sid=REDACTED'],
        ],
      },
    });
  });

  test('what matches no operation is counted, not judged', () => {
    const { exchanges, skipped } = read(
      entry({ method: 'GET' }),
      entry({ method: 'OPTIONS' }),
      entry({ url: 'https://shop.example/style.css', method: 'GET' }),
      entry({ sent: '{}' }),
    );
    expect(exchanges).toHaveLength(1);
    expect(skipped.map(({ reason, method }) => [reason, method])).toEqual([
      ['no-operation', 'GET'],
      ['no-operation', 'OPTIONS'],
      ['no-operation', 'GET'],
    ]);
  });

  test('what the proxy has cut is not judged: the rest may be all that was wrong or right', () => {
    const long = Buffer.from(`{"name":"${'x'.repeat(20)}"}`);
    const headers = [['content-type', 'application/json']] as const;
    const side = { headers, body: long, bodySize: long.length };
    const url = 'https://shop.example/api/v1/things';
    const recorded = (request: object, response: object): HarEntry => {
      return harEntry(
        {
          startedAt: new Date(0),
          durationMs: 1,
          request: { method: 'POST', url, ...side, ...request },
          response: { status: 200, statusText: 'OK', ...side, ...response },
        },
        24,
      );
    };
    const short = { body: Buffer.from('{"name":"Ficus"}'), bodySize: 16 };
    const { exchanges, skipped } = read(
      recorded(short, {}),
      recorded({}, short),
      recorded(short, short),
    );
    expect(skipped.map(({ reason }) => reason)).toEqual(['no-body', 'no-body']);
    expect(exchanges).toHaveLength(1);
  });

  test('what the browser did not record, or ended itself, is not judged', () => {
    const { exchanges, skipped } = read(
      entry({ request: { bodySize: 10 } }),
      entry({ sent: '"\u{FFFD}"' }),
      entry({ sent: '{}', response: { content: { size: 99 } } }),
      entry({ sent: '{}', response: { content: { size: -1 } } }),
      entry({ sent: '{}', response: { status: 0, _error: 'net::ERR_ABORTED' } }),
      // Of which the browser had the head already, and a part of the body.
      entry({ sent: '{}', response: { _error: 'net::ERR_ABORTED' } }),
      // As Playwright records it, and mitmproxy.
      entry({ sent: '{}', response: { status: -1, _failureText: 'net::ERR_ABORTED' } }),
      entry({ sent: '{}', response: { status: 0, _error: 'Client disconnected.' } }),
      entry({ sent: '{}', response: { status: 0, _error: 'net::ERR_FAILED' } }),
      entry({ sent: '{}', response: { status: 0, _error: 'net::ERR_INTERNET_DISCONNECTED' } }),
      entry({ sent: '{}', response: { status: 0 } }),
    );
    expect(exchanges).toEqual([]);
    expect(skipped.map(({ reason }) => reason)).toEqual([
      'no-body',
      'no-body',
      'no-body',
      'no-body',
      'aborted',
      'aborted',
      'aborted',
      'aborted',
      'no-answer',
      'no-answer',
      'no-answer',
    ]);
  });

  test('what broke off within the body is a failure, and what has no body lacks none', () => {
    const { exchanges } = read(
      entry({ sent: '{}', response: { _error: 'net::ERR_INCOMPLETE_CHUNKED_ENCODING' } }),
      entry({ sent: '{}', response: { status: 204, content: { size: -1 } } }),
      entry({ sent: '{}', response: { _error: 'net::ERR_HTTP_RESPONSE_CODE_FAILURE' } }),
    );
    expect(exchanges.map(({ outcome }) => outcome)).toMatchObject([
      { kind: 'failure', failure: { kind: 'truncated' } },
      { kind: 'response', response: { status: 204 } },
      { kind: 'response', response: { status: 200 } },
    ]);
  });

  test.each([
    ['net::ERR_CONNECTION_RESET', 'reset'],
    ['net::ERR_EMPTY_RESPONSE', 'reset'],
    ['net::ERR_CONNECTION_REFUSED', 'refused'],
    ['net::ERR_TIMED_OUT', 'timeout'],
    ['net::ERR_CONTENT_LENGTH_MISMATCH', 'truncated'],
    ['net::ERR_CERT_AUTHORITY_INVALID', 'tls'],
    ['net::ERR_NAME_NOT_RESOLVED', 'dns'],
    ['net::ERR_INVALID_HTTP_RESPONSE', 'malformed'],
  ])('%s is a failure of the kind %s', (_error, kind) => {
    const { exchanges } = read(entry({ sent: '{}', response: { status: 0, _error } }));
    expect(exchanges[0]?.outcome).toEqual({ kind: 'failure', failure: { kind, message: _error } });
  });
});

describe('a broken recording', () => {
  test.each([
    ['', 'not-json: it is not JSON: expected a value, got the end at line 1, column 1'],
    ['{"log":{"entries":[', 'not-json'],
    ['[]', 'not-har: log.entries must be a list, and is missing'],
    ['{"log":{"entries":{}}}', 'not-har: log.entries must be a list'],
    ['{"log":{"entries":[],"_answers":[]}}', 'log._answers must be an object'],
    [
      '{"log":{"entries":[],"_answers":{"createThing":{"used-id":409}}}}',
      'log._answers.createThing.used-id must be a text',
    ],
    ['{"log":{"entries":[{}]}}', 'log.entries[0].startedDateTime must be a text, and is missing'],
    [
      '{"log":{"entries":[{"startedDateTime":"soon"}]}}',
      'log.entries[0].startedDateTime must be a date',
    ],
    [
      '{"log":{"entries":[{"startedDateTime":"2026-01-01T00:00:00Z","request":{"method":"GET","url":"/a"}}]}}',
      'log.entries[0].request.url must be an absolute URL',
    ],
  ])('%j says what is wrong', (text, words) => {
    const attempt = () => readHar(text, 'broken.har', options);
    expect(attempt).toThrow('Failed to read the recording broken.har:');
    expect(attempt).toThrow(words);
  });

  test('may begin with a byte order mark', () => {
    expect(readHar('\u{FEFF}{"log":{"entries":[]}}', 'a.har', options).target).toBe('no server');
  });
});

describe('matching operations', () => {
  const loaded = loadDocument(
    `openapi: 3.1.0
info: {title: t, version: '1'}
paths:
  /things: {get: {operationId: list, responses: {}}}
  /things/{id}: {get: {operationId: read, responses: {}}}
  /things/mine: {get: {operationId: mine, responses: {}}}
  /a.b/{x}/c+d: {get: {operationId: odd, responses: {}}}
`,
    'a.yaml',
  );
  const all = operations(loaded);
  const match = (path: string, base?: string) =>
    matchOperation(all, 'GET', path, base)?.operation.id;

  test('the longest template wins, a concrete one before a template', () => {
    expect(match('/things')).toBe('list');
    expect(match('/api/things/5')).toBe('read');
    expect(match('/api/things/mine')).toBe('mine');
    expect(match('/a.b/1/c+d')).toBe('odd');
    expect(match('/aXb/1/c+d')).toBeUndefined();
    expect(match('/other')).toBeUndefined();
  });

  test('base_url decides where it is known', () => {
    expect(match('/api/things', '/api')).toBe('list');
    expect(match('/things', '/api')).toBeUndefined();
  });

  test('parameters are decoded', () => {
    expect(matchOperation(all, 'GET', '/things/a%20b')?.pathParameters).toEqual({ id: 'a b' });
    expect(matchOperation(all, 'GET', '/things/%zz')?.pathParameters).toEqual({ id: '%zz' });
  });
});

test.each([
  [{ validity: { kind: 'maybe' } }, {}, '_case.validity.kind must be one of valid, invalid, open'],
  [{ validity: { kind: 'invalid' } }, {}, '_case.validity.reason must be a text, and is missing'],
  [{ request: { method: 'POST', target: 1 } }, {}, '_case.request.target must be a text'],
  [{ request: described('x') }, {}, '_case.request.headers[0] must be a list'],
  [{ request: described(['x']) }, {}, '_case.request.headers[0] must be a name and a value'],
  [{}, { kind: 'bored', message: 'x' }, 'response._failure.kind must be one of refused, reset'],
])('what verify has recorded is refused where it is damaged: %j, %j', (damage, failure, words) => {
  const operation = operations(options.document)[0]?.id;
  const known = { id: 'a', title: 'a', operation, validity: { kind: 'valid' } };
  const damaged = { ...known, request: described(), ...damage };
  const attempt = (): unknown =>
    read({ ...entry({ sent: '{}', response: { _failure: failure } }), _case: damaged });
  expect(attempt).toThrow(`log.entries[0].${words}`);
});

function described(...headers: readonly unknown[]): object {
  return { method: 'POST', target: '/things', headers };
}
