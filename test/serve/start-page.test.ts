/** A person who opens the mock's address in a browser. */
import { describe, expect, it } from 'vitest';
import { createMock, loadDocument } from '../../src/index.ts';
import { serveThings } from './serve-things.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const textOf = (title: string, path = '/things'): string => `
openapi: 3.1.0
info: { title: ${JSON.stringify(title)}, version: '1' }
paths:
  ${JSON.stringify(path)}:
    get: { responses: { 200: { description: ok, content: { text/plain: { schema: { type: string } } } } } }
  '/things/{id}':
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    delete: { responses: { 204: { description: ok } } }
`;

const open = async (url: string, accept = BROWSER): Promise<Response> =>
  await fetch(url, { headers: { accept } });

describe('at the root, where the document has nothing', () => {
  it('a browser is led on, with no script', async () => {
    const document = await loadDocument({ text: textOf('<Things> & "more"'), file: 'api.yaml' });
    await using server = await createMock({ document }).listen();
    const response = await open(`${server.url}/`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await response.text();
    expect(page).toContain('&lt;Things&gt; &amp; &quot;more&quot;');
    expect(page).toContain('This is a mock');
    expect(page).toContain('href="/_kit/"');
    expect(page).toContain('href="/_kit/#/document"');
    expect(page).toContain('GET <a href="/things">/things</a>');
    expect(page).toContain('DELETE /things/{id}');
    expect(page).not.toMatch(/<script|<Things>/);
    expect(server.requests()).toMatchObject([{ target: '/', status: 404 }]);
  });

  it('a sandbox leads to its own inspector, a server without one to none', async () => {
    await using server = await serveThings();
    const page = await (await open(`${server.url}/@one/`)).text();
    expect(page).toContain('href="/@one/_kit/"');
    await using closed = await serveThings({}, { control: false });
    expect(await (await open(`${closed.url}/`)).text()).not.toContain('_kit');
  });

  it.each(['*/*', 'application/json', 'application/json, text/html'])(
    'who takes %s gets the problem as before',
    async (accept) => {
      await using server = await serveThings();
      const [root, other] = [await open(`${server.url}/`, accept), await open(`${server.url}/no`)];
      expect(root.status).toBe(404);
      expect(root.headers.get('content-type')).toBe(other.headers.get('content-type'));
      expect(root.headers.get('content-type')).not.toContain('html');
    },
  );

  it('the document comes first', async () => {
    const document = await loadDocument({ text: textOf('Things', '/'), file: 'api.yaml' });
    await using server = await createMock({ document }).listen();
    expect((await open(`${server.url}/`)).status).not.toBe(404);
  });
});
