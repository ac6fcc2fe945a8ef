import type { RunCheck, RunObservation } from './check.ts';
import { headerValue } from '../../http/exchange.ts';
import type { JudgedExchange } from '../cases/case.ts';
import { showTyped } from './show.ts';
import { successPointer } from './standing.ts';

const TOO_MANY_REQUESTS = 429;

/** Whether the response is a 429, for whatever reason. */
export function isTooMany({ outcome }: JudgedExchange): boolean {
  return outcome.kind === 'response' && outcome.response.status === TOO_MANY_REQUESTS;
}

/** Whether the response says that there were too many requests: about them all, not about this one. */
export function isRateLimited(exchange: JudgedExchange): boolean {
  const { outcome } = exchange;
  if (!isTooMany(exchange) || outcome.kind !== 'response') return false;
  if (headerValue(outcome.response.headers, 'retry-after') !== undefined) return true;
  // Of another request it may be what the server says of just this mistake.
  const { validity, fixedIdentity } = exchange.case;
  return validity.kind === 'valid' && fixedIdentity !== true;
}

/**
 * Exchanges that say nothing of their request, as there were too many before it. Where a server
 * limits the rate, every 429 of the run is of that kind.
 */
export function rateLimitedExchanges(
  exchanges: readonly JudgedExchange[],
): ReadonlySet<JudgedExchange> {
  const limited = exchanges.filter(isRateLimited);
  if (limited.length === 0 || isAboutOneCase(limited, exchanges)) return new Set();
  return new Set(exchanges.filter(isTooMany));
}

/** A single case that never gets anything else, while all others do: it is refused for itself. */
function isAboutOneCase(
  limited: readonly JudgedExchange[],
  exchanges: readonly JudgedExchange[],
): boolean {
  const [first] = limited;
  const ids = new Set(limited.map((exchange) => exchange.case.id));
  if (ids.size > 1 || limited.length < 2) return false;
  const tries = exchanges.filter((exchange) => exchange.case.id === first!.case.id);
  return tries.every(isTooMany) && tries.length < exchanges.length;
}

/** A server may limit the rate: nothing says that it may not. */
export const rateLimited: RunCheck = {
  id: 'rate-limited',
  checkRun: (exchanges) => [...rateLimitedExchanges(exchanges)].map(observe),
};

function observe(exchange: JudgedExchange): RunObservation {
  const { outcome } = exchange;
  const { headers = [] } = outcome.kind === 'response' ? outcome.response : {};
  const retryAfter = headerValue(headers, 'retry-after');
  const received = outcome.kind === 'response' ? showTyped(outcome.response) : '';
  return {
    exchange,
    severity: 'note',
    rule: 'R8',
    message: 'the server limits the rate: a request is one too many (429)',
    received: retryAfter === undefined ? received : `${received} (Retry-After: ${retryAfter})`,
    documented: 'rate limits: nothing is said',
    pointer: successPointer(exchange.case.operation),
  };
}
