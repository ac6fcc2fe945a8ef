import { execFile } from 'node:child_process';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { HeaderList } from '../../src/http/exchange.ts';
import { shortCurl, toCurl } from '../../src/http/curl.ts';
import { type Part, readMultipart, writeMultipart } from '../../src/http/multipart.ts';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly raw: readonly string[];
  readonly body: Buffer;
}

let seen: Seen[] = [];
const server = createServer((message, response) => {
  void collect(message).finally(() => response.end('{}'));
});

async function collect(message: IncomingMessage): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const { method, url, rawHeaders } = message;
  seen.push({ method, url, raw: rawHeaders, body: Buffer.concat(chunks) });
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  seen = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const json: HeaderList = [['Content-Type', 'application/json']];

/** Runs the line in a real bash with a real curl. Where its input is a socket, bash would read the user's settings. */
async function reproduce(
  target: string,
  headers: HeaderList,
  body: Uint8Array | undefined,
): Promise<Seen> {
  const { port } = server.address() as AddressInfo;
  const length = ['Content-Length', String(body?.length ?? 0)] as const;
  const request = {
    method: 'POST',
    url: `http://127.0.0.1:${port}${target}`,
    headers: [...headers, length],
    body,
  };
  const line = toCurl(request, ['STORE_TOKEN', 'KEY']);
  expect(line).not.toMatch(/[\n\r]/);
  const env = { PATH: process.env['PATH'], STORE_TOKEN: 'a "secret" $1', KEY: 'k' };
  await promisify(execFile)('bash', ['--norc', '-c', line], { env, timeout: 20_000 });
  return seen[0]!;
}

function header({ raw }: Seen, name: string): string | undefined {
  const at = raw.findIndex((text, i) => i % 2 === 0 && text.toLowerCase() === name);
  return at === -1 ? undefined : raw[at + 1];
}

it.each<[string, Uint8Array]>([
  ['plain JSON', Buffer.from('{"id":1,"name":"a"}')],
  ['apostrophes', Buffer.from(`{"name":"it's 'quoted' \\"twice\\""}`)],
  ['dollars, backticks and bangs', Buffer.from('{"name":"$HOME `id` $(id) !! \\\\ \\n"}')],
  ['line ends', Buffer.from('{\r\n\t"name": "x"\n}\n')],
  ['umlauts and emoji', Buffer.from('{"name":"Änderung 桜 🌱 e\u0301 \u202E\u200B"}')],
  ['a leading @', Buffer.from('@/etc/hostname')],
  ['a leading dash', Buffer.from('-d x')],
  ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x61, 0x27, 0x80, 0x0a])],
  ['hexadecimal digits after an escape', Buffer.from([0x01, 0x61, 0x62, 0x80, 0x31, 0x32])],
  ['NUL', Buffer.from('{"name":"a\0b"}')],
  ['a byte order mark', Buffer.from('\uFEFF{}')],
  ['every byte', Uint8Array.from({ length: 256 }, (_, i) => i)],
  ['every byte but NUL', Uint8Array.from({ length: 255 }, (_, i) => i + 1)],
  ['a megabyte', Buffer.from(`{"name":"${'a'.repeat(1_000_000)}"}`)],
  ['deep nesting', Buffer.from('['.repeat(10_000))],
])('sends the same bytes again: %s', async (_, body) => {
  const again = await reproduce('/things', json, body);
  expect(again.body.equals(body)).toBe(true);
  expect(header(again, 'content-type')).toBe('application/json');
});

it('sends no body where none was sent', async () => {
  const again = await reproduce('/things', [], undefined);
  expect(again.body).toHaveLength(0);
  expect(header(again, 'content-length')).toBe('0');
  expect(header(again, 'content-type')).toBeUndefined();
  expect(header(again, 'accept')).toBeUndefined();
});

it('asks for no body with HEAD, which curl would wait for', () => {
  const line = toCurl({ method: 'HEAD', url: 'http://127.0.0.1/things', headers: [] }, []);
  expect(line).toMatch(/ --head http/);
  expect(line).not.toContain('-X');
});

it('takes the token from the environment', async () => {
  const headers: HeaderList = [['Authorization', 'Bearer $STORE_TOKEN'], ...json];
  const again = await reproduce('/things', headers, Buffer.from('{}'));
  expect(header(again, 'authorization')).toBe('Bearer a "secret" $1');
});

it('takes what stands behind the first word of a variable', async () => {
  const headers: HeaderList = [['Authorization', 'bearer ${STORE_TOKEN#* }'], ...json];
  const again = await reproduce('/things', headers, Buffer.from('{}'));
  expect(header(again, 'authorization')).toBe('bearer "secret" $1');
});

