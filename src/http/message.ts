import type { LongText } from '../openapi/json/long-text.ts';

/** A request as the responder takes it, from whatever transport. */
export interface MockRequest {
  /** In uppercase. */
  readonly method: string;
  /** Path without the query, below base_url: `/things`. */
  readonly path: string;
  /** The query without its question mark. Default: none. */
  readonly query?: string | undefined;
  /** What stands in front of the path: `https://api.example/v2`. Default: the header Host, by plain HTTP. */
  readonly base?: string | undefined;
  /** A header's value by its lowercase name. */
  header(name: string): string | undefined;
  /** The body's bytes, content coding undone; empty where there is none. */
  readonly body: Uint8Array;
}

/** The responder's answer. */
export interface MockResponse {
  readonly status: number;
  /** Names in lowercase. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body's text, or its bytes where it is none; empty where there is no body. */
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** Why the request was refused, for logs. */
  readonly problem?: Problem | undefined;
}

/** The same, where a long body is written while it is sent. */
export interface LongResponse extends Omit<MockResponse, 'body'> {
  readonly body: MockResponse['body'] | LongText;
}

/** Why a request is not answered with success. */
export interface Problem {
  /** One of {@link problemKinds}, or a kind that an enactment brings. */
  readonly kind: string;
  /** In which of several ways, where servers answer each in its own: `charset` of a `media-type`. */
  readonly variant?: string | undefined;
  /** Specific: `id must be an int64, got the string "x"`. */
  readonly message: string;
  /**
   * The status that another operation documents for it.
   *
   * @internal
   */
  readonly elsewhere?: number | undefined;
  /**
   * What only a log may say, such as a path of the machine.
   *
   * @internal
   */
  readonly detail?: string | undefined;
  /** JSON Pointer into the document, to what was broken. */
  readonly pointer?: string | undefined;
}

/** What stands in front of a request's path. */
export function baseOf(request: Pick<MockRequest, 'base' | 'header'>): string {
  return request.base ?? `http://${request.header('host') ?? 'localhost'}`;
}

/** A request's path, with its query if it has one. */
export function targetOf({ path, query = '' }: Pick<MockRequest, 'path' | 'query'>): string {
  return query === '' ? path : `${path}?${query}`;
}
