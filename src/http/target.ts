import { escapePattern } from '../openapi/escape-pattern.ts';
/** The server that a run is sent to. */
export interface Target {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly url: URL;
  /** Path that every request's target is appended to; empty for none. */
  readonly basePath: string;
}

/**
 * What requests need of a base_url, which can carry a path, with or without a slash at its end.
 *
 * @param baseUrl Without query, fragment and credentials, which have no place in a request's target;
 *   where they are there, they are left out.
 * @throws {Error} where it is no http or https address; it never repeats what could be a password.
 */
export function parseTarget(baseUrl: string | URL): Target {
  const url = URL.canParse(String(baseUrl)) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new Error(
      'Failed to read base_url: expected an http:// or https:// URL. ' +
        'Give one such as http://127.0.0.1:4010 or https://host/api/v1.',
    );
  }
  const basePath = url.pathname.replace(/\/+$/, '');
  return { baseUrl: url.origin + basePath, url: new URL(url.origin), basePath };
}

/** Which paths are meant; `*` stands for anything: `/admin/*`. */
export function pathPattern(paths: string): RegExp {
  const source = paths
    .split('*')
    .map((part) => escapePattern(part))
    .join('.*');
  return new RegExp(`^${source}$`);
}
