/**
 * Draws what `verify` says of a store with a common mistake, as docs/images/verify.svg:
 * `npm run picture`. The output is real; long lines and the list of answers are cut.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { plantStore } from '../mocks/command.ts';
import { createMockServer } from '../mocks/server.ts';
import { main } from '../src/cli/main.ts';
import { CLEAR_LINE } from '../src/report/pretty.ts';

const COLUMNS = 112;
const LINE_HEIGHT = 18;
const CHARACTER_WIDTH = 7.85;
const PADDING = 20;
const file = join(import.meta.dirname, '../docs/images/verify.svg');

/** A store whose framework writes bodies anew, with every number a double. */
async function startStore(): Promise<{ readonly url: string } & AsyncDisposable> {
  const fake = await createMockServer({ profile: 'typical' });
  const store = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => void pass(incoming, Buffer.concat(chunks), outgoing));
  });
  const pass = async (
    { method = '', url = '', headers }: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
  ): Promise<void> => {
    const shown = ['authorization', 'content-type', 'accept'].filter((name) => name in headers);
    const rest = Object.fromEntries(shown.map((name) => [name, String(headers[name])]));
    const sent = method === 'GET' ? undefined : Uint8Array.from(body);
    const request = { method, headers: rest, body: sent ?? null };
    const response = await fetch(fake.url + url, request);
    const rounded = JSON.stringify(await response.json());
    outgoing.writeHead(response.status, { 'content-type': 'application/json' }).end(rounded);
  };
  store.listen(0, '127.0.0.1');
  await once(store, 'listening');
  return {
    url: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      store.closeAllConnections();
      store.close();
      await fake.close();
    },
  };
}

async function command(): Promise<string> {
  await using store = await startStore();
  let text = '';
  const stdout = { isTTY: true, columns: COLUMNS, write: (part: string) => (text += part) };
  const io = { stdout, stderr: { write: () => true }, env: {}, cwd: process.cwd() };
  const { signal } = new AbortController();
  await main(['verify', store.url], { ...io, signal }, plantStore);
  return text.replaceAll(store.url, 'https://store.example');
}

const COLORS: Readonly<Record<string, string>> = {
  31: 'fill="#ff7b72"',
  32: 'fill="#7ee787"',
  33: 'fill="#e3b341"',
  1: 'font-weight="bold"',
  2: 'fill="#8b949e"',
};

const ESCAPE = '\u001B[';

/** `31mtext`, which an escape stood in front of. */
function styleAndText(part: string): readonly [style: string, text: string] {
  const end = part.indexOf('m');
  return [COLORS[part.slice(0, end)] ?? '', part.slice(end + 1)];
}

/** One line with its colours (ECMA-48, 8.3.117), cut at the last column. */
function drawn(line: string, y: number): string {
  let column = 0;
  const [first = '', ...styled] = line.split(ESCAPE);
  const parts = [['', first] as const, ...styled.map(styleAndText)];
  const spans = parts.map(([style, part]) => {
    const characters = Array.from(part);
    const room = Math.max(0, COLUMNS - column);
    const end = characters.length > room && room > 0 ? '…' : '';
    column += characters.length;
    return `<tspan ${style}>${escaped(characters.slice(0, room).join('') + end)}</tspan>`;
  });
  return `<text x="${PADDING}" y="${y}" xml:space="preserve">${spans.join('')}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function picture(text: string): string {
  // Progress is written over.
  const all = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(CLEAR_LINE).at(-1) ?? '');
  const questions = all.findIndex((line) => line.includes('Open questions'));
  const lines = [
    '$ plant-store verify https://store.example',
    '',
    ...all.slice(0, questions),
    '…',
    '',
    all.at(-1) ?? '',
  ];
  const height = lines.length * LINE_HEIGHT + 2 * PADDING;
  const width = Math.round((COLUMNS + 1) * CHARACTER_WIDTH + 2 * PADDING);
  const texts = lines.map((line, i) => drawn(line, PADDING + (i + 0.75) * LINE_HEIGHT));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="What verify says of a store that rounds ids">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" fill="#e6edf3">
${texts.join('\n')}
</g>
</svg>
`;
}

mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, picture(await command()));
