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

/** Percent-encodes all but the unreserved characters (RFC 3986, 2.3; RFC 6570, 3.2.2); U+FFFD for half of one. */
export function percentEncoded(text: string): string {
  return encodedPart(text).replaceAll(
    /[!'()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Percent-encodes what a path or a query has for a text; U+FFFD for half of a character. */
export function encodedPart(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** A pair of a query or a form, `name=value`, apart and still encoded; the value is empty where there is no `=`. */
export function pairOf(text: string): readonly [name: string, value: string] {
  const [name = '', value = ''] = text.split(/=(.*)/s, 2);
  return [name, value];
}
