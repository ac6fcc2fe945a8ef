import type { RunCheck, RunObservation } from './check.ts';
import { headerValue, isAnswered, responseOf } from '../../http/exchange.ts';
import type { JudgedExchange } from '../cases/case.ts';
import { showTyped } from './show.ts';
import { successPointer } from './standing.ts';

/** Whether the response is a 429, for whatever reason. */
export function isTooMany(exchange: JudgedExchange): boolean {
  return isAnswered(exchange, 429);
}

/** Whether the response says that there were too many requests: about them all, not about this one. */
export function isRateLimited(exchange: JudgedExchange): boolean {
  if (!isTooMany(exchange)) return false;
  if (retryAfterOf(exchange) !== undefined) return true;
  // Of another request it may be what the server says of just this mistake.
  const { validity, fixedIdentity } = exchange.case;
  return validity.kind === 'valid' && fixedIdentity !== true;
}

/** The header; `undefined` where there is none. */
export function retryAfterOf(exchange: JudgedExchange): string | undefined {
  return headerValue(responseOf(exchange)?.headers ?? [], 'retry-after');
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
  const retryAfter = retryAfterOf(exchange);
  const received = showTyped(responseOf(exchange)!);
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
