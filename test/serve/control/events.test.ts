import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { serveThings } from '../serve-things.ts';
import { control, createThing } from './control-client.ts';
import { send } from '../http-helpers.ts';
import { readEvents } from './event-client.ts';
import { streamEvents } from '../../../src/serve/control/events.ts';
import { NEWS_WAITING } from '../../../src/serve/limits.ts';
import type { Traffic } from '../../../src/serve/traffic.ts';

let server: MockServer;

beforeAll(async () => {
  server = await serveThings();
});
afterAll(() => server.close());
beforeEach(() => server.reset());

describe('events', () => {
  it('begin with which run of the server it is', async () => {
    await using events = await readEvents(`${server.url}/_kit/events`);
    const { body } = await control(server.url, 'GET', '/health');
    expect(events.contentType).toBe('text/event-stream');
    expect(await events.next()).toMatchObject({
      event: 'hello',
      data: { instance: body['instance'], sandbox: 'default', last: server.requests().length },
    });
  });

  it('tell of an exchange as the list has it, then of what it has stored', async () => {
    await using events = await readEvents(`${server.url}/_kit/events`);
    await events.next();
    await createThing(server.url, 1);
    const exchange = await events.next();
    const { body } = await control(server.url, 'GET', '/requests');
    const [listed] = body['requests'] as [{ seq: number }];
    expect(exchange).toEqual({ id: `${listed.seq}`, event: 'exchange', data: listed });
    expect(JSON.stringify(exchange)).not.toContain('secret-token');
    expect(await events.next()).toMatchObject({ event: 'resources' });
  });

  it('resume after the last one that was seen', async () => {
    for (const id of [1, 2, 3]) await createThing(server.url, id);
    const [first, ...missed] = server.requests().map(({ seq }) => `${seq}`);
    await using events = await readEvents(`${server.url}/_kit/events`, {
      'last-event-id': first!,
    });
    await events.next();
    expect([await events.next(), await events.next()].map((sent) => sent?.id)).toEqual(missed);
    await createThing(server.url, 4);
    expect(await events.next()).toMatchObject({ id: `${Number(missed[1]) + 1}` });
  });

  it('resume after however much was missed', async () => {
    const name = 'x'.repeat(60_000);
    await Promise.all(Array.from({ length: 60 }, (_, i) => createThing(server.url, i, name)));
    const list = server.requests();
    // Slower than the server writes, so that all of it waits.
    await using events = await readEvents(`${server.url}/_kit/events?after=0`);
    await events.next();
    const ids: (string | undefined)[] = [];
    for (const _ of list) ids.push((await events.next())?.id);
    expect(ids).toEqual(list.map(({ seq }) => `${seq}`));
  });

  it('have no body for HEAD, and keep no request behind it waiting', async () => {
    const options = { method: 'HEAD', path: '/_kit/events', headers: { host: 'localhost' } };
    const answer = await send(server.url, options);
    expect([answer.status, answer.body.length]).toEqual([200, 0]);
  });

  it('begin with all that is kept for who has seen an earlier run of the server', async () => {
    await createThing(server.url, 1);
    await using events = await readEvents(`${server.url}/_kit/events?after=99999999`);
    await events.next();
    expect(await events.next()).toMatchObject({ id: `${server.requests()[0]!.seq}` });
  });

  it('tell of every change', async () => {
    await using events = await readEvents(`${server.url}/_kit/events`);
    await events.next();
    server.resources.seed([{ id: 1, name: 'Lamp' }]);
    server.profile.use('typical');
    server.failNext({ status: 503 });
    server.latency = 1;
    server.clearRequests();
    server.sandbox('other');
    server.reload({ latency: 2 });
    const topics: string[] = [];
    for (let i = 0; i < 7; i += 1) topics.push((await events.next())!.event);
    expect(topics).toEqual([
      'resources',
      'profile',
      'faults',
      'settings',
      'requests',
      'sandboxes',
      'reload',
    ]);
    server.dropSandbox('other');
  });

  it('are those of one sandbox, and end when it is dropped', async () => {
    await using events = await readEvents(`${server.url}/@one/_kit/events`);
    expect(await events.next()).toMatchObject({ data: { sandbox: 'one', last: 0 } });
    await createThing(server.url, 1);
    await createThing(`${server.url}/@one`, 2);
    expect(await events.next()).toMatchObject({ id: '1', data: { sandbox: 'one' } });
    server.dropSandbox('one');
    const rest = [await events.next(), await events.next(), await events.next()];
    expect(rest.map((sent) => sent?.event)).toEqual(['resources', 'dropped', undefined]);
  });

  it('keep no server from closing', async () => {
    const closing = await serveThings();
    await using events = await readEvents(`${closing.url}/_kit/events`);
    await events.next();
    await closing.close();
    expect(await events.next()).toBeUndefined();
  });
});

describe('clients that read nothing', () => {
  /** Nobody takes what is written to it. */
  function stalled(text: string): ServerResponse {
    const socket = new Duplex({ read() {}, write() {} });
    const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
    outgoing.assignSocket(socket as Socket);
    const traffic = {
      name: 'default',
      read: () => ({ requests: [{ seq: 1, text }], last: 1, dropped: 0 }),
      subscribe: () => () => {},
    };
    const { signal: closing } = new AbortController();
    const host = { instance: 'a', closing };
    streamEvents(outgoing, traffic as unknown as Traffic, host, 0);
    return outgoing;
  }

  it('together hold no more news than all may', async () => {
    const { all } = NEWS_WAITING;
    const quick = stalled('');
    const slow = Array.from({ length: 12 }, (_, i) => stalled('x'.repeat(all / 10 + i)));
    await new Promise(setImmediate);
    const open = slow.filter(({ destroyed }) => !destroyed);
    expect(open).toHaveLength(9);
    expect(quick.destroyed).toBe(false);
    for (const outgoing of [quick, ...slow]) outgoing.destroy();
    await new Promise(setImmediate);
    const next = stalled('x'.repeat(all / 2));
    await new Promise(setImmediate);
    expect(next.destroyed).toBe(false);
    next.destroy();
  });
});
