import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createMock, listenTogether } from '../../src/index.ts';
import { startServer } from '../../src/serve/http-server.ts';
import { Sandboxes } from '../../src/serve/sandbox/sandboxes.ts';
import { createService } from '../../src/serve/sandbox/service.ts';
import { thingsDocument } from '../setup/things-document.ts';
import { control, createThing, errorCode, errorMessage } from './control/control-client.ts';
import { readEvents } from './control/event-client.ts';
import { serveThings } from './serve-things.ts';

/** A connection with a request whose last byte is still to come; `end` sends it. */
async function begun(
  port: number,
  path: string,
): Promise<{ end(): Promise<string>; closed: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1');
  const closed = once(socket, 'close');
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\n\r\n`);
  await delay(30);
  const end = async (): Promise<string> => {
    socket.write(' ');
    await closed;
    return text;
  };
  return { end, closed };
}

describe('a server that closes', () => {
  it('answers what is under way, and says that nothing else can follow', async () => {
    const server = await serveThings({ latency: 150 });
    const answer = createThing(server.url, 1);
    await delay(50);
    const start = performance.now();
    const closed = server.close(10_000);
    const response = await answer;
    expect(response.status).toBe(200);
    expect(response.headers.get('connection')).toBe('close');
    expect(await response.text()).toContain('Lamp');
    await closed;
    expect(performance.now() - start).toBeLessThan(2000);
    await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  });

  it('fails no request of a balancer that learns from /_kit/ready that it is to send none', async () => {
    const server = await serveThings();
    const agent = new Agent({ keepAlive: true });
    const ask = async (path: string): Promise<number | undefined> => {
      const asked = request(server.url + path, { agent }).end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      answer.resume();
      await once(answer, 'end');
      return answer.statusCode;
    };
    const over = new AbortController();
    const client = async (): Promise<void> => {
      while (!over.signal.aborted) await ask('/things/1');
    };
    const clients = Promise.all(Array.from({ length: 8 }, client));
    await delay(50);
    const closed = server.close(20_000);
    while ((await ask('/_kit/ready')) !== 503) await delay(20);
    await delay(300);
    over.abort();
    await clients;
    const start = performance.now();
    await closed;
    expect(performance.now() - start).toBeLessThan(500);
  });

  it('is not ready from then on', async () => {
    const server = await serveThings();
    expect((await control(server.url, 'GET', '/ready')).body).toEqual({ status: 'ready' });
    const probe = await begun(server.port, '/_kit/ready');
    const closed = server.close(10_000);
    const text = await probe.end();
    expect(text).toContain('HTTP/1.1 503');
    expect(text).toContain('"code":"closing"');
    await closed;
  });

  it('ends what takes longer than it may', async () => {
    const server = await serveThings({ latency: 600_000 });
    const answer = createThing(server.url, 1).catch((error: unknown) => error);
    await delay(50);
    const start = performance.now();
    await server.close(200);
    expect(await answer).toBeInstanceOf(Error);
    expect(performance.now() - start).toBeGreaterThan(150);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('waits for no connection on which nothing is under way', async () => {
    const server = await serveThings();
    const silent = connect(server.port, '127.0.0.1');
    await once(silent, 'connect');
    // Its connection is kept alive.
    await (await createThing(server.url, 1)).text();
    const start = performance.now();
    await server.close(10_000);
    expect(performance.now() - start).toBeLessThan(500);
    silent.destroy();
  });

  it('ends streams of events as streams end', async () => {
    const server = await serveThings();
    await using events = await readEvents(`${server.url}/_kit/events`);
    expect((await events.next())?.event).toBe('hello');
    const closed = server.close(10_000);
    expect(await events.next()).toBeUndefined();
    await closed;
  });

  it('does so for all documents that it serves', async () => {
    const mock = createMock({ document: thingsDocument, latency: 100 });
    const servers = await listenTogether({ one: mock });
    await using events = await readEvents(`${servers.url}/one/_kit/events`);
    await events.next();
    const answer = createThing(`${servers.url}/one`, 1);
    await delay(30);
    await servers.close(10_000);
    expect((await answer).status).toBe(200);
    expect(await events.next()).toBeUndefined();
  });
});

describe('readiness', () => {
  it('is what the server was told to ask, for everybody who can reach it', async () => {
    let reason: string | undefined = 'the store does not answer';
    const service = createService({ document: thingsDocument });
    const start = { resources: [], profile: null, answers: {}, latency: 0, faults: [] };
    const sandboxes = new Sandboxes({ service, start: { ...start, scenario: null } });
    const readiness = (): Promise<string | undefined> => Promise.resolve(reason);
    await using server = await startServer({ sandboxes, readiness, host: '0.0.0.0' });
    const url = server.url.replace('0.0.0.0', '127.0.0.1');
    const answer = await control(url, 'GET', '/ready', undefined, { host: 'mock.example' });
    expect([answer.status, errorCode(answer)]).toEqual([503, 'not-ready']);
    expect(errorMessage(answer)).toBe('The server takes no requests: the store does not answer.');
    expect((await control(url, 'GET', '/health')).status).toBe(200);
    reason = undefined;
    expect((await control(url, 'GET', '/ready')).status).toBe(200);
  });
});
