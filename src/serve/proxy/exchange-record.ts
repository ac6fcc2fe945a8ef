import type { ValidatorFindings } from '../validator.ts';
import type { HeaderList } from '../../http/exchange.ts';

/** One exchange through the proxy, without secrets: what is logged, recorded and reported. */
export interface ExchangeRecord {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly request: {
    readonly method: string;
    /** Path and query as the client sent them. */
    readonly target: string;
    /** Absolute, at the upstream. */
    readonly url: string;
    readonly headers: HeaderList;
    /** With the content coding undone; `undefined` where it was too large to be held. */
    readonly body: Uint8Array | undefined;
    /** Bytes as they were sent; -1 where they were not counted. */
    readonly bodySize: number;
  };
  /** What the client got. */
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly headers: HeaderList;
    readonly body: Uint8Array | undefined;
    readonly bodySize: number;
  };
  /** `METHOD /path` of the document; `undefined` for a route that it doesn't have. */
  readonly operation: string | undefined;
  readonly findings: ValidatorFindings;
  /** Why something was not validated. */
  readonly note?: string | undefined;
  /** Why the upstream's answer didn't come, or didn't reach the client whole. */
  readonly failure?: string | undefined;
  /**
   * Who kept the upstream's whole answer from the client: the upstream, a client that left, or the
   * proxy, which answered itself. Nobody where it was passed on.
   */
  readonly failedBy?: 'upstream' | 'client' | 'proxy' | undefined;
}
