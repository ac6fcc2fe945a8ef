// Apart from what calls Prism: users' types reach this, and would drag in Prism's own.
import type { PrismFinding, PrismFindings } from './finding.ts';
import type { WireRequest, GatewayResponse } from '../../http/exchange.ts';

/** @param status What Prism's users know: 401, 404, 405, 415, 422, or 502 for the response. */
export type Refuse = (
  request: WireRequest,
  violations: readonly PrismFinding[],
  status: number,
  operation: string | undefined,
) => GatewayResponse;

/** Gives the inner answer: the responder's, or the upstream's. */
export type Inner<R extends GatewayResponse = GatewayResponse> = () => Promise<R>;

/** What came of one exchange. */
export interface GatewayOutcome {
  /** The inner answer, with the findings in its `sl-violations` header if there are any. */
  readonly response: GatewayResponse;
  readonly findings: PrismFindings;
  /** `METHOD /path` of the operation, as the document has them; `undefined` for another route. */
  readonly operation: string | undefined;
}
