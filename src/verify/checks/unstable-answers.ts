import type { RunCheck, RunObservation } from './check.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { rateLimitedExchanges } from './rate-limited.ts';
import { standingOf } from './standing.ts';

/** Requests that differ in fresh values only get the same kind of answer. */
export const unstableAnswers: RunCheck = {
  id: 'unstable-answers',
  title: 'the same request gets the same kind of answer each time',
  checkRun: (exchanges) => {
    const limited = rateLimitedExchanges(exchanges);
    const valid = exchanges.filter((exchange) => {
      const { validity, fixedIdentity } = exchange.case;
      return validity.kind === 'valid' && fixedIdentity !== true && !limited.has(exchange);
    });
    const unstable = [...byCase(valid).values()].filter(hasSuccess).flat();
    const odd = unstable.filter(isOdd);
    const first = odd[0];
    return first === undefined ? [] : [observe(first, odd.length, valid.length)];
  },
};

function byCase(exchanges: readonly JudgedExchange[]): Map<string, JudgedExchange[]> {
  return Map.groupBy(exchanges, (exchange) => exchange.case.id);
}

function hasSuccess(exchanges: readonly JudgedExchange[]): boolean {
  return exchanges.some((exchange) => standingOf(exchange).kind === 'success');
}

function observe(exchange: JudgedExchange, odd: number, all: number): RunObservation {
  return {
    exchange,
    severity: 'warning',
    rule: 'R6',
    message: `valid requests fail now and then: ${odd} of ${all} requests`,
    received: `${odd} of ${all} valid requests fail, and succeed when they are sent again`,
    documented: 'the same answer each time',
    pointer: `${exchange.case.operation.pointer}/responses`,
  };
}

function isOdd(exchange: JudgedExchange): boolean {
  const standing = standingOf(exchange);
  if (standing.kind === 'failure') return standing.failure.mayBeRace !== true;
  return standing.kind !== 'success';
}
