import { cookies, headers } from 'next/headers';

/** Asks the API from the server: a sandbox that the page was asked with goes on to the mock. */
export async function api(path: string, init: RequestInit = {}): Promise<Response> {
  const cookie = (await cookies()).get('x-sandbox');
  const sandbox = (await headers()).get('x-sandbox') ?? cookie?.value;
  const sent = new Headers(init.headers);
  if (sandbox !== undefined) sent.set('x-sandbox', sandbox);
  const address = process.env.API_URL ?? 'http://127.0.0.1:4011';
  return fetch(address + path, { cache: 'no-store', ...init, headers: sent });
}
