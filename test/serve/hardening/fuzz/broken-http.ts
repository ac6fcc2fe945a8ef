import * as fc from 'fast-check';
import { freshBody } from '../fronts.ts';
import type { WireResponse } from '../raw-connection.ts';
import { expectError, fail, jsonOf } from './expect-answer.ts';
import { type FuzzRequest, latin1 } from './fuzz-request.ts';

/** What a server of the kit may answer: documented statuses and the kit's own. */
const STATUSES = [200, 204, 400, 403, 404, 405, 408, 415, 417];

const token = fc.string({
  unit: fc.constantFrom(...'!#$%&*+-.^_`|~09azAZ'.split('')),
  minLength: 1,
  maxLength: 12,
});
const bytes = fc
  .uint8Array({ maxLength: 60 })
  .map((array) => Buffer.from(array).toString('latin1'));
const text = fc.oneof(bytes, fc.string({ maxLength: 40 }).map(latin1));

const method = fc.oneof(
  { weight: 6, arbitrary: fc.constant('POST') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('GET', 'HEAD', 'PUT', 'OPTIONS', 'TRACE', 'CONNECT', 'PRI', 'QUERY'),
  },
  { weight: 1, arbitrary: token },
  { weight: 1, arbitrary: text },
);
const target = fc.oneof(
  { weight: 6, arbitrary: fc.constant('/things') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '/',
      '*',
      '//',
      '/things/',
      '/things?',
      '/things?a=%',
      '/things#x',
      '/%2e%2e/things',
      '/../..',
      'http://h/things',
      'http://[::1',
      'https://user:pw@h/things?x',
      'h:443',
      '/@a/things',
      '/@/things',
      '/@%00/',
      '/_kit/resources',
      '/_kit/snapshot?x',
      '/@a/_kit/faults',
      '/__proto__',
      '/constructor',
      '/%zz',
      `/${'a'.repeat(9000)}`,
    ),
  },
  { weight: 1, arbitrary: fc.webUrl({ withQueryParameters: true }) },
  { weight: 1, arbitrary: text },
);
const version = fc.oneof(
  { weight: 12, arbitrary: fc.constant('HTTP/1.1') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1 ', 'http/1.1', ''),
  },
);
const headerLine = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'Host: a',
      'Host:',
      'Authorization: Bearer t',
      'Authorization: Bearer',
      'Authorization: \x00',
      'Content-Type: application/json',
      'Content-Type: text/plain',
      'Content-Type: ;;',
      'Content-Type: application/json; charset=utf-16',
      'Content-Length: 0',
      'Content-Length: 5',
      'Content-Length: 99999999999',
      'Content-Length: -1',
      'Content-Length: 1e3',
      'Content-Length: 5, 5',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: gzip, chunked',
      'Transfer-Encoding: identity',
      'Transfer-Encoding:\tchunked',
      'Content-Encoding: gzip',
      'Content-Encoding: br',
      'Content-Encoding: __proto__',
      'Expect: 100-continue',
      'Expect: x',
      'Connection: close',
      'Connection: upgrade',
      'Connection: keep-alive, x',
      'Upgrade: websocket',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABk',
      'Accept: nothing/else',
      'Prefer: return=minimal',
      'Prefer: code=',
      'Prefer: , =;x',
      'Origin: null',
      'Origin: http://a',
      'Access-Control-Request-Method: POST',
      'X-Sandbox: a',
      'X-Sandbox: /',
      'Cookie: a=b; __proto__=c',
      ' folded',
      'no-colon',
      ': empty',
      'Sp ace: x',
      'Trailer: X',
    ),
  },
  { weight: 2, arbitrary: fc.tuple(token, text).map(([name, value]) => `${name}: ${value}`) },
  { weight: 1, arbitrary: text },
);
const body = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined).map(freshBody) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 4 }).map(latin1) },
  { weight: 1, arbitrary: text },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      '{"id":1,"name":"a","__proto__":{"x":1}}',
      '{"id":9223372036854775808,"name":"a"}',
      '{"id":1e400,"name":"a"}',
      '{"id":1,"name":"\\ud800"}',
      '[[[[',
      '5\r\n{"id"\r\n0\r\n\r\n',
      'zz\r\n',
      'ffffffffffffffff\r\n',
      '0\r\nX: y\r\n\r\n',
      '\x1f\x8b\x08\x00',
      '\xef\xbb\xbf{"id":1,"name":"a"}',
      '\xff\xfe',
      '{"id":1,"id":2,"name":"a","name":{}}',
      'null',
      '-',
      '"',
      '0'.repeat(3000),
    ),
  },
);
const framing = fc.constantFrom('right', 'right', 'right', 'chunked', 'none', 'short', 'long');

const request = fc
  .record({
    method,
    target,
    version,
    lines: fc.array(headerLine, { maxLength: 5 }),
    isUsual: fc.boolean(),
    host: fc.constantFrom('Host: h', 'Host: 127.0.0.1'),
    body,
    framing,
  })
  .map(({ lines, isUsual, host, ...rest }) => {
    const usual = isUsual
      ? [host, 'Authorization: Bearer t', 'Content-Type: application/json']
      : [];
    const length = rest.body.length;
    const framed: Record<string, [string[], string]> = {
      right: [[`Content-Length: ${length}`], rest.body],
      chunked: [
        ['Transfer-Encoding: chunked'],
        `${length.toString(16)}\r\n${rest.body}\r\n0\r\n\r\n`,
      ],
      none: [[], rest.body],
      short: [[`Content-Length: ${length >> 1}`], rest.body],
      long: [[`Content-Length: ${length + 7}`], rest.body],
    };
    const [extra, content] = framed[rest.framing]!;
    const first = `${rest.method} ${rest.target} ${rest.version}`;
    return `${[first, ...usual, ...lines, ...extra].join('\r\n')}\r\n\r\n${content}`;
  });

/** Requests that are mostly no well-formed HTTP, up to three after each other. */
export const brokenRequests: fc.Arbitrary<readonly FuzzRequest[]> = fc
  .oneof(
    { weight: 6, arbitrary: fc.array(request, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(text, { maxLength: 4 }) },
  )
  .map((all) =>
    all.map((bytes) => ({
      kind: 'broken HTTP',
      method: '',
      bytes,
      statuses: STATUSES,
      inspect,
    })),
  );

function inspect(answer: WireResponse): void {
  if (!STATUSES.includes(answer.status)) fail('An undocumented status', answer);
  if (answer.status === 204 || answer.body === '') return;
  const value = jsonOf(answer) as Record<string, unknown>;
  if (answer.status !== 200) {
    if (!isOfControl(value)) expectError(answer);
  } else if (typeof value['name'] !== 'string' && !('resources' in value || 'faults' in value)) {
    fail('Neither a thing nor what is stored', answer);
  }
}

/** Whether it is a refusal of the control API. */
function isOfControl({ error }: Record<string, unknown>): boolean {
  return typeof error === 'object' && error !== null && 'code' in error;
}
