import * as fc from 'fast-check';
import { parseJson } from '../../../src/openapi/json/parse-json.ts';
import { type Front, createRequest, creates, freshBody } from './fronts.ts';
import { RawConnection, type WireResponse, parseResponses } from './raw-connection.ts';

/** What a server of the kit may answer: documented statuses and the kit's own. */
const STATUSES: ReadonlySet<number> = new Set([200, 204, 400, 404, 405, 408, 417]);

/** Bytes for one connection, cut into writes. */
interface Attack {
  readonly parts: readonly Buffer[];
  /** Whether the client ends its side, or leaves it open. */
  readonly ends: boolean;
}

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
  { weight: 6, arbitrary: fc.constant('/plants') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '/',
      '*',
      '//',
      '/plants/',
      '/plants?',
      '/plants?a=%',
      '/plants#x',
      '/%2e%2e/plants',
      '/../..',
      'http://h/plants',
      'http://[::1',
      'https://user:pw@h/plants?x',
      'h:443',
      '/@a/plants',
      '/@/plants',
      '/@%00/',
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
      'Prefer: code=418',
      'Prefer: dynamic=true',
      'Prefer: code=200, example=x',
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
    body,
    framing,
  })
  .map(({ lines, isUsual, ...rest }) => {
    const usual = isUsual
      ? ['Host: h', 'Authorization: Bearer t', 'Content-Type: application/json']
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

const attack: fc.Arbitrary<Attack> = fc
  .record({
    requests: fc.oneof(
      { weight: 6, arbitrary: fc.array(request, { minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: fc.array(text, { maxLength: 4 }) },
    ),
    cuts: fc.array(fc.nat(4000), { maxLength: 4 }),
    ends: fc.boolean(),
  })
  .map(({ requests, cuts, ends }) => {
    const all = Buffer.from(requests.join(''), 'latin1');
    const places = [0, ...cuts.filter((cut) => cut < all.length).sort((a, b) => a - b), all.length];
    return { parts: places.slice(1).map((end, i) => all.subarray(places[i], end)), ends };
  });

/** What came of a fuzz run. */
export interface FuzzResult {
  readonly connections: number;
  readonly answers: Readonly<Record<number, number>>;
}

/**
 * Attacks a server on raw connections, one by one, each of up to three requests.
 *
 * @throws {Error} from fast-check, with the smallest attack that broke it and the seed.
 */
export async function fuzz(front: Front, connections: number, seed: number): Promise<FuzzResult> {
  const answers: Record<number, number> = {};
  await fc.assert(
    fc.asyncProperty(attack, async (one) => {
      for (const { status } of await attackOnce(front.port, one)) {
        answers[status] = (answers[status] ?? 0) + 1;
      }
    }),
    { numRuns: connections, seed, endOnFailure: true, interruptAfterTimeLimit: 900_000 },
  );
  if (!(await creates(front.port))) throw new Error(`Nothing can be created after seed ${seed}.`);
  return { connections, answers };
}

async function attackOnce(port: number, { parts, ends }: Attack): Promise<WireResponse[]> {
  using connection = await RawConnection.open(port);
  for (const part of parts) {
    await connection.send(part);
    if (parts.length > 1) await new Promise(setImmediate);
  }
  // A request that the server waits for the rest of would keep the connection for its whole time.
  if (ends) connection.socket.end();
  else await connection.send(createRequest(freshBody(), ['Connection: close']));
  setTimeout(() => connection.socket.end(), 150).unref();
  const responses = parseResponses(await connection.toEnd());
  for (const response of responses) inspect(response);
  return responses;
}

function inspect({ status, head, body: content }: WireResponse): void {
  if (!STATUSES.has(status)) throw new Error(`An undocumented status: ${status} ${content}`);
  if (status === 204) return;
  if (!/^content-type: application\/json\r?$/m.test(head)) throw new Error(`Not JSON: ${head}`);
  if (content === '') return;
  const parsed = parseJson(content);
  if (!parsed.ok) throw new Error(`Not JSON: ${content}`);
  const value = parsed.value as Record<string, unknown>;
  const fits =
    status === 200
      ? typeof value['name'] === 'string'
      : typeof value['error'] === 'number' && typeof value['message'] === 'string';
  if (!fits) throw new Error(`Not in the documented shape: ${status} ${content}`);
}

function latin1(value: string): string {
  return Buffer.from(value).toString('latin1');
}
