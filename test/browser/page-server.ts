import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A strict policy: no inline script, no eval, workers of the page's own origin only. */
export const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self' https://store.example";

/** Files by path, each with its text; `.js` is script, the rest is HTML. */
export type Files = Readonly<Record<string, string>>;

/** Serves a page under {@link POLICY}, on a free port. `/` must be among the files. */
export async function servePage(files: Files): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const text = files[path];
    response.writeHead(text === undefined ? 404 : 200, {
      'content-type': path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
    });
    response.end(text ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
