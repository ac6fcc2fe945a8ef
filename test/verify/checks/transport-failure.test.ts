import { expect, it } from 'vitest';
import type { TransportFailure } from '../../../src/http/exchange.ts';
import { transportFailure } from '../../../src/verify/checks/failures.ts';
import { context, exchange } from './exchanges.ts';

function say(failure: TransportFailure): string[] {
  return transportFailure.check(exchange({ failure }), context).map(({ message }) => message);
}

it.each<[kind: TransportFailure['kind'], words: string]>([
  ['refused', 'the server takes no connection'],
  ['reset', 'the connection is closed before a response'],
  ['truncated', 'the response is cut off'],
  ['timeout', 'the server does not answer in time'],
  ['malformed', 'the response is not HTTP'],
  ['tls', 'the TLS connection fails'],
  ['dns', 'the host name is unknown'],
  ['other', 'the connection fails'],
])('%s means that %s', (kind, words) => {
  expect(say({ kind, message: 'x' })).toEqual([words]);
});

it('a response that is cut off says so, also where a part of it came', () => {
  const partial = { status: 200, bodyBytes: 5 };
  expect(say({ kind: 'truncated', message: 'x', partial })).toEqual(['the response is cut off']);
});
