/** The server that a run is sent to. */
export interface Target {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly url: URL;
  /** Path that every request's target is appended to; empty for none. */
  readonly basePath: string;
}

/**
 * Reads a base_url. It can carry a path, with or without a slash at its end.
 *
 * @throws {Error} with what to write instead; it never repeats what could be a password.
 */
export function parseTarget(baseUrl: string): Target {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error(
      'Failed to read base_url: it is no http or https address. ' +
        'Give one such as http://127.0.0.1:4010 or https://host/api/v1.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new Error(
      'Failed to use base_url: it has a query or a fragment, to which no path can be appended. ' +
        'Leave out what follows "?" or "#".',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new Error('Failed to use base_url: it holds credentials. Give --token instead.');
  }
  const basePath = url.pathname.replace(/\/+$/, '');
  return { baseUrl: url.origin + basePath, url, basePath };
}
