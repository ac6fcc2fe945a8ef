import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 20 });

/** Sends a body to the store, and reads what comes. */
export async function post(
  base: string,
  body: string,
  headers: Readonly<Record<string, string>> = { authorization: 'Bearer secret-token' },
): Promise<{ readonly status: number; readonly text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const outgoing = request(`${base}/plants`, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', ...headers },
  });
  outgoing.on('response', (incoming) => {
    let text = '';
    incoming.setEncoding('utf8');
    incoming.on('data', (chunk: string) => (text += chunk));
    incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
  });
  outgoing.on('error', reject);
  outgoing.end(body);
  return await promise;
}
