import type { JsonValue } from '../openapi/json/json-value.ts';

/** A request without secrets, relative to any base_url. */
export interface RelativeRequest {
  /** In uppercase. */
  readonly method: string;
  /** Path and query below base_url, such as `/things?limit=1`. */
  readonly target: string;
  /** In order; names as they are to be sent. Holds no credential and no Content-Length. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The exact bytes; absent where no body is sent. */
  readonly body?: Uint8Array | undefined;
  /** What the body says, where it is JSON. */
  readonly value?: JsonValue | undefined;
  /** Whether the run's credential (the token) is added. Default true. */
  readonly withCredential?: boolean | undefined;
  /** How the credential's scheme is spelled. Default `Bearer`. */
  readonly credentialScheme?: string | undefined;
  /** Whether a made-up credential is added in place of the run's. Default false. */
  readonly madeUpCredential?: boolean | undefined;
}
