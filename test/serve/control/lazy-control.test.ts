import { once } from 'node:events';
import { expect, it } from 'vitest';
import { ControlAccess } from '../../../src/serve/control/access.ts';
import { LazyControl } from '../../../src/serve/control/lazy-control.ts';
import { readRequest } from '../../../src/serve/read-request.ts';
import { thingsDocument } from '../../setup/things-document.ts';
import { serve } from '../http-helpers.ts';

it('a control API that fails where nobody thought of it answers 500, and the process lives', async () => {
  const access = new ControlAccess({});
  const host = { mode: 'proxy', version: '', host: '127.0.0.1', access } as const;
  const control = new LazyControl({ ...host, document: () => thingsDocument });
  await using server = await serve((incoming, outgoing) => {
    let isBroken = true;
    Object.defineProperty(outgoing, 'destroyed', {
      set: () => {},
      get: () => {
        if (!isBroken) return false;
        isBroken = false;
        throw new Error('a bug');
      },
    });
    readRequest(incoming, outgoing, 1000, (request) => {
      control.answer({ request, outgoing, sandbox: '', path: '/health' });
    });
  });
  const warned = once(process, 'warning');
  const response = await fetch(server.url);
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ error: { code: 'failure' } });
  expect(await warned).toMatchObject([{ message: 'Failed to answer GET /: a bug.' }]);
});
