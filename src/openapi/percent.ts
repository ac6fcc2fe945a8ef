/** Undoes percent-encoding (RFC 3986, 2.1); `undefined` where it is none of UTF-8. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Undoes percent-encoding; a damaged text stays as it is. */
export function percentDecoded(text: string): string {
  return text.includes('%') ? (decodePercent(text) ?? text) : text;
}
