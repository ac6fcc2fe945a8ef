import type { Exchange } from '../http/exchange.ts';
import type { Case } from './cases/case.ts';

/** An exchange with the case that it was sent for. */
export interface JudgedExchange extends Exchange {
  readonly case: Case;
}
