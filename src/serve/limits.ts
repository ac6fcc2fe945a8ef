/** Limits of mock and proxy; docs/security.md says what comes beyond each. */

const { heap_size_limit: HEAP } = process.getBuiltinModule('node:v8').getHeapStatistics();

/** Bytes of memory that what is stored takes by default, in all sandboxes together: a quarter of the heap, at most 1 GiB. */
export const DEFAULT_MAX_BYTES: number = Math.min(2 ** 30, Math.floor(HEAP / 4));

/** Sandboxes at a time besides the default one. */
export const DEFAULT_MAX_SANDBOXES = 1000;

/** Milliseconds without use after which a sandbox is dropped by default. */
export const DEFAULT_SANDBOX_IDLE: number = 15 * 60 * 1000;

/** Milliseconds without use after which a sandbox gives way to others where there is no room. */
export const SANDBOX_GIVES_WAY = 60_000;

/** Exchanges that are kept of a sandbox or a proxy. */
export const RECORDED_REQUESTS = 5000;

/** Bytes that are kept of them: of the default sandbox or a proxy, of another one, of all others together. */
export const RECORDED_BYTES: Readonly<Record<'default' | 'named' | 'allNamed', number>> = {
  default: 8 * 2 ** 20,
  named: 512 * 1024,
  allNamed: 128 * 2 ** 20,
};

/** Characters of the requests of a sandbox that are kept in a store that is shared. */
export const SHARED_RECORDS_LENGTH: number = 8 * 2 ** 20;

/** Milliseconds to wait at the start for the store that is shared, by default. */
export const DEFAULT_STORE_WAIT = 10_000;

/** Bytes of request body that the mock takes by default: 10 MiB. */
export const DEFAULT_BODY_LIMIT: number = 10 * 1024 * 1024;

/** Bytes of request body that the proxy takes by default: 100 MiB. */
export const DEFAULT_PROXY_BODY_LIMIT: number = 100 * 1024 * 1024;

/**
 * Bytes of request body that the mock's control API takes: a snapshot of a million resources has to
 * go back where it came from. A byte of JSON can become 20 in memory.
 */
export const CONTROL_BODY_LIMIT: number = Math.min(256 * 2 ** 20, Math.floor(HEAP / 24));

/**
 * Bytes of bodies that a process holds at a time: requests that are arriving or waiting for their answer,
 * and answers that their clients have not read yet.
 */
export const BODIES_IN_FLIGHT: number = Math.min(512 * 2 ** 20, Math.floor(HEAP / 4));

/** Milliseconds that a client may read nothing of an answer. */
export const READING_TIMEOUT = 60_000;

/** Milliseconds that a request to the mock may take to arrive by default. */
export const DEFAULT_REQUEST_TIMEOUT = 60_000;

/** The same for the proxy, through which uploads pass as they come. */
export const DEFAULT_PROXY_REQUEST_TIMEOUT = 300_000;

/** Bytes of a request's head, all headers together. */
export const HEADER_LIMIT: number = 16 * 1024;

/** Milliseconds without a byte after which the server behind the proxy counts as hanging. */
export const DEFAULT_PROXY_TIMEOUT = 30_000;

/** Milliseconds that an idle connection is kept. */
export const IDLE_TIMEOUT = 30_000;

/** Milliseconds that requests under way have by default when a command ends. */
export const DEFAULT_DRAIN = 250;

/** Milliseconds that a proxy then waits for what has not been judged yet. */
export const JUDGEMENT_MS = 10_000;

/** Milliseconds that a refused client may go on sending before its connection is ended. */
export const LINGER_MS = 1000;

/** Bytes of news that may wait for a client of an event stream, and for all of them together. */
export const NEWS_WAITING: Readonly<Record<'each' | 'all', number>> = {
  each: 4 * 2 ** 20,
  all: Math.min(64 * 2 ** 20, Math.floor(HEAP / 32)),
};
