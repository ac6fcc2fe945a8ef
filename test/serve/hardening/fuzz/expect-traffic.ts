import { once } from 'node:events';
import type { JsonObject } from '../../../../src/openapi/json/json-value.ts';
import { undocumented } from '../../control/control-document.ts';
import { exchange } from '../fronts.ts';
import { RawConnection } from '../raw-connection.ts';
import { fail, jsonOf } from './expect-answer.ts';
import { TOKEN } from './fuzz-request.ts';

/** @throws {Error} where what a server has recorded breaks its document or has the token. */
export async function expectTraffic(port: number): Promise<void> {
  const head = `GET /_kit/requests?limit=10000 HTTP/1.1\r\nHost: 127.0.0.1`;
  const [answer] = await exchange(port, `${head}\r\nConnection: close\r\n\r\n`);
  if (answer?.status !== 200) throw new Error(`The traffic can't be read: ${answer?.body}`);
  const at = answer.body.indexOf(TOKEN);
  if (at !== -1) throw new Error(`The token is recorded: ${answer.body.slice(at - 200, at + 50)}`);
  const value = jsonOf(answer);
  const problem = undocumented('GET', '/requests', answer.status, value);
  if (problem !== undefined) fail(problem, answer);
  await expectEvents(port, Number((value as JsonObject)['last']));
}

/** The stream of events has the newest exchange, too. */
async function expectEvents(port: number, last: number): Promise<void> {
  using connection = await RawConnection.open(port);
  const after = Math.max(0, last - 3);
  await connection.send(`GET /_kit/events?after=${after} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  const wanted = last === 0 ? 'event: hello\n' : `id: ${last}\n`;
  const signal = AbortSignal.timeout(10_000);
  while (!connection.received.includes(wanted)) await once(connection.socket, 'data', { signal });
  const { received } = connection;
  if (!received.startsWith('HTTP/1.1 200 ') || received.includes(TOKEN))
    throw new Error(`Not the events: ${received.slice(0, 2000)}`);
}
