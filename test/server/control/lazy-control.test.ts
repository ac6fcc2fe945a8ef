import { expect, it } from 'vitest';
import { LazyControl } from '../../../src/server/control/lazy-control.ts';
import type { Traffic } from '../../../src/server/control/traffic.ts';
import { readRequest } from '../../../src/server/read-request.ts';
import { serve, serviceDocument } from '../http-helpers.ts';

it('one who has left before the control API is loaded is told of no events', async () => {
  let listeners = 0;
  const traffic: Traffic = {
    name: 'default',
    last: 0,
    dropped: 0,
    list: () => [],
    clear: () => {},
    subscribe: () => {
      listeners += 1;
      return () => (listeners -= 1);
    },
  };
  const document = serviceDocument();
  const host = { mode: 'proxy', version: '', host: '127.0.0.1' } as const;
  const control = new LazyControl({ ...host, document: () => document, traffic });
  await using server = await serve((incoming, outgoing) => {
    const path = incoming.url ?? '';
    readRequest(incoming, 0, (request) => {
      control.answer({ request, path, sandbox: 'default', outgoing });
      if (path === '/events') outgoing.destroy();
    });
  });
  await expect(fetch(`${server.url}/events`)).rejects.toThrow('fetch failed');
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  expect(listeners).toBe(0);
});
