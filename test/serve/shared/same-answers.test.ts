import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type MockOptions, createMock, loadDocument, verify } from '../../../src/index.ts';
import { type RedisServer, redisPath, startRedis } from '../../setup/redis-server.ts';
import { BesideMemory, type Sent } from './beside-memory.ts';

const program = redisPath();
const tests = join(import.meta.dirname, '../..');

/** What a run of `verify` sends to a mock. */
async function requestsOfRun(options: MockOptions, maxCases: number): Promise<Sent[]> {
  await using server = await createMock(options).listen({ port: 0 });
  const all: Sent[] = [];
  const front = createServer((incoming, outgoing) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of incoming) parts.push(part as Buffer);
      const { method = '', url: path = '', rawHeaders: headers } = incoming;
      all.push({ method, path, headers, body: Buffer.concat(parts) });
      const passed = request(
        {
          host: '127.0.0.1',
          port: server.port,
          method,
          path,
          headers: [...headers],
          setHost: false,
        },
        (answer) => {
          outgoing.writeHead(answer.statusCode!, answer.rawHeaders);
          answer.pipe(outgoing);
        },
      );
      passed.on('error', () => outgoing.destroy());
      passed.end(Buffer.concat(parts));
    })();
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;
  const { document } = options;
  await verify({ document, baseUrl: `http://127.0.0.1:${port}`, maxCases, seed: 7 }).result;
  front.closeAllConnections();
  front.close();
  return all;
}

/** What tests do with the control API, a line each: method, path and body. */
const CONTROL = `
GET /_kit/resources
GET /_kit/snapshot
POST /_kit/resources?collection=/boxes {"resources":[{"label":"b","weight":9223372036854775807},{"id":9,"label":"a"}]}
POST /_kit/resources?collection=/boxes {"resources":[{"id":9,"label":"again"}]}
POST /_kit/resources?collection=/nowhere {"resources":[]}
POST /boxes {"label":"c"}
GET /_kit/resources?collection=/boxes
GET /_kit/resources?collection=/boxes&q=a&sort=-label
GET /_kit/resources?collection=/boxes&offset=1&limit=1
PUT /_kit/resources/9?collection=/boxes {"id":9,"label":"put"}
PATCH /_kit/resources/9?collection=/boxes {"weight":3}
PATCH /_kit/resources/77?collection=/boxes {"weight":3}
GET /boxes/9
DELETE /_kit/resources/9?collection=/boxes
GET /boxes/9
POST /boxes {"label":"d"}
POST /boxes/1/things {"name":"x"}
POST /boxes/1/things {"name":"y"}
GET /boxes/1/things
GET /boxes?limit=1&offset=1
DELETE /boxes/1
GET /boxes/1/things
POST /shelves {"code":"s","height":1}
POST /shelves {"code":"s","height":2}
POST /shelves {"code":"t","height":"high"}
GET /_kit/snapshot
PUT /_kit/snapshot {"collections":{"/boxes":[{"id":5,"label":"restored"}]}}
GET /boxes
POST /boxes {"label":"e"}
POST /_kit/faults {"kind":"answer","status":418,"body":{"n":9223372036854775807},"after":1}
GET /_kit/faults
GET /boxes
GET /boxes
GET /_kit/faults
POST /_kit/faults {"kind":"answer","status":7}
POST /_kit/faults {"kind":"truncate","times":null}
DELETE /_kit/faults
GET /_kit/scenarios
PUT /_kit/scenario {"scenario":"outage"}
GET /boxes
GET /_kit/snapshot
PUT /_kit/scenario {"scenario":"nothing"}
PUT /_kit/scenario {"scenario":null}
GET /_kit/profile
GET /_kit/settings
PUT /_kit/settings {"latency":1}
GET /boxes
DELETE /_kit/resources?collection=/boxes
GET /boxes
POST /boxes {"label":"f"}
POST /@other/boxes {"label":"g"}
GET /@other/boxes
POST /_kit/reset
GET /_kit/resources
GET /boxes/77
PUT /boxes {}
GET /nowhere
`;

function controlRequests(): Sent[] {
  return CONTROL.trim()
    .split('\n')
    .map((line) => {
      const [, method = '', path = '', body = ''] = /^(\S+) (\S+) ?(.*)$/.exec(line) ?? [];
      const headers = body === '' ? [] : ['content-type', 'application/json'];
      return { method, path, headers, body: Buffer.from(body) };
    });
}

describe.skipIf(program === undefined)('a mock whose store is shared', () => {
  let redis: RedisServer;

  beforeAll(async () => {
    redis = await startRedis(program!);
  });

  afterAll(async () => {
    await redis[Symbol.asyncDispose]();
  });

  async function differences(options: MockOptions, sent: readonly Sent[]): Promise<string[]> {
    await using mocks = await BesideMemory.start(redis.url, crypto.randomUUID(), options);
    return await mocks.differences(sent);
  }

  it.each([
    ['shared/boxes.openapi.yaml', undefined],
    ['rich/tickets.openapi.yaml', 3],
    ['rich/trips.openapi.yaml', 3],
    ['own-api/library.openapi.yaml', undefined],
  ])('answers a whole run on %s as one in memory does, byte for byte', async (file, fill) => {
    const options = { document: await loadDocument(join(tests, file)), fill };
    const sent = await requestsOfRun(options, 120);
    expect(sent.length).toBeGreaterThan(100);
    // What is made says when it was made.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    expect(await differences(options, sent)).toEqual([]);
  });

  it('does what the control API asks for as one in memory does', async () => {
    const document = await loadDocument(join(tests, 'shared/boxes.openapi.yaml'));
    expect(await differences({ document }, controlRequests())).toEqual([]);
  });
});
