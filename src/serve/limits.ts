/** Bytes of request body that the mock takes by default: 10 MiB. */
export const DEFAULT_BODY_LIMIT: number = 10 * 1024 * 1024;

/** Bytes of request body that the proxy takes by default: 100 MiB. */
export const DEFAULT_PROXY_BODY_LIMIT: number = 100 * 1024 * 1024;

/**
 * Bytes of request body that the mock's control API takes: a snapshot of a million resources has to
 * go back where it came from.
 */
export const CONTROL_BODY_LIMIT: number = 256 * 1024 * 1024;

/** Milliseconds that a request to the mock may take to arrive by default. */
export const DEFAULT_REQUEST_TIMEOUT = 60_000;

/** The same for the proxy, through which uploads pass as they come. */
export const DEFAULT_PROXY_REQUEST_TIMEOUT = 300_000;

/** Bytes of a request's head, all headers together. */
export const HEADER_LIMIT: number = 16 * 1024;

/** Milliseconds that a refused client may go on sending before its connection is ended. */
export const LINGER_MS = 1000;
