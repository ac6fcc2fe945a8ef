import type { Check } from './check.ts';
import type { TransportFailure } from '../../http/exchange.ts';
import { standingOf } from './standing.ts';

const WORDS: Readonly<Record<TransportFailure['kind'], string>> = {
  refused: 'the server takes no connection',
  reset: 'the connection is closed before a response',
  truncated: 'the response is cut off',
  timeout: 'the server does not answer in time',
  malformed: 'the response is not HTTP',
  tls: 'the TLS connection fails',
  dns: 'the host name is unknown',
  other: 'the connection fails',
};

/** Every request gets a complete HTTP response. */
export const transportFailure: Check = {
  id: 'transport-failure',
  title: 'every request gets a complete response',
  check: (exchange) => {
    const standing = standingOf(exchange);
    if (standing.kind !== 'failure') return [];
    const { failure } = standing;
    const isRace = failure.mayBeRace === true;
    return [
      {
        severity: isRace ? 'note' : 'violation',
        rule: 'R6',
        message: isRace
          ? 'a reused connection is closed while a request is sent on it'
          : words(failure),
        received: showFailure(failure),
        documented: 'a complete response, whatever is sent',
        pointer: `${exchange.case.operation.pointer}/responses`,
      },
    ];
  },
};

function words(failure: TransportFailure): string {
  if (failure.kind === 'timeout' && failure.partial) {
    return 'the response starts and then stands still';
  }
  return WORDS[failure.kind];
}

function showFailure({ message, partial }: TransportFailure): string {
  if (!partial) return message;
  return `${message} after status ${partial.status} and ${partial.bodyBytes} bytes of the body`;
}
