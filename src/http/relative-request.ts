import type { JsonValue } from '../openapi/json/json-value.ts';
import type { WireRequest } from './exchange.ts';

/**
 * A request without secrets, relative to any base_url: its target is path and query below that. Its
 * headers hold no credential and no Content-Length.
 */
export interface RelativeRequest extends WireRequest {
  /** What the body says, where it is JSON. */
  readonly value?: JsonValue | undefined;
  /** Whether the run's credential (the token) is added. Default true. */
  readonly withCredential?: boolean | undefined;
  /** How the credential's scheme is spelled. Default `Bearer`. */
  readonly credentialScheme?: string | undefined;
  /** Whether a made-up credential is added in place of the run's. Default false. */
  readonly madeUpCredential?: boolean | undefined;
}
