/** The server that a run is sent to. */
export interface Target {
  /** base_url without credentials and without a slash at its end. */
  readonly baseUrl: string;
  readonly url: URL;
  /** Path that every request's target is appended to; empty for none. */
  readonly basePath: string;
  /** True where base_url had a user name or password, which are not used. */
  readonly hadCredentials: boolean;
}

/**
 * Reads a base_url. It can carry a path, with or without a slash at its end.
 *
 * @throws {Error} with what to write instead; it never repeats what could be a password.
 */
export function parseTarget(baseUrl: string): Target {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    const shown = baseUrl.includes('@') ? 'it' : JSON.stringify(baseUrl);
    throw new Error(
      `Failed to read base_url: ${shown} is not an absolute http or https URL. ` +
        'Write it like http://127.0.0.1:4010 or https://host/api/v1.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new Error(
      'Failed to read base_url: it has a query or a fragment, to which no path can be appended. ' +
        'Leave away what follows "?" or "#".',
    );
  }
  const hadCredentials = url.username !== '' || url.password !== '';
  url.username = '';
  url.password = '';
  const basePath = url.pathname.replace(/\/+$/, '');
  return { baseUrl: url.origin + basePath, url, basePath, hadCredentials };
}
