import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ExchangeRecord,
  createMock,
  createProxy,
  formatProxyReport,
  judgeRecording,
  loadDocument,
  recordHar,
} from '../../src/index.ts';

const TEXT = `openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /members:
    get:
      operationId: listMembers
      responses:
        '200':
          description: All
          content: { application/json: { schema: { type: array, items: { type: string } } } }
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'face-serve-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('createProxy', () => {
  it('validates what it passes on, and records it', async () => {
    const document = await loadDocument({ text: TEXT, file: 'library.yaml' });
    await using server = await createMock({ document }).listen();
    await using proxy = await createProxy({ document, target: server.url, port: 0 });
    const file = join(folder, 'proxied.har');
    const har = await recordHar(file, { name: 'a test', version: '1' });
    const seen = once(proxy.events, 'exchange') as Promise<[ExchangeRecord]>;
    await fetch(`${proxy.url}/members`);
    const [exchange] = await seen;
    await har.write(exchange);
    await har.close();
    expect(exchange.operation).toBe('GET /members');
    const report = proxy.report();
    expect(report).toMatchObject({ verdict: 'pass', document: 'library.yaml' });
    expect(formatProxyReport(report)).toBe('pass: 1 exchange, 0 violations, 0 warnings');
    const { skipped } = await judgeRecording({ document, recording: file });
    expect(skipped).toEqual([]);
  });
});
