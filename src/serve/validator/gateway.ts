import type { WireRequest } from '../../http/exchange.ts';
import type { GatewayOutcome, Inner } from './gateway-outcome.ts';

/** A validator, such as Prism, between a client and whoever answers it. */
export interface Gateway {
  /** Settles when Prism is loaded or could not be; never rejects. */
  readonly ready: Promise<void>;
  /**
   * Validates the request, asks `inner` exactly once, validates its answer. Waits for Prism where
   * it is still loading. What `inner` throws is thrown on; what Prism throws isn't.
   */
  exchange(request: WireRequest, inner: Inner): Promise<GatewayOutcome>;
}
