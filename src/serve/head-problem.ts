import type { IncomingMessage } from 'node:http';
import type { Problem } from '../http/message.ts';
import { isNamed, receivedHeader } from '../http/exchange.ts';

/** What is wrong with a request's head that Node lets through, or refuses without a body. */
export function headProblem(incoming: IncomingMessage): Problem | undefined {
  const { rawHeaders, httpVersion } = incoming;
  let hosts = 0;
  let credentials = 0;
  let expectation = CONTINUE;
  // One pass, since it is made for every request.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (isNamed(name, 'host')) hosts += 1;
    else if (isNamed(name, 'authorization')) credentials += 1;
    else if (isNamed(name, 'expect')) expectation = rawHeaders[i + 1]!;
  }
  // RFC 9112, 3.2.
  if (hosts === 0 && httpVersion === '1.1') return malformed('Host is missing');
  // Node takes the first of two; whoever else reads the request may take the last.
  if (hosts > 1) return malformed('Host stands there twice');
  if (credentials > 1) return malformed('Authorization stands there twice');
  if (expectation.toLowerCase() === CONTINUE) return undefined;
  // RFC 9110, 10.1.1.
  const message = `the header Expect may only ask for ${CONTINUE}`;
  return { kind: 'expectation-unknown', message };
}

const CONTINUE = '100-continue';

function malformed(what: string): Problem {
  return { kind: 'request-malformed', message: `the header ${what}` };
}

/** Whether a request says that its body is longer than a limit. */
export function announcesMore(incoming: IncomingMessage, limit: number): boolean {
  return Number(receivedHeader(incoming.rawHeaders, 'content-length') ?? 0) > limit;
}

/** Why a body is not taken. */
export function tooLarge(limit: number): Problem {
  return { kind: 'body-too-large', message: `the body must have at most ${limit} bytes` };
}
