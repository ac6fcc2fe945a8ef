import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JudgedExchange } from '../../src/verify/cases/case.ts';
import { har } from '../../src/report/har.ts';
import { readHar } from '../../src/verify/recording/read-har.ts';
import { nasty, reportOf, richRun, sampleEvents, sampleExchange } from './support/sample-run.ts';
import { thingsDocument } from '../setup/things-document.ts';

interface Entry {
  startedDateTime: string;
  time: number;
  request: { headers: object[]; postData?: Record<string, string>; bodySize: number };
  response: { status: number; content: { size: number; text?: string; encoding?: string } };
  timings: Record<string, number>;
}
interface Har {
  log: { version: string; creator: object; entries: Entry[] };
}

const options = { document: thingsDocument, tokenVariable: 'TOKEN' };
const record = (exchanges: readonly JudgedExchange[]) => reportOf(har, sampleEvents(exchanges, []));
const again = (exchanges: readonly JudgedExchange[]) =>
  readHar(record(exchanges), 'a.har', options);

describe('a recording', () => {
  test('has the required fields of HAR 1.2', () => {
    const { log } = JSON.parse(reportOf(har, richRun())) as Har;
    expect(log.version).toBe('1.2');
    expect(log.creator).toEqual({ name: 'verifier', version: '1.2.3' });
    expect(log.entries).toHaveLength(44);
    for (const entry of log.entries) {
      expect(Date.parse(entry.startedDateTime)).not.toBeNaN();
      expect(entry).toMatchObject({
        time: expect.any(Number),
        cache: {},
        timings: { send: 0, wait: entry.time, receive: 0 },
        request: {
          method: 'POST',
          url: 'http://127.0.0.1:4010/things',
          httpVersion: 'HTTP/1.1',
          cookies: [],
          headers: expect.any(Array),
          queryString: [],
          headersSize: -1,
          bodySize: expect.any(Number),
        },
        response: {
          status: expect.any(Number),
          statusText: expect.any(String),
          httpVersion: 'HTTP/1.1',
          cookies: [],
          headers: expect.any(Array),
          content: { size: expect.any(Number), mimeType: expect.any(String) },
          redirectURL: '',
          headersSize: -1,
          bodySize: expect.any(Number),
        },
      });
    }
  });

  test('is empty for an empty run, and says why a run was cut short', () => {
    const stopped = { reason: 'hanging', message: nasty } as const;
    const text = reportOf(har, sampleEvents([], [], { stopped }));
    expect(readHar(text, 'a.har', options)).toEqual({
      exchanges: [],
      skipped: [],
      target: 'http://127.0.0.1:4010',
      seed: 42,
      answers: { createThing: { 'used-identity': 'refused 409', 'empty-name': 'accepted' } },
      smallest: [],
      stopped,
    });
  });

  test('keeps an int64 as it was written', () => {
    const sent = '{"id":9223372036854775807,"name":"x"}';
    const exchange = sampleExchange({ id: 'a', sent }, 0);
    expect(record([exchange])).toContain(JSON.stringify(sent));
    expect(again([exchange]).exchanges[0]?.case.request.value).toMatchObject({
      id: 9223372036854775807n,
    });
  });

  test('gives the very exchanges back', () => {
    const exchanges = richRun().flatMap((event) =>
      event.type === 'exchange' ? [event.exchange] : [],
    );
    expect(again(exchanges).exchanges).toEqual(exchanges);
  });

  test('gives any bytes and any validity back', () => {
    const validity = fc.oneof(
      fc.constant({ kind: 'valid' } as const),
      fc.record({
        kind: fc.constant('invalid' as const),
        pointer: fc.string(),
        keyword: fc.string(),
        reason: fc.string({ unit: 'binary' }),
      }),
      fc.record({ kind: fc.constant('open' as const), reason: fc.string() }),
    );
    const body = fc.oneof(fc.uint8Array(), fc.constant(Uint8Array.of(0xef, 0xbb, 0xbf, 0x31)));
    fc.assert(
      fc.property(body, body, body, validity, (sent, received, raw, validityKind) => {
        const response = { body: received, rawBody: raw, decodingError: 'no gzip' };
        const exchange = sampleExchange({ id: 'a', sent, validity: validityKind, response }, 3);
        expect(again([exchange]).exchanges).toEqual([exchange]);
      }),
    );
  });
});

describe('secrets', () => {
  test('a live token in a recorded header is not written', () => {
    const exchange = sampleExchange({ id: 'a' }, 0);
    const leaking = {
      ...exchange,
      request: {
        ...exchange.request,
        headers: [['Authorization', 'Bearer s3cr3t-token']] as const,
      },
    };
    expect(record([leaking])).not.toContain('s3cr3t');
  });
});
