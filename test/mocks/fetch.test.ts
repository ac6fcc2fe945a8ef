import { http } from 'msw/http';
import { setupServer } from 'msw/node';
import { describe, expect, it } from 'vitest';
import { createFetch } from '../../mocks/fetch.ts';

const post = (url: string, body: string): Request =>
  new Request(url, {
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    body,
  });

describe('createFetch', () => {
  it('answers as the mock does, and keeps what is created', async () => {
    const mock = createFetch({ profile: 'typical' });
    const body = '{"id":7,"name":"Rosa"}';
    const created = await mock(post('https://store.example/plants', body));
    expect([created?.status, await created?.json()]).toEqual([200, { id: 7, name: 'Rosa' }]);
    expect(mock.collection('/plants').list()).toEqual([{ id: 7, name: 'Rosa' }]);
    expect((await mock(post('https://store.example/plants', body)))?.status).toBe(409);
    expect(mock.requests()).toHaveLength(2);
  });

  it('leaves alone what is not for the API', async () => {
    const mock = createFetch({ baseUrl: 'https://store.example' });
    expect(await mock(new Request('https://store.example/logo.svg'))).toBeUndefined();
    expect(await mock(post('https://other.example/plants', '{}'))).toBeUndefined();
    expect(mock.requests()).toEqual([]);
  });

  it('is a handler for whoever brings an msw of their own', async () => {
    const mock = createFetch();
    mock.failNext({ status: 503 });
    using server = Object.assign(setupServer(http.all('*', ({ request }) => mock(request))), {
      [Symbol.dispose]: () => server.close(),
    });
    server.listen({ onUnhandledFrame: 'error' });
    const body = '{"id":7,"name":"Rosa"}';
    expect((await fetch(post('https://store.example/plants', body))).status).toBe(503);
    expect((await fetch(post('https://store.example/plants', body))).status).toBe(200);
  });

  it('refuses an option that it does not have', () => {
    // @ts-expect-error No option has this name.
    expect(() => createFetch({ profil: 'typical' })).toThrow(/profil/);
  });
});
