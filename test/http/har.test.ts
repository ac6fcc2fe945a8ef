import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RecordedExchange } from '../../src/http/exchange.ts';
import {
  HarFile,
  decodeHarBody,
  encodeHarBody,
  harEnd,
  harEntry,
  harLine,
  harStart,
} from '../../src/http/har.ts';

const creator = { name: 'kit', version: '1' };
const TYPE = ['Content-Type', 'application/json'] as const;

function exchange(
  request: Partial<RecordedExchange['request']> = {},
  response: Partial<RecordedExchange['response']> = {},
): RecordedExchange {
  const none = { headers: [], body: undefined, bodySize: 0 };
  return {
    startedAt: new Date('2026-11-22T10:00:00.000Z'),
    durationMs: 12.5,
    request: { method: 'GET', url: 'http://h/things?a=1&a=2', ...none, ...request },
    response: { status: 200, statusText: 'OK', ...none, body: new Uint8Array(), ...response },
  };
}

it('writes an exchange as an entry of HAR 1.2', () => {
  const body = Buffer.from('{"id":1}');
  const sent = { method: 'POST', headers: [TYPE], body, bodySize: 8 };
  const answer = { headers: [TYPE, ['Location', '/things/1']] as const, body, bodySize: 8 };
  expect(harEntry(exchange(sent, answer))).toEqual({
    startedDateTime: '2026-11-22T10:00:00.000Z',
    time: 12.5,
    request: {
      method: 'POST',
      url: 'http://h/things?a=1&a=2',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headersSize: -1,
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      queryString: [
        { name: 'a', value: '1' },
        { name: 'a', value: '2' },
      ],
      postData: { mimeType: 'application/json', text: '{"id":1}' },
      bodySize: 8,
    },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headersSize: -1,
      headers: [
        { name: 'Content-Type', value: 'application/json' },
        { name: 'Location', value: '/things/1' },
      ],
      redirectURL: '/things/1',
      content: { size: 8, mimeType: 'application/json', text: '{"id":1}' },
      bodySize: 8,
    },
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, send: 0, wait: 12.5, receive: 0 },
  });
});

it('has no posted data where none was sent, and an empty text where that was', () => {
  expect(harEntry(exchange()).request).not.toHaveProperty('postData');
  const empty = harEntry(exchange({ body: new Uint8Array() })).request;
  expect(empty).toMatchObject({ postData: { mimeType: '', text: '' }, bodySize: 0 });
});

it('says of a body what it lacks: what was not held, and what is longer than the limit', () => {
  const missing = { body: undefined, bodySize: -1 };
  expect(harEntry(exchange(missing, missing))).toMatchObject({
    request: { postData: { text: '', comment: expect.stringMatching(/^Not recorded/) } },
    response: { content: { size: -1, comment: expect.stringMatching(/^Not recorded/) } },
  });
  const long = { body: Buffer.from('abcdef'), bodySize: 6 };
  expect(harEntry(exchange(long, long), 4)).toMatchObject({
    request: { postData: { text: 'abcd', comment: 'Cut after 4 bytes.' }, bodySize: 6 },
    response: { content: { size: 6, text: 'abcd', comment: 'Cut after 4 bytes.' } },
  });
});

it('keeps bytes that are no text as base64, and says what packing has saved', () => {
  const bytes = Uint8Array.of(0xff, 0, 1);
  const entry = harEntry(exchange({ body: bytes, bodySize: 3 }, { body: bytes, bodySize: 2 }));
  expect(entry).toMatchObject({
    request: { postData: { text: '/wAB', _encoding: 'base64' } },
    response: { content: { text: '/wAB', encoding: 'base64', size: 3, compression: 1 } },
  });
  const { text, encoding } = encodeHarBody(bytes);
  expect(decodeHarBody(text, encoding)).toEqual(bytes);
});

it('writes a log with fields before and behind its entries', () => {
  const entries = [harEntry(exchange()), harEntry(exchange())];
  const lines = entries.map((entry, i) => harLine({ ...entry, _none: undefined }, i === 0));
  const text = [harStart(creator, { _run: 1 }), ...lines, harEnd({ _end: 2 })].join('');
  expect(text.split('\n')).toHaveLength(5);
  expect(JSON.parse(text)).toEqual({
    log: { version: '1.2', creator, _run: 1, entries, _end: 2 },
  });
  expect(JSON.parse(harStart(creator) + harEnd())).toEqual({
    log: { version: '1.2', creator, entries: [] },
  });
});

it('keeps a file that is whole after each entry', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'har-'));
  const path = join(folder, 'a.har');
  const count = async (): Promise<number> => {
    const { log } = JSON.parse(await readFile(path, 'utf8')) as { log: { entries: unknown[] } };
    return log.entries.length;
  };
  try {
    const file = await HarFile.create(path, creator);
    expect(await count()).toBe(0);
    await file.write(harEntry(exchange()));
    expect(await count()).toBe(1);
    void file.write(harEntry(exchange()));
    void file.write(harEntry(exchange()));
    await file.close();
    expect(await count()).toBe(3);
  } finally {
    await rm(folder, { recursive: true });
  }
});
