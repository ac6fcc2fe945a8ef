import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createInterceptor } from '../../src/mock/interceptor.ts';
import { handlersOf } from '../../src/mock/msw-adapter.ts';
import { MemoryStore } from '../../src/mock/resource-store.ts';
import { createResponder } from '../../src/mock/responder.ts';
import { documentFrom } from '../../src/model/inspect-document.ts';
import { documentFromValue } from '../../src/openapi/document.ts';

const network = setupServer();
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterAll(() => network.close());

const document = documentFromValue({
  openapi: '3.1.0',
  paths: Object.fromEntries(
    ['/docs/{id}', '/docs/{id}:clone', '/größe', '/docs/{id}/{part}.pdf'].map((path) => {
      const content = { 'text/plain': { example: path } };
      return [path, { post: { responses: { 200: { description: 'x', content } } } }];
    }),
  ),
});

function use(baseUrl?: string): void {
  const responder = createResponder({ document, store: new MemoryStore() });
  network.resetHandlers(...handlersOf(createInterceptor(document, () => responder, baseUrl)));
}

async function post(url: string): Promise<string> {
  const response = await fetch(url, { method: 'POST' });
  return response.status === 200 ? response.text() : String(response.status);
}

it.each([
  ['/docs/7', '/docs/{id}'],
  ['/docs/7:clone', '/docs/{id}:clone'],
  ['/größe', '/größe'],
  ['/docs/7/a.b.pdf', '/docs/{id}/{part}.pdf'],
])('%s is answered as %s at any address', async (path, template) => {
  use();
  expect(await post(`https://a.example${path}`)).toBe(template);
  expect(await post(`https://b.example:8080${path}?a=b`)).toBe(template);
  for (const base of ['https://c.example/api/', '*/api', '/api', 'https://*.example/a*']) {
    use(base);
    expect(await post(`https://c.example/api${path}`)).toBe(template);
  }
});

it('another method is refused, and another address is left alone', async () => {
  use('https://c.example/api');
  expect((await fetch('https://c.example/api/docs/7')).status).toBe(405);
  // msw says what it makes of it.
  using _log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const url of ['https://c.example/docs/7', 'https://d.example/api/docs/7']) {
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  }
});

it('an operation that is broken in the document is answered, too', async () => {
  const parts = { ...document.root, paths: { '/a': { post: {} }, '/b': { post: 1 } } };
  const damaged = documentFrom(parts);
  const responder = createResponder({ document: damaged, store: new MemoryStore() });
  network.resetHandlers(...handlersOf(createInterceptor(damaged, () => responder)));
  expect(await post('https://a.example/b')).toBe('501');
});