it('takes each secret from its variable, wherever it stands', async () => {
  const headers: HeaderList = [['Cookie', 'a=$KEY; b=$STORE_TOKEN; c=$KEYS']];
  const again = await reproduce('/things?key=$KEY&x=1', headers, Buffer.from('$KEY'));
  expect(header(again, 'cookie')).toBe('a=k; b=a "secret" $1; c=$KEYS');
  expect(again.url).toBe('/things?key=k&x=1');
  expect(again.body.toString()).toBe('$KEY');
});

it('is short where it is an example, with what curl adds by itself', () => {
  const request = {
    method: 'POST',
    url: 'http://127.0.0.1:4010/things',
    headers: [
      ['Host', '127.0.0.1:4010'],
      ['Accept', 'application/json'],
      ['Authorization', 'Bearer $TOKEN'],
      ['Content-Type', 'application/json'],
    ],
    body: Buffer.from('{"id":1}'),
  } as const;
  expect(shortCurl(request, ['TOKEN'])).toBe(
    `curl -i -X POST http://127.0.0.1:4010/things -H 'Authorization: Bearer '"$TOKEN" ` +
      `-H 'Content-Type: application/json' -d '{"id":1}'`,
  );
  const basic = [['Authorization', 'Basic base64($TOKEN)']] as const;
  expect(shortCurl({ method: 'GET', url: 'http://h/', headers: basic }, ['TOKEN'])).toBe(
    'curl -i -X GET http://h/ -u "$TOKEN"',
  );
});

it('keeps odd headers and paths', async () => {
  const headers: HeaderList = [
    ['X-Empty', ''],
    ['X-Odd', `it's "a" $HOME; \\ !x`],
    ['Content-Type', 'application/json; charset="utf-8"'],
  ];
  const again = await reproduce(`/a/../b//c?x=[1]&y={2}&z=it's`, headers, Buffer.from('{}'));
  expect(again.url).toBe(`/a/../b//c?x=[1]&y={2}&z=it's`);
  expect(header(again, 'x-empty')).toBe('');
  expect(header(again, 'x-odd')).toBe(`it's "a" $HOME; \\ !x`);
  expect(header(again, 'content-type')).toBe('application/json; charset="utf-8"');
});

it('sends the fields of a form again, and says them by name', async () => {
  const type = 'application/x-www-form-urlencoded';
  const body = Buffer.from('a%20b=x%20y%2B%26%C3%BC&c=&d=%40f');
  const { body: again } = await reproduce('/', [['Content-Type', type]], body);
  expect([...new URLSearchParams(again.toString())]).toEqual([
    ['a b', 'x y+&ü'],
    ['c', ''],
    ['d', '@f'],
  ]);
  const line = toCurl({ method: 'POST', url: '/', headers: [['Content-Type', type]], body }, []);
  expect(line).toMatch(/ --data-urlencode 'a%20b=x y\+&ü' --data-urlencode c= /);
});

const headersOf = (type: string): Part['headers'] => new Map([['content-type', type]]);
const plain: Part = { name: 'n', headers: new Map(), content: '@a;type=x' };
const note: Part = { name: 'm', headers: headersOf('application/json'), content: '{"a":"\\\\"}' };
const quote: Part = { name: 'q', headers: headersOf('a/b'), filename: 'x "y".txt', content: '@<"' };
const file: Part = {
  name: 'f',
  headers: headersOf('image/png'),
  filename: 'f.png',
  content: '\0\u00FF',
};

it.each<[name: string, parts: readonly Part[], option: string]>([
  ['texts', [plain, note], "--form-string 'n=@a;type=x'"],
  ['files', [quote, file], '-F \'f=@-;filename="f.png";type=image/png\''],
  ['two files of bytes', [file, file], '--data-binary'],
  ['none', [], '--data-binary'],
])('sends the parts of a multipart form again: %s', async (_name, parts, option) => {
  const { body, contentType } = writeMultipart(parts);
  const headers: HeaderList = [['Content-Type', contentType]];
  const { body: again, raw } = await reproduce('/', headers, body);
  expect(
    readMultipart(again, raw[raw.findIndex((name) => /^content-type$/i.test(name)) + 1]),
  ).toEqual(parts);
  expect(toCurl({ method: 'POST', url: '/', headers, body }, [])).toContain(option);
});

it('sends the bytes of a broken form again', async () => {
  const body = Buffer.from('--b\r\nx');
  const headers: HeaderList = [['Content-Type', 'multipart/form-data; boundary=b']];
  expect((await reproduce('/', headers, body)).body).toEqual(body);
});
