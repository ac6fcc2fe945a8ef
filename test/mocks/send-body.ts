/** The answer of a store to one body: what the matrix compares. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly type: string | null;
  /** Of `access-control-allow-origin`. */
  readonly origin: string | null;
}

/**
 * Creates a plant from raw bytes: `JSON.stringify` could not write every int64. Runs in a page too.
 *
 * @param contentType `null` sends none.
 */
export async function sendBody(
  base: string,
  bytes: Iterable<number>,
  contentType: string | null,
): Promise<Answer> {
  const headers = new Headers({ authorization: 'Bearer t', origin: 'https://page.example' });
  if (contentType !== null) headers.set('content-type', contentType);
  // A Blob without a type: fetch adds no Content-Type of its own.
  const body = new Blob([Uint8Array.from(bytes)]);
  const response = await fetch(`${base}/plants`, { method: 'POST', headers, body });
  return {
    status: response.status,
    body: await response.text(),
    type: response.headers.get('content-type'),
    origin: response.headers.get('access-control-allow-origin'),
  };
}
