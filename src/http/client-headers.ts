/** Whether every client writes a header by itself, so that a request that is shown needs none of it. */
export function isOfClient(name: string): boolean {
  return /^(?:connection|content-length|host|user-agent)$/i.test(name);
}

/** Whether a header is of the connection, or one that a page can't set. */
export function isOfBrowser(name: string): boolean {
  return isOfClient(name) || OF_BROWSER.test(name);
}

const OF_BROWSER =
  /^(?:accept-(?:charset|encoding)|access-control-.*|content-encoding|cookie2?|date|dnt|expect|keep-alive|origin|referer|sec-.*|te|trailer|transfer-encoding|upgrade|via)$/i;
