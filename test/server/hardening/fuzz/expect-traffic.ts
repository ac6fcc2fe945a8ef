import { undocumented } from '../../control/control-document.ts';
import { exchange } from '../fronts.ts';
import { fail, jsonOf } from './expect-answer.ts';
import { TOKEN } from './fuzz-request.ts';

/** @throws {Error} where what a server has recorded breaks its document, or has the token. */
export async function expectTraffic(port: number): Promise<void> {
  const head = `GET /_kit/requests?limit=10000 HTTP/1.1\r\nHost: 127.0.0.1`;
  const [answer] = await exchange(port, `${head}\r\nConnection: close\r\n\r\n`);
  if (answer?.status !== 200) throw new Error(`The traffic can't be read: ${answer?.body}`);
  const at = answer.body.indexOf(TOKEN);
  if (at !== -1) throw new Error(`The token is recorded: ${answer.body.slice(at - 200, at + 50)}`);
  const problem = undocumented('GET', '/requests', answer.status, jsonOf(answer));
  if (problem !== undefined) fail(problem, answer);
}
