/** A validator of exchanges in front of a server, as the servers use one; an add-on is one. */
import type { WireRequest, WireResponse } from '../http/exchange.ts';
import type { OpenApiDocument } from '../openapi/document.ts';

/** One thing that a validator says of a request or a response, in the form that Prism's users know. */
export interface ValidatorFinding {
  /** `request` or `response`, then the place: `['request', 'body', 'id']`. */
  readonly location: readonly string[];
  /** `Error` is a violation; the others break nothing. */
  readonly severity: 'Error' | 'Warning' | 'Information' | 'Hint';
  /** A keyword such as `required`, or an HTTP status such as 401. */
  readonly code?: string | number | undefined;
  readonly message: string;
}

/** What the request and the response of one exchange got. */
export interface ValidatorFindings {
  readonly request: readonly ValidatorFinding[];
  readonly response: readonly ValidatorFinding[];
}

/** Whether the contract is broken. */
export function isViolation(finding: ValidatorFinding): boolean {
  return finding.severity === 'Error';
}

/** The response header that carries the findings. */
export const FINDINGS_HEADER = 'sl-violations';

/** Prism cuts the header here: many clients refuse a header section above 8 KiB. */
const MAX_LENGTH = 8 * 1024 - 100;

/** The header's value, as Prism writes it; `undefined` where there is nothing to say. */
export function findingsHeader(findings: readonly ValidatorFinding[]): string | undefined {
  if (findings.length === 0) return undefined;
  const list = findings.map(({ location, severity, code, message }) => ({
    location,
    severity,
    code,
    message,
  }));
  // A header holds Latin-1 only; what JSON escapes reads the same after JSON.parse.
  const value = JSON.stringify(list).replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return value.length > MAX_LENGTH ? `Too many violations! ${value.slice(0, MAX_LENGTH)}` : value;
}

/** A response on its way through a gateway to the client. */
export interface GatewayResponse extends WireResponse {
  /** True for an error of the gateway's side, such as a 502: the service is not to blame for it. */
  readonly isOwn?: boolean | undefined;
}

/** @param status What Prism's users know: 401, 404, 405, 415, 422, or 502 for the response. */
export type Refuse = (
  request: WireRequest,
  violations: readonly ValidatorFinding[],
  status: number,
  operation: string | undefined,
) => GatewayResponse;

/** Gives the inner answer: the responder's, or the upstream's. */
export type Inner<R extends GatewayResponse = GatewayResponse> = () => Promise<R>;

/** What came of one exchange. */
export interface GatewayOutcome {
  /** The inner answer, with the findings in its `sl-violations` header if there are any. */
  readonly response: GatewayResponse;
  readonly findings: ValidatorFindings;
  /** `METHOD /path` of the operation, as the document has them; `undefined` for another route. */
  readonly operation: string | undefined;
}

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

/** How a {@link Gateway} is made. */
export interface GatewayOptions {
  /** Both sides are validated against it. */
  readonly document: OpenApiDocument;
  /**
   * Makes the answer to an exchange with violations. Default: none, the violations are only told,
   * and the inner answer is passed on.
   */
  readonly refuse?: Refuse | undefined;
  /** Told when the validator itself fails; the exchange goes on without it. Default: nobody is told. */
  readonly onTrouble?: ((message: string) => void) | undefined;
}

/** Starts to load the validator at once and returns without waiting for it. */
export type CreateGateway = (options: GatewayOptions) => Gateway;
