/** What a server under test may do to whoever judges it. */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Does its worst to one request; whatever it goes on with ends when the socket is closed. */
export type HostileAnswer = (socket: Socket) => void;

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** So often what has no end of its own is repeated: more than any limit of the kit. */
const ENDLESS = 100_000;

/** Writes parts for as long as somebody reads them, so many milliseconds apart. */
function pouring(head: string, part: (index: number) => string | Buffer, ms = 0): HostileAnswer {
  return (socket) => {
    socket.write(head);
    let index = 0;
    const more = (): void => {
      if (socket.destroyed || index === ENDLESS) return void socket.destroy();
      const isTaken = socket.write(part(index));
      index += 1;
      if (ms > 0) setTimeout(more, ms).unref();
      else if (isTaken) setImmediate(more);
      else socket.once('drain', more);
    };
    more();
  };
}

const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

function whole(head: string, body: string | Buffer): HostileAnswer {
  return (socket) => {
    socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`);
    socket.write(body);
  };
}

function problem(text: string): HostileAnswer {
  const head = 'HTTP/1.1 500 Trouble\r\nContent-Type: application/json\r\n';
  return whole(head, JSON.stringify({ code: 1, message: text, name: text }));
}

/** Stands in what a server says, and must never be more than a text in what the kit says. */
export const INJECTED = 'inj3cted';

const KIBIBYTE = 'x'.repeat(1024);
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 32));
const layered = Array.from({ length: 40 }).reduce<Buffer>(
  (body) => gzipSync(body),
  Buffer.from('{}'),
);

/** By what they do. */
export const hostileAnswers: Readonly<Record<string, HostileAnswer>> = {
  'says nothing': () => {},
  'closes at once': (socket) => socket.end(),
  resets: (socket) => socket.resetAndDestroy(),
  'headers without end': pouring(OK, (i) => `X-${i}: ${KIBIBYTE}\r\n`),
  'one header without end': pouring(`${OK}X-Long: `, () => KIBIBYTE),
  'headers that drip': pouring(OK, (i) => `X-${i}: a\r\n`, 40),
  'a body without end': pouring(`${OK}Transfer-Encoding: chunked\r\n\r\n`, () => chunk(KIBIBYTE)),
  'a body that drips': pouring(`${OK}Transfer-Encoding: chunked\r\n\r\n`, () => chunk(' '), 40),
  'interim answers without end': pouring(
    '',
    () => 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n',
  ),
  'leads in a circle': whole('HTTP/1.1 302 Found\r\nLocation: /plants\r\n', ''),
  'leads to others': whole('HTTP/1.1 307 Elsewhere\r\nLocation: http://192.0.2.1/steal\r\n', ''),
  'a bomb': whole(`${OK}Content-Encoding: gzip\r\n`, bomb),
  'a coding of codings': whole(`${OK}Content-Encoding: ${'gzip, '.repeat(39)}gzip\r\n`, layered),
  'is deep': whole(OK, '['.repeat(200_000)),
  'a number without end': whole(
    OK,
    `{"id":1e${'9'.repeat(100_000)},"name":${'9'.repeat(1_000_000)}}`,
  ),
  'many keys': whole(
    OK,
    `{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":0`).join(',')},"__proto__":{"id":1}}`,
  ),
  'is no UTF-8': whole(
    OK,
    Buffer.concat([Buffer.from('{"id":1,"name":"'), randomBytes(64), Buffer.from('"}')]),
  ),
  'a length that is too long': (socket) => socket.write(`${OK}Content-Length: 1000000\r\n\r\n{}`),
  'a length that is too short': (socket) => socket.write(`${OK}Content-Length: 1\r\n\r\n{"id":1}`),
  'two lengths': (socket) => socket.write(`${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `),
  'chunks that are none': (socket) =>
    socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n{}`),
  'another protocol': (socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'),
  'an upgrade that nobody asked for': (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n'),
  'asks for a pause of a year': whole('HTTP/1.1 429 Later\r\nRetry-After: 31536000\r\n', ''),
  'asks for a pause, over and over': whole('HTTP/1.1 503 Later\r\nRetry-After: 0\r\n', ''),
  'cookies without end': whole(`${OK}${`Set-Cookie: a=${KIBIBYTE}\r\n`.repeat(200)}`, '{}'),
  'commands for a terminal': problem(
    `\u001b]0;${INJECTED}\u0007\u001b[2J\u001b[31m\u009b2J\r\b\b${INJECTED}`,
  ),
  'commands for a terminal, in its headers': whole(
    `HTTP/1.1 500 \u001b[2J${INJECTED}\r\nX-Request-Id: \u001b[31m${INJECTED}\r\nContent-Type: text/\u001b[2Jhtml\r\n`,
    'a',
  ),
  HTML: problem(
    `</script></pre>--><script>${INJECTED}()</script><img src=x onerror="${INJECTED}()">`,
  ),
  Markdown: problem(
    `\`\`\`\n\n| a | ![x](http://192.0.2.1/${INJECTED}) <img src="${INJECTED}"> [x](javascript:${INJECTED})\n# ${INJECTED}`,
  ),
  annotations: problem(
    `a\n::error file=${INJECTED}::b\r::set-output name=${INJECTED}::c%0A::add-mask::${INJECTED}`,
  ),
  XML: problem(`]]></system-out><testcase name="${INJECTED}"/>&${INJECTED};\u0000\uFFFE\uD800`),
};
