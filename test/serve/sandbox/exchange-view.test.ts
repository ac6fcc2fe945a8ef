import { expect, test } from 'vitest';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { RawExchange } from '../../../src/serve/exchange-record.ts';
import { ExchangeViewer } from '../../../src/serve/sandbox/exchange-view.ts';

const exchange: RawExchange = {
  method: 'POST',
  target: '/things?limit=1',
  address: '/things?limit=1',
  requestHeaders: ['Host', 'h', 'Authorization', 'Bearer sesame-1', 'X-Note', 'not a secret'],
  requestBody: '{"name":"Fern"}',
  requestSize: 15,
  status: 200,
  responseHeaders: { 'content-type': 'application/json' },
  responseBody: '{"name":"Fern","note":"sesame-1"}',
  responseSize: undefined,
  start: 1,
  durationMs: 1.23456,
  problem: undefined,
  findings: undefined,
  note: undefined,
  fault: undefined,
  callback: undefined,
};

function form(type: string): Pick<RawExchange, 'requestHeaders'> {
  return { requestHeaders: ['Host', 'h', 'Content-Type', type] };
}

const PARTS = `--b\r\nContent-Disposition: form-data; name="token"\r\n\r\nsesame-1\r\n--b--\r\n`;

const exchanges: readonly (readonly [string, Partial<RawExchange>])[] = [
  ['that is plain', {}],
  ['that is plain again', { start: 2 }],
  ['that was refused', { problem: { kind: 'body', message: 'no "sesame-1"', pointer: '/paths' } }],
  ['that was broken', { fault: 3, note: 'as recorded', callback: 'hired' }],
  ['with findings', { findings: [{ code: 'c', location: ['body'], message: 'm', severity: 1 }] }],
  ['without bodies', { requestBody: undefined, requestSize: -1, responseBody: '' }],
  ['of bytes', { responseBody: Uint8Array.of(0xff, 0), responseHeaders: [['x', 'sesame-1']] }],
  ['beyond ASCII', { requestBody: 'Ã¤', responseBody: 'ä😀\u2028"\\' }],
  ['of a form', { ...form('application/x-www-form-urlencoded'), requestBody: 'token=sesame-1' }],
  ['of parts', { ...form('multipart/form-data; boundary=b'), requestBody: PARTS }],
] as never;

test.each(exchanges)('what replicas keep of an exchange %s is what is shown', (_, change) => {
  const viewer = new ExchangeViewer(documentFromValue({}));
  const changed = { ...exchange, ...change };
  const shown = viewer.mocked(changed, 0, 'team');
  expect(JSON.stringify(shown)).not.toContain('sesame');
  for (let times = 0; times < 2; times += 1) {
    expect(JSON.parse(viewer.mockedText(changed, 'team'))).toEqual(
      JSON.parse(JSON.stringify(shown)),
    );
  }
});

test('headers that come again are masked by what each exchange carries', () => {
  const viewer = new ExchangeViewer(documentFromValue({}));
  const headers = (change: Partial<RawExchange>): string => {
    return JSON.stringify(viewer.mocked({ ...exchange, ...change }, 1, 'default').request.headers);
  };
  const requestHeaders = ['Host', 'h', 'X-Note', 'open-says-me'];
  const target = '/things?token=open-says-me';
  expect(headers({ requestHeaders })).toContain('open-says-me');
  expect(headers({ requestHeaders, target })).not.toContain('open-says-me');
  expect(headers({ requestHeaders })).toContain('open-says-me');
  const responseHeaders = { 'set-cookie': 'sid=open-says-me' };
  expect(headers({ requestHeaders, responseHeaders })).not.toContain('open-says-me');
  // What is joined may read the same.
  expect(headers({ requestHeaders: ['Host', 'h', 'X-Note\nopen', 'says'] })).toContain(
    'X-Note\\nopen',
  );
});
