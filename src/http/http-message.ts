/** Header fields in order, names as received; a name can stand there twice. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** A complete request, as it came in. */
export interface GatewayRequest {
  /** In uppercase. */
  readonly method: string;
  /** The request target as received: `/things?limit=1`. */
  readonly target: string;
  readonly headers: Headers;
  /** The exact bytes; empty where none were sent. */
  readonly body: Uint8Array;
}

/** A response on its way to the client. */
export interface GatewayResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The exact bytes. `undefined` where the body is too large to be held: it can't be validated. */
  readonly body: Uint8Array | undefined;
  /** True for an error of the gateway's side, such as a 502: the service is not to blame for it. */
  readonly isOwn?: boolean | undefined;
}

/** Lower-cased names to values; values of a repeated name are joined with ", " (RFC 9110, 5.3). */
export function headerMap(headers: Headers): Record<string, string> {
  // Without a prototype: a header may be called "constructor".
  const map = Object.create(null) as Record<string, string>;
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = map[key];
    map[key] = before === undefined ? value : `${before}, ${value}`;
  }
  return map;
}

/** One header's value, by its name in lowercase; repeated ones are joined with ", ". */
export function headerValue(headers: Headers, name: string): string | undefined {
  let joined: string | undefined;
  for (const [key, value] of headers) {
    if (key.length !== name.length || key.toLowerCase() !== name) continue;
    joined = joined === undefined ? value : `${joined}, ${value}`;
  }
  return joined;
}
